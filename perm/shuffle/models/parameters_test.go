package models

import (
	"math/big"
	"testing"

	"dovetail/perm/shuffle"
)

// A parameter takes what its range and its choices say, and nothing else.
func TestParametersAsDescribed(t *testing.T) {
	takes := func(model string, p shuffle.Parameter, value string) bool {
		when := ""
		if p.When != "" {
			when = p.When + ","
		}
		_, err := Parse(model + "(" + when + p.Name + "=" + value + ")")
		return err == nil
	}
	ranges, choices := 0, 0
	for _, m := range Describe() {
		for _, p := range m.Parameters {
			hold := func(value string, want bool) {
				t.Helper()
				if takes(m.Name, p, value) != want {
					t.Errorf("%s: %s=%s is taken: %v, want %v", m.Name, p.Name, value, !want, want)
				}
			}
			for _, choice := range p.Choices {
				choices++
				hold(choice, true)
				hold(choice+"x", false)
			}
			if p.Range == nil {
				continue
			}
			ranges++
			end := func(at *float64, step int64) {
				if at == nil {
					return
				}
				x := new(big.Rat).SetFloat64(*at)
				hold(x.RatString(), !p.Range.Open)
				hold(new(big.Rat).Add(x, big.NewRat(step, 100)).RatString(), !p.Range.Whole)
				hold(new(big.Rat).Add(x, big.NewRat(-step, 1)).RatString(), false)
				if p.Range.Whole {
					hold(new(big.Rat).Add(x, big.NewRat(step, 1)).RatString(), true)
				}
			}
			end(p.Range.Least, 1)
			end(p.Range.Most, -1)
		}
	}
	if ranges < 15 || choices < 15 {
		t.Errorf("%d ranges and %d choices are described", ranges, choices)
	}
}
