package results

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"

	"dovetail/results/number"
)

// Schemas of the records below.
const (
	TopswopsCensusSchema = "dovetail/topswops-census/2"
	TopswopsTableSchema  = "dovetail/topswops-table/2"
	TopswopsBoundsSchema = "dovetail/topswops-bounds/2"
)

// TopswopsCensus counts the decks of n cards by length.
type TopswopsCensus struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N       int          `json:"n" unit:"cards"`
	Total   number.Int   `json:"total" unit:"decks"`
	Counts  []number.Int `json:"counts" unit:"decks"`   // by length, from 0
	Mean    string       `json:"mean" unit:"number"`    // a fraction
	Central []string     `json:"central" unit:"number"` // moments 2, 3 and 4 about the mean, fractions
	Sources number.Int   `json:"sources" unit:"decks"`  // decks without a predecessor
}

// Moments are the mean and the moments 2, 3 and 4 about it, as fractions.
func (r TopswopsCensus) Moments() (mean *big.Rat, central [3]*big.Rat) {
	about := func(c *big.Rat, k int) *big.Rat {
		sum := new(big.Rat)
		for length, decks := range r.Counts {
			from := new(big.Rat).Sub(new(big.Rat).SetInt64(int64(length)), c)
			term := new(big.Rat).SetInt(decks.Int)
			for range k {
				term.Mul(term, from)
			}
			sum.Add(sum, term)
		}
		return sum.Quo(sum, new(big.Rat).SetInt(r.Total.Int))
	}
	mean = about(new(big.Rat), 1)
	for i := range central {
		central[i] = about(mean, i+2)
	}
	return mean, central
}

// Fill fills in what follows from the counts and the total.
func (r *TopswopsCensus) Fill() {
	mean, central := r.Moments()
	r.Mean, r.Central = mean.String(), nil
	for _, c := range central {
		r.Central = append(r.Central, c.String())
	}
}

// Text implements Record.
func (r TopswopsCensus) Text(w io.Writer) error {
	exact, central := r.Moments()
	mean, _ := exact.Float64()
	var moment [3]float64
	for i, c := range central {
		moment[i], _ = c.Float64()
	}
	fmt.Fprintf(w, "n=%d: %s, mean length %s = %.6f, %s without a predecessor\n", r.N, number.Count(r.Total, "deck"), r.Mean, mean, number.Count(r.Sources, "deck"))
	if v := moment[0]; v > 0 {
		fmt.Fprintf(w, "standard deviation %.6f, skewness %.6f, kurtosis %.6f\n", math.Sqrt(v), moment[1]/math.Pow(v, 1.5), moment[2]/(v*v))
	}
	header, rows := r.Table()
	_, err := fmt.Fprintln(w, plainTable(header, rows, header[0]))
	return err
}

// Table implements Record.
func (r TopswopsCensus) Table() ([]string, [][]string) {
	var rows [][]string
	for length, c := range r.Counts {
		rows = append(rows, []string{strconv.Itoa(length), c.String()})
	}
	return []string{"length", "decks"}, rows
}

// TopswopsTable lists f(n).
type TopswopsTable struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	Rows []TopswopsRow `json:"rows"`
}

// TopswopsRow is a line of it.
type TopswopsRow struct {
	N      int        `json:"n" unit:"cards"`
	Length int        `json:"length" csv:"f(n)" unit:"moves"`
	Decks  number.Int `json:"decks" unit:"decks"` // that reach it
}

// Text implements Record.
func (r TopswopsTable) Text(w io.Writer) error {
	header, rows := r.Table()
	_, err := fmt.Fprintln(w, plainTable(header, rows, header[0]))
	return err
}

// Table implements Record.
func (r TopswopsTable) Table() ([]string, [][]string) {
	return csvTable(r.Rows)
}

// BFile writes the lengths in the form of an OEIS b-file.
func (r TopswopsTable) BFile(w io.Writer) error {
	for _, x := range r.Rows {
		if _, err := fmt.Fprintf(w, "%d %d\n", x.N, x.Length); err != nil {
			return err
		}
	}
	return nil
}

// TopswopsBounds hold f(n) between others.
type TopswopsBounds struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"` // bound
	Asked
	N         int             `json:"n" unit:"cards"`
	Wilf      number.Int      `json:"upper_2^(n-1)" unit:"moves"`
	Fibonacci number.Int      `json:"upper_fibonacci" unit:"moves"`
	Lower     int             `json:"lower" unit:"moves"`
	Deck      []int           `json:"deck" unit:"cards"` // that reaches the lower bound
	Built     []TopswopsBuilt `json:"built"`             // the decks played, of which it is the longest
	Published int             `json:"published,omitempty" unit:"moves"`
	Source    string          `json:"source,omitempty"`
	// length of the longest deck in docs/records, where it is longer than that
	OnRecord *int `json:"on_record,omitempty" unit:"moves"`
	Named
}

// TopswopsBuilt is a way to build a long deck, and how many moves it has.
type TopswopsBuilt struct {
	Name   string `json:"name"`
	Source string `json:"source,omitempty"` // of a deck that it starts from
	Length int    `json:"length" unit:"moves"`
}

// Text implements Record. Upper bounds of many digits are rounded up.
func (r TopswopsBounds) Text(w io.Writer) error {
	header, rows := r.Table()
	for _, row := range rows {
		row[1] = roundedUp(row[1])
	}
	_, err := fmt.Fprintf(w, "%s\ndeck of the lower bound: %s\n", plainTable(header, rows, header[0], "by"), r.called(r.Deck...))
	return err
}

// roundedUp has four digits and an exponent if s has more than thirty.
func roundedUp(s string) string {
	if len(s) <= 30 {
		return s
	}
	head, _ := strconv.Atoi(s[:4])
	return fmt.Sprintf("%.3fe%d", float64(head+1)/1000, len(s)-1)
}

// Table implements Record.
func (r TopswopsBounds) Table() ([]string, [][]string) {
	rows := [][]string{
		{"at least", strconv.Itoa(r.Lower), "the deck below, played"},
		{"at most", r.Fibonacci.String(), "Fibonacci number F(n+1) (Klamkin)"},
		{"at most", r.Wilf.String(), "2^(n-1) (Wilf)"},
	}
	if r.Source != "" {
		rows = append(rows, []string{"published", strconv.Itoa(r.Published), r.Source})
	}
	if r.OnRecord != nil {
		rows = append(rows, []string{"on record", strconv.Itoa(*r.OnRecord), "a deck in docs/records, not played here, by dovetail topswops records"})
	}
	for _, b := range r.Built {
		by := b.Name
		if b.Source != "" {
			by += " (" + b.Source + ")"
		}
		rows = append(rows, []string{"built", strconv.Itoa(b.Length), by})
	}
	return []string{"f(" + strconv.Itoa(r.N) + ")", "moves", "by"}, rows
}

// TopswopsPlaySchema names the record's form.
const TopswopsPlaySchema = "dovetail/topswops-play/3"

// TopswopsPlay is one game, move by move.
type TopswopsPlay struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N      int   `json:"n" unit:"cards"`
	Length int   `json:"length" unit:"moves"`
	Deck   []int `json:"deck" unit:"cards"`
	End    []int `json:"end" unit:"cards"`
	// the cards moved; null in a game of more than a million
	Moves        []int        `json:"moves" none:"null" unit:"cards"`
	Decks        [][]int      `json:"decks,omitempty" unit:"cards"`   // the deck before each move
	Scores       []number.Int `json:"scores,omitempty" unit:"number"` // certificate, before each move and at the end
	Protagonists []int        `json:"protagonists" unit:"cards"`      // cards that come to the top
	Supporting   []int        `json:"supporting" unit:"cards"`        // cards that never do
	TopswopsHalves
	Named
}

// TopswopsHalves are a game cut where its largest protagonist comes to the top, which
// happens once.
type TopswopsHalves struct {
	Largest     int   `json:"largest,omitempty" unit:"cards"`  // the largest protagonist
	Critical    int   `json:"critical,omitempty" unit:"cards"` // the card on top after its move
	Before      int   `json:"before,omitempty" unit:"moves"`   // moves before it comes to the top
	First       []int `json:"first,omitempty" unit:"cards"`    // the deck of the first half: 1 and the largest exchanged
	FirstLength int   `json:"first_length" unit:"moves"`
	// the deck of the second half: after the move of the largest
	Second       []int `json:"second,omitempty" unit:"cards"`
	SecondLength int   `json:"second_length" unit:"moves"`
}

// Text implements Record.
func (r TopswopsPlay) Text(w io.Writer) error {
	if len(r.Decks) > 0 {
		t := newTable([]string{"move", "deck", "score of cards at home"}, "deck")
		for i, d := range append(r.Decks, r.End) {
			t.AppendRow([]any{i, r.called(d...), r.Scores[i]})
		}
		fmt.Fprintln(w, t.Render())
	}
	fmt.Fprintf(w, "%s\nprotagonists: %s\nsupporting cards: %s\n", number.Count(r.Length, "move"), r.called(r.Protagonists...), r.called(r.Supporting...))
	if r.Length == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "largest protagonist: %s, after %s; critical card: %s\n"+
		"first half transformed: %s, %s\nsecond half: %s, %s\n",
		r.called(r.Largest), number.Count(r.Before, "move"), r.called(r.Critical), r.called(r.First...), number.Count(r.FirstLength, "move"),
		r.called(r.Second...), number.Count(r.SecondLength, "move"))
	return err
}

// Table implements Record.
func (r TopswopsPlay) Table() ([]string, [][]string) {
	var rows [][]string
	for i, k := range r.Moves {
		rows = append(rows, []string{strconv.Itoa(i + 1), r.written(k)[0]})
	}
	return []string{"move", "card"}, rows
}
