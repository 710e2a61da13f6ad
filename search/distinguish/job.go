// Package distinguish tells decks that a word of shuffles deals from fair ones, by trained tests.
//
// A test accepts some of all decks. The distance in total variation is the largest difference
// between the probabilities of accepting a dealt deck and a uniform one, over all tests. So every
// test bounds it from below. The tests here accept decks whose score is above a threshold. The
// features of the score are three parts of the word's density, as far as two cards show it; some
// words also have these features given the cut of a riffle (pairs.go). Their weights are Fisher's
// linear discriminant, trained on decks of their own, which also set the threshold (train.go). A
// bound of exact confidence follows from the number of fresh decks of either kind that are accepted
// (LowerBound). docs/decks.md has the proofs.
package distinguish

import (
	"context"
	"fmt"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/run"
)

// Tests is the question of lower bounds on the TVD of several words from uniform over all orders of a
// deck, by trained tests.
type Tests struct {
	Alphabet *position.Laws
	Words    []string
	Train    int64 // decks of the word, and as many uniform ones, for the training
	Fresh    int64 // and for the test
	Seed     uint64
	Delta    float64 // a bound exceeds the truth with at most this probability, 1/4 or less
	Purpose  string  // the decks of another purpose are other ones
	Use      string  // another use has other fresh decks
	Near     bool    // quick tests, by pairs of cards that begin near each other
	Threads  int     `json:"-"` // for the training
	Cache    *Cache  `json:"-"` // of tests; without one the job has its own
}

// Testable reports whether words can be put to tests: their letters have laws of pairs, and scores
// are not too large. The cache then has those laws. It fails only if ctx is over.
func (c *Cache) Testable(ctx context.Context, a *position.Laws) (bool, error) {
	if a.N < minTested || a.N > MaxCards {
		return false, ctx.Err()
	}
	_, err := c.Pairs.Laws(ctx, a.Alphabet, a.Every())
	return err == nil, ctx.Err()
}

// The numbers of decks of either kind for the training and for the test, and those of a quick test.
const (
	TrainDecks = 1 << 14
	FreshDecks = 1 << 16
	NearTrain  = 1 << 12
	NearFresh  = 1 << 15
)

func (Tests) Name() string { return "distinguish/tests/6" }

// maxTested keeps scores of decks within a few gigabytes.
const maxTested = 1 << 28

// minTested is the least deck in which two cards leave some undistinguished.
const minTested = 3

func (q Tests) Job() (*Job, error) {
	switch n := q.Alphabet.N; {
	case n < minTested || n > pairs.MaxDeck:
		return nil, fmt.Errorf("n=%d: a trained test wants a deck of %d..%d cards", n, minTested, pairs.MaxDeck)
	case min(q.Train, q.Fresh) < 1 || max(q.Train, q.Fresh) > maxTested:
		return nil, fmt.Errorf("%d and %d decks: a trained test wants 1..%d of either kind",
			q.Train, q.Fresh, int64(maxTested))
	case !(q.Delta > 0 && q.Delta <= 0.25):
		return nil, fmt.Errorf("delta=%v is not between 0 and 1/4", q.Delta)
	}
	q.Threads = max(1, q.Threads)
	if q.Cache == nil {
		q.Cache = NewCache(new(pairs.Cache))
	}
	j := &Job{Tests: q, tested: map[int]tested{}}
	j.Sum = run.Sum[stretch, tested]{
		Of: "a test", Tasks: j.stretches, Weight: func(s stretch) float64 { return float64(s.To - s.From) }, Do: j.test,
		Order: func(a, b tested) int { return a.Word - b.Word }, Valid: j.valid, Add: j.add, Parts: j.parts,
	}
	return j, nil
}

// Job is the job of package run. A task is a stretch of the decks of one word.
type Job struct {
	run.Sum[stretch, tested]
	Tests
	tested map[int]tested // so far, by word
}

// stretch is some of the decks with which a word is tested.
type stretch struct {
	Word     int
	From, To int64
}

// stretchDecks is the number of decks of a task, about half a second's work. A task begins a block
// of decks.
const stretchDecks = 1 << 16

// tested is the number of decks of either kind with which a word was tested, and the numbers
// accepted: of the word, and uniform ones.
type tested struct {
	Word     int
	Decks    int64
	Accepted [2]int64
}

// Accepted returns the numbers of accepted decks of a word and of uniform decks, once all are
// tested.
func (t *Job) Accepted(i int) (accepted [2]int64, done bool) {
	return t.tested[i].Accepted, t.tested[i].Decks == t.Fresh
}

// Lower is the bound for a word whose decks are all tested.
func (t *Job) Lower(i int) float64 { return LowerBound(t.tested[i].Accepted, t.Fresh, t.Delta) }

// stretches are the tasks. Tests of large decks are not kept, so that all their decks are one
// stretch.
func (t *Job) stretches() (all []stretch) {
	size := t.Fresh
	if t.Alphabet.N <= MaxCards {
		size = stretchDecks
	}
	for i := range t.Words {
		for from := int64(0); from < t.Fresh; from += size {
			all = append(all, stretch{i, from, min(from+size, t.Fresh)})
		}
	}
	return all
}

func (t *Job) test(ctx context.Context, s stretch) ([]tested, error) {
	w, err := t.Alphabet.Parse(t.Words[s.Word])
	if err != nil {
		return nil, err
	}
	accepted, err := t.Count(ctx, w, s.From, s.To)
	return []tested{{s.Word, s.To - s.From, accepted}}, err
}

// valid refuses what no decks of a word can have.
func (t *Job) valid(r tested) error {
	if r.Word < 0 || r.Word >= len(t.Words) || min(r.Accepted[0], r.Accepted[1]) < 0 ||
		max(r.Accepted[0], r.Accepted[1]) > r.Decks || r.Decks > t.Fresh-t.tested[r.Word].Decks {
		return fmt.Errorf("%+v cannot be", r)
	}
	return nil
}

func (t *Job) add(r tested) {
	known := t.tested[r.Word]
	r.Decks += known.Decks
	r.Accepted[0] += known.Accepted[0]
	r.Accepted[1] += known.Accepted[1]
	t.tested[r.Word] = r
}

// parts are the words of which decks are tested, in order.
func (t *Job) parts() (all []tested) {
	for i := range t.Words {
		if r, ok := t.tested[i]; ok {
			all = append(all, r)
		}
	}
	return all
}

// CheckTotal wants every word to have its test.
func (t *Job) CheckTotal() error {
	for i := range t.Words {
		if _, done := t.Accepted(i); !done {
			return fmt.Errorf("the state has tests by %d decks of %s, not by %d", t.tested[i].Decks, t.Words[i], t.Fresh)
		}
	}
	return nil
}

// Count returns how many of some fresh decks of the word its test accepts, and how many uniform
// ones.
func (q Tests) Count(ctx context.Context, w word.Word, from, to int64) (accepted [2]int64, err error) {
	_, core, _ := q.Alphabet.Split(w) // deterministic letters at the ends change no distance
	t, err := q.Cache.train(ctx, training{q.Alphabet, string(core), q.Train, q.Purpose, q.Seed, q.Near}, q.Threads)
	if err != nil {
		return accepted, err
	}
	p := projection{n: t.n}
	fresh, err := p.deal(ctx, 1, sources(q.Alphabet, core, q.Purpose, "fresh"+q.Use, q.Seed), from, to, t.score)
	if err != nil {
		return accepted, err
	}
	for side, scores := range fresh {
		for _, x := range scores[0] {
			if x > t.above {
				accepted[side]++
			}
		}
	}
	return accepted, nil
}
