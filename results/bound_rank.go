package results

import (
	"fmt"
	"math/big"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
	"dovetail/results/spoken"
)

// BoundRank is the ranking by intervals of the words' total variation distance from
// uniform over S_n: certified ones, or sampled.
type BoundRank struct {
	Ranking
	Best Best `json:"best"`
	// How the intervals were sampled, if they were.
	Sampling *Sampling `json:"sampling,omitempty"`
	// What was on record and not computed, if anything.
	OnRecord *FromRecords `json:"on_record,omitempty" csv:"-"`
	Precision
	Rows []BoundRow `json:"rows"`

	// The limit of effort, if words of all lengths are ranked.
	Budget *Budget `json:"budget,omitempty"`
}

// FromRecords is what a ranking takes from records on file.
type FromRecords struct {
	// The names of the records.
	Records []string `json:"records"`
	// The probability that not all of their intervals hold.
	Delta float64 `json:"delta" unit:"probability"`
	// How many words have a bound from them, or from what they prove about a part of the word.
	Words int `json:"words" unit:"words"`
}

// Budget is the effort that words may take, and what it buys.
type Budget struct {
	// The effort of each letter, in any unit.
	Effort string `json:"effort"`
	// The most that a word may take.
	Within   float64    `json:"within" unit:"number"`
	Frontier []Frontier `json:"frontier"`
}

// Frontier is a word that has the least upper bound from this effort on, until the next word.
type Frontier struct {
	Effort float64 `json:"effort" unit:"number"`
	// The word with the least upper bound among those that take no more effort.
	Word    string `json:"word"`
	TVDLow  string `json:"tvd_low_exact" unit:"distance"`
	TVDHigh string `json:"tvd_high_exact" unit:"distance"`
	// How many of the words that take no more effort are not ruled out as the best.
	Count int `json:"contenders" unit:"words"`
	// The first of them.
	Words []string `json:"words"`
}

// Sampling is how intervals were sampled: all of them hold together except with
// probability delta.
type Sampling struct {
	Delta float64    `json:"delta" unit:"probability"`
	Seed  number.Int `json:"seed" unit:"number"`
	// What the streams of random numbers are keyed by beside seed and word; absent in records whose streams other
	// commands had too.
	Streams string `json:"streams,omitempty"`
	Rounds  int    `json:"rounds" unit:"rounds"`
	// The number of words that were sampled; words that share a core count once.
	Words int `json:"words" unit:"words"`

	// What the time limit left out: the number of words that were not tested, and of words without walks on all decks
	// of the last round.
	Untested int `json:"untested,omitempty" unit:"words"`
	Unwalked int `json:"unwalked,omitempty" unit:"words"`

	// Kendall's tau-b of this ranking with those by C and by mean row TVD.
	TauC       float64 `json:"kendall_tau_c" unit:"correlation"`
	TauMeanTVD float64 `json:"kendall_tau_tvd_mean" unit:"correlation"`

	// Compared are the best word by C and the best that repeats one letter.
	Compared []BoundRow `json:"compared"`

	// What it would take to find the best word, if several are not ruled out.
	Price *Price `json:"price,omitempty" csv:"-"`
}

// Price is an estimate of what intervals of a width take for the words that are not ruled out as the best.
type Price struct {
	Width float64 `json:"width" unit:"distance"`
	// The number of words that are not ruled out.
	Words int `json:"words" unit:"words"`
	// Processor time for these words, except for those for which no walks are known.
	Hours float64 `json:"hours" unit:"hours"`
	// How many of the words have had no pilot run, so that the length of their walks is a guess.
	Guessed int `json:"guessed,omitempty" unit:"words"`
	// For how many words no walks are known.
	Unknown int `json:"unknown,omitempty" unit:"words"`
}

// show says the price: where says where the words could be best.
func (c *Price) show(p *render.Page, where string) {
	if c == nil {
		return
	}
	says := fmt.Sprintf("Intervals of width %g for the %s not ruled out%s would take about %s of one processor",
		c.Width, number.Count(c.Words, "word"), where, number.Span(3600*c.Hours))
	if c.Guessed > 0 {
		says += fmt.Sprintf(" (a rough estimate: %s had no pilot run)", number.Count(c.Guessed, "word"))
	}
	if c.Unknown > 0 {
		says += fmt.Sprintf("; for %s no walks are known", number.Count(c.Unknown, "word"))
	}
	p.Note("%s.", says)
}

// Best says which word has the least distance, as far as that is proved.
type Best struct {
	// Whether no word has a smaller distance than the first one listed; if intervals are sampled, except with
	// probability delta.
	Proved bool `json:"proved"`
	Count  int  `json:"contenders" unit:"words"`
	// The first of the words that may have the least distance.
	Words []string `json:"words"`
	Low   string   `json:"tvd_low_exact" unit:"distance"`
	// The upper end of an interval that contains the least distance.
	High string `json:"tvd_high_exact" unit:"distance"`

	// Unmixed counts the words proved not to mix: their distance is at least 0.99. They come
	// last.
	Unmixed int `json:"unmixed" unit:"words"`
}

// BoundRow is a word at its rank by interval, with its rank by convergence.
type BoundRow struct {
	Rank    int    `json:"rank" unit:"number"`
	CRank   int    `json:"c_rank" unit:"number"`
	TVDLow  string `json:"tvd_low_exact" unit:"distance"`
	TVDHigh string `json:"tvd_high_exact" unit:"distance"`
	LowBy   string `json:"tvd_low_by"`
	HighBy  string `json:"tvd_high_by"`
	// The effort of the word, if effort is limited.
	Effort float64 `json:"effort,omitempty" unit:"number" csv:"-"`
	WordRow
}

// Sections implements Record.
func (r BoundRank) Sections(p *render.Page) {
	by, word := "certified", "proved"
	switch {
	case r.Sampling != nil:
		by, word = "sampled", "shown"
	case r.OnRecord != nil:
		by, word = "known", "shown"
	}
	of := fmt.Sprintf("m=%d", r.M)
	if b := r.Budget; b != nil {
		of = fmt.Sprintf("effort at most %v (%s)", b.Within, strings.ReplaceAll(b.Effort, ",", ", "))
	}
	r.head(p, "%s, %s over %s by %s distance over all orders", of, number.Count(r.Words, "word"), r.Alphabet, by)
	r.Budget.show(p)
	r.table(p, word)
	p.Note("%s", r.Best.line())
	r.Sampling.compare(p)
	if k := r.OnRecord; k != nil {
		p.Note("On record, not computed now: bounds of %s (docs/records: %s), which hold together with confidence 1 - %.3g; "+
			"all others are certified. --fresh leaves them out.", number.Count(k.Words, "word"), strings.Join(k.Records, ", "), k.Delta)
		return
	}
	if r.Sampling == nil {
		p.Note("Certified: bounds are proved and rounded outwards; see dovetail tvd WORD --proved --explain and docs/laws.md.")
		return
	}
	where := ""
	if r.Budget != nil {
		where = ", at some effort,"
	}
	r.Sampling.close(p, where)
}

// table shows the words in their order.
func (r BoundRank) table(p *render.Page, proved string) {
	p.Data(r.Rows, render.Always("m", r.M))
	if len(r.Rows) == 0 {
		return
	}
	var by []string
	p.Columns("rank", "<word", "TVD at least", "<by", "TVD at most", "<by ", "~C", "~C rank")
	for _, row := range r.Rows {
		p.Row(row.Rank, row.Word, seven(row.TVDLow, false), spoken.Method(row.LowBy),
			seven(row.TVDHigh, true), spoken.Method(row.HighBy), row.C, row.CRank)
		by = append(by, row.LowBy, row.HighBy)
	}
	p.Note("%s%s", r.overlaps(proved), spoken.Explained(by...))
}

// compare shows the words that others rank first.
func (s *Sampling) compare(p *render.Page) {
	if s == nil {
		return
	}
	for i, what := range []string{"best by C", "best repeated shuffle"} {
		row := s.Compared[i]
		p.Note("%s: %s, rank %d, TVD between %s and %s", what, row.Word, row.Rank, seven(row.TVDLow, false),
			seven(row.TVDHigh, true))
	}
}

// close says how sure the intervals are, and what narrower ones would take.
func (s *Sampling) close(p *render.Page, where string) {
	s.missing(p)
	s.Price.show(p, where)
	by := "tests alone"
	if s.Rounds > 0 {
		by = fmt.Sprintf("tests and %s of sampled densities, of %s in all", number.Count(s.Rounds, "round"), number.Count(s.Words, "word"))
	}
	p.Note("Sampled: all intervals hold together with confidence 1 - %g, by %s; seed %d. "+
		"Kendall's tau-b, which is 1 for the same order and -1 for the reverse, is %.3f with the ranking by C and "+
		"%.3f with that by mean TVD of single cards.",
		s.Delta, by, s.Seed, s.TauC, s.TauMeanTVD)
}

// show shows what each effort buys.
func (b *Budget) show(p *render.Page) {
	if b == nil {
		return
	}
	p.Columns("effort", "<best known", "TVD at least", "TVD at most", "words", "<not ruled out")
	for _, f := range b.Frontier {
		p.Row(f.Effort, f.Word, seven(f.TVDLow, false), seven(f.TVDHigh, true), f.Count,
			named(f.Words[:min(few, len(f.Words))], f.Count))
	}
	p.EndTable()
	p.Note("Each row holds for efforts from its own up to that of the next row: no word within such an effort is shown to be " +
		"nearer to fair.")
}

// few words are named in a row.
const few = 3

// missing says what was left out.
func (s Sampling) missing(p *render.Page) {
	switch {
	case s.Untested > 0:
		p.Note("Stopped before the first test was complete: %d of %s were not tested.", s.Untested, number.Count(s.Words, "word"))
	case s.Unwalked > 0:
		p.Note("Stopped before round %d was complete.", s.Rounds+1)
	}
}

// unmixed is the distance from which on a word is said not to mix. Certified digits from 0 to
// 1 compare as texts.
const unmixed = "0.99"

// overlaps says which words have overlapping intervals, and which come last.
func (r BoundRank) overlaps(proved string) string {
	low, high := "", "1"
	for _, row := range r.Rows {
		low, high = max(low, row.TVDLow), min(high, row.TVDHigh)
	}
	says := "Words whose intervals overlap are in no proved order."
	if len(r.Rows) > 1 && low <= high {
		says = "No two of the words listed are in proved order: all their intervals overlap."
	}
	if u := r.Best.Unmixed; u > 0 && r.Words.Cmp(big.NewInt(int64(u))) > 0 {
		says += fmt.Sprintf(" Words %s to be at least %s from fair come last, %d of %s.", proved, unmixed, u, r.Words)
	}
	return says
}

// named are the first of these words.
func named(words []string, count int) string {
	names := strings.Join(words, ", ")
	if len(words) < count {
		names += ", ..."
	}
	return names
}

// line says which words may be the best, and what that may come to.
func (b Best) line() string {
	least := fmt.Sprintf("The least distance is between %s and %s.", seven(b.Low, false), seven(b.High, true))
	switch {
	case !b.Proved:
		return fmt.Sprintf("Not ruled out: %s (%s). %s", number.Count(b.Count-1, "other word"), named(b.Words[1:], b.Count-1), least)
	case b.Count > 1:
		return fmt.Sprintf("As good, or possibly so: %s (%s). %s", number.Count(b.Count-1, "other word"), named(b.Words[1:], b.Count-1), least)
	}
	return least
}
