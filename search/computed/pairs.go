package computed

import (
	"context"
	"fmt"
	"slices"

	"dovetail/exact/cycles"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Pairs requests the law of pairs of N cards after a word, whose letters are in the order of their
// first appearance.
type Pairs struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"`
}

func (Pairs) Schema() string { return results.PairsSchema }

func (q *Pairs) Params() param.List { return q.ParamsUpTo(pairs.MaxDeck) }

// ParamsUpTo are those for decks of up to the given number of cards.
func (q *Pairs) ParamsUpTo(cards int64) param.List {
	return append(spelling.Own(&q.N, &q.Letters, &q.Word), param.Cards(&q.N, "52", pairs.MinDeck, cards))
}

func (q Pairs) Check() error { return q.UpTo(pairs.MaxDeck) }

// UpTo refuses a question without a valid word, or with more than the given number of cards.
func (q Pairs) UpTo(cards int) error {
	if err := number.InRange("n", q.N, pairs.MinDeck, cards); err != nil {
		return err
	}
	return notation.CheckWord(q.N, q.Letters, q.Word)
}

// About names the law of the word on all orders: the deck, and the models of the core.
func (q Pairs) About() string {
	name := fmt.Sprint(q.N)
	for _, m := range q.core() {
		name += " " + m.String()
	}
	return name
}

// core is the models of the word without deterministic ones at its ends, which do not change its
// distance.
func (q Pairs) core() (models []shuffle.Model) {
	for _, letter := range q.Word {
		models = append(models, notation.Find(q.Letters, byte(letter)))
	}
	fixed := func(m shuffle.Model) bool {
		count := shuffle.OutcomesOf(m, q.N)
		return count != nil && count.IsInt64() && count.Int64() == 1
	}
	for len(models) > 0 && fixed(models[0]) {
		models = models[1:]
	}
	for len(models) > 0 && fixed(models[len(models)-1]) {
		models = models[:len(models)-1]
	}
	return models
}

func (q Pairs) Seconds() float64 { return pairs.Seconds(q.N, q.Letters, q.Word) }

func (q Pairs) Bytes(threads int) uint64 { return pairs.Bytes(q.N, q.Letters, threads) }

// Closed reports whether the distance of a word has a closed form and takes no time: a letter makes every order equally
// likely, or all are a-shuffles, apart from deterministic letters at its ends.
func (q Pairs) Closed() bool {
	models := q.core()
	return slices.ContainsFunc(models, func(m shuffle.Model) bool { return shuffle.ClosedOf(m).UniformOn == shuffle.Orders }) ||
		!slices.ContainsFunc(models, func(m shuffle.Model) bool {
			c := shuffle.ClosedOf(m)
			return c.Packets == 0 || c.Inverse
		})
}

// Exchanges is the number of random exchanges whose distance is that of the word, 0 if it has other random letters.
func (q Pairs) Exchanges() (all int) {
	for _, m := range q.core() {
		c := shuffle.ClosedOf(m)
		if c.Exchanges == 0 || q.N > cycles.MaxDeck {
			return 0
		}
		all += c.Exchanges
	}
	return all
}

// Read computes the laws of single cards of the letters, reads the word, and returns the number of
// workers that the memory allows for its law of pairs. Larger decks have no such law, and all
// workers.
func (q Pairs) Read(ctx context.Context, env run.Options) (a *position.Laws, w word.Word, workers int, err error) {
	if a, err = position.NewLawsWithin(ctx, q.N, q.Letters); err != nil {
		return nil, nil, 0, err
	}
	if w, err = a.Parse(q.Word); err != nil {
		return nil, nil, 0, results.Refuse(err)
	}
	if workers = env.Workers(); q.N > pairs.MaxDeck {
		return a, w, workers, nil
	}
	return a, w, pairs.Workers(a.Alphabet, w, workers, env.Limit()), results.Refuse(pairs.CheckMemory(a.Alphabet, w, env.Limit()))
}

// Answer implements [run.Answerer]. Only the letters of the word have laws of pairs.
func (q Pairs) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	a, w, workers, err := q.Read(ctx, env)
	if err != nil {
		return nil, err
	}
	two, err := run.Cache[pairs.Cache](env.Memo).Laws(ctx, a.Alphabet, w)
	if err != nil {
		return nil, results.Refuse(err)
	}
	law, err := pairs.NewLaw(ctx, two, w, workers)
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

// worst is the first pair, from 1, and its distance, among those that may have the largest.
// Computed distances differ if they are further apart than twice the slack; others count as ties.
func worst(a *pairs.Laws, distances []float64, slack float64) (d float64, pair [2]int) {
	least := slices.Max(distances) - 2*slack
	x := slices.IndexFunc(distances, func(d float64) bool { return d >= least })
	i, j := a.Pair(x)
	return distances[x], [2]int{i + 1, j + 1}
}
