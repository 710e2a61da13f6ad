package orders

import (
	"math/big"

	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/results"
	"dovetail/results/number"
)

// WithRecord is the decks that exactly f.K shuffles restore.
func WithRecord(f mersenne.Factorisation) (results.OrdersWith, error) {
	moduli, err := f.Moduli()
	if err != nil {
		return results.OrdersWith{}, err
	}
	record := results.OrdersWith{
		Schema: results.OrdersWithSchema, Kind: results.Exact, K: int(f.K),
		Primes: []results.PrimePower{}, Complete: len(f.Composites) == 0, Composites: []number.Int{},
		Out: decksOf(faro.Out, moduli), In: decksOf(faro.In, moduli),
	}
	for i, p := range f.Primes {
		if i > 0 && p.Cmp(f.Primes[i-1]) == 0 {
			record.Primes[len(record.Primes)-1].E++
			continue
		}
		record.Primes = append(record.Primes, results.PrimePower{P: number.Of(p), E: 1})
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
		for _, shift := range k.Decks(0) { // what lies between a modulus and its decks
			n := new(big.Int).Add(m, big.NewInt(int64(shift)))
			if n.Sign() > 0 {
				decks = append(decks, number.Of(n))
			}
		}
	}
	return decks
}
