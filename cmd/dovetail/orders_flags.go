package main

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/perm/modular"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/orders"
)

// planFlags choose how a range of moduli is computed.
type planFlags struct {
	memory, engine string
}

func (f *planFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.memory, "memory", "", "refuse to use more than this, for example 8GiB (default no limit)")
	cmd.Flags().StringVar(&f.engine, "engine", "auto", "auto, full (a table to a third of the upper end), window (a sieve over the range) or single")
}

// method reads the engine; an unknown one is refused.
func (f *planFlags) method() (orders.Method, error) {
	m := orders.Method(f.engine)
	if !slices.Contains(orders.Methods, m) {
		return m, usage(fmt.Errorf("engine=%q is not one of %v", f.engine, orders.Methods))
	}
	return m, nil
}

// check holds a plan to the limit of memory.
func (f *planFlags) check(p orders.Plan, threads int) error {
	if f.memory == "" {
		return nil
	}
	limit, err := number.ParseSize("memory", f.memory)
	if err != nil {
		return usage(err)
	}
	return usage(p.CheckMemory(limit, threads))
}

// span is a range of moduli as it was asked for, with its plan.
type span struct {
	orders.Plan
	from, to number.Int
}

// moduli plans a range of odd moduli, written a..b.
func (f *planFlags) moduli(text string, threads int) (span, error) {
	method, err := f.method()
	if err != nil {
		return span{}, err
	}
	a, b, err := number.ParseRange("range", text, 2, orders.LargestModulus)
	if err != nil {
		return span{}, usage(err)
	}
	p, err := orders.NewPlan(uint64(max(a, 3)), uint64(b), method)
	if err != nil {
		return span{}, usage(err)
	}
	return span{p, number.OfInt(a), number.OfInt(b)}, f.check(p, threads)
}

func natural(x uint64) number.Int { return number.Of(new(big.Int).SetUint64(x)) }

func primePowers(f modular.Factors) []results.PrimePower {
	out := []results.PrimePower{}
	for _, q := range f {
		out = append(out, results.PrimePower{P: natural(q.P), E: q.E})
	}
	return out
}
