package results

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// Sample is what statistics of real deals of a word say of it, beside their laws for a
// fair deck.
type Sample struct {
	Schema string `json:"schema"` // dovetail/sample/2
	Kind   string `json:"kind"`
	Asked
	N      int        `json:"n" unit:"cards"`
	Word   string     `json:"word"`
	Models []string   `json:"models"`
	Deals  int        `json:"deals" unit:"deals"`
	Seed   number.Int `json:"seed" unit:"number"`

	TVDLow float64 `json:"tvd_low" unit:"distance"`  // a lower bound on the distance over all orders
	Delta  float64 `json:"delta" unit:"probability"` // which is wrong with this probability at most
	Event  Event   `json:"event"`                    // that proves it

	Statistics []SampledStatistic `json:"statistics"`
}

// Event is a statistic at most, or at least, a threshold. It was chosen on half of the
// deals and tested on the other.
type Event struct {
	Statistic string `json:"statistic"`
	Side      string `json:"side"` // at most, at least
	Threshold int64  `json:"threshold" unit:"of the statistic"`

	Tested  int64   `json:"tested" unit:"decks"` // deals of the word
	Inside  int64   `json:"inside" unit:"decks"` // of those
	AtLeast float64 `json:"word_at_least" unit:"probability"`

	FairBy     string  `json:"fair_by"` // exact, or sampled: by as many fair decks
	FairTested int64   `json:"fair_tested,omitempty" unit:"decks"`
	FairInside *int64  `json:"fair_inside,omitempty" unit:"decks"`
	FairAtMost float64 `json:"fair_at_most" unit:"probability"`
}

// SampledStatistic is a statistic of the decks dealt, beside its law for a fair deck.
type SampledStatistic struct {
	Name      string  `json:"statistic"`
	Mean      float64 `json:"mean" unit:"of the statistic"`
	MeanError float64 `json:"mean_error" unit:"of the statistic"` // standard errors
	SD        float64 `json:"sd" unit:"number"`
	SDError   float64 `json:"sd_error" unit:"of the statistic"`

	Min    int64 `json:"min" unit:"of the statistic"`
	Low    int64 `json:"q05" unit:"of the statistic"` // the least value that 5% of the deals are at most
	Median int64 `json:"median" unit:"of the statistic"`
	High   int64 `json:"q95" unit:"of the statistic"`
	Max    int64 `json:"max" unit:"of the statistic"`

	FairMean float64 `json:"fair_mean" unit:"of the statistic"`
	FairSD   float64 `json:"fair_sd" unit:"of the statistic"`
	FairBy   string  `json:"fair_by"` // exact, or whose approximation

	DealtMean float64 `json:"fair_dealt_mean" unit:"of the statistic"` // of as many fair decks
	DealtSD   float64 `json:"fair_dealt_sd" unit:"of the statistic"`

	Histogram []Bar `json:"histogram,omitempty" csv:"-"` // where there are few values
}

// Bar is a number of deals with a value.
type Bar struct {
	Value int64 `json:"value" unit:"of the statistic"`
	Deals int   `json:"deals" unit:"deals"`
}

// SampleSchema names the record's form.
const SampleSchema = "dovetail/sample/2"

// Text implements Record.
func (s Sample) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, %s dealt %d times, seed %d", s.N, s.Word, s.Deals, s.Seed), s.Models))
	t := newTable([]string{"statistic", "mean", "sd", "5%", "95%", "fair mean", "fair sd"}, "statistic")
	note := "Figures after ± are standard errors. Means and deviations for a fair deck are exact"
	for _, r := range s.Statistics {
		about := ""
		if r.FairBy != Exact {
			about = "≈"
			note += ", but for those after ≈: " + r.FairBy
		}
		t.AppendRow(table.Row{r.Name, figures(r.Mean) + " ±" + rough(r.MeanError), figures(r.SD), r.Low, r.High,
			about + figures(r.FairMean), about + figures(r.FairSD)})
	}
	fmt.Fprintln(w, t.Render())
	paragraph(w, "", fmt.Sprintf("TVD over all orders is at least %s, with confidence 1 - %g: %s.", figures(s.TVDLow), s.Delta, s.Event.line()))
	return paragraph(w, "", note+".")
}

// line says what proves the bound.
func (e Event) line() string {
	fair := "by its exact law"
	if e.FairBy == Sampled {
		fair = fmt.Sprintf("%d of %d fair decks", *e.FairInside, e.FairTested)
	}
	return fmt.Sprintf("%s %s %d in %d of %d deals that did not choose it, so with probability %s at least; for a fair deck %s at most (%s)",
		e.Statistic, e.Side, e.Threshold, e.Inside, e.Tested, figures(e.AtLeast), figures(e.FairAtMost), fair)
}

// figures is a number for reading.
func figures(x float64) string {
	switch {
	case x >= 1000 || x <= -1000:
		return fmt.Sprintf("%.0f", x)
	case x >= 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.4g", x)
}

// rough is an error for reading.
func rough(x float64) string {
	if x >= 100 {
		return figures(x)
	}
	return fmt.Sprintf("%.2g", x)
}

// Table implements Record.
func (s Sample) Table() ([]string, [][]string) { return csvTable(s.Statistics) }
