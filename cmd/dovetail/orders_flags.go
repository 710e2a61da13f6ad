package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
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
		return m, usage(fmt.Errorf("engine=%q is not one of auto, full, window, single", f.engine))
	}
	return m, nil
}

// check holds a plan to the limit of memory.
func (f *planFlags) check(p orders.Plan, threads int) error {
	var limit uint64
	if f.memory != "" {
		var err error
		if limit, err = number.ParseSize("memory", f.memory); err != nil {
			return usage(err)
		}
	}
	return usage(p.CheckMemory(limit, threads))
}

// moduli plans a range of odd moduli, written a..b.
func (f *planFlags) moduli(text string, threads int) (orders.Span, error) {
	method, err := f.method()
	if err != nil {
		return orders.Span{}, err
	}
	a, b, err := number.ParseRange("range", text, 2, orders.LargestModulus)
	if err != nil {
		return orders.Span{}, usage(err)
	}
	p, err := orders.NewSpan(a, b, method)
	if err != nil {
		return orders.Span{}, usage(err)
	}
	return p, f.check(p.Plan, threads)
}

// refuted marks the error of a record of perfect shuffles: a formula that failed its
// own check, or else a question that has no answer.
func refuted(err error) error {
	if errors.Is(err, faro.ErrContradiction) {
		return mismatchError{err}
	}
	return usage(err)
}
