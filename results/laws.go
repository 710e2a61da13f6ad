package results

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/text"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// How a law on S_n was computed.
const (
	Integers = "integer" // whole numbers over one denominator: exact
	Floats   = "float"   // doubles, with a bound on their relative error
)

// DeckLaw compares a word's law on the n! decks with the uniform law. With integer arithmetic numbers are exact fractions;
// otherwise there are no digits beyond the stated error.
type DeckLaw struct {
	Head
	N          int      `json:"n" unit:"cards"`
	Word       string   `json:"word"`
	Models     []string `json:"models"`
	Arithmetic string   `json:"arithmetic"`

	// The common denominator of all probabilities before fractions are reduced; empty for floats.
	Denominator number.Int `json:"denominator,omitzero" unit:"number"`

	// Error bounds the relative error of probabilities, and the absolute error of
	// TVD and separation; 0 for integers, whose fractions are exact.
	Error float64 `json:"error" unit:"distance"`

	TVD        string `json:"tvd_exact" unit:"distance"`
	Separation string `json:"separation_exact" unit:"distance"`
	L2         string `json:"l2_exact" unit:"l2 distance"`
	// Only with integer arithmetic: the l2 distance itself is no fraction.
	L2Square     string  `json:"l2_square_exact,omitempty" unit:"square of an l2 distance"`
	L2Error      float64 `json:"l2_error" unit:"l2 distance"`
	Entropy      string  `json:"entropy_bits_exact" unit:"bits"`
	Deficit      string  `json:"entropy_deficit_bits_exact" unit:"bits"`
	EntropyError float64 `json:"entropy_error" unit:"bits"`
	// The number of decks with a probability above 0.
	Support number.Int `json:"support" unit:"decks"`
	// The number of all decks, n!.
	Decks number.Int `json:"decks" unit:"decks"`
	Most  []DeckRow  `json:"most"`
	Least []DeckRow  `json:"least"`
}

// DeckRow is a deck with its probability.
type DeckRow struct {
	Deck        []int  `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	Probability string `json:"probability_exact" unit:"probability"`
	// How many decks have the same probability.
	Sharing number.Int `json:"sharing" unit:"decks"`
}

func (l DeckLaw) Sections(p *render.Page) {
	p.Head(l.Models, "law of %s on the %s of %s", l.Word, number.Count(l.Decks, "deck"), number.Count(l.N, "card"))
	root := ""
	if l.L2Square != "" {
		root = "sqrt(" + l.L2Square + ")"
	}
	fraction := func(number string) string {
		if l.Arithmetic != Integers {
			return ""
		}
		return number
	}
	p.Header = []string{"quantity", "value", "exact"}
	var rows [][]any
	for _, q := range [][5]string{
		{"tvd", number.Short(l.TVD), fraction(l.TVD), "TVD", ""},
		{"separation", number.Short(l.Separation), fraction(l.Separation), "separation", ""},
		{"l2", l.L2, root, "l-2", ""},
		{"entropy_bits", l.Entropy, "", "entropy", " bits"},
		{"entropy_deficit_bits", l.Deficit, "", "  below log2(n!)", " bits"},
	} {
		p.Add(q[0], q[1], q[2])
		rows = append(rows, []any{q[3], number.Shorten(q[1], 7) + q[4], broken(q[2])})
	}
	p.Add("support", l.Support, l.Support)
	p.Grid([]string{"<", "<value", "<?exactly"}, append(rows, []any{"support", number.Count(l.Support, "deck"), ""}))
	for _, end := range []struct {
		name string
		rows []DeckRow
	}{{"most", l.Most}, {"least", l.Least}} {
		p.Columns("<"+end.name+" likely deck", "<probability", "<?exactly", "shared by")
		for _, r := range end.rows {
			short, exact := number.Short(r.Probability), fraction(r.Probability)
			p.Row(render.Spaced(r.Deck), number.Shorten(short, 7), broken(exact), r.Sharing)
			p.Add(end.name+" "+render.Spaced(r.Deck), short, exact)
		}
	}
	if l.Arithmetic == Integers {
		p.Note("Exact: whole numbers over %s; l-2 and entropy are within %.1g and %.1g of the truth.", l.Denominator,
			l.L2Error, l.EntropyError)
		return
	}
	p.Note("Exact to a bound: probabilities within %.1g of their size, TVD and separation within %.1g of the truth, "+
		"l-2 %.1g, entropy %.1g. Outcomes of a letter rarer than 2^-1000 count as impossible.",
		l.Error, l.Error, l.L2Error, l.EntropyError)
}

// broken is an exact value on as many lines as a column of a table leaves to it.
func broken(exact string) render.Lines { return render.Lines(text.WrapHard(exact, 40)) }

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

// Pairs summarises the law of ordered pairs of cards after a word. Positions count from 1.
type Pairs struct {
	Head
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`

	// Distances from uniform on n(n-1) ordered pairs: of the positions of two cards,
	// mean and worst over start pairs, and of the cards at two positions, worst over
	// end pairs. Ties within the error go to the first pair.
	MeanTVD    float64 `json:"pair_tvd_mean" unit:"distance"`
	WorstTVD   float64 `json:"pair_tvd_worst" unit:"distance"`
	WorstStart [2]int  `json:"worst_start_pair" unit:"positions"`
	WorstEnd   [2]int  `json:"worst_end_pair" unit:"positions"`
	EndTVD     float64 `json:"pair_tvd_worst_end" unit:"distance"`
	// A bound on the error of every distance and probability.
	Error float64 `json:"error" unit:"distance"`

	// 2/n, the probability for a fair deck.
	Uniform float64 `json:"uniform_together" unit:"probability"`
	// The pairs of neighbours, in order of their position.
	Neighbours []Neighbour `json:"neighbours"`
}

// Neighbour is the pair of cards at positions First and First+1.
type Neighbour struct {
	First int `json:"first" unit:"cards"`
	// The probability that they are neighbours afterwards, in either order.
	Together float64 `json:"together" unit:"probability"`
}

func (p Pairs) Sections(page *render.Page) {
	page.Head(p.Models, "n=%d, ordered pairs of cards after %s", p.N, p.Word)
	digits := func(x float64) string { return number.Digits(x, p.Error, 6) }
	page.Line("distance from uniform of the positions of two cards: mean %s, worst %s (cards at %d and %d)",
		digits(p.MeanTVD), digits(p.WorstTVD), p.WorstStart[0], p.WorstStart[1])
	page.Line("distance from uniform of the cards at two positions: worst %s (positions %d and %d)", digits(p.EndTVD), p.WorstEnd[0], p.WorstEnd[1])
	page.Line("neighbours that are neighbours afterwards, in either order, with the largest deviations from 2/n = "+
		"%.6g:", p.Uniform)
	var rows []pairRow
	for _, n := range p.Neighbours {
		rows = append(rows, pairRow{n.First, n.First + 1, n.Together, p.Uniform,
			fmt.Sprintf("%d, %d", n.First, n.First+1), digits(n.Together), n.Together / p.Uniform})
	}
	page.Data(rows)
	deviation := func(r pairRow) float64 { return math.Abs(r.Together - r.Uniform) }
	slices.SortStableFunc(rows, func(a, b pairRow) int { return cmp.Compare(deviation(b), deviation(a)) })
	for from, to := 0, 0; from < len(rows); from = to { // those within the error of each other are in order
		for to < len(rows) && deviation(rows[to]) >= deviation(rows[from])-2*p.Error {
			to++
		}
		slices.SortFunc(rows[from:to], func(a, b pairRow) int { return a.First - b.First })
	}
	const shown = 10
	page.Show(rows[:min(shown, len(rows))])
	page.Line("Exact: distances and probabilities are within %.1g of the truth.", p.Error)
}

// pairRow is the pair of neighbours at two positions.
type pairRow struct {
	First    int     `csv:"first"`
	Second   int     `csv:"second"`
	Together float64 `csv:"together"`
	Uniform  float64 `csv:"uniform"`
	Cards    string  `text:"cards at"`
	Digits   string  `text:"probability"`
	Ratio    float64 `text:"of uniform,%.3f"`
}
