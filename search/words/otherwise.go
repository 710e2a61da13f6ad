package words

import (
	"errors"
	"fmt"
	"reflect"

	"dovetail/results"
)

// Otherwise implements [results.Doubted]: words are scored one by one where bounds rejected some, and rejected
// where all were scored.
func (r ScoreRanking) Otherwise(record results.Record) (results.Question, error) {
	if !r.Exhaustive && Method(record.(results.Rank).Search.Method) == Enumerated {
		return nil, errors.New("all laws were scored, and no bounds are known that would reject some")
	}
	r.Exhaustive = !r.Exhaustive
	return r, nil
}

// Agree implements [results.Doubted]: the rows are the same to the last bit.
func (ScoreRanking) Agree(one, other results.Record) error {
	a, b := one.(results.Rank), other.(results.Rank)
	for i := range min(len(a.Rows), len(b.Rows)) {
		if !reflect.DeepEqual(a.Rows[i], b.Rows[i]) {
			return fmt.Errorf("row %d is %s in one way, %s in the other, or has other scores", i+1, a.Rows[i].Word,
				b.Rows[i].Word)
		}
	}
	if len(a.Rows) != len(b.Rows) {
		return fmt.Errorf("%d rows in one way, %d in the other", len(a.Rows), len(b.Rows))
	}
	return nil
}
