package results

import (
	"fmt"
	"io"
	"math"
	"strings"

	"dovetail/results/number"
)

// TVDSchema names the form of TVD.
const TVDSchema = "dovetail/tvd/2"

// TVD is a word's total variation distance from uniform over all orders, by sampled
// decks: the interval holds it but for the chance delta.
type TVD struct {
	Schema string `json:"schema" csv:"-"`
	Kind   string `json:"kind"` // sampled; exact or bound where nothing was
	Asked
	N       int      `json:"n" unit:"cards"`
	Word    string   `json:"word"`
	Models  []string `json:"models" csv:"-"`
	Lower   float64  `json:"lower" unit:"distance"`
	Upper   float64  `json:"upper" unit:"distance"`
	LowerBy string   `json:"lower_by"`
	UpperBy string   `json:"upper_by"`
	Delta   float64  `json:"delta" unit:"probability"`

	// The means behind the ends, with their standard errors: the distance is between
	// what they estimate. Equal where the density is exact.
	EstimateLow    float64 `json:"estimate_low" unit:"distance"`
	EstimateLowSE  float64 `json:"estimate_low_se" unit:"distance"`
	EstimateHigh   float64 `json:"estimate_high" unit:"distance"`
	EstimateHighSE float64 `json:"estimate_high_se" unit:"distance"`

	Certified Ends `json:"certified" csv:"-"` // proved, without sampling

	Tested number.Int `json:"tested" unit:"decks"` // decks of either kind that a trained test was put to
	Decks  number.Int `json:"decks" unit:"decks"`  // uniform decks whose density was found
	Dealt  number.Int `json:"dealt" unit:"decks"`  // decks dealt by the word
	Steps  int        `json:"steps" unit:"number"` // sweeps of a walk
	Walks  int        `json:"walks" unit:"number"` // on each deck
	Look   int        `json:"look" unit:"number"`  // at which the sampling stopped; 0: decided beforehand
	Seed   number.Int `json:"seed" unit:"number"`

	Needs *Needs `json:"needs,omitempty" csv:"-"` // where an end says hardly more than 0 or 1
}

// Needs is about what an interval of some use takes, by the pilot.
type Needs struct {
	Width   float64    `json:"width" unit:"distance"` // of the interval, about
	Decks   number.Int `json:"decks" unit:"decks"`
	Steps   int        `json:"steps" unit:"number"`    // sweeps of a walk; 0 where there are none
	Seconds float64    `json:"seconds" unit:"seconds"` // of one processor
}

// line says so.
func (n Needs) line() string {
	how := fmt.Sprintf("--decks %s", n.Decks)
	if n.Steps > 0 {
		how += fmt.Sprintf(" --steps %d", n.Steps)
	}
	return fmt.Sprintf("From so little an end says nothing. An interval about %g wide takes %s, about %.3g s of one processor.", n.Width, how, n.Seconds)
}

// Ends are those of a certified interval, rounded outwards.
type Ends struct {
	Lower   string `json:"lower" unit:"distance"`
	LowerBy string `json:"lower_by"`
	Upper   string `json:"upper" unit:"distance"`
	UpperBy string `json:"upper_by"`
}

// Text implements Record.
func (t TVD) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, total variation distance of %s from uniform over all orders", t.N, t.Word), t.Models))
	if t.Kind == Exact {
		fmt.Fprintf(w, "exactly %s (%s)\n", t.Certified.Lower, t.Certified.LowerBy)
		return paragraph(w, "", "Exact: nothing was sampled.")
	}
	if t.Kind == Bound {
		fmt.Fprintf(w, "at least %s (%s)\nat most  %s (%s)\n", t.Certified.Lower, t.Certified.LowerBy, t.Certified.Upper, t.Certified.UpperBy)
		return paragraph(w, "", "Certified: nothing was sampled."+t.unseen())
	}
	if t.Needs != nil {
		fmt.Fprintf(w, "estimated between %.4f ± %.4f and %.4f ± %.4f\n", t.EstimateLow, t.EstimateLowSE, t.EstimateHigh, t.EstimateHighSE)
	}
	line := func(what string, end float64, by string, estimate, se float64, certified, proof string) {
		estimated := ""
		if t.Needs == nil && t.Decks.Sign() > 0 && se > 0 {
			estimated = fmt.Sprintf(", estimated %.4f ± %.4f", estimate, se)
		}
		fmt.Fprintf(w, "%s %.4f (%s)%s; certified %s (%s)\n", what, end, by, estimated, certified, proof)
	}
	line("at least", math.Floor(t.Lower*1e4)/1e4, t.LowerBy, t.EstimateLow, t.EstimateLowSE, t.Certified.Lower, t.Certified.LowerBy)
	line("at most ", math.Ceil(t.Upper*1e4)/1e4, t.UpperBy, t.EstimateHigh, t.EstimateHighSE, t.Certified.Upper, t.Certified.UpperBy)
	if t.Needs != nil {
		paragraph(w, "", t.Needs.line())
	}
	var from []string
	if t.Tested.Sign() > 0 {
		from = append(from, fmt.Sprintf("a test put to %s of either kind", number.Count(t.Tested, "deck")))
	}
	if t.Decks.Sign() > 0 {
		from = append(from, number.Count(t.Decks, "uniform deck"))
	}
	if t.Walks > 0 {
		from[len(from)-1] += fmt.Sprintf(" with %s of %s on each", number.Count(t.Walks, "walk"), number.Count(t.Steps, "sweep"))
	}
	if t.Dealt.Sign() > 0 {
		from = append(from, number.Count(t.Dealt, "dealt deck"))
	}
	return paragraph(w, "", fmt.Sprintf("Sampled: the interval holds the distance with confidence 1 - %g, from %s; seed %d. ± is one standard error.",
		t.Delta, strings.Join(from, " and "), t.Seed)+t.unseen())
}

// unseen says of an upper end that says nothing, though the word has a riffle, that no deck
// was walked on.
func (t TVD) unseen() string {
	if t.Decks.Sign() > 0 || t.Upper < 0.99 || t.Lower > 0.99 || t.UpperBy != "block" {
		return ""
	}
	return " The upper end says nothing, as no deck was looked at in time: --decks 64 --steps 500 gives an estimate."
}

// Table implements Record.
func (t TVD) Table() ([]string, [][]string) { return csvTable([]TVD{t}) }
