package results

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"dovetail/results/number"
)

// How a law on S_n was computed.
const (
	Integers = "integer" // whole numbers over one denominator: exact
	Floats   = "float"   // doubles, with a bound on their relative error
)

// DeckLaw is how a word's law on the n! decks compares with the uniform one.
// Numbers are strings: the nearest double in the fewest digits beside an exact value as
// a fraction, which there is where the arithmetic is integer, or else no digits beyond
// the stated error.
type DeckLaw struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N          int      `json:"n" unit:"cards"`
	Word       string   `json:"word"`
	Models     []string `json:"models"`
	Arithmetic string   `json:"arithmetic"`

	// Denominator is that of all probabilities before reduction; empty for floats.
	Denominator number.Int `json:"denominator,omitzero" unit:"number"`

	// Error bounds the relative error of probabilities, and the absolute error of
	// TVD and separation; 0 for integers, whose fractions are exact.
	Error float64 `json:"error" unit:"distance"`

	TVD             string     `json:"tvd" unit:"distance"`
	TVDExact        string     `json:"tvd_exact,omitempty" unit:"distance"`
	Separation      string     `json:"separation" unit:"distance"`
	SeparationExact string     `json:"separation_exact,omitempty" unit:"distance"`
	L2              string     `json:"l2" unit:"distance"`
	L2SquareExact   string     `json:"l2_square_exact,omitempty" unit:"distance"`
	L2Error         float64    `json:"l2_error" unit:"distance"`
	Entropy         string     `json:"entropy_bits" unit:"bits"`
	Deficit         string     `json:"entropy_deficit_bits" unit:"bits"`
	EntropyError    float64    `json:"entropy_error" unit:"bits"`
	Support         number.Int `json:"support" unit:"decks"` // decks with a probability above 0
	Decks           number.Int `json:"decks" unit:"decks"`   // n!
	Most            []DeckRow  `json:"most"`
	Least           []DeckRow  `json:"least"`
}

// DeckRow is a deck with its probability.
type DeckRow struct {
	Deck        []int      `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	Probability string     `json:"probability" unit:"probability"`
	Exact       string     `json:"probability_exact,omitempty" unit:"probability"`
	Sharing     number.Int `json:"sharing" unit:"decks"` // decks with the same probability
}

// Sections implements Record.
func (l DeckLaw) Sections(p *Page) {
	p.head(l.Models, "law of %s on the %s of %s", l.Word, number.Count(l.Decks, "deck"), number.Count(l.N, "card"))
	root := ""
	if l.L2SquareExact != "" {
		root = "sqrt(" + l.L2SquareExact + ")"
	}
	p.header = []string{"quantity", "value", "exact"}
	var rows [][]any
	for _, q := range [][5]string{
		{"tvd", l.TVD, l.TVDExact, "TVD", ""}, {"separation", l.Separation, l.SeparationExact, "separation", ""}, {"l2", l.L2, root, "l-2", ""},
		{"entropy_bits", l.Entropy, "", "entropy", " bits"}, {"entropy_deficit_bits", l.Deficit, "", "  below log2(n!)", " bits"},
	} {
		p.add(q[0], q[1], q[2])
		rows = append(rows, []any{q[3], q[1] + q[4], broken(q[2])})
	}
	p.add("support", l.Support, l.Support)
	p.grid([]string{"<", "<value", "<?exactly"}, append(rows, []any{"support", number.Count(l.Support, "deck"), ""}))
	for _, end := range []struct {
		name string
		rows []DeckRow
	}{{"most", l.Most}, {"least", l.Least}} {
		var rows [][]any
		for _, r := range end.rows {
			rows = append(rows, []any{spaced(r.Deck), r.Probability, broken(r.Exact), r.Sharing})
			p.add(end.name+" "+spaced(r.Deck), r.Probability, r.Exact)
		}
		if len(rows) > 0 {
			p.grid([]string{"<" + end.name + " likely deck", "<probability", "<?exactly", "shared by"}, rows)
		}
	}
	if l.Arithmetic == Integers {
		p.note("Exact: whole numbers over %s; l-2 and entropy are within %.1g and %.1g of the truth.", l.Denominator, l.L2Error, l.EntropyError)
		return
	}
	p.note("Exact to a bound: probabilities within %.1g of their size, TVD and separation within %.1g of the truth, l-2 %.1g, "+
		"entropy %.1g. Outcomes of a letter rarer than 2^-1000 count as impossible.", l.Error, l.Error, l.L2Error, l.EntropyError)
}

// broken is an exact value on as many lines as a column of a table leaves to it.
func broken(exact string) lines { return lines(text.WrapHard(exact, 40)) }

// DeckTable writes every deck with its probability as CSV: the deck, then count
// and denominator where the counts are whole numbers, or the probability. Rows are
// in lexicographic order of the decks.
func DeckTable(w io.Writer, denominator string, decks func(yield func(deck []int, probability string) bool)) error {
	header, end := "deck,probability\n", "\n"
	if denominator != "" {
		header, end = "deck,numerator,denominator\n", ","+denominator+"\n"
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	var line []byte
	var err error
	decks(func(deck []int, probability string) bool {
		line = line[:0]
		for i, card := range deck {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendInt(line, int64(card), 10)
		}
		line = append(append(append(line, ','), probability...), end...)
		_, err = w.Write(line)
		return err == nil
	})
	return err
}

// Interval is a certified enclosure of a word's total variation distance from
// uniform over S_n. Bounds are decimals rounded outwards; where they are equal
// fractions, Kind is exact.
type Interval struct {
	Schema string `json:"schema" csv:"-"` // dovetail/bound/2
	Kind   string `json:"kind" csv:"-"`
	Asked
	N       int      `json:"n" unit:"cards"`
	Word    string   `json:"word"`
	Models  []string `json:"models" csv:"-"`
	Lower   string   `json:"lower" unit:"distance"`
	LowerBy string   `json:"lower_by"`
	Upper   string   `json:"upper" unit:"distance"`
	UpperBy string   `json:"upper_by"`

	// Proof has every inequality that proves anything, if asked for.
	Proof []ProofStep `json:"proof,omitempty" csv:"-"`
}

// ProofStep is one inequality.
type ProofStep struct {
	Bound string `json:"bound"` // lower or upper
	By    string `json:"by"`
	Value string `json:"value" unit:"distance"`
	Says  string `json:"says"`
}

// Sections implements Record.
func (i Interval) Sections(p *Page) {
	p.head(i.Models, "n=%d, total variation distance of %s from uniform over all orders", i.N, i.Word)
	p.Line("at least %s (%s)\nat most  %s (%s)", i.Lower, i.LowerBy, i.Upper, i.UpperBy)
	for _, s := range i.Proof {
		p.Line("%s bound %s by %s: %s.", s.Bound, s.Value, s.By, s.Says)
	}
	what := "Certified: the bounds are proved and rounded outwards"
	if i.Kind == Exact {
		what = "Exact: a fraction, rounded outwards both ways"
	}
	p.Line("%s. Inequalities are named as in docs/laws.md.", what)
	p.Data([]Interval{i})
}

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

// Sections implements Record.
func (t TVD) Sections(p *Page) {
	p.Data([]TVD{t})
	p.head(t.Models, "n=%d, total variation distance of %s from uniform over all orders", t.N, t.Word)
	c := t.Certified
	switch t.Kind {
	case Exact:
		p.Line("exactly %s (%s)", c.Lower, c.LowerBy)
		p.note("Exact: nothing was sampled.")
		return
	case Bound:
		p.Line("at least %s (%s)\nat most  %s (%s)", c.Lower, c.LowerBy, c.Upper, c.UpperBy)
		p.note("Certified: nothing was sampled.%s", t.unseen())
		return
	}
	if t.Needs != nil {
		p.Line("estimated between %.4f ± %.4f and %.4f ± %.4f", t.EstimateLow, t.EstimateLowSE, t.EstimateHigh, t.EstimateHighSE)
	}
	estimated := func(estimate, se float64) string {
		if t.Needs == nil && t.Decks.Sign() > 0 && se > 0 {
			return fmt.Sprintf(", estimated %.4f ± %.4f", estimate, se)
		}
		return ""
	}
	p.Line("at least %.4f (%s)%s; certified %s (%s)", math.Floor(t.Lower*1e4)/1e4, t.LowerBy, estimated(t.EstimateLow, t.EstimateLowSE), c.Lower, c.LowerBy)
	p.Line("at most  %.4f (%s)%s; certified %s (%s)", math.Ceil(t.Upper*1e4)/1e4, t.UpperBy, estimated(t.EstimateHigh, t.EstimateHighSE), c.Upper, c.UpperBy)
	if t.Needs != nil {
		p.note("%s", t.Needs.line())
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
	p.note("Sampled: the interval holds the distance with confidence 1 - %g, from %s; seed %d. ± is one standard error.%s",
		t.Delta, strings.Join(from, " and "), t.Seed, t.unseen())
}

// unseen says of an upper end that says nothing, though the word has a riffle, that no deck
// was walked on.
func (t TVD) unseen() string {
	if t.Decks.Sign() > 0 || t.Upper < 0.99 || t.Lower > 0.99 || t.UpperBy != "block" {
		return ""
	}
	return " The upper end says nothing, as no deck was looked at in time: --decks 64 --steps 500 gives an estimate."
}
