package results

import (
	"fmt"
	"strings"

	"dovetail/results/number"
)

// Fit is counts of what hands did in riffles, against models.
type Fit struct {
	Head
	N       int           `json:"n" unit:"cards"`
	Riffles int           `json:"riffles,omitempty" unit:"shuffles"` // if it is known
	Source  string        `json:"source,omitempty"`
	Cuts    []FitCount    `json:"cuts,omitempty"`    // riffles, by the cards of the top half
	Packets []FitCount    `json:"packets,omitempty"` // by the cards that fell in a row from the same half
	Models  []FitModel    `json:"models"`            // the fitted one last
	Fitted  *FittedRiffle `json:"fitted,omitempty"`
}

// FitCount is how often so many cards were counted.
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

// FitTest is Pearson's. Expected numbers are of all that was counted.
type FitTest struct {
	ChiSquare float64 `json:"chi_square" unit:"number"`
	DF        int     `json:"df" unit:"number"` // degrees of freedom
	// that chi-square would be as large, 0 below 1e-300; nothing without degrees of freedom
	P          *float64  `json:"p,omitempty" unit:"probability"`
	Impossible int       `json:"impossible,omitempty" unit:"places"` // counted, but never so in the model
	Cells      []FitCell `json:"cells"`
}

// FitCell is the sizes that are taken together.
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
	Off      float64 `json:"off,omitempty" unit:"cards"` // the mean cut from the middle; of counted cuts
	OffSE    float64 `json:"off_se,omitempty" unit:"cards"`
	SD       float64 `json:"sd,omitempty" unit:"cards"`
	SDSE     float64 `json:"sd_se,omitempty" unit:"cards"`

	// Of all places between two cards in known riffles, so many change the packet, where cards
	// that are in no packet counted were so many packets.
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

// Sections implements Record.
func (r Fit) Sections(p *Page) {
	var under []string
	for _, m := range r.Models {
		under = append(under, m.Letter+"="+m.Model)
	}
	p.head(under, "%s", r.What())
	r.tests(p)
	for _, part := range r.parts() {
		if len(part.counts) > 0 {
			r.expected(p, part)
		}
	}
	r.cells(p)
	p.note("%s", r.notes())
	if r.Fitted != nil {
		p.Line("For rank --alphabet H,R,D,Y, and for score, bound and tvd:\n  --model 'Y=%s'", r.Fitted.Model)
	}
}

// tests is a row for each model.
func (r Fit) tests(p *Page) {
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
				chance = fmt.Sprintf("%.2g", *t.P)
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
	p.grid(header, rows)
}

// expected is what was counted of each size beside what the models expect. A cell of several
// sizes has its number at the last, and a quotation mark before.
func (r Fit) expected(p *Page, part fitPart) {
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
	p.grid(header, rows)
}

// notes say how to read it.
func (r Fit) notes() string {
	notes := []string{"Exact: what models expect, of all that was counted; the first and the last size take what " +
		"lies beyond, and cells expected fewer than 5 times are joined (\") to the next. p: the chance of so large " +
		"a chi-square, packets taken as independent."}
	if r.Packets != nil && r.Riffles > 0 {
		sum := 0
		for _, c := range r.Packets {
			sum += c.Count
		}
		notes = append(notes, fmt.Sprintf("%.2f packets a riffle were counted.", float64(sum)/float64(r.Riffles)))
	}
	for _, m := range r.Models {
		for _, part := range r.parts() {
			if t := part.test(m); t != nil && t.Impossible > 0 {
				notes = append(notes, fmt.Sprintf("%d of the %ss never come in %s.", t.Impossible, part.name, m.Letter))
			}
		}
	}
	if r.Packets != nil && r.Fitted == nil {
		notes = append(notes, "The likeliest clumpy riffle would switch always, or never.")
	}
	if f := r.Fitted; f != nil {
		notes = append(notes, fmt.Sprintf("Likeliest switch %v ± %v.", f.Switch, f.SwitchSE))
		if f.SD > 0 {
			notes = append(notes, fmt.Sprintf("Cuts: off the middle by %v ± %v, deviation %v ± %v.", f.Off, f.OffSE,
				f.SD, f.SDSE))
		}
		if f.LeftOut > 0 {
			notes = append(notes, fmt.Sprintf("%s of %d are in no packet counted; as %d to %d packets they make %v "+
				"to %v of all places switches.",
				number.Count(f.LeftOut, "card"), r.Riffles*r.N, f.LeftOutLow, f.LeftOutHigh, f.PlacesLow, f.PlacesHigh))
		}
	}
	return strings.Join(notes, " ")
}

// cells are those of the tests, for programs.
func (r Fit) cells(p *Page) {
	p.header = []string{"n", "letter", "model", "of", "chi_square", "df", "p", "from", "to", "count", "expected"}
	for _, m := range r.Models {
		for _, part := range r.parts() {
			if t := part.test(m); t != nil {
				for _, c := range t.Cells {
					p.add(r.N, m.Letter, m.Model, part.name, t.ChiSquare, t.DF, t.P, c.From, c.To, c.Count, c.Expected)
				}
			}
		}
	}
}
