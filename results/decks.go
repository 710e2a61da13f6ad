package results

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// How a law on S_n was computed.
const (
	Integers = "integer" // whole numbers over one denominator: exact
	Floats   = "float"   // doubles, with a bound on their relative error
)

// DeckLawSchema names the form of DeckLaw.
const DeckLawSchema = "dovetail/law/1"

// DeckLaw is how a word's law on the n! decks compares with the uniform one.
// Numbers are strings: the nearest double in the fewest digits beside an exact value as
// a fraction, which there is where the arithmetic is integer, or else no digits beyond
// the stated error.
type DeckLaw struct {
	Schema     string   `json:"schema"`
	Kind       string   `json:"kind"`
	N          int      `json:"n"`
	Word       string   `json:"word"`
	Models     []string `json:"models"`
	Arithmetic string   `json:"arithmetic"`

	// Denominator is that of all probabilities before reduction; empty for floats.
	Denominator string `json:"denominator,omitempty"`

	// Error bounds the relative error of probabilities, and the absolute error of
	// TVD and separation; 0 for integers, whose fractions are exact.
	Error float64 `json:"error"`

	TVD             string     `json:"tvd"`
	TVDExact        string     `json:"tvd_exact,omitempty"`
	Separation      string     `json:"separation"`
	SeparationExact string     `json:"separation_exact,omitempty"`
	L2              string     `json:"l2"`
	L2SquareExact   string     `json:"l2_square_exact,omitempty"`
	L2Error         float64    `json:"l2_error"`
	Entropy         string     `json:"entropy_bits"`
	Deficit         string     `json:"entropy_deficit_bits"`
	EntropyError    float64    `json:"entropy_error"`
	Support         string     `json:"support"` // decks with a probability above 0
	Decks           number.Int `json:"decks"`   // n!
	Most            []DeckRow  `json:"most"`
	Least           []DeckRow  `json:"least"`
}

// DeckRow is a deck with its probability.
type DeckRow struct {
	Deck        []int  `json:"deck"` // the card, from 1, at each position from the top
	Probability string `json:"probability"`
	Exact       string `json:"probability_exact,omitempty"`
	Sharing     string `json:"sharing"` // decks with the same probability
}

// Text implements Record.
func (l DeckLaw) Text(w io.Writer) error {
	fmt.Fprintf(w, "law of %s on the %s of %s; %s\n", l.Word, counted(int(l.Decks.Int64()), "deck"), counted(l.N, "card"), strings.Join(l.Models, "; "))
	support := l.Support + " decks"
	if l.Support == "1" {
		support = "1 deck"
	}
	t := newTable([]string{"", "value", "exactly"}, "", "value", "exactly")
	t.SuppressEmptyColumns() // doubles have no exact values
	t.AppendRow(table.Row{"TVD", l.TVD, l.TVDExact})
	t.AppendRow(table.Row{"separation", l.Separation, l.SeparationExact})
	t.AppendRow(table.Row{"l-2", l.L2, root(l.L2SquareExact)})
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
			t.AppendRow(table.Row{spaced(r.Deck), r.Probability, r.Exact, r.Sharing})
		}
		fmt.Fprintln(w, t.Render())
	}
	if l.Arithmetic == Integers {
		_, err := fmt.Fprintf(w, "Exact: whole numbers over %s; l-2 and entropy are within %.1g and %.1g of the truth.\n",
			l.Denominator, l.L2Error, l.EntropyError)
		return err
	}
	_, err := fmt.Fprintf(w, "Exact to a bound: probabilities within %.1g of their size, TVD and separation within %.1g of the truth, l-2 %.1g,\n"+
		"entropy %.1g. Outcomes of a letter rarer than 2^-1000 count as impossible.\n", l.Error, l.Error, l.L2Error, l.EntropyError)
	return err
}

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
		{"support", l.Support, l.Support},
	}
	for _, r := range l.Most {
		rows = append(rows, []string{"most " + spaced(r.Deck), r.Probability, r.Exact})
	}
	for _, r := range l.Least {
		rows = append(rows, []string{"least " + spaced(r.Deck), r.Probability, r.Exact})
	}
	return []string{"quantity", "value", "exact"}, rows
}

// LawRankSchema names the form of LawRank.
const LawRankSchema = "dovetail/rank-law/1"

// LawRank is the ranking of all words of one length by the TVD of their law on S_n.
type LawRank struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	M      int    `json:"m"`
	Setting
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words"`
	Laws     number.Int `json:"laws"` // computed: words that differ by deterministic letters at their ends share one

	// Kendall's tau-b of this ranking with those by C and by mean row TVD.
	TauC       float64 `json:"kendall_tau_c"`
	TauMeanTVD float64 `json:"kendall_tau_tvd_mean"`

	// Undecided counts the laws whose TVD cannot be told from another's within the
	// errors of doubles; their words rank as tied.
	Undecided int `json:"undecided"`

	LawError float64 `json:"law_tvd_error"` // bound on the error of law_tvd, of the rows listed
	Precision
	Rows []LawRankRow `json:"rows"`
}

// LawRankRow is a word at its rank, from 1, with its rank by convergence.
type LawRankRow struct {
	Rank     int    `json:"rank"`
	CRank    int    `json:"c_rank"`
	LawTVD   string `json:"law_tvd"`
	LawExact string `json:"law_tvd_exact,omitempty"`
	WordRow
}

// Text implements Record.
func (r LawRank) Text(w io.Writer) error {
	fmt.Fprintln(w, r.line(fmt.Sprintf("m=%d, %s words over %s by %s", r.M, r.Words, r.Alphabet, r.By)))
	fmt.Fprintf(w, "all %s laws on %d! decks computed; Kendall's tau-b with the ranking by C %.3f, by mean TVD of single cards %.3f\n",
		r.Laws, r.N, r.TauC, r.TauMeanTVD)
	if len(r.Rows) == 0 {
		return nil
	}
	t := newTable(append([]string{"rank", "law TVD", "C rank"}, wordHeader...), "word", "sd")
	for _, row := range r.Rows {
		t.AppendRow(append(table.Row{row.Rank, shorten(row.LawTVD), row.CRank}, row.cells(r.Precision)...))
	}
	fmt.Fprintln(w, t.Render())
	fmt.Fprintf(w, "Law TVD is the distance of the law on all decks from the uniform one, %s; ", within(r.LawError))
	if r.Undecided > 0 {
		fmt.Fprintf(w, "%d laws are too close to another to be ordered, and count as tied.\n", r.Undecided)
	} else {
		fmt.Fprintln(w, "no two laws were too close to be ordered.")
	}
	return r.caveat(w)
}

func within(bound float64) string {
	if bound == 0 {
		return "exactly"
	}
	return fmt.Sprintf("within %.1g", bound)
}

// shorten is a number in six decimals for reading, or four digits of a small one.
func shorten(s string) string {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	if x > 0 && x < 0.001 {
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%.6f", x)
}

// Table implements Record.
func (r LawRank) Table() ([]string, [][]string) {
	var rows [][]string
	for _, row := range r.Rows {
		rows = append(rows, append([]string{strconv.Itoa(r.M), strconv.Itoa(row.Rank), strconv.Itoa(row.CRank), row.LawTVD}, row.columns()...))
	}
	return append([]string{"m", "rank", "c_rank", "law_tvd"}, wordColumns...), rows
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
