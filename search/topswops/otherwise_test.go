package topswops

import (
	"reflect"
	"testing"

	"dovetail/results/games"
	"dovetail/search/run"
)

// The other way is another one, for small and larger decks, and leads to the same decks.
func TestOtherwise(t *testing.T) {
	for _, q := range []Max{{N: 2, Engine: Bundles}, {N: 5, Engine: Bundles}, {N: 10, Engine: Bundles},
		{N: 9, Engine: Forward}, {N: 9, Engine: Bundles, AtLeast: 28}, {N: 9, Engine: Bundles, Sorted: true}} {
		r, err := q.Answer(t.Context(), run.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		other, err := q.Otherwise(r)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		again, err := run.Answer(t.Context(), other, run.Options{Threads: 1})
		if err != nil {
			t.Fatalf("%+v: %v", other, err)
		}
		a, b := r.(games.TopswopsMax), again.(games.TopswopsMax)
		if err := q.Agree(r, again); err != nil || a.Engine == b.Engine && reflect.DeepEqual(a.Thresholds, b.Thresholds) {
			t.Errorf("%+v: %v, by %s %v and %s %v", q, err, a.Engine, a.Thresholds, b.Engine, b.Thresholds)
		}
	}
}
