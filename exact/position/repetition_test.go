package position

import (
	"context"
	"slices"
	"testing"

	"dovetail/exact/word"
)

// A repetition has the deviations and bounds of the word written out, bit by bit:
// with deterministic letters at either end, inside, alone and not at all.
func TestRepetitionIsTheWordWrittenOut(t *testing.T) {
	a := alphabet(t, 13, "HRDE", "literal", "H=hindu(mean=3,sd=1)", "E=deal(piles=3)")
	for _, s := range []string{"H", "R", "D", "DE", "HR", "RD", "DR", "DRD", "EDRHDDRE", "DRDHE"} {
		w := parse(t, a, s)
		r := NewRepetition(a, w)
		var all word.Word
		for k := range 7 {
			if err := r.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			all = append(all, w...)
			_, core, _ := a.Split(all)
			chain := NewChain(a)
			if !slices.Equal(r.Core(), core) {
				t.Fatalf("%s, %d times: core %s, want %s", s, k+1, a.Format(r.Core()), a.Format(core))
			}
			if !slices.Equal(r.Deviation().Data, coreOf(chain, core).Data) {
				t.Fatalf("%s, %d times: another deviation", s, k+1)
			}
			if !slices.Equal(r.Word().Data, wordOf(chain, all).Data) {
				t.Fatalf("%s, %d times: another deviation of the word", s, k+1)
			}
			if got, want := r.NormError(), sure(chain.NormError(t.Context(), core)); got != want {
				t.Fatalf("%s, %d times: error %v, want %v", s, k+1, got, want)
			}
		}
	}
}

// Whatever takes long ends with its context, and what it left behind does no harm.
func TestContextEnds(t *testing.T) {
	a := alphabet(t, 13, "HRD", "literal", "H=hindu(mean=3,sd=1)")
	w := parse(t, a, "HRDHRDRHH")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	chain := NewChain(a)
	e := coreOf(chain, w)
	s := NewScorer(a, NewTolerance(paperTolerance.Exact), NewDecider(a))
	for what, f := range map[string]func(ctx context.Context) error{
		"Core":      func(ctx context.Context) error { _, err := NewChain(a).Core(ctx, w); return err },
		"Word":      func(ctx context.Context) error { _, err := NewChain(a).Word(ctx, w); return err },
		"NormError": func(ctx context.Context) error { _, err := NewChain(a).NormError(ctx, w); return err },
		"Next":      func(ctx context.Context) error { return NewRepetition(a, w).Next(ctx) },
		"White": func(ctx context.Context) error {
			_, err := s.decider.White(ctx, w, 0, []int{1, 2}, paperTolerance.Exact)
			return err
		},
	} {
		if err := f(over); err != context.Canceled {
			t.Errorf("%s: %v", what, err)
		}
		if err := f(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	other := parse(t, a, "HRRRRRRRR")
	if _, err := chain.Core(over, other); err != context.Canceled {
		t.Fatal(err)
	}
	if got, want := coreOf(chain, w), coreOf(NewChain(a), w); !slices.Equal(got.Data, want.Data) || e == nil {
		t.Error("a chain that was interrupted computes another deviation")
	}
}
