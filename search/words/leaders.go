package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// leaders keeps the first limit rows of a stream in the order of a key. What it
// holds does not depend on the order of the stream.
type leaders struct {
	key   Key
	limit int
	rows  []Row // the first sorted of them are in order; at most 2 limit
	full  bool  // whether rows[limit-1] is the last that counts
}

func newLeaders(key Key, limit int) *leaders { return &leaders{key: key, limit: limit} }

// admits reports whether a row is among the leaders so far.
func (l *leaders) admits(r Row) bool {
	return l.limit > 0 && (!l.full || l.key.Compare(r, l.rows[l.limit-1]) < 0)
}

// add takes a row in if it is among the leaders, and reports whether it is.
func (l *leaders) add(r Row) bool {
	if !l.admits(r) {
		return false
	}
	l.rows = append(l.rows, r)
	if len(l.rows) >= 2*l.limit || !l.full && len(l.rows) == l.limit {
		l.settle()
	}
	return true
}

// settle sorts and drops what is not among the leaders.
func (l *leaders) settle() {
	slices.SortFunc(l.rows, l.key.Compare)
	if len(l.rows) >= l.limit {
		l.rows = l.rows[:l.limit]
		l.full = true
	}
}

// sorted is the leaders in order.
func (l *leaders) sorted() []Row {
	l.settle()
	return l.rows
}

// tables is what a part of the enumeration found: for each length the leaders
// and the number of perfect words.
type tables struct {
	lengths []*table
	close   int64
	stats   Stats
}

// Stats counts the laws (of cores) that a search dealt with, by how.
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

type table struct {
	*leaders
	perfect *big.Int
}

func newTables(q Query) *tables {
	t := &tables{}
	for range q.To - q.From + 1 {
		t.lengths = append(t.lengths, &table{newLeaders(q.Key, q.Top), new(big.Int)})
	}
	return t
}

// tablesJSON is the form in which tables travel and are kept.
type tablesJSON struct {
	Close   int64
	Stats   Stats
	Perfect []*big.Int
	Rows    [][]Row
}

// MarshalJSON writes equal tables as equal bytes.
func (t *tables) MarshalJSON() ([]byte, error) {
	j := tablesJSON{Close: t.close, Stats: t.stats}
	for _, l := range t.lengths {
		j.Perfect = append(j.Perfect, l.perfect)
		j.Rows = append(j.Rows, l.sorted())
	}
	return json.Marshal(j)
}

// merge adds what another part found.
func (t *tables) merge(j tablesJSON) error {
	stats := t.stats
	stats.add(j.Stats)
	if t.close+j.Close < 0 || stats.Laws() < 0 {
		return errors.New("its counts overflow")
	}
	t.close, t.stats = t.close+j.Close, stats
	for i, l := range t.lengths {
		l.perfect.Add(l.perfect, j.Perfect[i])
		for _, r := range j.Rows[i] {
			l.add(r)
		}
	}
	return nil
}

// decode reads tables that may come from a file, and refuses what no search of
// this question could have found.
func (e *enumeration) decode(encoded []byte) (j tablesJSON, err error) {
	if err := json.Unmarshal(encoded, &j); err != nil {
		return j, err
	}
	lengths := e.q.To - e.q.From + 1
	if len(j.Perfect) != lengths || len(j.Rows) != lengths {
		return j, fmt.Errorf("%d lengths, not %d", len(j.Rows), lengths)
	}
	if s := j.Stats; min(j.Close, s.Scored, s.FirstProbe, s.OtherProbes, s.Rows) < 0 {
		return j, fmt.Errorf("%d close cells, %+v", j.Close, s)
	}
	for i, rows := range j.Rows {
		m := e.q.From + i
		if p := j.Perfect[i]; p == nil || p.Sign() < 0 || p.Cmp(count(e.q.Alphabet, m)) > 0 {
			return j, fmt.Errorf("%v of %v words are perfect", p, count(e.q.Alphabet, m))
		}
		if err := e.checkRows(m, rows); err != nil {
			return j, err
		}
	}
	return j, nil
}

// checkRows holds rows to be leaders of the words of length m, in order, and reads
// their words.
func (e *enumeration) checkRows(m int, rows []Row) error {
	if len(rows) > e.q.Top {
		return fmt.Errorf("%d leaders, not %d", len(rows), e.q.Top)
	}
	for i, r := range rows {
		w, err := e.q.Alphabet.Parse(r.Word)
		if err != nil || len(w) != m {
			return fmt.Errorf("%q is no word of %d letters of %s", r.Word, m, e.q.Alphabet)
		}
		rows[i].letters = string(w)
		if !e.possible(r) {
			return fmt.Errorf("impossible scores: %+v", r)
		}
		if i > 0 && e.q.Key.Compare(rows[i-1], r) >= 0 {
			return fmt.Errorf("%s before %s", rows[i-1].Word, r.Word)
		}
	}
	return nil
}

// rounding is more than the scores of any word are rounded by.
const rounding = 1e-6

// possible reports whether a row can have its scores.
func (e *enumeration) possible(r Row) bool {
	cells := e.q.Alphabet.N * e.q.Alphabet.N
	within := func(x, most float64) bool { return 0 <= x && x <= most*(1+rounding) }
	expected := 0.0 // the ranking itself needs it of ByExpected alone
	if e.q.Key == ByExpected {
		expected = float64(cells)
	}
	return 0 <= r.White && r.White <= cells && 0 <= r.Close && r.Close <= cells && (!e.perfect || r.White == cells) &&
		within(r.MaxError, 1) && within(r.WorstTVD, 1) && within(r.MeanTVD, r.WorstTVD) &&
		within(r.Expected, expected) && r.C == "" && r.ExpectedSD == 0 && r.Error == 0
}

// complete holds the total to the number of laws that there are.
func (e *enumeration) complete() error {
	want := 1 + float64(len(e.random))*e.cores(1, e.q.To)
	if got := e.total.stats.Laws(); want < 1<<53 && float64(got) != want {
		return fmt.Errorf("the state has %d laws of %.0f", got, want)
	}
	return nil
}
