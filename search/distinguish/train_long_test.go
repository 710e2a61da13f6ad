//go:build long

package distinguish

import (
	"math"
	"testing"
	"time"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
)

// The table of docs/decks.md. What is known exactly is not exceeded, and nearly reached.
func TestTrainedTable(t *testing.T) {
	for _, c := range []struct {
		word               string
		least, most, exact float64
	}{
		{"RRRRRRR", 0.331, 0.33407, 0.33406}, {"RRRRRR", 0.60, 0.6136, 0.61355}, {"RRRRR", 0.91, 0.9238, 0.92373},
		{"RRRRRRH", 0.48, 0.494, 0}, {"HRRRRRR", 0.54, 0.565, 0}, {"RRRRDRR", 0.235, 0.28, 0}, {"RRRRRDR", 0.26, 0.30, 0},
		{"RRRDRRR", 0.26, 0.37, 0}, {"RDRRRRR", 0.32, 0.37, 0}, {"RRDRRRR", 0.33, 0.44, 0}, {"RRRRDHR", 0.31, 0.45, 0},
		{"RRRRDRH", 0.36, 0.48, 0}, {"RRRRRHR", 0.42, 0.48, 0}, {"RRRRHDR", 0.40, 0.56, 0}, {"RRRRRDH", 0.39, 0.57, 0},
		{"RRRHRRR", 0.54, 0.75, 0}, {"RHRRRRR", 0.55, 0.63, 0}, {"RRRRHRR", 0.56, 0.72, 0}, {"RRRRDR", 0.48, 0.66, 0},
		{"HDHRDHH", 0.60, 1, 0}, {"RRRDRDR", 0.264, 0.29, 0}, // which has 0.259 without the cut of its riffle between two deals
	} {
		a, w := default52(t, c.word)
		since := time.Now()
		r := must.Have(trained(t.Context(), a, w, [2]int64{1 << 15, 500000}, 1, 1e-6, 1))(t)
		t.Logf("| %s | %.4f | %.4f ± %.4f | %.1f s", c.word, r.Lower, r.Estimate, r.StdError, time.Since(since).Seconds())
		if r.Lower < c.least-0.005 || r.Lower > c.most || c.exact > 0 && r.Estimate > c.exact+5*r.StdError {
			t.Errorf("%s: %+v", c.word, r)
		}
	}
}

// What two cards show of all that there is, where the distance is known exactly, and what the cut of a riffle between two
// deals adds: the table of docs/decks.md.
func TestExcess(t *testing.T) {
	const decks = 1 << 20
	for _, text := range []string{"RRR", "RDR", "RDRR", "RRDR", "RRDRR", "RHR", "HRR", "RRHR", "RDHR", "RDRDR", "RRDRDR", "RDRRDR"} {
		letters := must.Have(notation.New(9, notation.DefaultNames, "literal", []string{"H=hindu(mean=3,sd=1)", "D=deal(piles=3)"}))(t)
		a := position.NewLaws(9, letters)
		w := must.Have(a.Parse(text))(t)
		truth := wholeLaw(t, a, w).TVD().Float
		estimate := func(cuts bool) float64 {
			p := must.Have(NewCache(new(pairs.Cache)).project(t.Context(), a, w, false, 0))(t)
			if cuts {
				must.Do(t, NewCache(new(pairs.Cache)).addCuts(t.Context(), p, a, w, 0))
				if len(p.parts) == 3 {
					return math.NaN()
				}
			}
			test := must.Have(p.train(t.Context(), a, w, training{decks: 1 << 16, seed: 1}, 0))(t)
			scores := must.Have(p.deal(t.Context(), 0, sources(a, w, "", "fresh", 1), 0, decks, test.score))(t)
			passed := [2]int{}
			for side := range passed {
				for _, x := range scores[side][0] {
					if x > test.above {
						passed[side]++
					}
				}
			}
			return float64(passed[0]-passed[1]) / decks
		}
		plain, cut := estimate(false), estimate(true)
		t.Logf("| %s | %.4f | %.4f | %.4f | %.0f%%", text, truth, plain, cut, 100*(truth-plain)/plain)
		if most := truth + 5*math.Sqrt(0.5/decks); plain > most || cut > most {
			t.Errorf("%s: %v, with cuts %v, exactly %v", text, plain, cut, truth)
		}
	}
}
