package known

import (
	"fmt"

	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/topswops"
)

// Best is what is known of a question that no record answers, or "": an interval wider than what is asked for, or a long
// game.
func Best(q results.Question) string {
	switch q := q.(type) {
	case decks.Question:
		if i, ok := Distance(q.About()); ok {
			return fmt.Sprintf("on record: %s leaves %d cards at least %.4f and at most %.4f from fair (docs/records/%s.json)",
				q.Word, q.N, down(i.Lower), up(i.Upper), i.UpperRecord)
		}
	case topswops.Max:
		return q.LongestKnown()
	}
	return ""
}

// down and up round to four places, outwards.
func down(x float64) float64 { return float64(int(x*1e4)) / 1e4 }
func up(x float64) float64   { return 1 - down(1-x) }
