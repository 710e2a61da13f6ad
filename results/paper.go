package results

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// Paper sets what Ide and Okuda (2018) printed beside exact values under the
// models of the setting.
type Paper struct {
	Schema string `json:"schema"` // dovetail/paper/2
	Kind   string `json:"kind"`
	Asked
	Setting
	Groups     []Statements `json:"groups"`
	Runs       int          `json:"runs" unit:"runs"` // of each histogram
	Histograms []Histogram  `json:"histograms"`
	Compared   int          `json:"compared" unit:"number"`   // statements
	Reproduced int          `json:"reproduced" unit:"number"` // those that hold
	Summary    string       `json:"summary"`
}

// PaperSchema names the record's form.
const PaperSchema = "dovetail/paper/2"

// Statements are the statements about one subject.
type Statements struct {
	Title string      `json:"title"`
	Note  string      `json:"note,omitempty"` // how they are compared
	Rows  []Statement `json:"rows"`
}

// Statement is one thing that the paper says. Expected and SD are the mean and
// the standard deviation of what one run of the paper's procedure would show
// under the models, and Z how many standard deviations of its own the paper's
// number is away; each is absent where there is no such thing.
type Statement struct {
	Where      string     `json:"where"`
	What       string     `json:"what" csv:"statement"`
	Paper      Value      `json:"paper"`
	Ours       Value      `json:"ours"`
	Expected   *float64   `json:"expected,omitempty" unit:"number"`
	SD         *float64   `json:"sd,omitempty" unit:"number"`
	Z          *float64   `json:"z,omitempty" unit:"number"`
	Reproduces Reproduced `json:"reproduces" csv:"verdict"`
	Note       string     `json:"note,omitempty"`
}

// Reproduced reports whether a statement holds.
type Reproduced bool

// String is the verdict in words.
func (r Reproduced) String() string {
	if r {
		return "reproduces"
	}
	return "does not reproduce"
}

// Histogram is a row of table 1: Paper[k] runs, and Ours[k] expected ones as if
// cells were independent, with Top - k white cells, the last entry that or
// fewer.
type Histogram struct {
	Where string    `json:"where"`
	Word  string    `json:"word"`
	Top   int       `json:"top" unit:"cards"`
	Paper []int     `json:"paper" unit:"runs"`
	Ours  []float64 `json:"ours" unit:"runs"`
}

// Text implements Record.
func (p Paper) Text(w io.Writer) error {
	fmt.Fprintf(w, "Ide and Okuda (2018) beside exact values: n=%d, s=%s, e_max=%s (%s)\n  %s\n",
		p.N, p.Samples, float(p.Emax), p.EmaxFrom, strings.Join(p.Models, "\n  "))
	paragraph(w, "", "paper: as printed; ours: exact w, place by E[w], or as stated; expected: what one run of s deals "+
		"would show, with its sd as if cells were independent; z: how many sd the paper is away. A statement "+
		"reproduces if it holds exactly or |z| <= 3.")
	for _, g := range p.Groups {
		fmt.Fprintf(w, "\n%s\n%s\n", g.Title, g.table())
		if g.Note != "" {
			paragraph(w, "  ", g.Note)
		}
		for _, s := range g.Rows {
			if s.Note != "" {
				paragraph(w, "  ", s.What+": "+s.Note)
			}
		}
	}
	fmt.Fprintf(w, "\nTable 1: %s by white cells, the paper's and those expected as if cells were independent\n%s\n\n",
		number.Count(p.Runs, "run"), histograms(p.Histograms))
	return paragraph(w, "", p.Summary)
}

func (g Statements) table() string {
	t := newTable([]string{"where", "statement", "paper", "ours", "expected", "sd", "z", "verdict"},
		"where", "statement", "sd", "verdict")
	for _, s := range g.Rows {
		mean, sd, z := "", "", ""
		if s.Expected != nil && s.SD != nil {
			mean, sd = plusMinus(*s.Expected, *s.SD)
		}
		if s.Z != nil {
			z = fmt.Sprintf("%+.1f", *s.Z)
		}
		t.AppendRow(table.Row{s.Where, s.What, s.Paper, s.Ours, mean, sd, z, s.Reproduces})
	}
	return untrailed(t.Render())
}

// plusMinus writes a mean and its sd with two significant digits of the sd, but
// at least one decimal and at most eight.
func plusMinus(mean, sd float64) (string, string) {
	digits := 1
	for tenth := 1.0; sd > 0 && sd < tenth && digits < 8; tenth /= 10 {
		digits++
	}
	return strconv.FormatFloat(mean, 'f', digits, 64), "±" + strconv.FormatFloat(sd, 'f', digits, 64)
}

func histograms(rows []Histogram) string {
	if len(rows) == 0 {
		return ""
	}
	header := []string{"word", "runs"}
	last := len(rows[0].Paper) - 1
	for k := range last {
		header = append(header, strconv.Itoa(rows[0].Top-k))
	}
	header = append(header, "≤"+strconv.Itoa(rows[0].Top-last))
	t := newTable(header, "word", "runs")
	for _, h := range rows {
		paper, ours := table.Row{h.Word, "paper"}, table.Row{"", "ours"}
		for k := range h.Paper {
			paper = append(paper, h.Paper[k])
			ours = append(ours, fmt.Sprintf("%.0f", h.Ours[k]))
		}
		t.AppendRows([]table.Row{paper, ours})
	}
	return untrailed(t.Render())
}

// untrailed drops the spaces that fill the last column.
func untrailed(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Table implements Record: one row a statement.
func (p Paper) Table() (header []string, rows [][]string) {
	for _, g := range p.Groups {
		var more [][]string
		header, more = csvTable(g.Rows, always("group", g.Title))
		rows = append(rows, more...)
	}
	return header, rows
}
