package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Ranking is what the records of rankings of all words of one length, or within a budget, begin with.
type Ranking struct {
	Head
	M int `json:"m" unit:"letters"`
	Setting
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words" unit:"words"`
}

// Rank is the ranking by a score of the position laws.
type Rank struct {
	Ranking // dovetail/rank/3

	// C1Words counts the words with every cell white; null if a search that skips most words did not count them.
	C1Words *number.Int `json:"c1_words" unit:"words"`
	Minimal *Minimal    `json:"minimal_c1_words,omitempty"`
	Search  Search      `json:"search"`
	Precision
	Rows []RankRow `json:"rows"`

	command string // that ranks these words
}

// WithCommand is the record with a command that ranks these words: it names others like it.
func (r Rank) WithCommand(command string) Rank {
	r.command = command
	return r
}

// Minimal describes words with C = 1 that contain no shorter such word. Every word that contains one has C = 1 too.
type Minimal struct {
	// The length of the shortest minimal words.
	Length int `json:"length" unit:"letters"`
	// The shortest minimal words.
	Words []string `json:"words"`
	// The number of minimal words of each length, from length 0 on.
	Counts []int `json:"counts" unit:"words"`
}

// Search is how a ranking was found. Words that differ by deterministic letters
// at their ends share a law.
type Search struct {
	// How the words were searched: enumerated, pruned or counted.
	Method string `json:"method"`
	// The number of different laws that the search dealt with.
	Laws number.Int `json:"laws" unit:"words"`
	// The number of laws that were computed in full.
	Scored      number.Int `json:"scored" unit:"words"`
	FirstProbe  number.Int `json:"rejected_by_first_vectors" unit:"words"`
	OtherProbes number.Int `json:"rejected_by_other_vectors" unit:"words"`
	Rows        number.Int `json:"rejected_by_rows" unit:"words"`
}

func (s Search) line(m int) string {
	laws := number.Count(s.Laws, "different law") + " of words of up to " + number.Count(m, "letter")
	switch s.Method {
	case "enumerated":
		return fmt.Sprintf("enumerated: all %s scored", laws)
	case "counted":
		return "counted by the words without a factor with C=1"
	}
	return fmt.Sprintf("%s: %s; rejected by first test vectors %s, by others %s, by rows %s; scored %s",
		s.Method, laws, s.FirstProbe, s.OtherProbes, s.Rows, s.Scored)
}

// RankRow is a word at its rank, from 1.
type RankRow struct {
	Rank int `json:"rank" unit:"number"`
	WordRow
	Enclosed
}

// Enclosed is the certified interval of a word's total variation distance from uniform over
// all orders, which scores of single cards do not see. It is absent beyond the first hundred
// rows, and for decks that are too large.
type Enclosed struct {
	TVDKind string `json:"tvd_kind,omitempty"` // bound
	TVDLow  string `json:"tvd_low_exact,omitempty" unit:"distance"`
	TVDHigh string `json:"tvd_high_exact,omitempty" unit:"distance"`
	LowBy   string `json:"tvd_low_by,omitempty"`
	HighBy  string `json:"tvd_high_by,omitempty"`
}

// cell is the interval for reading, or nothing.
func (e Enclosed) cell() string {
	if e.TVDKind == "" {
		return ""
	}
	return number.Places(e.TVDLow, false, 4) + " to " + number.Places(e.TVDHigh, true, 4)
}

func (r Rank) Sections(p *render.Page) {
	counted := ""
	if r.C1Words != nil {
		counted = fmt.Sprintf(", %s with C=1", r.C1Words)
	}
	r.head(p, "m=%d, %s over %s by %s of single cards%s", r.M, number.Count(r.Words, "word"), r.Alphabet, r.By, counted)
	p.Note("%s", r.Search.line(r.M))
	p.Columns(slices.Concat([]string{"rank"}, wordTitles, []string{"?TVD of all orders"})...)
	for _, row := range r.Rows {
		p.Row(slices.Concat([]any{row.Rank}, row.cells(r.Precision), []any{row.Enclosed.cell()})...)
	}
	p.Data(r.Rows, render.Always("m", r.M))
	if m := r.Minimal; m != nil {
		m.note(p)
	}
	if len(r.Rows) > 0 {
		r.caveat(p)
		r.wholeOrder(p)
	}
}

// Decks and words that rankings by certified intervals take.
const (
	MaxBoundedDeck  = 128
	MaxBoundedWords = 60000
)

// wholeOrder ends with the commands that rank by the distance over all orders.
func (r Rank) wholeOrder(p *render.Page) {
	if r.N < 2 {
		return
	}
	says, intervals := "", "certified intervals of TVD over all orders"
	if r.Rows[0].TVDKind != "" {
		says, intervals = "The intervals of TVD of all orders are certified. ", "them"
	}
	var by []string
	switch {
	case r.N > MaxBoundedDeck:
		says, by = says+"To rank by lower bounds on TVD over all orders, from real deals:", []string{"sampled"}
	case !r.Words.IsInt64() || r.Words.Int64() > MaxBoundedWords:
		says += fmt.Sprintf("Up to %d words are ranked by %s (dovetail rank); dovetail tvd encloses a word of any "+
			"length.", MaxBoundedWords, intervals)
	default:
		says, by = says+"To rank by what is known of TVD over all orders, or by narrower sampled intervals:", []string{"distance", "decks"}
	}
	p.Note("%s", says)
	for _, score := range by {
		p.Whole("  %s --by %s", cmp.Or(r.command, "dovetail rank"), score)
	}
}

// note names the shortest minimal words, as many as fit.
func (m Minimal) note(p *render.Page) {
	const most = 10
	names, rest := m.Words, ""
	if len(names) > most {
		names, rest = names[:most], ", ..."
	}
	all := 0
	for _, c := range m.Counts {
		all += c
	}
	p.Note("Every word that contains one of these has C = 1: %s%s", strings.Join(names, ", "), rest)
	p.Note("(%d words of length %d, the shortest with C = 1; %d words up to length %d have C = 1 and contain no "+
		"shorter one).", len(m.Words), m.Length, all, len(m.Counts)-1)
}

// LawRank is the ranking by the TVD of the words' law on S_n.
type LawRank struct {
	Ranking
	// The number of laws computed; words that differ by deterministic letters at their ends share one.
	Laws number.Int `json:"laws" unit:"words"`

	// Kendall's tau-b of this ranking with those by C and by mean row TVD.
	TauC       float64 `json:"kendall_tau_c" unit:"correlation"`
	TauMeanTVD float64 `json:"kendall_tau_tvd_mean" unit:"correlation"`

	// Undecided counts the laws whose TVD cannot be ordered against another's within the
	// errors of doubles; their words rank as tied.
	Undecided int `json:"undecided" unit:"words"`

	// A bound on the error of law_tvd in the rows listed.
	LawError float64 `json:"law_tvd_error" unit:"distance"`
	Precision
	Rows []LawRankRow `json:"rows"`
}

// LawRankRow is a word at its rank, from 1, with its rank by convergence.
type LawRankRow struct {
	Rank   int    `json:"rank" unit:"number"`
	CRank  int    `json:"c_rank" unit:"number"`
	LawTVD string `json:"law_tvd_exact" unit:"distance"`
	WordRow
}

func (r LawRank) Sections(p *render.Page) {
	r.head(p, "m=%d, %s over %s by %s", r.M, number.Count(r.Words, "word"), r.Alphabet, r.By)
	p.Note("all %s on %d! decks computed; Kendall's tau-b with the ranking by C %.3f, by mean TVD of single cards %.3f",
		number.Count(r.Laws, "law"), r.N, r.TauC, r.TauMeanTVD)
	rows := slices.Clone(r.Rows)
	for i := range rows {
		rows[i].LawTVD = number.Short(rows[i].LawTVD)
	}
	p.Data(rows, render.Always("m", r.M))
	if len(rows) == 0 {
		return
	}
	p.Columns(slices.Concat([]string{"rank", "law TVD", "C rank"}, wordTitles)...)
	for _, row := range rows {
		p.Row(slices.Concat([]any{row.Rank, shorten(row.LawTVD), row.CRank}, row.cells(r.Precision))...)
	}
	within, order := "exactly", "no two laws were too close to be ordered."
	if r.LawError != 0 {
		within = fmt.Sprintf("within %.1g", r.LawError)
	}
	if r.Undecided > 0 {
		order = fmt.Sprintf("%d laws are too close to another to be ordered, and count as tied.", r.Undecided)
	}
	p.Note("Law TVD is the distance of the law on all decks from the uniform one, %s; %s", within, order)
	r.caveat(p)
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

// SampledRank is the ranking of all words of one length by lower bounds on their distance
// from a fair deck, from real deals, beside coarse position laws.
type SampledRank struct {
	Head
	N        int        `json:"n" unit:"cards"`
	M        int        `json:"m" unit:"letters"`
	Models   []string   `json:"models"`
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words" unit:"words"`
	// The number of deals of each word.
	Deals int        `json:"deals" unit:"deals"`
	Seed  number.Int `json:"seed" unit:"number"`
	// A bound on the probability that some bound does not hold.
	Delta float64 `json:"delta" unit:"probability"`

	// The number of stretches into which the deck is divided: a cell counts the cards that go from one to another.
	Grid int `json:"grid" unit:"number"`
	// How many cards fall into a cell on average, if decks are fair.
	Cell float64 `json:"cell_expected" unit:"cells"`
	// How far from its mean a white cell may be, in standard deviations of a fair deck.
	Tolerance float64 `json:"cell_tolerance" unit:"standard deviations"`

	Rows []SampledRankRow `json:"rows"`
}

// SampledRankRow is a word at its rank, from 1.
type SampledRankRow struct {
	Rank   int     `json:"rank" unit:"number"`
	Word   string  `json:"word"`
	TVDLow float64 `json:"tvd_low" unit:"distance"`
	// The statistic that proves the lower bound.
	Statistic string      `json:"statistic"`
	Side      string      `json:"side"`
	Threshold int64       `json:"threshold" unit:"of the statistic"`
	White     int         `json:"grid_w" unit:"cells"`
	C         json.Number `json:"grid_c" unit:"share of the cells"`
	// A lower bound from where single cards land, by stretches.
	Distance float64 `json:"grid_tvd" unit:"estimated distance"`
	Error    float64 `json:"grid_tvd_error" unit:"distance"`
}

func (r SampledRank) Sections(p *render.Page) {
	p.Head(r.Models, "n=%d, m=%d, %s over %s by %s, %s each, seed %d", r.N, r.M, number.Count(r.Words, "word"),
		r.Alphabet, r.By,
		number.Count(r.Deals, "deal"), r.Seed)
	p.Columns("rank", "<word", "TVD at least", "<proved by", "grid C", "grid TVD", "<~sd")
	for _, row := range r.Rows {
		p.Row(row.Rank, row.Word, fmt.Sprintf("%.4f", row.TVDLow),
			fmt.Sprintf("%s %s %d", row.Statistic, row.Side, row.Threshold),
			row.C, fmt.Sprintf("%.5f", row.Distance), fmt.Sprintf("±%.5f", row.Error))
	}
	p.Data(r.Rows, render.Always("m", r.M))
	p.Note("Sampled: all bounds on TVD over all orders hold with confidence 1 - %g, and words with the same bound "+
		"are in no proved order. Grid: the deck is divided into %d stretches, and a cell counts the cards that go "+
		"from one of them to another, %s on average. Grid C is the share of cells within %.2f standard deviations "+
		"of their mean; in a fair deck all cells are, with probability 0.95. Grid TVD, ± its standard "+
		"error, estimates the mean distance of single cards from below: the first half of the deals says which "+
		"cells count too much, the second half by how much.",
		r.Delta, r.Grid, figures(r.Cell), r.Tolerance)
}
