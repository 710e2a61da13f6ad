// Package words ranks all words of shuffles of a length by the scores of their
// exact position laws.
package words

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/search/run"
)

// Query says which words to rank, and by what.
type Query struct {
	Alphabet *position.Alphabet
	From, To int // word lengths, both included
	Key      Key `json:"by"`
	Top      int // rows to keep for each length
	Emax     position.Tolerance
	White    *tally.White // chance of a white cell in s deals
}

// Ranking is the answer for one length.
type Ranking struct {
	M       int
	Words   *big.Int   // how many words there are
	Perfect *big.Int   // how many of them have every cell white, exactly; nil if not counted
	Minimal [][]string // by length, perfect words without a perfect proper factor; nil if not looked for
	Rows    []Row      // the first Top of them, best first
	Close   int64      // cells, of all cores of the query, decided in higher precision
	Method  Method
	Stats   Stats // laws dealt with, of all lengths of the query
}

// Rank ranks the words. Memory is a few matrices a thread and level, and the
// rows kept.
func Rank(ctx context.Context, q Query, o run.Options) ([]Ranking, error) {
	if q.From < 1 || q.From > q.To {
		return nil, fmt.Errorf("word lengths %d..%d: want 1 <= from <= to", q.From, q.To)
	}
	job, _, err := run.Run(ctx, thorough{q}, o)
	if err != nil {
		return nil, err
	}
	if err := job.complete(); err != nil {
		return nil, err
	}
	var answer []Ranking
	for i, t := range job.total.lengths {
		m := q.From + i
		rows, err := job.detail(ctx, t.sorted())
		if err != nil {
			return nil, err
		}
		answer = append(answer, Ranking{
			M:       m,
			Words:   count(q.Alphabet, m),
			Perfect: t.perfect,
			Rows:    rows,
			Close:   job.total.close,
			Method:  Enumerated,
			Stats:   job.total.stats,
		})
	}
	return answer, nil
}

// count is the number of words of length m.
func count(a *position.Alphabet, m int) *big.Int {
	k := big.NewInt(int64(len(a.Letters)))
	return k.Exp(k, big.NewInt(int64(m)), nil)
}
