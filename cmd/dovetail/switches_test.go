package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dovetail/docs"
	"dovetail/perm/elementary"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/figure"
	"dovetail/results/forms"
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

// overSwitches draws what records say of hands with one chance to switch each. The chances are
// evenly spaced except for 1/2, the ideal riffle, which all records have. It names the hands that
// could be best, by the intervals.
func overSwitches(records []results.Hands) ([]figure.Block, error) {
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

// The records of docs/records are drawn together; make figures writes the picture.
func TestSwitches(t *testing.T) {
	paths := must.Have(fs.Glob(docs.Records, "records/hands-switch-*.json"))(t)
	var all []results.Hands
	for _, path := range append(paths, "records/hands-neat.json") {
		text := must.Have(docs.Records.ReadFile(path))(t)
		record, err := forms.Read(text, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		all = append(all, record.(results.Hands))
	}
	blocks := must.Have(overSwitches(all))(t)
	if dir := os.Getenv("DOVETAIL_FIGURES"); dir != "" {
		must.Do(t, drawing.WriteFile(filepath.Join(dir, "switch.png"), blocks...))
	}
}

// The picture over the switch has the ideal riffle in its place, intervals around estimates, and names what could be
// best; records that do not belong together are refused.
func TestOverSwitches(t *testing.T) {
	record := func(n int, riffle string, low, high float64) results.Hands {
		r := results.Hands{N: n, Riffle: riffle}
		for k := range 9 {
			middle := (low + high) / 2
			r.Rows = append(r.Rows, results.HandsRow{Shuffles: k + 1, TVDLow: low, TVDHigh: high, Estimate: &middle, Ideal: 0.3})
		}
		return r
	}
	clumsy, neat := record(52, "clumpy(switch=2/5)", 0.5, 0.6), record(52, "clumpy(switch=3/5,cut=chain)", 0.125, 0.25)
	blocks, err := overSwitches([]results.Hands{neat, clumsy})
	if err != nil || len(blocks) != 3 {
		t.Fatalf("%v: %v", blocks, err)
	}
	curve := blocks[1].(figure.Curve)
	if s := curve.Series[2]; len(curve.Series) != 5 || s.Name != "7 riffles" || s.First != 40 || curve.Step != 10 ||
		!slices.Equal(s.Y, []float64{0.55, 0.3, 0.1875}) || !slices.Equal(s.Low, []float64{0.5, 0.3, 0.125}) ||
		!slices.Equal(s.High, []float64{0.6, 0.3, 0.25}) {
		t.Errorf("%+v", s)
	}
	if says := string(blocks[2].(figure.Caption)); !strings.Contains(says, "of 7 riffles 0.6;") {
		t.Error(says)
	}
	short := record(52, "clumpy(switch=7/10)", 0, 1)
	short.Rows = short.Rows[:8]
	unknown := record(52, "clumpy(switch=7/10)", 0, 1)
	unknown.Rows[6].Estimate = nil
	for _, wrong := range [][]results.Hands{
		{neat}, {neat, neat}, {neat, clumsy, record(40, "clumpy(switch=1/5)", 0, 1)}, {neat, clumsy, record(52, "clumpy(switch=9/10)", 0, 1)},
		{neat, record(52, "deal", 0, 1)}, {neat, record(52, "clumpy(switch=1/3)", 0, 1)}, {neat, short}, {neat, unknown}, {neat, record(52, "what", 0, 1)},
	} {
		if _, err := overSwitches(wrong); err == nil {
			t.Errorf("%d records are drawn, the last %s", len(wrong), wrong[len(wrong)-1].Riffle)
		}
	}
}
