package decks

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/figure"
)

// The picture of many hands shows how far riffles leave a deck from fair, over the chance that the
// packet switches.

// drawnRiffles are the numbers of riffles in the picture. Fewer riffles leave all decks far from
// fair, and more leave all near.
var drawnRiffles = []int{5, 6, 7, 8, 9}

// switchOf is the chance, in hundredths, that the next card of a riffle falls from the other packet.
func switchOf(r results.Hands) (hundredths int, err error) {
	m, err := models.Parse(r.Riffle)
	if err != nil {
		return 0, err
	}
	laws := riffles.Interleavings(m, r.N)
	if len(laws) != 1 {
		return 0, fmt.Errorf("%s is not a riffle with a chance to switch", m)
	}
	exactly := 100 / (1 + elementary.Exp(-laws[0].Switch))
	if hundredths = int(math.Round(exactly)); math.Abs(exactly-float64(hundredths)) > 1e-6 {
		return 0, fmt.Errorf("%s does not switch in a whole number of hundredths", m)
	}
	return hundredths, nil
}

// OverSwitches draws what records say of hands with one chance to switch each. The chances are
// evenly spaced except for 1/2, the ideal riffle, which all records have. It names the hands that
// could be best, by the intervals.
func OverSwitches(records []results.Hands) ([]figure.Block, error) {
	known := map[int]results.Hands{}
	for _, r := range records {
		hundredths, err := switchOf(r)
		if err != nil {
			return nil, err
		}
		unknown := slices.ContainsFunc(r.Rows, func(row results.HandsRow) bool {
			return slices.Contains(drawnRiffles, row.Shuffles) && row.Estimate == nil
		})
		if _, twice := known[hundredths]; twice || unknown || r.N != records[0].N || !has(r, drawnRiffles[0]) || !has(r, slices.Max(drawnRiffles)) {
			return nil, fmt.Errorf("records of hands are drawn together if they are of one deck, of other switches, and have "+
				"%d to %d riffles, with estimates", drawnRiffles[0], slices.Max(drawnRiffles))
		}
		known[hundredths] = r
	}
	if len(known) < 2 {
		return nil, errors.New("a curve over the switch takes two records of hands or more")
	}
	switches := slices.Sorted(maps.Keys(known))
	if _, in := known[50]; !in && switches[0] < 50 && 50 < switches[len(switches)-1] {
		ideal := results.Hands{N: records[0].N}
		for _, row := range records[0].Rows {
			row.TVDLow, row.TVDHigh, row.Estimate = row.Ideal, row.Ideal, &row.Ideal
			ideal.Rows = append(ideal.Rows, row)
		}
		known[50] = ideal
		switches = slices.Sorted(maps.Keys(known))
	}
	step := switches[1] - switches[0]
	for i := range switches[1:] {
		if switches[i+1]-switches[i] != step {
			return nil, fmt.Errorf("switches of %s are not evenly spaced", chances(switches))
		}
	}
	curve := figure.Curve{XLabel: "switch, in hundredths", YLabel: "distance from a fair deck", YMax: 1, Step: step}
	var best []string
	for _, k := range drawnRiffles {
		s := figure.Series{Name: number.Count(k, "riffle"), First: switches[0]}
		least := 1.0
		for _, at := range switches {
			row := rowOf(known[at], k)
			s.Y, s.Low, s.High = append(s.Y, *row.Estimate), append(s.Low, row.TVDLow), append(s.High, row.TVDHigh)
			least = min(least, row.TVDHigh)
		}
		curve.Series = append(curve.Series, s)
		could := slices.DeleteFunc(slices.Clone(switches), func(at int) bool { return rowOf(known[at], k).TVDLow > least })
		best = append(best, fmt.Sprintf("of %d riffles %s", k, chances(could)))
	}
	return []figure.Block{
		figure.Title(number.Count(records[0].N, "card") + " riffled by neat and by clumsy hands"), curve,
		figure.Caption("Bars are intervals, lines estimates. By the intervals these switches could be best: " +
			strings.Join(best, "; ") + "."),
	}, nil
}

// has reports whether a record has a row for a number of riffles, and rowOf is that row.
func has(r results.Hands, riffles int) bool {
	first := r.Rows[0].Shuffles
	return first <= riffles && riffles < first+len(r.Rows)
}

func rowOf(r results.Hands, riffles int) results.HandsRow { return r.Rows[riffles-r.Rows[0].Shuffles] }

// chances are hundredths as they are printed.
func chances(hundredths []int) string {
	var said []string
	for _, x := range hundredths {
		said = append(said, fmt.Sprint(float64(x)/100))
	}
	return strings.Join(said, ", ")
}
