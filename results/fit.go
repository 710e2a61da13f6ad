package results

import (
	"fmt"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Fit compares counts of somebody's riffles with models.
type Fit struct {
	Head
	N int `json:"n" unit:"cards"`
	// The number of riffles that were counted, if it is known.
	Riffles int    `json:"riffles,omitempty" unit:"shuffles"`
	Source  string `json:"source,omitempty"`
	// How often the top half had each number of cards after the cut.
	Cuts []FitCount `json:"cuts,omitempty"`
	// How often each number of cards fell in a row from the same half.
	Packets []FitCount `json:"packets,omitempty"`
	// The models that the counts were compared with, the fitted one last.
	Models []FitModel    `json:"models"`
	Fitted *FittedRiffle `json:"fitted,omitempty"`
}

// FitCount is how often a number of cards was counted.
type FitCount struct {
	Cards int `json:"cards" unit:"cards"`
	Count int `json:"count" unit:"places"`
}

// FitModel is a model, and how the counts fit it.
type FitModel struct {
	ModelLetter
	PacketsEach float64  `json:"packets_per_riffle" unit:"packets"`
	Cuts        *FitTest `json:"cuts,omitempty"`
	Packets     *FitTest `json:"packets,omitempty"`
}

// FitTest is Pearson's chi-square test. Expected numbers are totals over all that was counted.
type FitTest struct {
	ChiSquare float64 `json:"chi_square" unit:"number"`
	// The degrees of freedom of the test.
	DF int `json:"df" unit:"number"`
	// The probability that chi-square is as large under the model, 0 if below 1e-300; absent without
	// degrees of freedom.
	P *float64 `json:"p,omitempty" unit:"probability"`
	// The number of cuts or packets counted that are impossible in the model.
	Impossible int       `json:"impossible,omitempty" unit:"places"`
	Cells      []FitCell `json:"cells"`
}

// FitCell is a range of sizes that the test pools.
type FitCell struct {
	From     int     `json:"from" unit:"cards"`
	To       int     `json:"to" unit:"cards"`
	Count    int     `json:"count" unit:"places"`
	Expected float64 `json:"expected" unit:"places"`
}

// FittedRiffle is the clumpy riffle that the counts make likeliest.
type FittedRiffle struct {
	Model    string  `json:"model"`
	Switch   float64 `json:"switch" unit:"probability"`
	SwitchSE float64 `json:"switch_se" unit:"probability"`
	// How far from the middle the deck is cut on average, from the cuts counted.
	Off   float64 `json:"off,omitempty" unit:"cards beyond the middle"`
	OffSE float64 `json:"off_se,omitempty" unit:"cards"`
	SD    float64 `json:"sd,omitempty" unit:"cards"`
	SDSE  float64 `json:"sd_se,omitempty" unit:"cards"`

	// The cards of known riffles that are in no counted packet, the least and the greatest number of packets that
	// they can make, and the share of the places between two cards at which the packet then changes.
	LeftOut     int     `json:"left_out,omitempty" unit:"cards"`
	LeftOutLow  int     `json:"left_out_packets_low,omitempty" unit:"packets"`
	LeftOutHigh int     `json:"left_out_packets_high,omitempty" unit:"packets"`
	PlacesLow   float64 `json:"places_low,omitempty" unit:"places"`
	PlacesHigh  float64 `json:"places_high,omitempty" unit:"places"`
}

// What is held against models.
func (r Fit) What() string {
	what := "hands"
	if r.Riffles > 0 {
		what = number.Count(r.Riffles, "riffle")
	}
	what = fmt.Sprintf("n=%d, %s against models", r.N, what)
	if r.Source != "" {
		what += " (" + r.Source + ")"
	}
	return what
}

// fitPart is cuts or packets: what was counted, and the models' tests of it.
type fitPart struct {
	name   string
	counts []FitCount
	test   func(FitModel) *FitTest
}

func (r Fit) parts() []fitPart {
	return []fitPart{
		{"cut", r.Cuts, func(m FitModel) *FitTest { return m.Cuts }},
		{"packet", r.Packets, func(m FitModel) *FitTest { return m.Packets }},
	}
}

func (r Fit) Sections(p *render.Page) {
	var under []string
	for _, m := range r.Models {
		under = append(under, m.Letter+"="+m.Model)
	}
	p.Head(under, "%s", r.What())
	r.tests(p)
	for _, part := range r.parts() {
		if len(part.counts) > 0 {
			r.expected(p, part)
		}
	}
	r.cells(p)
	p.Note("%s", r.notes())
	if r.Fitted != nil {
		p.Line("For rank --alphabet H,R,D,Y, and for score and tvd:\n  --model 'Y=%s'", r.Fitted.Model)
	}
}

// tests is a row for each model.
func (r Fit) tests(p *render.Page) {
	header := []string{"letter"}
	rows := make([][]any, len(r.Models))
	for i, m := range r.Models {
		rows[i] = []any{m.Letter}
	}
	for _, part := range r.parts() {
		if part.counts == nil {
			continue
		}
		header = append(header, part.name+"s: chi-square", "df", "p")
		for i, m := range r.Models {
			t := part.test(m)
			chi, chance := "-", "-"
			if len(t.Cells) > 1 {
				chi = fmt.Sprintf("%.1f", t.ChiSquare)
			}
			if t.P != nil {
				if chance = fmt.Sprintf("%.2g", *t.P); *t.P == 0 {
					chance = "<1e-300"
				}
			}
			rows[i] = append(rows[i], chi, t.DF, chance)
		}
	}
	if r.Packets != nil {
		header = append(header, "packets a riffle")
		for i, m := range r.Models {
			rows[i] = append(rows[i], fmt.Sprintf("%.2f", m.PacketsEach))
		}
	}
	p.Grid(header, rows)
}

// expected is what was counted of each size beside what the models expect. A cell of several
// sizes has its number at the last, and a quotation mark before.
func (r Fit) expected(p *render.Page, part fitPart) {
	header := []string{part.name, "counted"}
	for _, m := range r.Models {
		header = append(header, m.Letter)
	}
	var rows [][]any
	last := len(part.counts) - 1
	for i, c := range part.counts {
		row := []any{c.Cards, c.Count}
		for _, m := range r.Models {
			for _, cell := range part.test(m).Cells {
				switch to := min(cell.To, part.counts[last].Cards); {
				case c.Cards == to || i == last && cell.To >= c.Cards && cell.From <= c.Cards:
					row = append(row, fmt.Sprintf("%.1f", cell.Expected))
				case cell.From <= c.Cards && c.Cards < to:
					row = append(row, `"`)
				}
			}
		}
		rows = append(rows, row)
	}
	p.Grid(header, rows)
}

// notes say how to read it.
func (r Fit) notes() string {
	notes := []string{"Exact: how often each model expects a size, of all that was counted. The first and the " +
		"last row also take the smaller and the larger sizes, and a size that a model expects fewer than 5 times is " +
		"counted together with the next one (\"). p: the probability that chi-square is as large under the model, as " +
		"if packets were independent."}
	if r.Packets != nil && r.Riffles > 0 {
		sum := 0
		for _, c := range r.Packets {
			sum += c.Count
		}
		notes = append(notes, fmt.Sprintf("On average %.2f packets were counted in a riffle.",
			float64(sum)/float64(r.Riffles)))
	}
	for _, m := range r.Models {
		for _, part := range r.parts() {
			if t := part.test(m); t != nil && t.Impossible > 0 {
				notes = append(notes, fmt.Sprintf("%d of the %ss never come in %s.", t.Impossible, part.name, m.Letter))
			}
		}
	}
	if r.Packets != nil && r.Fitted == nil {
		notes = append(notes, "The clumpy riffle that fits best would change the packet always, or never.")
	}
	if f := r.Fitted; f != nil {
		notes = append(notes, fmt.Sprintf("The clumpy riffle that fits best changes the packet with probability %v ± %v.",
			f.Switch, f.SwitchSE))
		if f.SD > 0 {
			notes = append(notes, fmt.Sprintf("Its cuts are off the middle by %v ± %v on average, with a standard "+
				"deviation of %v ± %v.", f.Off, f.OffSE, f.SD, f.SDSE))
		}
		if f.LeftOut > 0 {
			notes = append(notes, fmt.Sprintf("%s of %d are in no packet that was counted; if they were %d to %d "+
				"packets, the packet changes at %v to %v of all places between two cards.",
				number.Count(f.LeftOut, "card"), r.Riffles*r.N, f.LeftOutLow, f.LeftOutHigh, f.PlacesLow, f.PlacesHigh))
		}
	}
	return strings.Join(notes, " ")
}

// cells are those of the tests, for programs.
func (r Fit) cells(p *render.Page) {
	p.Header = []string{"n", "letter", "model", "of", "chi_square", "df", "p", "from", "to", "count", "expected"}
	for _, m := range r.Models {
		for _, part := range r.parts() {
			if t := part.test(m); t != nil {
				for _, c := range t.Cells {
					p.Add(r.N, m.Letter, m.Model, part.name, t.ChiSquare, t.DF, t.P, c.From, c.To, c.Count, c.Expected)
				}
			}
		}
	}
}
