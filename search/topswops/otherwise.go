package topswops

import (
	"fmt"
	"reflect"
	"slices"

	"dovetail/results"
)

// Otherwise implements [results.Doubted]: by a lower last threshold, which follows other bundles; by the
// published search where there are no thresholds, and by bundles where that was used.
func (q Max) Otherwise(r results.Record) (results.Question, error) {
	thresholds := slices.Clone(r.(results.TopswopsMax).Thresholds)
	switch last := len(thresholds) - 1; {
	case q.Engine != Bundles:
		q.Engine, q.Thresholds = Bundles, nil
	case last < 0 || thresholds[last] == 0:
		q.Engine, q.Thresholds = Forward, nil
	default:
		limit := thresholds[last] - 1
		for i, t := range slices.Backward(thresholds) {
			thresholds[i] = min(t, limit)
			limit = thresholds[i] / 2
		}
		q.Thresholds = thresholds
	}
	return q, q.Check()
}

// Agree implements [results.Doubted]: length, number of decks, and the decks with their ends.
func (Max) Agree(one, other results.Record) error {
	a, b := one.(results.TopswopsMax), other.(results.TopswopsMax)
	switch {
	case a.Length != b.Length:
		return fmt.Errorf("the longest game has %d moves in one way, %d in the other", a.Length, b.Length)
	case a.Count.Cmp(b.Count.Int) != 0:
		return fmt.Errorf("%v decks in one way, %v in the other", a.Count, b.Count)
	case !reflect.DeepEqual(a.Decks, b.Decks) || !reflect.DeepEqual(a.Ends, b.Ends):
		return fmt.Errorf("the decks are %v in one way, %v in the other", a.Decks, b.Decks)
	}
	return nil
}
