package words

import (
	"cmp"
	"slices"
	"strings"

	"dovetail/exact/position"
)

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

// Row is a word with its scores.
type Row struct {
	Word string
	position.Scores
	Expected float64 // expected number of white cells in s deals
	SD       float64 // its standard deviation, as if cells were independent
	Error    float64 // bounds the error of the law in the norm of position.ErrorUnit
}

// penalty is the score as a number of which less is better.
func (k Key) penalty(r Row) float64 {
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

// Compare puts the better row first: by the score, then by mean total
// variation, then by the word. Rows of different words never compare equal.
func (k Key) Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(k.penalty(a), k.penalty(b)),
		cmp.Compare(a.MeanTVD, b.MeanTVD),
		strings.Compare(a.Word, b.Word),
	)
}

// leaders keeps the first limit rows of a stream in the order of a key. What it
// holds does not depend on the order of the stream.
type leaders struct {
	key   Key
	limit int
	rows  []Row // the first sorted of them are in order; at most 2 limit
	full  bool  // whether rows[limit-1] is the last that counts
}

func newLeaders(key Key, limit int) *leaders { return &leaders{key: key, limit: limit} }

// admits tells whether a row is among the leaders so far.
func (l *leaders) admits(r Row) bool {
	return l.limit > 0 && (!l.full || l.key.Compare(r, l.rows[l.limit-1]) < 0)
}

// add takes a row in if it is among the leaders, and tells whether it is.
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
