// Package words scores words of shuffles by their exact position laws. Questions about one word or all words of a length
// (Scoring, Spelled, All) lead to a Query, from which an Evaluator scores single words. Package rank finds the best.
package words

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/results"
)

// Query says which words are ranked, and by what.
type Query struct {
	Alphabet *position.Laws
	M        int // length of the words
	Key      Key `json:"by"`
	Top      int // rows to keep
	Emax     position.Tolerance
	White    *tally.White    // probability of a white cell in s deals
	Setting  results.Setting `json:"-"` // the same, as records say it
}

// Count is the number of the words.
func (q Query) Count() *big.Int {
	k := big.NewInt(int64(len(q.Alphabet.Letters)))
	return k.Exp(k, big.NewInt(int64(q.M)), nil)
}

// Key is the score that a ranking goes by.
type Key string

// The scores, each with its better end first.
const (
	ByConvergence Key = "c"        // white cells, most first
	ByExpected    Key = "ew"       // expected white cells in s deals, most first
	ByMaxError    Key = "maxerror" // largest |e|, least first
	ByMeanTVD     Key = "tvd"      // mean total variation, least first
	ByWorstTVD    Key = "worst"    // worst total variation, least first
)

// Keys lists all of them.
var Keys = []Key{ByConvergence, ByExpected, ByMaxError, ByMeanTVD, ByWorstTVD}

// Row is a word with its scores. While words are ranked it has only the scores that the ranking
// needs.
type Row struct {
	results.WordRow
	Close int     // cells that were decided in higher precision
	Error float64 // bounds the error of the law in the norm of position.ErrorUnit

	Letters string `json:"-"` // the word.Word that Word spells
}

// ScoredRow is a row with the scores of a position law alone.
func ScoredRow(s position.Scores) (r Row) {
	r.White, r.MaxError, r.MeanTVD, r.WorstTVD, r.Close = s.White, s.MaxError, s.MeanTVD, s.WorstTVD, s.Close
	return r
}

// Penalty is the score as a number where less is better.
func (k Key) Penalty(r Row) float64 {
	switch k {
	case ByConvergence:
		return -float64(r.White)
	case ByExpected:
		return -r.Expected
	case ByMaxError:
		return r.MaxError
	case ByWorstTVD:
		return r.WorstTVD
	}
	return r.MeanTVD
}

// Says is the score as it is shown while a search goes on, on n cards.
func (k Key) Says(r Row, n int) string {
	switch k {
	case ByConvergence:
		return "C=" + results.Convergence(r.White, n).String()
	case ByExpected:
		return fmt.Sprintf("E[w]=%.2f", r.Expected)
	}
	return fmt.Sprintf("%s=%.6g", k, k.Penalty(r))
}

// Compare puts the better row first: by the score, then by mean total
// variation, then by the word. Rows of different words never compare equal.
func (k Key) Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(k.Penalty(a), k.Penalty(b)),
		cmp.Compare(a.MeanTVD, b.MeanTVD),
		strings.Compare(a.Word, b.Word),
	)
}
