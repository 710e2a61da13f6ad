// Package faro answers questions about one deck and its perfect shuffles: after how many of them it
// returns, its order after each, how they bring a card to a position, and which perfect shuffles
// there are. The mathematics is in package [dovetail/perm/faro]. The orders of many decks are in
// search/orders.
package faro

import (
	"context"

	"dovetail/perm/faro"
	"dovetail/perm/modular"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Deck requests the orders of both shuffles of N cards, with their proofs. Text may show one of
// them only.
type Deck struct {
	N    number.Uint `json:"n"`
	Only string      `json:"-"`
}

func (Deck) Schema() string { return results.OrdersDeckSchema }

func (q Deck) Check() error { return number.InRange("n", q.N, 1, faro.MaxDeck) }

func (q Deck) Seconds() float64 { return 1e-2 }

func (q Deck) Answer(context.Context, run.Options) (results.Record, error) {
	n := uint64(q.N)
	record := powers.OrdersDeck{
		Head: results.Answering(q, results.Exact), N: number.OfUint(n),
		Order: [2]powers.FirstDrop{packets(faro.Out, n), packets(faro.In, n)}, Only: q.Only,
	}
	for k, to := range []*powers.OrderOfTwo{&record.Out, &record.In} {
		c, err := faro.Kind(k).Order(n)
		if err != nil {
			return nil, err
		}
		*to = certified(c)
	}
	return record, nil
}

// packets says how the shuffle cuts and which packet comes first.
func packets(k faro.Kind, n uint64) powers.FirstDrop {
	first := "top"
	if k == faro.In {
		first = "bottom"
	}
	top := k.TopPacket(n)
	return powers.FirstDrop{Shuffle: k.String(), Top: number.OfUint(top), Bottom: number.OfUint(n - top), First: first}
}

// certified is the certificate of an order of 2 with the powers that prove it.
func certified(c modular.Certificate) powers.OrderOfTwo {
	o := powers.OrderOfTwo{
		Order:          number.OfUint(c.Order),
		Modulus:        number.OfUint(c.Modulus),
		ModulusFactors: powersOf(c.ModulusFactors),
		OrderFactors:   powersOf(c.OrderFactors),
		Residues:       []powers.OrderResidue{},
	}
	for _, q := range c.OrderFactors {
		e := c.Order / q.P
		o.Residues = append(o.Residues, powers.OrderResidue{
			Q: number.OfUint(q.P), Exponent: number.OfUint(e), Residue: number.OfUint(modular.Power(2, e, c.Modulus)),
		})
	}
	return o
}

func powersOf(f modular.Factors) []powers.PrimePower {
	out := []powers.PrimePower{}
	for _, q := range f {
		out = append(out, powers.PrimePower{P: number.OfUint(q.P), E: q.E})
	}
	return out
}
