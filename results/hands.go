package results

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Hands is how far from fair a deck is after some numbers of riffles by somebody's hands.
type Hands struct {
	Head
	N      int    `json:"n" unit:"cards"`
	Riffle string `json:"riffle"`
	// A bound on the probability that some interval does not contain its distance.
	Delta float64    `json:"delta" unit:"probability"`
	Seed  number.Int `json:"seed" unit:"number"`
	Rows  []HandsRow `json:"rows"`
	// How many riffles bring the distance down to given values.
	Needs []HandsNeed `json:"needs"`
}

// HandsRow is one number of riffles.
type HandsRow struct {
	Shuffles int     `json:"shuffles" unit:"shuffles"`
	TVDLow   float64 `json:"tvd_low" unit:"distance"`
	TVDHigh  float64 `json:"tvd_high" unit:"distance"`
	// Absent if no deck was sampled and counting leaves the interval wide.
	Estimate   *float64 `json:"estimate,omitempty" unit:"distance"`
	EstimateSE *float64 `json:"estimate_se,omitempty" unit:"distance"`
	// The distance after as many riffles of Gilbert, Shannon and Reeds, exact except for its last digit.
	Ideal  float64 `json:"ideal" unit:"distance"`
	LowBy  string  `json:"low_by"`
	HighBy string  `json:"high_by"`
	// Whether the interval rests on few decks and short walks, or on none.
	Coarse bool `json:"coarse,omitempty"`
	// The number of uniform decks whose density was found.
	Decks int `json:"decks,omitempty" unit:"decks"`
	// The number of sweeps of each walk.
	Steps int `json:"steps,omitempty" unit:"number"`
	// The number of decks, of either kind, on which a trained test was tried.
	Tested int `json:"tested,omitempty" unit:"decks"`
	// What an interval of the requested width takes, if this one is wider and walks show what it takes.
	Takes *Needs `json:"takes,omitempty" csv:"-"`
}

// HandsNeed is how many riffles it takes.
type HandsNeed struct {
	TVD float64 `json:"tvd" unit:"distance"`
	// The least number of riffles that may be enough: fewer are shown not to be. 0 if none in the rows may be.
	Possible int `json:"possible,omitempty" unit:"shuffles"`
	// The least number of riffles that is shown to be enough; 0 if none in the rows is.
	Shown int `json:"shown,omitempty" unit:"shuffles"`
	// The least number of ideal riffles that is enough; 0 if none in the rows is.
	Ideal int `json:"ideal,omitempty" unit:"shuffles"`
}

func (r Hands) Sections(p *render.Page) {
	p.Head([]string{"riffle: " + r.Riffle}, "n=%d, distance from a fair deck after riffles by these hands", r.N)
	if r.Kind == Exact {
		p.Columns("riffles", "distance")
		for _, row := range r.Rows {
			p.Row(row.Shuffles, fmt.Sprintf("%.4f", row.Ideal))
		}
	} else {
		p.Columns("riffles", "at least", "at most", "estimate", "", "ideal riffle")
		for _, row := range r.Rows {
			p.Row(row.Shuffles, outward(row.TVDLow, -1), outward(row.TVDHigh, 1), row.estimated(), row.rests(),
				fmt.Sprintf("%.4f", row.Ideal))
		}
	}
	p.EndTable()
	p.Columns("distance at most", "these hands need", "ideal riffle")
	for _, n := range r.Needs {
		first, last := r.Rows[0].Shuffles, r.Rows[len(r.Rows)-1].Shuffles
		p.Row(fmt.Sprint(n.TVD), needed(n.Possible, n.Shown, first, last), needed(n.Ideal, n.Ideal, first, last))
	}
	p.EndTable()
	p.Data(r.Rows, render.Always("n", r.N), render.Always("riffle", r.Riffle))
	p.Note("%s", r.notes())
}

// Known reports whether the row has an estimate that says something: its standard error is at most half of it.
func (row HandsRow) Known() bool {
	return row.Estimate != nil && (row.EstimateSE == nil || 2**row.EstimateSE <= *row.Estimate)
}

// estimated is the estimate with its standard error, a dash where there is none that says something.
func (row HandsRow) estimated() string {
	switch {
	case !row.Known():
		return "-"
	case row.EstimateSE == nil:
		return fmt.Sprintf("%.4f", *row.Estimate)
	}
	return fmt.Sprintf("%.3f ± %.3f", *row.Estimate, *row.EstimateSE)
}

// rests says what a row rests on that is no usual one.
func (row HandsRow) rests() string {
	switch {
	case row.Coarse:
		return "coarse"
	case row.Decks == 0:
		return "counted"
	}
	return ""
}

// outward has four digits after the point, rounded to a side.
func outward(x float64, side int) string {
	if side < 0 {
		return fmt.Sprintf("%.4f", math.Floor(x*1e4)/1e4)
	}
	return fmt.Sprintf("%.4f", math.Ceil(x*1e4)/1e4)
}

// needed is how many riffles it takes, as far as rows from the first to the last number of riffles tell: which of them
// may be enough, and which are.
func needed(possible, shown, first, last int) string {
	fewer := possible == first && first > 1 // may be enough too
	switch {
	case possible == 0:
		return fmt.Sprintf("more than %d", last)
	case fewer && shown == 0:
		return "not known"
	case fewer:
		return fmt.Sprintf("%d or fewer", shown)
	case shown == 0:
		return fmt.Sprintf("%d or more", possible)
	case shown == possible:
		return fmt.Sprint(shown)
	}
	return fmt.Sprintf("%d to %d", possible, shown)
}

// notes say what the figures are.
func (r Hands) notes() string {
	notes := []string{"A distance of 0.25 means: somebody who knows this shuffle and bets on the order of the deck, at prices " +
		"that are fair for a fair deck, gains at most 25 cents on average for each dollar that a winning bet pays."}
	has := func(what string) bool {
		return slices.ContainsFunc(r.Rows, func(row HandsRow) bool { return row.rests() == what })
	}
	switch {
	case r.Kind == Exact:
		return strings.Join(append(notes, "Exact: this is the ideal riffle of Gilbert, Shannon and Reeds."), " ")
	case has("counted"):
		notes = append(notes, "Counted: few riffles can make only a small part of all decks; this bound is certain.")
	}
	if r.Kind == Sampled {
		se := ""
		if slices.ContainsFunc(r.Rows, func(row HandsRow) bool { return row.Known() && row.EstimateSE != nil }) {
			se = "± is one standard error, including the bias of short walks; "
		}
		notes = append(notes, fmt.Sprintf("Sampled: all intervals hold together with confidence 1 - %g; %sseed %s.", r.Delta, se, r.Seed))
	}
	if has("coarse") {
		notes = append(notes, "Coarse: from few decks and short walks, or none; more --work makes the interval narrower.")
	}
	if takes := r.takes(); takes != "" {
		notes = append(notes, takes)
	}
	return strings.Join(append(notes, "The ideal riffle, of Gilbert, Shannon and Reeds, is exact.", oneMore), " ")
}

// takes is what wide rows take.
func (r Hands) takes() string {
	var each []string
	for _, row := range r.Rows {
		if t := row.Takes; t != nil {
			each = append(each, fmt.Sprintf("%s %.3g s to be %g wide", number.Count(row.Shuffles, "riffle"), t.Seconds, t.Width))
		}
	}
	if len(each) == 0 {
		return ""
	}
	return "Estimated processor time for narrower intervals: " + strings.Join(each, ", ") + "."
}

// oneMore is the effect of another shuffle.
const oneMore = "The next row is the effect of one more riffle. Dealing into piles before or after all riffles changes " +
	"nothing. A cut there never takes a deck farther from fair."
