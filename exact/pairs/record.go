package pairs

import (
	"context"
	"fmt"
	"slices"

	"dovetail/exact/position"
	"dovetail/exact/spelling"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/param"
)

// Question asks for the law of pairs of N cards after a word, whose letters are in the order of
// their first appearance.
type Question struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Word    string           `json:"word"`
}

// Schema implements [results.Question].
func (Question) Schema() string { return results.PairsSchema }

// Params implements [results.Declared].
func (q *Question) Params() param.List { return q.ParamsUpTo(MaxDeck) }

// ParamsUpTo are those for decks of up to so many cards.
func (q *Question) ParamsUpTo(cards int64) param.List {
	return append(spelling.Own(&q.N, &q.Letters, &q.Word), param.Cards(&q.N, "52", MinDeck, cards))
}

// Check implements [results.Question].
func (q Question) Check() error { return q.UpTo(MaxDeck) }

// UpTo refuses what is no word on a deck of up to so many cards.
func (q Question) UpTo(cards int) error {
	if err := number.InRange("n", q.N, MinDeck, cards); err != nil {
		return err
	}
	return shuffle.CheckWord(q.N, q.Letters, q.Word)
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 {
	if q.N > MaxDeck {
		return 0
	}
	p, n := float64(shuffle.PairCount(q.N)), float64(q.N)
	seconds := 0.0
	for _, letter := range q.Word {
		k := slices.IndexFunc(q.Letters, func(l shuffle.Letter) bool { return rune(l.Name) == letter })
		if k >= 0 && binomial(q.Letters[k].Model, q.N) != nil {
			seconds += float64(3e-10 * p * n * n * n)
		} else {
			seconds += float64(1e-10 * p * p * p)
		}
	}
	return seconds
}

// Read computes the laws of single cards of the letters, reads the word, and says how many workers
// the memory allows its law of pairs; for larger decks, which have none, all of them.
func (q Question) Read(ctx context.Context, env results.Env) (a *position.Laws, w word.Word, workers int, err error) {
	if a, err = position.NewLawsWithin(ctx, q.N, q.Letters); err != nil {
		return nil, nil, 0, err
	}
	if w, err = a.Parse(q.Word); err != nil {
		return nil, nil, 0, results.Refuse(err)
	}
	if workers = env.Workers(); q.N > MaxDeck {
		return a, w, workers, nil
	}
	return a, w, Workers(a.Alphabet, w, workers, env.Memory), results.Refuse(CheckMemory(a.Alphabet, w, env.Memory))
}

// Answer implements [results.Question]. Only the letters of the word have laws of pairs.
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	a, w, workers, err := q.Read(ctx, env)
	if err != nil {
		return nil, err
	}
	two, err := NewLaws(ctx, a.Alphabet, w)
	if err != nil {
		return nil, results.Refuse(err)
	}
	law, err := NewLaw(ctx, two, w, workers)
	if err != nil {
		return nil, err
	}
	r := results.Pairs{
		Head:    results.Answering(q, results.Exact),
		N:       a.N,
		Word:    a.Format(w),
		Models:  a.Definitions(),
		Error:   law.Slack(),
		Uniform: 2 / float64(a.N),
	}
	starts := law.Distances()
	for _, d := range starts {
		r.MeanTVD += d / float64(len(starts))
	}
	r.WorstTVD, r.WorstStart = worst(two, starts, r.Error)
	r.EndTVD, r.WorstEnd = worst(two, law.Ends(), r.Error)
	for i, p := range law.Together() {
		r.Neighbours = append(r.Neighbours, results.Neighbour{First: i + 1, Together: p})
	}
	return r, nil
}

// worst is the first pair, from 1, and its distance, among those that may have the
// largest: computed distances that are further apart than twice the slack differ, others
// count as ties.
func worst(a *Laws, distances []float64, slack float64) (d float64, pair [2]int) {
	least := slices.Max(distances) - 2*slack
	x := slices.IndexFunc(distances, func(d float64) bool { return d >= least })
	i, j := a.Pair(x)
	return distances[x], [2]int{i + 1, j + 1}
}

// memoryOf is how many bytes a program takes at most that follows a word over some letters
// of the alphabet with the given number of workers: two large matrices for each random letter that is not applied
// without its law, one more while the last of them is made, and a block of rows for each worker in
// five matrices, and what it takes a riffle in; and what is kept.
func memoryOf(a *word.Alphabet, letters word.Word, workers int) uint64 {
	size := uint64(shuffle.PairCount(a.N))
	wide := (size + 3) &^ 3 // as rows are padded
	random := map[byte]bool{}
	for _, l := range letters {
		if a.Letters[l].Perm == nil && binomial(a.Letters[l].Model, a.N) == nil {
			random[l] = true
		}
	}
	tables := 4 * width * uint64(a.N+4) * uint64(a.N+4)
	bytes := uint64(workers) * 8 * (5*block*wide + tables)
	if len(random) > 0 {
		bytes += 8 * size * wide * uint64(2*len(random)+1)
	}
	if a.N <= mostKept { // two halves of the rows kept, and of those they are followed from
		bytes += 4 * 8 * size * wide
	}
	return number.ProgramBytes + bytes + bytes/8 // garbage goes late
}

// CheckMemory refuses what takes more bytes than the limit, which no fewer workers
// could do with.
func CheckMemory(a *word.Alphabet, letters word.Word, limit uint64) error {
	return number.Fits(fmt.Sprintf("laws of pairs of %d cards", a.N), memoryOf(a, letters, 1), limit)
}

// Workers is the largest number of workers, up to most, that fit into the limit.
func Workers(a *word.Alphabet, letters word.Word, most int, limit uint64) int {
	for most > 1 && memoryOf(a, letters, most) > limit {
		most--
	}
	return most
}
