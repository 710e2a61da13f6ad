// Package faro asks about one deck and its perfect shuffles, of which package [dovetail/perm/faro] has
// the mathematics: after how many of them it returns, what it is after each, how they bring a card to a
// position, and which perfect shuffles there are. The orders of many decks are in search/orders.
package faro

import (
	"context"

	"dovetail/perm/faro"
	"dovetail/perm/modular"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// Deck asks for the orders of both shuffles of N cards, with their proofs; only one of them may be shown.
type Deck struct {
	N    number.Uint `json:"n"`
	Only string      `json:"-"`
}

// Schema implements [results.Question].
func (Deck) Schema() string { return results.OrdersDeckSchema }

// Check implements [results.Question].
func (q Deck) Check() error { return number.InRange("n", q.N, 2, faro.MaxDeck) }

// Seconds implements [results.Question].
func (q Deck) Seconds() float64 { return 1e-2 }

// Answer implements [run.Answerer].
func (q Deck) Answer(context.Context, run.Options) (results.Record, error) {
	n := uint64(q.N)
	record := results.OrdersDeck{
		Head: results.Answering(q, results.Exact), N: number.OfUint(n),
		Order: [2]results.FirstDrop{packets(faro.Out, n), packets(faro.In, n)}, Only: q.Only,
	}
	for k, to := range []*results.OrderOfTwo{&record.Out, &record.In} {
		c, err := faro.Kind(k).Order(n)
		if err != nil {
			return nil, err
		}
		*to = certified(c)
	}
	return record, nil
}

// packets says how the shuffle cuts and which packet comes first.
func packets(k faro.Kind, n uint64) results.FirstDrop {
	first := "top"
	if k == faro.In {
		first = "bottom"
	}
	top := k.TopPacket(n)
	return results.FirstDrop{Shuffle: k.String(), Top: number.OfUint(top), Bottom: number.OfUint(n - top), First: first}
}

// certified is the certificate of an order of 2 with the powers that prove it.
func certified(c modular.Certificate) results.OrderOfTwo {
	o := results.OrderOfTwo{
		Order:          number.OfUint(c.Order),
		Modulus:        number.OfUint(c.Modulus),
		ModulusFactors: powers(c.ModulusFactors),
		OrderFactors:   powers(c.OrderFactors),
		Residues:       []results.OrderResidue{},
	}
	for _, q := range c.OrderFactors {
		e := c.Order / q.P
		o.Residues = append(o.Residues, results.OrderResidue{
			Q: number.OfUint(q.P), Exponent: number.OfUint(e), Residue: number.OfUint(modular.Power(2, e, c.Modulus)),
		})
	}
	return o
}

func powers(f modular.Factors) []results.PrimePower {
	out := []results.PrimePower{}
	for _, q := range f {
		out = append(out, results.PrimePower{P: number.OfUint(q.P), E: q.E})
	}
	return out
}
