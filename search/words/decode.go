package words

import (
	"encoding/json"
	"fmt"
)

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

// checkRows holds rows to be leaders of the words of length m, in order.
func (e *enumeration) checkRows(m int, rows []Row) error {
	if len(rows) > e.q.Top {
		return fmt.Errorf("%d leaders, not %d", len(rows), e.q.Top)
	}
	for i, r := range rows {
		if w, err := e.q.Alphabet.Parse(r.Word); err != nil || len(w) != m {
			return fmt.Errorf("%q is no word of %d letters of %s", r.Word, m, e.q.Alphabet)
		}
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

// possible tells whether a row can have its scores.
func (e *enumeration) possible(r Row) bool {
	cells := e.q.Alphabet.N * e.q.Alphabet.N
	within := func(x, most float64) bool { return 0 <= x && x <= most*(1+rounding) }
	expected := 0.0 // the ranking itself needs it of ByExpected alone
	if e.q.Key == ByExpected {
		expected = float64(cells)
	}
	return 0 <= r.White && r.White <= cells && 0 <= r.Close && r.Close <= cells && (!e.perfect || r.White == cells) &&
		within(r.MaxError, 1) && within(r.WorstTVD, 1) && within(r.MeanTVD, r.WorstTVD) &&
		within(r.Expected, expected) && r.SD == 0 && r.Error == 0
}

// complete holds the total to the number of laws that there are.
func (e *enumeration) complete() error {
	want := 1 + float64(len(e.random))*e.cores(1, e.q.To)
	if got := e.total.stats.Laws(); want < 1<<53 && float64(got) != want {
		return fmt.Errorf("the state has %d laws of %.0f", got, want)
	}
	return nil
}
