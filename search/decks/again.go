package decks

import (
	"cmp"
	"fmt"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
)

// Again is the query that a record answers, by an alphabet and a word of it that the record
// names. It refuses a record whose numbers do not fit together.
func Again(r results.TVD, a *position.Laws, w word.Word) (Query, error) {
	q := Query{Alphabet: a, Word: w, Delta: r.Delta, Seed: r.Seed.Uint64(), Walks: r.Walks, Steps: r.Steps, Look: r.Look, Width: 1}
	var decks, dealt int64 = -1, -1
	if r.Decks.IsInt64() && r.Dealt.IsInt64() {
		decks, dealt = r.Decks.Int64(), r.Dealt.Int64()
	}
	wrong := func(is bool, format string, args ...any) error {
		if !is {
			return nil
		}
		return fmt.Errorf(format, args...)
	}
	if r.Look == 0 {
		q.Decks = int(decks)
	}
	tested := r.Tested.IsInt64() && r.Tested.Int64() > 0
	if decks == 0 && tested {
		q.Width = r.Upper - r.Lower // the test was enough
	}
	return q, cmp.Or(
		wrong(decks < 0 || decks == 1 || decks > MaxDecks, "decks=%s is out of range 2..%d", r.Decks, MaxDecks),
		wrong(r.Look < 0 || r.Look > mostLooks || r.Look > 0 && int64(lookDecks(r.Look)) != decks, "look %d does not have %d decks", r.Look, decks),
		wrong((decks > 0 || tested) != (r.Kind == results.Sampled), "kind is %q with %d decks", r.Kind, decks),
		wrong(r.Walks != 0 && (r.Walks < 2 || r.Walks > MaxWalks), "walks=%d is out of range 2..%d", r.Walks, MaxWalks),
		wrong(r.Steps < 0 || r.Steps > MaxSteps || (r.Steps > 0) != (r.Walks > 0) || r.Walks > 0 && decks == 0, "%d walks of %d sweeps are none", r.Walks, r.Steps),
		wrong(dealt != 0 && (r.Walks == 0 || dealt != decks/dealtShare), "%s dealt decks do not go with %d uniform ones", r.Dealt, decks),
		wrong(!(r.Delta > 0 && r.Delta < 1), "delta=%v is not a number between 0 and 1", r.Delta),
		wrong(!(0 <= r.Lower && r.Lower <= r.Upper && r.Upper <= 1), "lower=%v and upper=%v are no interval", r.Lower, r.Upper),
		wrong(!(r.EstimateLow <= 1 && r.EstimateLowSE >= 0 && 0 <= r.EstimateHigh && r.EstimateHigh <= 1 && r.EstimateHighSE >= 0), "estimates are out of range"),
	)
}

// Seconds is about what the decks of a record take on one core.
func Seconds(r results.TVD) float64 {
	n, decks := float64(r.N), 0.0
	if r.Decks.IsInt64() {
		decks = float64(r.Decks.Int64())
	}
	if r.Walks == 0 {
		return decks * (1e-6 + 50e-9*n*n)
	}
	moves := n * float64(len(r.Word))
	return 2 + 1.25*decks*float64(r.Walks)*float64(r.Steps)*moves*15e-9
}
