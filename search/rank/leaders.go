package rank

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/words"
)

// leaders keeps the first limit rows of a stream in the order of a key. Its content
// does not depend on the order of the stream.
type leaders struct {
	key   words.Key
	limit int
	rows  []words.Row // the first sorted of them are in order; at most 2 limit
	full  bool        // whether rows[limit-1] is the last that counts
}

func newLeaders(key words.Key, limit int) *leaders { return &leaders{key: key, limit: limit} }

// admits reports whether a row is among the leaders so far.
func (l *leaders) admits(r words.Row) bool {
	return l.limit > 0 && (!l.full || l.key.Compare(r, l.rows[l.limit-1]) < 0)
}

// add adds a row if it is among the leaders, and reports whether it is.
func (l *leaders) add(r words.Row) bool {
	if !l.admits(r) {
		return false
	}
	l.rows = append(l.rows, r)
	if len(l.rows) >= 2*l.limit || !l.full && len(l.rows) == l.limit {
		l.settle()
	}
	return true
}

// settle sorts and drops the rows that are not among the leaders.
func (l *leaders) settle() {
	slices.SortFunc(l.rows, l.key.Compare)
	if len(l.rows) >= l.limit {
		l.rows = l.rows[:l.limit]
		l.full = true
	}
}

// sorted is the leaders in order.
func (l *leaders) sorted() []words.Row {
	l.settle()
	return l.rows
}

// Stats counts the laws (of cores) that a search handled, by method.
type Stats struct {
	Scored      int64 // all scores computed
	FirstProbe  int64 // rejected by the first test vectors
	OtherProbes int64 // rejected by the other test vectors
	Rows        int64 // rejected by some rows
}

func (s *Stats) add(t Stats) {
	s.Scored += t.Scored
	s.FirstProbe += t.FirstProbe
	s.OtherProbes += t.OtherProbes
	s.Rows += t.Rows
}

// Laws is the number of all of them.
func (s Stats) Laws() int64 { return s.Scored + s.FirstProbe + s.OtherProbes + s.Rows }

// found is the result of a part of a search: the leaders, and the number of perfect
// words.
type found struct {
	*leaders
	totals
}

// totals are the numbers of what was found.
type totals struct {
	Close   int64
	Stats   Stats
	Perfect *big.Int
}

func newFound(q words.Query) *found {
	return &found{newLeaders(q.Key, q.Top), totals{Perfect: new(big.Int)}}
}

// foundJSON is the form in which it is sent and stored.
type foundJSON struct {
	totals
	Rows []words.Row
}

// sent is equal for equal findings.
func (f *found) sent() foundJSON { return foundJSON{f.totals, f.sorted()} }

// merge adds what another part found.
func (f *found) merge(j foundJSON) error {
	stats := f.Stats
	stats.add(j.Stats)
	if f.Close+j.Close < 0 || stats.Laws() < 0 {
		return errors.New("its counts overflow")
	}
	f.Close, f.Stats = f.Close+j.Close, stats
	f.Perfect.Add(f.Perfect, j.Perfect)
	for _, r := range j.Rows {
		f.add(r)
	}
	return nil
}

// decode reads findings that may come from a file, and refuses what no search of
// this question could have found.
func (e *enumeration) decode(encoded []byte) (j foundJSON, err error) {
	if err := json.Unmarshal(encoded, &j); err != nil {
		return j, err
	}
	if s := j.Stats; min(j.Close, s.Scored, s.FirstProbe, s.OtherProbes, s.Rows) < 0 {
		return j, fmt.Errorf("%d close cells, %+v", j.Close, s)
	}
	if all := e.q.Count(); j.Perfect == nil || j.Perfect.Sign() < 0 || j.Perfect.Cmp(all) > 0 {
		return j, fmt.Errorf("%v of %v words are perfect", j.Perfect, all)
	}
	return j, e.checkRows(j.Rows)
}

// checkRows checks that rows are leaders, in order, and reads their words.
func (e *enumeration) checkRows(rows []words.Row) error {
	if len(rows) > e.q.Top {
		return fmt.Errorf("%d leaders, not %d", len(rows), e.q.Top)
	}
	for i, r := range rows {
		w, err := e.q.Alphabet.Parse(r.Word)
		if err != nil || len(w) != e.q.M {
			return fmt.Errorf("%q is no word of %d letters of %s", r.Word, e.q.M, e.q.Alphabet)
		}
		rows[i].Letters = string(w)
		if !e.valid(r) {
			return fmt.Errorf("impossible scores: %+v", r)
		}
		if i > 0 && e.q.Key.Compare(rows[i-1], r) >= 0 {
			return fmt.Errorf("%s before %s", rows[i-1].Word, r.Word)
		}
	}
	return nil
}

// rounding is above the rounding error of the scores of any word.
const rounding = 1e-6

// valid reports whether a row can have its scores.
func (e *enumeration) valid(r words.Row) bool {
	cells := e.q.Alphabet.N * e.q.Alphabet.N
	within := func(x, most float64) bool { return 0 <= x && x <= most*(1+rounding) }
	// A sum of probabilities about 0 may be negative, by rounding.
	chances := func(x, most float64) bool { return within(max(0, x), most) && x >= -rounding }
	expected := 0.0 // only ByExpected needs it for the ranking itself
	if e.q.Key == words.ByExpected {
		expected = float64(cells)
	}
	return 0 <= r.White && r.White <= cells && 0 <= r.Close && r.Close <= cells && (!e.perfect || r.White == cells) &&
		within(r.MaxError, 1) && within(r.WorstTVD, 1) && within(r.MeanTVD, r.WorstTVD) &&
		chances(r.Expected, expected) && r.C == "0" && r.ExpectedSD == 0 && r.Error == 0
}

// A word is a core with deterministic letters before and after it and central letters
// anywhere, and has the core's scores. The core starts and ends with a random letter
// and has no central one. So a word has exactly one core, and the words of length m are
// counted and listed by cores.

// paddings is the number of words of length m with one given core of length
// core, over d deterministic letters that are not central and z central ones.
// With gap letters to place in front or behind there are (gap+1) d^gap words
// without central letters, for the empty core d^gap; g central letters can then
// stand in C(m, g) ways.
func paddings(m, core, d, z int) *big.Int {
	sum := new(big.Int)
	for g := 0; g <= m-core && (g == 0 || z > 0); g++ {
		gap := m - core - g
		term := power(d, gap)
		if core > 0 {
			term.Mul(term, big.NewInt(int64(gap+1)))
		}
		term.Mul(term, power(z, g))
		term.Mul(term, new(big.Int).Binomial(int64(m), int64(g)))
		sum.Add(sum, term)
	}
	return sum
}

func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

// padder lists the words of one core in lexicographic order of their names.
type padder struct {
	alphabet *position.Laws
	extra    []byte // deterministic letters in the order of their names
}

func newPadder(a *position.Laws) *padder {
	p := &padder{alphabet: a}
	for i, l := range a.Letters {
		if l.Perm != nil {
			p.extra = append(p.extra, byte(i))
		}
	}
	slices.SortFunc(p.extra, func(x, y byte) int { return p.name(x) - p.name(y) })
	return p
}

func (p *padder) name(letter byte) int { return int(p.alphabet.Letters[letter].Name) }

// each calls yield with the words of length m of the core until it returns false. The
// next word overwrites the one before.
func (p *padder) each(core word.Word, m int, yield func(word.Word) bool) {
	w := make(word.Word, 0, m)
	var extend func(k int) bool // k letters of the core are placed
	extend = func(k int) bool {
		if len(w) == m {
			return yield(w)
		}
		with := func(l byte, k int) bool {
			w = append(w, l)
			ok := extend(k)
			w = w[:len(w)-1]
			return ok
		}
		room := m-len(w) > len(core)-k
		outside := k == 0 || k == len(core)
		next := k < len(core) // whether the core's next letter has still to be tried here
		for _, l := range p.extra {
			if next && p.name(core[k]) < p.name(l) {
				next = false
				if !with(core[k], k+1) {
					return false
				}
			}
			if room && (outside || p.alphabet.Letters[l].Central) && !with(l, k) {
				return false
			}
		}
		return !next || with(core[k], k+1)
	}
	extend(0)
}
