package fair

import (
	"testing"

	"dovetail/perm/shuffle/draw"
)

// Counts that cannot be of the same decks are refused, each alone; those of the decks are not.
func TestImpossibleCounts(t *testing.T) {
	for _, description := range descriptions {
		for name, change := range map[string]func(q *Question) bool{
			"nothing":                 nil,
			"pairs of equal decks":    func(q *Question) bool { q.Repeats.Pairs = 1e9; return true },
			"no repeated decks":       func(q *Question) bool { q.Repeats = Repeats{}; return true },
			"fewer pairs":             func(q *Question) bool { q.Repeats.Pairs = q.Repeats.Decks - q.Repeats.Different - 1; return true },
			"too many different ones": func(q *Question) bool { q.Repeats.Different = q.Repeats.Decks + 1; return true },
			"cuts of a new deck":      func(q *Question) bool { q.Rotations = 59; return q.whole() },
			"lines left out":          func(q *Question) bool { q.Failed = 1e6; return true },
			"fixed points":            func(q *Question) bool { return moved(q.Fixed) },
			"rising sequences":        func(q *Question) bool { return moved(q.Rising) },
			"descents":                func(q *Question) bool { return moved(q.Descents) },
			"ranks in place":          func(q *Question) bool { return q.Ranks > 0 && moved(q.InPlace) },
			"other ranks":             func(q *Question) bool { q.Ranks++; return q.Listed == q.N },
			"hands":                   func(q *Question) bool { return q.Hands != nil && moved(q.Hands[0]) },
			"pairs of places":         func(q *Question) bool { return q.whole() && add(&q.Places[2][0]) },
			"pairs of cards":          func(q *Question) bool { return q.whole() && add(&q.Cards[2][1]) },
		} {
			tally := NewTally(description)
			tally.deal(draw.Keyed(1, "impossible counts", 0, 0), 60)
			q := Question{Counts: tally.Done().withScores(), FalseAlarm: 0.01}
			if change == nil {
				if err := q.Check(); err != nil {
					t.Errorf("%+v: %v", description, err)
				}
			} else if change(&q) && q.Check() == nil {
				t.Errorf("%+v are taken with other %s", description, name)
			}
		}
	}
}

// moved counts a deck as if it had the next value.
func moved(counts []int) bool {
	for i := range len(counts) - 1 {
		if counts[i] > 0 {
			counts[i]--
			counts[i+1]++
			return true
		}
	}
	return false
}

func add(count *int) bool {
	*count++
	return true
}
