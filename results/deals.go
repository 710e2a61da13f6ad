package results

import (
	"fmt"
	"math"
	"strconv"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Emax is the tolerance for n cards and s deals in up to three ways.
type Emax struct {
	Head
	N       int        `json:"n" unit:"cards"`
	Samples number.Int `json:"samples" unit:"deals"`
	// The share of uniform shuffles that are within the tolerance.
	Confidence string `json:"confidence_exact" unit:"probability"`
	// The tolerance as a fraction, from binomial tails as if cells were independent.
	Exact string `json:"emax_exact" unit:"deviation of a probability"`
	// The tolerance by the normal approximation.
	Formula   float64   `json:"formula" unit:"deviation of a probability"`
	Published float64   `json:"published,omitempty" unit:"deviation of a probability"`
	Simulated *Quantile `json:"simulated,omitempty"`
}

// Quantile is a simulated tolerance.
type Quantile struct {
	// Always sampled.
	Kind  string     `json:"kind"`
	Runs  int        `json:"runs" unit:"runs"`
	Seed  number.Int `json:"seed" unit:"number"`
	Value float64    `json:"value" unit:"deviation of a probability"`
	// The standard error. It is null after too few runs, and so are the ends of the interval.
	StdError *float64 `json:"std_error" unit:"deviation of a probability"`
	// The lower end of a 95% confidence interval.
	Low  *float64 `json:"low" unit:"deviation of a probability"`
	High *float64 `json:"high" unit:"deviation of a probability"`
}

// Sections implements Record.
func (e Emax) Sections(p *render.Page) {
	p.Head(nil, "n=%d, s=%s: the e_max within which all n^2 cells of a uniform shuffle stay in %s of %s-deal experiments",
		e.N, e.Samples, e.Confidence, e.Samples)
	rows := []emaxRow{
		{"exact", e.value(), "", "", "exact binomial tails, independent cells (" + e.Exact + ")", Exact},
		{"formula", e.Formula, "", "", "closed formula, normal tails", "approximation"},
	}
	if e.Published != 0 {
		rows = append(rows, emaxRow{"published", e.Published, "", "", "Ide and Okuda 2018, eq. (17), 1000 runs",
			"published"})
	}
	if q := e.Simulated; q != nil {
		rows = append(rows, emaxRow{"simulated", q.Value, scientific("%g", q.StdError), strconv.Itoa(q.Runs),
			fmt.Sprintf("the paper's procedure, %s, seed %d: standard error %s, 95%% in [%s, %s]",
				number.Count(q.Runs, "run"), q.Seed,
				scientific("%.1e", q.StdError), scientific("%.4e", q.Low), scientific("%.4e", q.High)), q.Kind})
	}
	p.Table(rows)
}

// value is the tolerance as a double.
func (e Emax) value() float64 {
	x, _ := number.Nearest(e.Exact)
	return x
}

// emaxRow is the tolerance by one method.
type emaxRow struct {
	By       string  `csv:"by"`
	Value    float64 `csv:"emax" text:"e_max,%.6e"`
	StdError string  `csv:"std_error"`
	Runs     string  `csv:"runs"`
	Way      string  `text:"<by"`
	Kind     string  `text:"<kind"`
}

// scientific prints x, or says that too few runs know it.
func scientific(format string, x *float64) string {
	if x == nil {
		return "unknown"
	}
	return fmt.Sprintf(format, *x)
}

// Spread is how the number of white cells varies over runs of random deals of one word, compared with what the exact
// law predicts.
type Spread struct {
	Head
	Setting
	Word string     `json:"word"`
	Runs int        `json:"runs" unit:"runs"`
	Seed number.Int `json:"seed" unit:"number"`

	Summary
	Prediction
	White int `json:"w_law" unit:"cells"`

	// The number of runs for every w that occurred, the largest w first.
	Counts []Count `json:"counts"`
}

// Summary describes w over the runs: its mean and its standard deviation in one run, with
// their standard errors. All but the mean are null for one run, which says nothing of them.
type Summary struct {
	Mean      float64  `json:"mean" unit:"cells"`
	MeanError *float64 `json:"mean_error" unit:"cells"`
	SD        *float64 `json:"sd" unit:"cells"`
	SDError   *float64 `json:"sd_error" unit:"cells"`
}

// Prediction is what w should be and how far it should scatter, from the exact law of a
// word.
type Prediction struct {
	// The exact E[w].
	Expected float64 `json:"ew" unit:"cells"`
	// The standard deviation of w, exact as if cells were independent.
	IndependentSD float64 `json:"sd_independent" unit:"cells"`
	// The standard deviation of w with the covariances of cells to first order, which are sampled.
	PredictedSD float64 `json:"sd_predicted" unit:"cells"`
	// The standard error of sd_predicted from that sample.
	PredictedSDError float64 `json:"sd_predicted_error" unit:"cells"`
}

// Count is a number of runs with w white cells.
type Count struct {
	White int `json:"w" unit:"cells"`
	Runs  int `json:"runs" unit:"runs"`
}

// Sections implements Record.
func (s Spread) Sections(p *render.Page) {
	s.head(p, "%s dealt in %s of %s, seed %d", s.Word, number.Count(s.Runs, "run"), number.Count(s.Samples, "deal"), s.Seed)
	p.Columns("w", "runs", "share")
	for _, c := range s.Counts {
		p.Row(c.White, c.Runs, fmt.Sprintf("%.3f", float64(c.Runs)/float64(s.Runs)))
	}
	p.Data(s.Counts)
	sd := "-"
	if s.SD != nil {
		sd = withError(*s.SD, s.SDError)
	}
	p.Grid([]string{"<", "mean of w", "sd of w", "<kind"}, [][]any{
		{"dealt", withError(s.Mean, s.MeanError), sd, Sampled},
		{"predicted, with covariances", withError(s.Expected, nil), withError(s.PredictedSD, &s.PredictedSDError),
			"mean exact, sd sampled"},
		{"predicted, cells as if independent", withError(s.Expected, nil), withError(s.IndependentSD, nil),
			"mean exact, sd exact for independent cells"},
	})
	p.Line("In the exact law w = %d. Figures after ± are standard errors.", s.White)
}

func withError(x float64, err *float64) string {
	if err == nil {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.2f ±%.2f", x, *err)
}

// Sample compares statistics of random deals of a word with their laws for a fair deck.
type Sample struct {
	Head
	N      int        `json:"n" unit:"cards"`
	Word   string     `json:"word"`
	Models []string   `json:"models"`
	Deals  int        `json:"deals" unit:"deals"`
	Seed   number.Int `json:"seed" unit:"number"`

	// A lower bound on the distance from uniform over all orders.
	TVDLow float64 `json:"tvd_low" unit:"distance"`
	// A bound on the probability that the lower bound is wrong.
	Delta float64 `json:"delta" unit:"probability"`
	// The event that proves the lower bound.
	Event Event `json:"event"`

	Statistics []SampledStatistic `json:"statistics"`
}

// Event is a statistic at most, or at least, a threshold. It was chosen on half of the
// deals and tested on the other.
type Event struct {
	Statistic string `json:"statistic"`
	// Whether the statistic is at most or at least the threshold.
	Side      string `json:"side"`
	Threshold int64  `json:"threshold" unit:"of the statistic"`

	// The number of deals of the word on which the event was tested.
	Tested int64 `json:"tested" unit:"decks"`
	// The number of tested deals in which the event occurred.
	Inside  int64   `json:"inside" unit:"decks"`
	AtLeast float64 `json:"word_at_least" unit:"probability"`

	// How its probability in a fair deck is known: exact, or sampled from as many fair decks.
	FairBy     string  `json:"fair_by"`
	FairTested int64   `json:"fair_tested,omitempty" unit:"decks"`
	FairInside *int64  `json:"fair_inside,omitempty" unit:"decks"`
	FairAtMost float64 `json:"fair_at_most" unit:"probability"`
}

// SampledStatistic is a statistic of the decks dealt, beside its law for a fair deck.
type SampledStatistic struct {
	Name string  `json:"statistic"`
	Mean float64 `json:"mean" unit:"of the statistic"`
	// The standard error of the mean.
	MeanError float64 `json:"mean_error" unit:"of the statistic"`
	SD        float64 `json:"sd" unit:"number"`
	SDError   float64 `json:"sd_error" unit:"of the statistic"`

	Min int64 `json:"min" unit:"of the statistic"`
	// The least value that at least 5% of the deals do not exceed.
	Low    int64 `json:"q05" unit:"of the statistic"`
	Median int64 `json:"median" unit:"of the statistic"`
	High   int64 `json:"q95" unit:"of the statistic"`
	Max    int64 `json:"max" unit:"of the statistic"`

	FairMean float64 `json:"fair_mean" unit:"of the statistic"`
	FairSD   float64 `json:"fair_sd" unit:"of the statistic"`
	FairBy   string  `json:"fair_by"` // exact, or whose approximation

	// The mean of as many fair decks.
	DealtMean float64 `json:"fair_dealt_mean" unit:"of the statistic"`
	DealtSD   float64 `json:"fair_dealt_sd" unit:"of the statistic"`

	// How often each value occurred, if there are few values.
	Histogram []Bar `json:"histogram,omitempty" csv:"-"`
}

// Bar is a number of deals with a value.
type Bar struct {
	Value int64 `json:"value" unit:"of the statistic"`
	Deals int   `json:"deals" unit:"deals"`
}

// Sections implements Record.
func (s Sample) Sections(p *render.Page) {
	p.Head(s.Models, "n=%d, %s dealt %d times, seed %d", s.N, s.Word, s.Deals, s.Seed)
	note := "Figures after ± are standard errors. Means and deviations for a fair deck are exact"
	p.Columns("<statistic", "mean", "sd", "5%", "95%", "fair mean", "fair sd")
	for _, r := range s.Statistics {
		about := ""
		if r.FairBy != Exact {
			about = "≈"
			note += ", except those after ≈: " + r.FairBy
		}
		p.Row(r.Name, figures(r.Mean)+" ±"+roundedError(r.MeanError), figures(r.SD), r.Low, r.High,
			about+figures(r.FairMean), about+figures(r.FairSD))
	}
	p.Data(s.Statistics)
	p.Note("TVD over all orders is at least %s, with confidence 1 - %g: %s.", figures(s.TVDLow), s.Delta,
		s.Event.line())
	p.Note("%s.", note)
}

// line says what proves the bound.
func (e Event) line() string {
	fair := "by its exact law"
	if e.FairBy == Sampled {
		fair = fmt.Sprintf("%d of %d fair decks", *e.FairInside, e.FairTested)
	}
	return fmt.Sprintf("%s %s %d in %d of the %d deals that were kept to test this, so that its probability "+
		"is at least %s; in a fair deck it is at most %s (%s)",
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

// roundedError is an error for reading.
func roundedError(x float64) string {
	if x >= 100 {
		return figures(x)
	}
	return fmt.Sprintf("%.2g", x)
}

// withDigits is a number with the digits after the point that an error leaves, six at most.
func withDigits(x, off float64) string {
	digits := 6
	for digits > 0 && off > 0.5*math.Pow(10, -float64(digits)) {
		digits--
	}
	return fmt.Sprintf("%.*f", digits, x)
}
