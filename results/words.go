package results

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// Setting is what scores of words depend on; every record of them carries it.
type Setting struct {
	N        int        `json:"n" unit:"cards"`
	Emax     float64    `json:"emax" unit:"deviation of a probability"`
	EmaxFrom string     `json:"emax_from"`
	Samples  number.Int `json:"samples" unit:"deals"` // deals behind E[w]
	Models   []string   `json:"models"`               // LETTER=model(...) of each letter
}

// line is the setting on as many lines as it takes, after a start of the record's own.
func (s Setting) line(start string) string {
	return heading(fmt.Sprintf("n=%d, %s", s.N, start), append([]string{
		fmt.Sprintf("e_max=%s (%s)", float(s.Emax), s.EmaxFrom), fmt.Sprintf("E[w] at s=%s", s.Samples)}, s.Models...))
}

// WordRow is a word with its scores.
type WordRow struct {
	Word       string  `json:"word"`
	White      int     `json:"w" unit:"cells"`              // cells with |e| <= e_max, of n^2
	C          string  `json:"c" unit:"share of the cells"` // w/n^2, cut to three decimals
	Expected   float64 `json:"ew" unit:"cells"`
	ExpectedSD float64 `json:"ew_sd" unit:"cells"` // as if cells were independent
	MaxError   float64 `json:"max_error" unit:"deviation of a probability"`
	MeanTVD    float64 `json:"tvd_mean" unit:"distance"`
	WorstTVD   float64 `json:"tvd_worst" unit:"distance"`
}

// Convergence is C = w/n^2 cut, not rounded, to three decimals, as in Ide and
// Okuda, section 3.3.
func Convergence(white, n int) string { return Share(white, n*n) }

// Share is white/cells, cut to three decimals.
func Share(white, cells int) string {
	thousandths := 1000 * white / cells
	return fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
}

var wordHeader = []string{"word", "w", "C", "E[w]", "sd", "max|e|", "mean TVD", "worst TVD"}

// cells is the row for reading, without digits that are not certain.
func (r WordRow) cells(p Precision) table.Row {
	return table.Row{r.Word, r.White, r.C, fmt.Sprintf("%.2f", r.Expected), "±" + fmt.Sprintf("%.2f", r.ExpectedSD),
		number.Digits(r.MaxError, p.CellError, 5), number.Digits(r.MeanTVD, p.TVDError, 6), number.Digits(r.WorstTVD, p.TVDError, 6)}
}

// Precision says how good the scores of a record are.
type Precision struct {
	CellError     float64 `json:"cell_error" unit:"deviation of a probability"` // bound on the error of max|e|
	TVDError      float64 `json:"tvd_error" unit:"distance"`                    // bound on the error of both distances
	ExpectedError float64 `json:"ew_error" unit:"cells"`                        // bound on the error of E[w]
	Close         int64   `json:"close" unit:"cells"`                           // cells decided in higher precision
}

// caveat is what every table of scores ends with.
func (p Precision) caveat(w io.Writer) error {
	return paragraph(w, "", fmt.Sprintf("Exact: w is an integer count; max|e| is within %.1g, TVD within %.1g and E[w] within %.1g of the truth; "+
		"%s decided in higher precision. E[w] ± sd: white cells expected in s deals, sd as if cells were independent. "+
		"These scores see single cards only: a uniform cut has C = 1 and is no shuffle.",
		p.CellError, p.TVDError, p.ExpectedError, closeCells(p.Close)))
}

func closeCells(n int64) string {
	were := " near e_max were"
	if n == 1 {
		were = " near e_max was"
	}
	return number.Count(n, "cell") + were
}

// Score is one word with the scores of its prefixes.
type Score struct {
	Schema string `json:"schema"` // dovetail/score/2
	Kind   string `json:"kind"`
	Asked
	Setting
	WordRow
	Precision
	Prefixes []WordRow `json:"prefixes"` // after 1, 2, ... letters; the last is the word
	Dealt    *Dealt    `json:"dealt,omitempty"`
}

// Dealt is what as many real deals of a word as the setting has samples show, counted as
// Ide and Okuda do, beside what its exact law predicts.
type Dealt struct {
	Kind     string     `json:"kind"` // sampled
	Seed     number.Int `json:"seed" unit:"number"`
	White    int        `json:"w" unit:"cells"`
	C        string     `json:"c" unit:"share of the cells"`
	MaxError float64    `json:"max_error" unit:"deviation of a probability"`
	Prediction
}

// ScoreSchema names the record's form.
const ScoreSchema = "dovetail/score/2"

// Text implements Record.
func (s Score) Text(w io.Writer) error {
	fmt.Fprintln(w, s.line("after each letter of "+s.Word))
	t := newTable(append([]string{"m"}, wordHeader...), "word", "sd")
	for i, row := range s.Prefixes {
		t.AppendRow(append(table.Row{i + 1}, row.cells(s.Precision)...))
	}
	if d := s.Dealt; d != nil {
		t.AppendRow(table.Row{"", "dealt", d.White, d.C, "", fmt.Sprintf("±%.2f", d.PredictedSD), fmt.Sprintf("%.5g", d.MaxError), "", ""})
	}
	fmt.Fprintln(w, t.Render())
	if d := s.Dealt; d != nil {
		paragraph(w, "", fmt.Sprintf("Sampled: the last row is %s real deals of %s, seed %d; its sd is that of w over repetitions, "+
			"predicted with the covariances of cells, to ±%.2g.", s.Samples, s.Word, d.Seed, d.PredictedSDError))
	}
	return s.caveat(w)
}

// Table implements Record.
func (s Score) Table() ([]string, [][]string) {
	header, rows := csvTable(s.Prefixes, counting("m"))
	if d := s.Dealt; d != nil {
		rows = append(rows, []string{"dealt", s.Word, strconv.Itoa(d.White), d.C, "", float(d.PredictedSD), float(d.MaxError), "", ""})
	}
	return header, rows
}

// Repeat is a word repeated 1, 2, ... times.
type Repeat struct {
	Schema string `json:"schema"` // dovetail/repeat/2
	Kind   string `json:"kind"`
	Asked
	Setting
	Word string `json:"word"`
	Precision
	ReachedExactly  int       `json:"reached_exact" unit:"shuffles"`    // first repetition with w = n^2; 0: none
	ReachedExpected int       `json:"reached_expected" unit:"shuffles"` // first with E[w] rounded to n^2; 0: none
	Cutoff          int       `json:"cutoff" unit:"shuffles"`           // where w rises most; 0: it never rises
	Rows            []WordRow `json:"rows"`
}

// RepeatSchema names the record's form.
const RepeatSchema = "dovetail/repeat/2"

// Text implements Record.
func (r Repeat) Text(w io.Writer) error {
	fmt.Fprintln(w, r.line(fmt.Sprintf("%s repeated 1 to %d times", r.Word, len(r.Rows))))
	header := append([]string{"times"}, wordHeader[1:]...)
	t := newTable(header, "sd")
	for i, row := range r.Rows {
		t.AppendRow(append(table.Row{i + 1}, row.cells(r.Precision)[1:]...))
	}
	fmt.Fprintln(w, t.Render())
	paragraph(w, "", fmt.Sprintf("All %d cells white: %s in the exact law, %s in E[w] rounded. Cutoff (steepest rise of w): %s.",
		r.N*r.N, r.when(r.ReachedExactly, "not"), r.when(r.ReachedExpected, "not"), r.when(r.Cutoff, "no rise")))
	return r.caveat(w)
}

func (r Repeat) when(times int, otherwise string) string {
	if times == 0 {
		return fmt.Sprintf("%s within %d", otherwise, len(r.Rows))
	}
	return fmt.Sprintf("at repetition %d", times)
}

// Table implements Record.
func (r Repeat) Table() ([]string, [][]string) {
	header, rows := csvTable(r.Rows, counting("times"))
	for i, row := range rows {
		rows[i] = slices.Delete(row, 1, 2) // the word is the same in all
	}
	return slices.Delete(header, 1, 2), rows
}

// Law is the position law of a word, or its deviation.
type Law struct {
	Schema string `json:"schema"` // dovetail/law-matrix/2
	Kind   string `json:"kind"`
	Asked
	Setting
	Word string `json:"word"`
	What string `json:"what"` // P, E = P - 1/n, or the counts T of real deals
	// bound on the error of a cell of the exact law
	CellError float64    `json:"cell_error,omitempty" unit:"deviation of a probability"`
	Seed      number.Int `json:"seed,omitzero" unit:"number"` // of as many deals as there are samples
	// the largest of a cell that was dealt
	StdError *float64    `json:"std_error,omitempty" unit:"deviation of a probability"`
	Rows     [][]float64 `json:"rows" unit:"probability"` // row: start position; column: end position
}

// LawSchema names the record's form.
const LawSchema = "dovetail/law-matrix/2"

// Text implements Record.
func (l Law) Text(w io.Writer) error {
	from := fmt.Sprintf("cells within %.1g", l.CellError)
	if l.Seed.Int != nil {
		from = fmt.Sprintf("%s real deals, seed %d, largest standard error of a cell %.2g", l.Samples, l.Seed, *l.StdError)
	}
	fmt.Fprintln(w, l.line(fmt.Sprintf("%s of %s, row: start position, column: end position, %s", l.What, l.Word, from)))
	for _, row := range l.Rows {
		for j, x := range row {
			if j > 0 {
				fmt.Fprint(w, " ")
			}
			fmt.Fprintf(w, l.format(), x)
		}
		fmt.Fprintln(w)
	}
	return nil
}

func (l Law) format() string {
	if l.What == "T" {
		return "%7.0f"
	}
	return "%10.3e"
}

// Table implements Record; it has no header.
func (l Law) Table() ([]string, [][]string) {
	var rows [][]string
	for _, row := range l.Rows {
		cells := make([]string, len(row))
		for j, x := range row {
			cells[j] = float(x)
		}
		rows = append(rows, cells)
	}
	return nil, rows
}
