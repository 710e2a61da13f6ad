package results

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// Ranking is what the records of rankings of all words of one length begin with.
type Ranking struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	M int `json:"m" unit:"letters"`
	Setting
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words" unit:"words"`
}

// Rank is the ranking by a score of the position laws.
type Rank struct {
	Ranking // dovetail/rank/2

	// C1Words counts the words with every cell white; null where a search
	// that passed most words by did not count them.
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

// Minimal describes words with C = 1 that have no shorter such word in them.
// Every word that contains one has C = 1 too.
type Minimal struct {
	Length int      `json:"length" unit:"letters"` // of the shortest
	Words  []string `json:"words"`                 // the shortest
	Counts []int    `json:"counts" unit:"words"`   // number of minimal words by length, from 0
}

// Search is how a ranking was found. Words that differ by deterministic letters
// at their ends share a law.
type Search struct {
	Method      string     `json:"method"`              // enumerated, pruned or counted
	Laws        number.Int `json:"laws" unit:"words"`   // distinct laws dealt with
	Scored      number.Int `json:"scored" unit:"words"` // computed in full
	FirstProbe  number.Int `json:"rejected_by_first_vectors" unit:"words"`
	OtherProbes number.Int `json:"rejected_by_other_vectors" unit:"words"`
	Rows        number.Int `json:"rejected_by_rows" unit:"words"`
}

func (s Search) line() string {
	switch s.Method {
	case "enumerated":
		return fmt.Sprintf("enumerated: all %s scored", number.Count(s.Laws, "law"))
	case "counted":
		return "counted by the words without a factor with C=1"
	}
	return fmt.Sprintf("%s: %s, of which rejected by first test vectors %s, by others %s, by rows %s; scored %s",
		s.Method, number.Count(s.Laws, "law"), s.FirstProbe, s.OtherProbes, s.Rows, s.Scored)
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
	TVDLow  string `json:"tvd_low,omitempty" unit:"distance"`
	TVDHigh string `json:"tvd_high,omitempty" unit:"distance"`
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

// RankSchema names the record's form.
const RankSchema = "dovetail/rank/2"

// Text implements Record.
func (r Rank) Text(w io.Writer) error {
	counted := ""
	if r.C1Words != nil {
		counted = fmt.Sprintf(", %s with C=1", r.C1Words)
	}
	fmt.Fprintln(w, r.line(fmt.Sprintf("m=%d, %s over %s by %s of single cards%s", r.M, number.Count(r.Words, "word"), r.Alphabet, r.By, counted)))
	paragraph(w, "", r.Search.line())
	if len(r.Rows) > 0 {
		t := newTable(append([]string{"rank"}, append(slices.Clone(wordHeader), "TVD of all orders")...), "word", "sd")
		t.SuppressEmptyColumns()
		for _, row := range r.Rows {
			t.AppendRow(append(append(table.Row{row.Rank}, row.cells(r.Precision)...), row.Enclosed.cell()))
		}
		fmt.Fprintln(w, t.Render())
	}
	if m := r.Minimal; m != nil {
		m.text(w)
	}
	if len(r.Rows) == 0 {
		return nil
	}
	if err := r.caveat(w); err != nil {
		return err
	}
	return r.wholeOrder(w)
}

// Decks and words that rankings by certified intervals take.
const (
	MaxBoundedDeck  = 104
	MaxBoundedWords = 10000
)

// wholeOrder ends with the commands that rank by the distance over all orders.
func (r Rank) wholeOrder(w io.Writer) error {
	if r.N < 2 {
		return nil
	}
	says, intervals := "", "certified intervals of TVD over all orders"
	if r.Rows[0].TVDKind != "" {
		says, intervals = "The intervals of TVD of all orders are certified. ", "them"
	}
	like := "  " + cmp.Or(r.command, "dovetail rank") + " --by "
	switch {
	case r.N > MaxBoundedDeck:
		says += "To rank by lower bounds on TVD over all orders, from real deals:\n" + like + "sampled"
	case !r.Words.IsInt64() || r.Words.Int64() > MaxBoundedWords:
		says += fmt.Sprintf("Up to %d words are ranked by %s (--by bound); dovetail bound WORD encloses one of any length, "+
			"dovetail tvd WORD more narrowly.", MaxBoundedWords, intervals)
	default:
		says += "To rank by " + intervals + ", or by narrower sampled ones:\n" + like + "bound\n" + like + "decks"
	}
	prose, commands, _ := strings.Cut(says, "\n")
	err := paragraph(w, "", prose)
	if commands != "" {
		_, err = fmt.Fprintln(w, commands)
	}
	return err
}

// text names the shortest minimal words, as many as fit.
func (m Minimal) text(w io.Writer) {
	const most = 10
	names, rest := m.Words, ""
	if len(names) > most {
		names, rest = names[:most], ", ..."
	}
	all := 0
	for _, c := range m.Counts {
		all += c
	}
	paragraph(w, "", "Every word that contains one of these has C = 1: "+strings.Join(names, ", ")+rest)
	paragraph(w, "", fmt.Sprintf("(%d words of length %d, the shortest with C = 1; %d words up to length %d have C = 1 and contain no shorter one).",
		len(m.Words), m.Length, all, len(m.Counts)-1))
}

// Table implements Record.
func (r Rank) Table() ([]string, [][]string) {
	return csvTable(r.Rows, always("m", r.M))
}

// LawRankSchema names the form of LawRank.
const LawRankSchema = "dovetail/rank-law/2"

// LawRank is the ranking by the TVD of the words' law on S_n.
type LawRank struct {
	Ranking
	// computed: words that differ by deterministic letters at their ends share one
	Laws number.Int `json:"laws" unit:"words"`

	// Kendall's tau-b of this ranking with those by C and by mean row TVD.
	TauC       float64 `json:"kendall_tau_c" unit:"number"`
	TauMeanTVD float64 `json:"kendall_tau_tvd_mean" unit:"number"`

	// Undecided counts the laws whose TVD cannot be told from another's within the
	// errors of doubles; their words rank as tied.
	Undecided int `json:"undecided" unit:"words"`

	LawError float64 `json:"law_tvd_error" unit:"distance"` // bound on the error of law_tvd, of the rows listed
	Precision
	Rows []LawRankRow `json:"rows"`
}

// LawRankRow is a word at its rank, from 1, with its rank by convergence.
type LawRankRow struct {
	Rank     int    `json:"rank" unit:"number"`
	CRank    int    `json:"c_rank" unit:"number"`
	LawTVD   string `json:"law_tvd" unit:"distance"`
	LawExact string `json:"law_tvd_exact,omitempty" csv:"-" unit:"distance"`
	WordRow
}

// Text implements Record.
func (r LawRank) Text(w io.Writer) error {
	fmt.Fprintln(w, r.line(fmt.Sprintf("m=%d, %s over %s by %s", r.M, number.Count(r.Words, "word"), r.Alphabet, r.By)))
	paragraph(w, "", fmt.Sprintf("all %s on %d! decks computed; Kendall's tau-b with the ranking by C %.3f, by mean TVD of single cards %.3f",
		number.Count(r.Laws, "law"), r.N, r.TauC, r.TauMeanTVD))
	if len(r.Rows) == 0 {
		return nil
	}
	t := newTable(append([]string{"rank", "law TVD", "C rank"}, wordHeader...), "word", "sd")
	for _, row := range r.Rows {
		t.AppendRow(append(table.Row{row.Rank, shorten(row.LawTVD), row.CRank}, row.cells(r.Precision)...))
	}
	fmt.Fprintln(w, t.Render())
	order := "no two laws were too close to be ordered."
	if r.Undecided > 0 {
		order = fmt.Sprintf("%d laws are too close to another to be ordered, and count as tied.", r.Undecided)
	}
	paragraph(w, "", fmt.Sprintf("Law TVD is the distance of the law on all decks from the uniform one, %s; %s", within(r.LawError), order))
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
	return csvTable(r.Rows, always("m", r.M))
}

// The forms of BoundRank: of certified intervals, and of sampled ones.
const (
	BoundRankSchema = "dovetail/rank-bound/1"
	DecksRankSchema = "dovetail/rank-decks/1"
)

// BoundRank is the ranking by intervals of the words' total variation distance from
// uniform over S_n: certified ones, or sampled.
type BoundRank struct {
	Ranking
	Best     Best      `json:"best"`
	Sampling *Sampling `json:"sampling,omitempty"` // of sampled intervals
	Precision
	Rows []BoundRow `json:"rows"`
}

// Sampling is how intervals were sampled: all of them hold together but for the chance
// delta.
type Sampling struct {
	Delta  float64    `json:"delta" unit:"probability"`
	Seed   number.Int `json:"seed" unit:"number"`
	Rounds int        `json:"rounds" unit:"rounds"`
	Words  int        `json:"words" unit:"words"` // with different cores, that were sampled

	// What was left out when the time was over: words that were not put to a test, and words
	// whose decks of the last round were not all walked.
	Untested int `json:"untested,omitempty" unit:"words"`
	Unwalked int `json:"unwalked,omitempty" unit:"words"`

	// Kendall's tau-b of this ranking with those by C and by mean row TVD.
	TauC       float64 `json:"kendall_tau_c" unit:"number"`
	TauMeanTVD float64 `json:"kendall_tau_tvd_mean" unit:"number"`

	// Compared are the best word by C and the best that repeats one letter.
	Compared []BoundRow `json:"compared"`
}

// Best says which word has the least distance, as far as that is proved.
type Best struct {
	Proved bool     `json:"proved"` // no word has less than the first contender, but for the chance delta of sampled intervals
	Count  int      `json:"contenders" unit:"words"`
	Words  []string `json:"words"` // the first of them
	Low    string   `json:"tvd_low" unit:"distance"`
	High   string   `json:"tvd_high" unit:"distance"` // encloses the least distance

	// Unmixed counts the words proved not to mix: their distance is at least 0.99. They come
	// last. It is absent in records from before they did.
	Unmixed *int `json:"unmixed,omitempty" unit:"words"`
}

// BoundRow is a word at its rank by interval, with its rank by convergence.
type BoundRow struct {
	Rank    int    `json:"rank" unit:"number"`
	CRank   int    `json:"c_rank" unit:"number"`
	TVDLow  string `json:"tvd_low" unit:"distance"`
	TVDHigh string `json:"tvd_high" unit:"distance"`
	LowBy   string `json:"tvd_low_by"`
	HighBy  string `json:"tvd_high_by"`
	WordRow
}

// Text implements Record.
func (r BoundRank) Text(w io.Writer) error {
	by, word := "certified", "proved"
	if r.Sampling != nil {
		by, word = "sampled", "shown"
	}
	fmt.Fprintln(w, r.line(fmt.Sprintf("m=%d, %s over %s by %s distance over all orders", r.M, number.Count(r.Words, "word"), r.Alphabet, by)))
	if none := r.Best.none(r.Words, word); none != "" {
		paragraph(w, "", none)
	}
	paragraph(w, "", r.Best.line(word))
	if s := r.Sampling; s != nil {
		for i, what := range []string{"best by C", "best of one letter"} {
			row := s.Compared[i]
			paragraph(w, "", fmt.Sprintf("%s: %s, rank %d, TVD between %s and %s", what, row.Word, row.Rank, number.Narrow(row.TVDLow), number.Narrow(row.TVDHigh)))
		}
	}
	if len(r.Rows) > 0 {
		t := newTable([]string{"rank", "word", "TVD at least", "by", "TVD at most", "by ", "C", "C rank"}, "word", "by", "by ")
		for _, row := range r.Rows {
			t.AppendRow(table.Row{row.Rank, row.Word, number.Narrow(row.TVDLow), row.LowBy, number.Narrow(row.TVDHigh), row.HighBy, row.C, row.CRank})
		}
		fmt.Fprintln(w, t.Render())
		paragraph(w, "", r.untold(word))
	}
	if s := r.Sampling; s != nil {
		s.missing(w)
		return paragraph(w, "", fmt.Sprintf("Sampled: all intervals hold together with confidence 1 - %g; %s in %s, seed %d. Kendall's tau-b with the ranking by C %.3f, by mean TVD of single cards %.3f.",
			s.Delta, number.Count(s.Words, "word"), number.Count(s.Rounds, "round"), s.Seed, s.TauC, s.TauMeanTVD))
	}
	return paragraph(w, "", "Certified: bounds are proved and rounded outwards; see dovetail bound WORD --explain and docs/laws.md.")
}

// missing says what there was no time for.
func (s Sampling) missing(w io.Writer) {
	var left []string
	if s.Untested > 0 {
		left = append(left, fmt.Sprintf("%d of %s were not tested", s.Untested, number.Count(s.Words, "word")))
	}
	if s.Unwalked > 0 {
		left = append(left, fmt.Sprintf("of %s not all decks of round %d were walked", number.Count(s.Unwalked, "word"), s.Rounds+1))
	}
	if len(left) > 0 {
		paragraph(w, "", "Ended early: "+strings.Join(left, ", and ")+"; more --time narrows intervals.")
	}
}

// none says that no word mixes, or none is shown to.
func (b Best) none(words number.Int, proved string) string {
	switch {
	case b.Unmixed != nil && words.IsInt64() && int64(*b.Unmixed) == words.Int64():
		return fmt.Sprintf("no word of these mixes: each is %s to be at least %s from fair", proved, number.Narrow(b.Low))
	case b.High >= unmixed:
		return "no word of these is shown to mix: no upper end is below " + unmixed
	}
	return ""
}

// unmixed is the distance from which on a word is said not to mix. Certified digits from 0 to
// 1 compare as texts.
const unmixed = "0.99"

// untold says which words the intervals do not tell apart, and which come last.
func (r BoundRank) untold(proved string) string {
	low, high := "", "1"
	for _, row := range r.Rows {
		low, high = max(low, row.TVDLow), min(high, row.TVDHigh)
	}
	says := "Words whose intervals overlap cannot be told apart."
	if len(r.Rows) > 1 && low <= high {
		says = "No two of the words listed can be told apart: all their intervals overlap."
	}
	if u := r.Best.Unmixed; u != nil && *u > 0 && r.Words.Cmp(big.NewInt(int64(*u))) > 0 {
		says += fmt.Sprintf(" Words %s to be at least %s from fair come last, %d of %s.", proved, unmixed, *u, r.Words)
	}
	return says
}

func (b Best) line(proved string) string {
	names := strings.Join(b.Words, ", ")
	if len(b.Words) < b.Count {
		names += ", ..."
	}
	between := fmt.Sprintf("the least distance is between %s and %s", number.Narrow(b.Low), number.Narrow(b.High))
	switch {
	case b.Proved && b.Count == 1:
		return fmt.Sprintf("best %s: %s; %s", proved, names, between)
	case b.Proved:
		return fmt.Sprintf("best %s: %s (%d words that are or could be equally good); %s", proved, names, b.Count, between)
	}
	return fmt.Sprintf("open: %s could be best (%s); %s", number.Count(b.Count, "word"), names, between)
}

// Table implements Record.
func (r BoundRank) Table() ([]string, [][]string) {
	return csvTable(r.Rows, always("m", r.M))
}
