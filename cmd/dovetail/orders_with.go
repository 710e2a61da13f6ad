package main

import (
	"math/big"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/results"
	"dovetail/results/number"
)

func newOrdersWith() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "with K",
		Short: "Every deck that exactly K perfect shuffles restore",
		Example: `  dovetail orders with 8
  dovetail orders with 101 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			k, err := number.ParseInt("k", args[0], 1, mersenne.MaxExponent)
			if err != nil {
				return usage(err)
			}
			if err := output.check(); err != nil {
				return err
			}
			f, err := mersenne.Factor(uint64(k))
			if err != nil {
				return err
			}
			moduli, err := f.Moduli()
			if err != nil {
				return err
			}
			return write(&output, withRecord(f, moduli))
		},
	}
	output.register(cmd)
	return cmd
}

func withRecord(f mersenne.Factorisation, moduli []*big.Int) results.OrdersWith {
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
	return record
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
