package results

import (
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"dovetail/results/number"
)

// How a law on S_n was computed.
const (
	Integers = "integer" // whole numbers over one denominator: exact
	Floats   = "float"   // doubles, with a bound on their relative error
)

// DeckLawSchema names the form of DeckLaw.
const DeckLawSchema = "dovetail/law/3"

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

// Text implements Record.
func (l DeckLaw) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("law of %s on the %s of %s", l.Word, number.Count(int(l.Decks.Int64()), "deck"), number.Count(l.N, "card")), l.Models))
	support := l.Support.String() + " decks"
	if support == "1 decks" {
		support = "1 deck"
	}
	t := newTable([]string{"", "value", "exactly"}, "", "value", "exactly")
	t.SuppressEmptyColumns() // doubles have no exact values
	t.AppendRow(table.Row{"TVD", l.TVD, broken(l.TVDExact)})
	t.AppendRow(table.Row{"separation", l.Separation, broken(l.SeparationExact)})
	t.AppendRow(table.Row{"l-2", l.L2, broken(root(l.L2SquareExact))})
	t.AppendRow(table.Row{"entropy", l.Entropy + " bits", ""})
	t.AppendRow(table.Row{"  below log2(n!)", l.Deficit + " bits", ""})
	t.AppendRow(table.Row{"support", support, ""})
	fmt.Fprintln(w, t.Render())
	for _, end := range []struct {
		name string
		rows []DeckRow
	}{{"most", l.Most}, {"least", l.Least}} {
		if len(end.rows) == 0 {
			continue
		}
		t := newTable([]string{end.name + " likely deck", "probability", "exactly", "shared by"}, end.name+" likely deck", "probability", "exactly")
		t.SuppressEmptyColumns()
		for _, r := range end.rows {
			t.AppendRow(table.Row{spaced(r.Deck), r.Probability, broken(r.Exact), r.Sharing})
		}
		fmt.Fprintln(w, t.Render())
	}
	if l.Arithmetic == Integers {
		return paragraph(w, "", fmt.Sprintf("Exact: whole numbers over %s; l-2 and entropy are within %.1g and %.1g of the truth.",
			l.Denominator, l.L2Error, l.EntropyError))
	}
	return paragraph(w, "", fmt.Sprintf("Exact to a bound: probabilities within %.1g of their size, TVD and separation within %.1g of the truth, l-2 %.1g, "+
		"entropy %.1g. Outcomes of a letter rarer than 2^-1000 count as impossible.", l.Error, l.Error, l.L2Error, l.EntropyError))
}

// broken is an exact value on as many lines as a column of a table leaves to it.
func broken(exact string) string { return text.WrapHard(exact, 40) }

// root marks a fraction as a square.
func root(square string) string {
	if square == "" {
		return ""
	}
	return "sqrt(" + square + ")"
}

// Table implements Record: one row of distances and the decks after it.
func (l DeckLaw) Table() ([]string, [][]string) {
	rows := [][]string{
		{"tvd", l.TVD, l.TVDExact},
		{"separation", l.Separation, l.SeparationExact},
		{"l2", l.L2, root(l.L2SquareExact)},
		{"entropy_bits", l.Entropy, ""},
		{"entropy_deficit_bits", l.Deficit, ""},
		{"support", l.Support.String(), l.Support.String()},
	}
	for _, r := range l.Most {
		rows = append(rows, []string{"most " + spaced(r.Deck), r.Probability, r.Exact})
	}
	for _, r := range l.Least {
		rows = append(rows, []string{"least " + spaced(r.Deck), r.Probability, r.Exact})
	}
	return []string{"quantity", "value", "exact"}, rows
}

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

// IntervalSchema names the record's form.
const IntervalSchema = "dovetail/bound/2"

// Text implements Record.
func (i Interval) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, total variation distance of %s from uniform over all orders", i.N, i.Word), i.Models))
	fmt.Fprintf(w, "at least %s (%s)\nat most  %s (%s)\n", i.Lower, i.LowerBy, i.Upper, i.UpperBy)
	for _, s := range i.Proof {
		fmt.Fprintf(w, "%s bound %s by %s: %s.\n", s.Bound, s.Value, s.By, s.Says)
	}
	what := "Certified: the bounds are proved and rounded outwards"
	if i.Kind == Exact {
		what = "Exact: a fraction, rounded outwards both ways"
	}
	_, err := fmt.Fprintf(w, "%s. Inequalities are named as in docs/laws.md.\n", what)
	return err
}

// Table implements Record.
func (i Interval) Table() ([]string, [][]string) {
	return csvTable([]Interval{i})
}

// ClosedShuffle is a shuffle whose law is a closed form however often it is done.
type ClosedShuffle struct {
	N       int    `json:"n" unit:"cards"`
	A       int64  `json:"a,omitempty" unit:"packets"`       // packets of a riffle: 2, or a of an a-shuffle
	Cut     string `json:"cut"`                              // none, or once before or after all shuffles
	Shelves int64  `json:"shelves,omitempty" unit:"shelves"` // of a shelf machine
	Top     int    `json:"top,omitempty" unit:"cards"`       // cards from the top that are put at random places
	Digits  int    `json:"digits" unit:"digits"`             // asked for
}

// Name is what many of these shuffles are called.
func (s ClosedShuffle) Name() string {
	switch {
	case s.Shelves > 0:
		return "passes"
	case s.Top > 0:
		return "moves"
	case s.A != 2:
		return fmt.Sprintf("%d-shuffles", s.A)
	}
	return "riffles"
}

// String is the same with what is done.
func (s ClosedShuffle) String() string {
	switch {
	case s.Shelves == 1:
		return "passes through a machine with one shelf"
	case s.Shelves > 1:
		return fmt.Sprintf("passes through a machine with %d shelves", s.Shelves)
	case s.Top == 1:
		return "moves of the top card to a random place"
	case s.Top > 1:
		return fmt.Sprintf("moves of the top %d cards to random places", s.Top)
	case s.Cut != "none":
		return fmt.Sprintf("%s, with one cut at a uniformly chosen place %s them", s.Name(), s.Cut)
	}
	return s.Name()
}

// columns lead the rows of a table.
func (s ClosedShuffle) columns() []leading {
	n := always("n", s.N)
	switch {
	case s.Shelves > 0:
		return []leading{n, always("shelves", s.Shelves)}
	case s.Top > 0:
		return []leading{n, always("top", s.Top)}
	}
	return []leading{n, always("a", s.A), always("cut", s.Cut)}
}

// Riffles is the distance from a fair deck after 1, 2, ... shuffles. Distances
// are decimals rounded to nearest in their last digit; see number.Decimal.
type Riffles struct {
	Schema string `json:"schema"` // dovetail/riffles/3
	Kind   string `json:"kind"`
	Asked
	ClosedShuffle
	Event string       `json:"event,omitempty"` // what decks are known by that are likelier than in a fair deck
	Rows  []RifflesRow `json:"rows"`
}

// The events on which shuffled decks and fair ones differ most, but for their bounds: who bets on them
// at the price that they have with a fair deck gains the total variation distance.
const (
	RisingAtMost   = "rising sequences at most"
	CyclicAtMost   = "cyclic descents at most"
	PeaksAtMost    = "peaks at most"
	InOrderAtLeast = "bottom cards of the old deck still in order, at least"
)

// RifflesRow is one number of shuffles.
type RifflesRow struct {
	Shuffles   int    `json:"shuffles" text:"shuffles" unit:"shuffles"`
	TVD        string `json:"tvd" text:"TVD" unit:"distance"`
	Separation string `json:"separation" text:"separation" unit:"distance"`
	Linf       string `json:"linf" text:"l-infinity" unit:"distance"`          // max|n! P - 1|
	Entropy    string `json:"entropy_bits" text:"entropy deficit" unit:"bits"` // relative to the uniform law
	// n labels are not all distinct; of cards from the top there are none
	Birthday string `json:"birthday,omitempty" text:"birthday bound" unit:"distance"`
	Bound    *int   `json:"event_bound,omitempty" unit:"of the event"`
	Here     string `json:"event_probability,omitempty" unit:"probability"`      // of the event with this bound
	Fair     string `json:"event_fair_probability,omitempty" unit:"probability"` // of the same in a fair deck
}

// RifflesSchema names the record's form.
const RifflesSchema = "dovetail/riffles/3"

// Text implements Record.
func (r Riffles) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, distance from uniform after %s\n", r.N, r.ClosedShuffle)
	header, rows := tabulate("text", r.Rows, nil)
	header[0] = r.Name()
	says := "Exact: all digits are right, the last one rounded. Separation is max(1 - n! P), l-infinity max|n! P - 1|, " +
		"the entropy deficit sum P log2(n! P) in bits"
	if r.Top > 0 {
		header = header[:len(header)-1]
		for i, row := range rows {
			rows[i] = row[:len(header)]
		}
	} else {
		times := "shuffles"
		if r.Shelves > 0 {
			times = "passes"
		}
		says += fmt.Sprintf("; the birthday bound is P(n labels out of %d^%s are not all distinct)", max(r.A, 2*r.Shelves), times)
	}
	fmt.Fprintln(w, plainTable(header, rows))
	return paragraph(w, "", says+".")
}

// Table implements Record.
func (r Riffles) Table() ([]string, [][]string) { return csvTable(r.Rows, r.columns()...) }

// RiffledDeck is how likely a deck is after 1, 2, ... shuffles.
type RiffledDeck struct {
	Schema string `json:"schema"` // dovetail/riffles-deck/2
	Kind   string `json:"kind"`
	Asked
	ClosedShuffle
	Deck  []int  `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	Shape string `json:"shape"`             // what its probability depends on
	// number of shuffles, of those in the rows; 0 if it never comes
	Likeliest int              `json:"likeliest" unit:"cards"`
	Rows      []RiffledDeckRow `json:"rows"`
}

// RiffledDeckRow is one number of shuffles.
type RiffledDeckRow struct {
	Shuffles    int    `json:"shuffles" text:"shuffles" unit:"shuffles"`
	Probability string `json:"probability" text:"P" unit:"probability"`
	Ratio       string `json:"ratio" text:"n! P" unit:"number"` // to that in a fair deck
}

// RiffledDeckSchema names the record's form.
const RiffledDeckSchema = "dovetail/riffles-deck/2"

// Text implements Record.
func (r RiffledDeck) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, a deck with %s after %s\n", r.N, r.Shape, r.ClosedShuffle)
	header, rows := tabulate("text", r.Rows, nil)
	header[0] = r.Name()
	fmt.Fprintln(w, plainTable(header, rows))
	return paragraph(w, "", likeliest(r.Likeliest, r.Name())+" Exact: all digits are right, the last one rounded. n! P is the probability beside that in a fair deck.")
}

// Table implements Record.
func (r RiffledDeck) Table() ([]string, [][]string) { return csvTable(r.Rows, r.columns()...) }
