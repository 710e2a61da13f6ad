package words

import (
	"math"

	"dovetail/exact/position"
	"dovetail/exact/tally"
)

// Evaluator scores single words in full. It serves one goroutine.
type Evaluator struct {
	alphabet *position.Alphabet
	white    *tally.White
	scorer   *position.Scorer
	chain    *position.Chain
}

// NewEvaluator takes the alphabet, tolerance and chance of a white cell of q.
func NewEvaluator(q Query) *Evaluator {
	return &Evaluator{
		alphabet: q.Alphabet,
		white:    q.White,
		scorer:   position.NewScorer(q.Alphabet, q.Emax, position.NewDecider(q.Alphabet)),
		chain:    position.NewChain(q.Alphabet),
	}
}

// Row is the word with all its scores.
func (v *Evaluator) Row(w position.Word) Row {
	core := v.alphabet.Core(w)
	e := v.chain.Core(core)
	r := Row{Word: v.alphabet.Format(w), Scores: v.scorer.Score(core, e)}
	r.Expected, r.SD = expected(v.white, e), independentSD(v.white, e)
	r.Error = v.chain.NormError(core)
	return r
}

// Prefixes scores every prefix of the word, from its first letter to itself.
func (v *Evaluator) Prefixes(w position.Word) []Row {
	var rows []Row
	for k := range w {
		rows = append(rows, v.Row(w[:k+1]))
	}
	return rows
}

// Deviation is E = P - 1/n of the word's position law.
func (v *Evaluator) Deviation(w position.Word) *position.Matrix { return v.chain.Word(w) }

// Bitmap tells for every cell, row-major, whether the move is too rare (-1),
// within the tolerance (0), or too frequent (1).
func (v *Evaluator) Bitmap(w position.Word) []int8 {
	return v.scorer.Classify(w, v.chain.Word(w))
}

// expected is the mean of the number of white cells in s deals.
func expected(white *tally.White, e *position.Matrix) (mean float64) {
	for i := range e.N {
		mean += white.Sum(e.Row(i))
	}
	return mean
}

// independentSD is its standard deviation, as if cells were independent.
func independentSD(white *tally.White, e *position.Matrix) float64 {
	variance := 0.0
	for i := range e.N {
		variance += white.Spread(e.Row(i))
	}
	return math.Sqrt(variance)
}

// detail fills in what the ranking itself did not need.
func (e *enumeration) detail(rows []Row) []Row {
	v := NewEvaluator(e.q)
	for i, r := range rows {
		w, err := e.q.Alphabet.Parse(r.Word)
		if err != nil {
			panic(err) // the word was spelled by the same alphabet
		}
		core := e.q.Alphabet.Core(w)
		law := v.chain.Core(core)
		rows[i].Expected, rows[i].SD = expected(v.white, law), independentSD(v.white, law)
		if len(rows) <= carefulRows {
			rows[i].Error = v.chain.NormError(core)
		} else {
			n := e.q.Alphabet.N
			rows[i].Error = float64(n) * position.ErrorBound(n, len(core))
		}
	}
	return rows
}

// carefulRows is how many rows may have the sharper bound of their errors, which
// costs two products a letter.
const carefulRows = 100
