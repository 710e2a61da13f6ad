package results

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Setting is what scores of words depend on; every record of them carries it.
type Setting struct {
	N        int     `json:"n" unit:"cards"`
	Emax     float64 `json:"emax" unit:"deviation of a probability"`
	EmaxFrom string  `json:"emax_from"`
	// The number of deals that E[w] is stated for.
	Samples number.Int `json:"samples" unit:"deals"`
	// The model of each letter, as LETTER=model(...).
	Models []string `json:"models"`
}

// head begins a page with what the record says of its own, and the setting on as many lines as it takes.
func (s Setting) head(p *render.Page, format string, args ...any) {
	under := []string{fmt.Sprintf("e_max=%s (%s)", render.Float(s.Emax), s.EmaxFrom), fmt.Sprintf("E[w] at s=%s", s.Samples)}
	p.Head(append(under, s.Models...), "n=%d, %s", s.N, fmt.Sprintf(format, args...))
}

// WordRow is a word with its scores.
type WordRow struct {
	Word string `json:"word"`
	// The number of white cells, with |e| <= e_max, of n^2.
	White int `json:"w" unit:"cells"`
	// The convergence w/n^2, cut to three decimals.
	C        json.Number `json:"c" unit:"share of the cells"`
	Expected float64     `json:"ew" unit:"cells"`
	// The standard deviation of w as if cells were independent.
	ExpectedSD float64 `json:"ew_sd" unit:"cells"`
	MaxError   float64 `json:"max_error" unit:"deviation of a probability"`
	MeanTVD    float64 `json:"tvd_mean" unit:"distance"`
	WorstTVD   float64 `json:"tvd_worst" unit:"distance"`
}

// Convergence is C = w/n^2 cut, not rounded, to three decimals, as in Ide and
// Okuda, section 3.3.
func Convergence(white, n int) json.Number { return Share(white, n*n) }

// Share is white/cells, cut to three decimals.
func Share(white, cells int) json.Number {
	thousandths := 1000 * white / cells
	return json.Number(fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000))
}

// wordTitles are those of a word and its scores.
var wordTitles = []string{"<word", "w", "C", "E[w]", "<~sd", "~max|e|", "mean TVD", "worst TVD"}

// cells is the row for reading, without digits that are not certain.
func (r WordRow) cells(p Precision) []any {
	return []any{r.Word, r.White, r.C, fmt.Sprintf("%.2f", r.Expected), fmt.Sprintf("±%.2f", r.ExpectedSD),
		number.Digits(r.MaxError, p.CellError, 5), number.Digits(r.MeanTVD, p.TVDError, 6),
		number.Digits(r.WorstTVD, p.TVDError, 6)}
}

// Precision says how good the scores of a record are.
type Precision struct {
	// A bound on the error of max|e|.
	CellError float64 `json:"cell_error" unit:"deviation of a probability"`
	// A bound on the error of both distances.
	TVDError float64 `json:"tvd_error" unit:"distance"`
	// A bound on the error of E[w].
	ExpectedError float64 `json:"ew_error" unit:"cells"`
	// The number of cells too near the tolerance for doubles, which were decided in more digits.
	Close int64 `json:"close" unit:"cells"`
}

// caveat is what every table of scores ends with.
func (p Precision) caveat(page *render.Page) {
	were := "were"
	if p.Close == 1 {
		were = "was"
	}
	page.Note("Exact: w is an integer count; max|e| is within %.1g, TVD within %.1g and E[w] within %.1g of the "+
		"truth; %s near e_max %s decided in higher precision. E[w] ± sd: white cells expected in s deals, sd as if "+
		"cells were independent. These scores are about single cards only. A plain cut scores perfectly here: do not use C "+
		"alone to judge mixing.",
		p.CellError, p.TVDError, p.ExpectedError, number.Count(p.Close, "cell"), were)
}

// Score is one word with the scores of its prefixes.
type Score struct {
	Head
	Setting
	WordRow
	Precision
	// The scores after 1, 2, ... letters; the last row is the word.
	Prefixes []WordRow `json:"prefixes"`
	Dealt    *Dealt    `json:"dealt,omitempty"`
}

// Dealt compares random deals of a word, as many as the setting has samples and counted as Ide and Okuda do, with what
// its exact law predicts.
type Dealt struct {
	Kind     string      `json:"kind"` // sampled
	Seed     number.Int  `json:"seed" unit:"number"`
	White    int         `json:"w" unit:"cells"`
	C        json.Number `json:"c" unit:"share of the cells"`
	MaxError float64     `json:"max_error" unit:"deviation of a probability"`
	Prediction
}

func (s Score) Sections(p *render.Page) {
	s.head(p, "after each letter of %s", s.Word)
	p.Columns(slices.Concat([]string{"m"}, wordTitles)...)
	for i, row := range s.Prefixes {
		p.Row(slices.Concat([]any{i + 1}, row.cells(s.Precision))...)
	}
	p.Data(s.Prefixes, render.Counting("m"))
	if d := s.Dealt; d != nil {
		p.Row("", "dealt", d.White, d.C, "", fmt.Sprintf("±%.2f", d.PredictedSD),
			fmt.Sprintf("%.5g", d.MaxError), "", "")
		p.Add("dealt", s.Word, d.White, d.C, "", d.PredictedSD, d.MaxError, "", "")
	}
	if d := s.Dealt; d != nil {
		p.Note("Sampled: the last row is %s real deals of %s, seed %d; its sd is that of w over repetitions, "+
			"predicted with the covariances of cells, to ±%.2g.", s.Samples, s.Word, d.Seed, d.PredictedSDError)
	}
	s.caveat(p)
}

// Repeat is a word repeated 1, 2, ... times.
type Repeat struct {
	Head
	Setting
	Word string `json:"word"`
	Precision
	// The first repetition with w = n^2; 0 if there is none.
	ReachedLaw int `json:"reached_law" unit:"shuffles"`
	// The first repetition at which E[w] is n^2 when rounded; 0 if there is none.
	ReachedExpected int `json:"reached_expected" unit:"shuffles"`
	// The repetition at which w rises most; 0 if it never rises.
	Cutoff int       `json:"cutoff" unit:"shuffles"`
	Rows   []WordRow `json:"rows"`
}

func (r Repeat) Sections(p *render.Page) {
	r.head(p, "%s repeated 1 to %d times", r.Word, len(r.Rows))
	p.Columns(slices.Concat([]string{"times"}, wordTitles[1:])...)
	for i, row := range r.Rows {
		p.Row(slices.Concat([]any{i + 1}, row.cells(r.Precision)[1:])...)
	}
	p.Data(r.Rows, render.Counting("times"))
	p.Drop("word") // the same in all
	when := func(times int, none string) string {
		if times == 0 {
			return fmt.Sprintf("%s within %d", none, len(r.Rows))
		}
		return fmt.Sprintf("at repetition %d", times)
	}
	p.Note("All %d cells white: %s in the exact law, %s in E[w] rounded. Cutoff (steepest rise of w): %s.",
		r.N*r.N, when(r.ReachedLaw, "not"), when(r.ReachedExpected, "not"), when(r.Cutoff, "no rise"))
	r.caveat(p)
}

// Law is the position law of a word, or its deviation.
type Law struct {
	Head
	Setting
	Word string `json:"word"`
	// P, the deviation E = P - 1/n, or the counts T of real deals.
	What string `json:"what"`
	// A bound on the error of a cell of the exact law.
	CellError float64 `json:"cell_error,omitempty" unit:"deviation of a probability"`
	// The seed of the deals; samples is their number.
	Seed number.Int `json:"seed,omitzero" unit:"number"`
	// The largest standard error of a cell, if decks were dealt.
	StdError *float64 `json:"std_error,omitempty" unit:"of the matrix"`
	// A row for each position before the word, in it a cell for each position afterwards.
	Rows [][]float64 `json:"rows" unit:"of the matrix"`
}

// Sections implements Record. The rows for programs have no header.
func (l Law) Sections(p *render.Page) {
	from, format := fmt.Sprintf("cells within %.1g", l.CellError), "%10.3e"
	if l.Seed.Int != nil {
		from = fmt.Sprintf("%s real deals, seed %d, largest standard error of a cell %.2g", l.Samples, l.Seed,
			*l.StdError)
	}
	if l.What == "T" {
		format = "%7.0f"
	}
	l.head(p, "%s of %s, row: start position, column: end position, %s", l.What, l.Word, from)
	for _, row := range l.Rows {
		var shown, cells []string
		for _, x := range row {
			shown, cells = append(shown, fmt.Sprintf(format, x)), append(cells, render.Float(x))
		}
		p.Line("%s", strings.Join(shown, " "))
		p.Rows = append(p.Rows, cells)
	}
}

// Models is the shuffle models and the letters that stand for them.
type Models struct {
	Head
	// The number of cards for which the letters have these models.
	N int `json:"n" unit:"cards"`
	// The preset under which the letters have these models.
	Preset  string        `json:"preset"`
	Letters []ModelLetter `json:"letters"`
	Models  []Model       `json:"models"`
	// What the word of players that was asked for means.
	Called string `json:"called,omitempty"`
}

// ModelLetter is a letter with its model, complete with every parameter.
type ModelLetter struct {
	Letter string `json:"letter" text:"letter"`
	Model  string `json:"model" text:"model"`
}

// Model is a kind of shuffle.
type Model struct {
	Name       string           `json:"name" text:"<model"`
	Summary    string           `json:"summary" text:"<what it does"`
	Parameters []ModelParameter `json:"parameters"`
}

// ModelParameter is a parameter of a model. If it has no default, it follows from other parameters.
type ModelParameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	// In words, what the parameter may be.
	Values string `json:"values"`
	// The choice under which the parameter counts, or has this default.
	When string `json:"when,omitempty"`

	// All values that a choice may have.
	Choices []string `json:"choices,omitempty"`
	// The numbers that the parameter may be.
	Range *ModelRange `json:"range,omitempty"`
}

// ModelRange is a range of numbers; an end that is absent is no limit.
type ModelRange struct {
	// Whether only whole numbers are allowed.
	Whole bool     `json:"whole"`
	Least *float64 `json:"least,omitempty" unit:"of the parameter"`
	Most  *float64 `json:"most,omitempty" unit:"of the parameter"`
	// Whether the ends are excluded.
	Open bool `json:"open"`
}

// Sections implements Record. For programs there is a row for every parameter, and one for a model that has
// none.
func (m Models) Sections(p *render.Page) {
	p.Show(m.Letters, "<letter", "<model, preset "+m.Preset)
	if len(m.Models) > 1 {
		p.Line("Below 10 cards D, unless it is defined by --model, deals into as many piles as there are cards.\n")
	}
	p.Show(m.Models)
	p.Line("")
	p.Columns("<model", "<parameter", "<default", "<~when", "<values")
	p.Header = []string{"model", "parameter", "default", "when", "values"}
	for _, model := range m.Models {
		if len(model.Parameters) == 0 {
			p.Add(model.Name, "", "", "", "")
		}
		for _, q := range model.Parameters {
			row := []any{model.Name, q.Name, q.Default, q.When, q.Values}
			p.Add(row...)
			p.Row(row...)
		}
	}
}
