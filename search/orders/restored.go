package orders

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Restored requests the decks that exactly K perfect shuffles restore.
type Restored struct {
	K int `json:"k"`
}

func (Restored) Schema() string { return results.OrdersWithSchema }

func (q Restored) Check() error { return number.InRange("k", q.K, 1, mersenne.MaxExponent) }

// Seconds implements [results.Question]. Beyond 2^200 a factor may withstand all curves.
func (q Restored) Seconds() float64 {
	if q.K <= 200 {
		return 1e-1
	}
	return 1e-3 * float64(q.K) * float64(q.K)
}

func (q Restored) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	f, err := mersenne.Factor(ctx, uint64(q.K))
	if err != nil {
		return nil, err
	}
	return q.record(f)
}

// Follows implements [run.Rechecker]. Factors need not be found again: they are multiplied, and
// the primes among them tested.
func (q Restored) Follows(ctx context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	f := mersenne.Factorisation{K: uint64(q.K)}
	for _, p := range r.(powers.OrdersWith).Primes {
		if p.P.Int == nil || p.E < 1 || p.E > q.K-len(f.Primes) {
			return nil, "", fmt.Errorf("primes has %s to the power %d", p.P, p.E)
		}
		f.Primes = append(f.Primes, slices.Repeat([]*big.Int{p.P.Int}, p.E)...)
	}
	for _, c := range r.(powers.OrdersWith).Composites {
		if c.Int == nil {
			return nil, "", fmt.Errorf("composites has %s", c)
		}
		f.Composites = append(f.Composites, c.Int)
	}
	if err := f.Check(ctx); err != nil {
		return nil, "", err
	}
	want, err := q.record(f)
	if !want.Complete {
		return want, "the factors, and the decks by them", err
	}
	return want, results.EveryField, err
}

// record is the answer by the known factors.
func (q Restored) record(f mersenne.Factorisation) (powers.OrdersWith, error) {
	moduli, err := f.Moduli()
	if err != nil {
		return powers.OrdersWith{}, err
	}
	record := powers.OrdersWith{
		Head: results.Answering(q, results.Exact), K: q.K,
		Primes: []powers.PrimePower{}, Complete: len(f.Composites) == 0, Composites: []number.Int{},
		Out: decksOf(faro.Out, moduli), In: decksOf(faro.In, moduli),
	}
	for i, p := range f.Primes {
		if i > 0 && p.Cmp(f.Primes[i-1]) == 0 {
			record.Primes[len(record.Primes)-1].E++
			continue
		}
		record.Primes = append(record.Primes, powers.PrimePower{P: number.Of(p), E: 1})
	}
	for _, c := range f.Composites {
		record.Composites = append(record.Composites, number.Of(c))
	}
	if !record.Complete {
		record.Kind, record.Effort = results.Bound, mersenne.Effort()
	}
	return record, nil
}

// decksOf are the decks of at least one card with these moduli.
func decksOf(k faro.Kind, moduli []*big.Int) []number.Int {
	decks := []number.Int{}
	for _, m := range moduli {
		for _, shift := range k.Decks(0) { // the differences between a modulus and its decks
			n := new(big.Int).Add(m, big.NewInt(int64(shift)))
			if n.Sign() > 0 {
				decks = append(decks, number.Of(n))
			}
		}
	}
	return decks
}

func (q *Restored) Params() param.List {
	return param.List{param.Arg(&q.K, "K", "k", param.Number[int](1, mersenne.MaxExponent))}
}
