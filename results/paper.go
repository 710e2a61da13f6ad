package results

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Paper compares what Ide and Okuda (2018) printed with exact values under the models of the setting.
type Paper struct {
	Head
	Setting
	Groups []Statements `json:"groups"`
	// The number of runs behind each histogram.
	Runs       int         `json:"runs" unit:"runs"`
	Histograms []Histogram `json:"histograms"`
	// The number of statements that were compared.
	Compared int `json:"compared" unit:"number"`
	// The number of statements that hold.
	Reproduced int    `json:"reproduced" unit:"number"`
	Summary    string `json:"summary"`
}

// Statements are the statements about one subject.
type Statements struct {
	Title string `json:"title"`
	// How the statements are compared.
	Note string      `json:"note,omitempty"`
	Rows []Statement `json:"rows"`
}

// Statement is one statement of the paper. Expected and SD are the mean and the standard deviation of what one run of
// the paper's procedure would show under the models. Z is how far the paper's number is from this, in standard
// deviations of that number. Each is absent if it does not exist.
type Statement struct {
	Where      string     `json:"where"`
	What       string     `json:"what" csv:"statement"`
	Paper      Value      `json:"paper"`
	Ours       Value      `json:"ours"`
	Expected   *float64   `json:"expected,omitempty" unit:"number"`
	SD         *float64   `json:"sd,omitempty" unit:"number"`
	Z          *float64   `json:"z,omitempty" unit:"standard deviations"`
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

// Histogram is a row of table 1. Top - k white cells were counted in Paper[k] runs, and are expected in Ours[k] if
// cells are independent. The last entry also counts fewer white cells.
type Histogram struct {
	Where string    `json:"where"`
	Word  string    `json:"word"`
	Top   int       `json:"top" unit:"cards"`
	Paper []int     `json:"paper" unit:"runs"`
	Ours  []float64 `json:"ours" unit:"runs"`
}

// Sections implements Record.
func (p Paper) Sections(page *render.Page) {
	page.Line("Ide and Okuda (2018) beside exact values: n=%d, s=%s, e_max=%s (%s)\n  %s",
		p.N, p.Samples, render.Float(p.Emax), p.EmaxFrom, strings.Join(p.Models, "\n  "))
	page.Note("paper: as printed; ours: exact w, place by E[w], or as stated; expected: what one run of s deals " +
		"would show, with its sd as if cells were independent; z: how many sd the paper is away. A statement " +
		"reproduces if it holds exactly or |z| <= 3.")
	for _, g := range p.Groups {
		page.Line("\n%s", g.Title)
		g.table(page)
		page.Data(g.Rows, render.Always("group", g.Title))
		if g.Note != "" {
			page.Indented("  ", g.Note)
		}
		for _, s := range g.Rows {
			if s.Note != "" {
				page.Indented("  ", s.What+": "+s.Note)
			}
		}
	}
	page.Line("\nTable 1: %s by white cells, the paper's and those expected as if cells were independent",
		number.Count(p.Runs, "run"))
	histograms(page, p.Histograms)
	page.Line("")
	page.Note("%s", p.Summary)
}

func (g Statements) table(page *render.Page) {
	var rows [][]any
	for _, s := range g.Rows {
		mean, sd, z := "", "", ""
		if s.Expected != nil && s.SD != nil {
			mean, sd = plusMinus(*s.Expected, *s.SD)
		}
		if s.Z != nil {
			z = fmt.Sprintf("%+.1f", *s.Z)
		}
		rows = append(rows, []any{s.Where, s.What, s.Paper, s.Ours, mean, sd, z, s.Reproduces})
	}
	page.Grid([]string{"<where", "<statement", "paper", "ours", "~expected", "<~sd", "~z", "<verdict"}, rows)
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

func histograms(page *render.Page, rows []Histogram) {
	if len(rows) == 0 {
		page.Line("")
		return
	}
	titles := []string{"<word", "<runs"}
	last := len(rows[0].Paper) - 1
	for k := range last {
		titles = append(titles, strconv.Itoa(rows[0].Top-k))
	}
	titles = append(titles, "≤"+strconv.Itoa(rows[0].Top-last))
	var cells [][]any
	for _, h := range rows {
		paper, ours := []any{h.Word, "paper"}, []any{"", "ours"}
		for k := range h.Paper {
			paper = append(paper, h.Paper[k])
			ours = append(ours, fmt.Sprintf("%.0f", h.Ours[k]))
		}
		cells = append(cells, paper, ours)
	}
	page.Grid(titles, cells)
}

// Value is a quantity of a record: a number, or text where the quantity is a
// list or has no number. The zero Value is empty.
type Value struct{ of any } // a float64, a string or nil

// Num is a number.
func Num(x float64) Value { return Value{x} }

// Whole is an integer.
func Whole(k int) Value { return Num(float64(k)) }

// Text is a quantity in words.
func Text(s string) Value { return Value{s} }

// String is a number to six significant digits (integers whole), or the text.
func (v Value) String() string {
	x, numeric := v.of.(float64)
	switch {
	case v.of == nil:
		return ""
	case !numeric:
		return v.of.(string)
	case x == math.Trunc(x) && math.Abs(x) < 1<<53:
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// MarshalJSON writes a number, a string or null.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.of) }

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Value) UnmarshalJSON(b []byte) error {
	var of any
	if err := json.Unmarshal(b, &of); err != nil {
		return err
	}
	switch of.(type) {
	case nil, float64, string:
		*v = Value{of}
		return nil
	}
	return fmt.Errorf("%.60s is neither a number nor a string", b)
}

// Number is the number, 0 if the value has none.
func (v Value) Number() float64 {
	x, _ := v.of.(float64)
	return x
}
