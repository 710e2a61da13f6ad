package decks

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/search/run"
)

// tests is the question of lower bounds on the TVD of several words from uniform over all orders of a
// deck, by trained tests.
type tests struct {
	Alphabet *position.Laws
	Words    []string
	Train    int64 // decks of the word, and as many uniform ones, that choose the test
	Fresh    int64 // and that it is put to
	Seed     uint64
	Delta    float64 // a bound exceeds the truth with at most this probability, 1/4 or less
	Use      string  // another has other fresh decks
	Threads  int     `json:"-"` // that train a test
}

// testable reports whether words are put to tests: their letters have laws of pairs, and
// scores are not too large. It fails only if ctx is over.
func testable(ctx context.Context, a *position.Laws) (bool, error) {
	if a.N < minTested || a.N > maxScored {
		return false, ctx.Err()
	}
	_, err := pairs.NewLaws(ctx, a.Alphabet, a.Every())
	return err == nil, ctx.Err()
}

// Decks of a race's test.
const (
	trainDecks = 1 << 14
	freshDecks = 1 << 16
)

// Name implements run.Question.
func (tests) Name() string { return "decks/tests/3" }

// maxTested keeps scores of decks within a few gigabytes.
const maxTested = 1 << 28

// minTested is the least deck in which two cards leave some to be told apart.
const minTested = 3

// Job implements run.Question.
func (q tests) Job() (*testsJob, error) {
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
	return &testsJob{q, map[int]tested{}}, nil
}

// testsJob is the job of package run. A task is a stretch of the decks of one word.
type testsJob struct {
	tests
	tested map[int]tested // so far, by word
}

// stretch is some of the decks that a word is put to the test by.
type stretch struct {
	Word     int
	From, To int64
}

// stretchDecks are those of a task: about half a second's work. It begins a block of decks.
const stretchDecks = 1 << 16

// tested is by how many decks of either kind a word was tested, and how many passed: of the word, and uniform ones.
type tested struct {
	Word   int
	Decks  int64
	Passed [2]int64
}

// passed is how many decks of the word of a number passed, and how many uniform ones, if all are tested.
func (t *testsJob) passed(i int) (passed [2]int64, done bool) {
	return t.tested[i].Passed, t.tested[i].Decks == t.Fresh
}

// lower is the bound for a word with all its decks tested.
func (t *testsJob) lower(i int) float64 { return verdict(t.tested[i].Passed, t.Fresh, t.Delta) }

// Roots implements run.Job. Tests of large decks are not kept, so that there is one stretch for all decks.
func (t *testsJob) Roots() (pieces []run.Piece, err error) {
	size := t.Fresh
	if t.Alphabet.N <= maxScored {
		size = stretchDecks
	}
	for i := range t.Words {
		for from := int64(0); from < t.Fresh; from += size {
			to := min(from+size, t.Fresh)
			payload, _ := json.Marshal(stretch{i, from, to})
			pieces = append(pieces, run.Piece{Payload: payload, Weight: float64(to - from)})
		}
	}
	return pieces, nil
}

// Check implements run.Job.
func (t *testsJob) Check(payload []byte) error {
	_, err := t.stretch(payload)
	return err
}

func (t *testsJob) stretch(payload []byte) (s stretch, err error) {
	if err := json.Unmarshal(payload, &s); err != nil {
		return s, fmt.Errorf("a task of a test: %w", err)
	}
	if s.Word < 0 || s.Word >= len(t.Words) || s.From < 0 || s.From%stretchDecks != 0 || s.From >= s.To || s.To > t.Fresh {
		return s, fmt.Errorf("%+v is no task of these tests", s)
	}
	return s, nil
}

// Run implements run.Job.
func (t *testsJob) Run(ctx context.Context, task run.Task) (run.Result, error) {
	s, err := t.stretch(task.Payload)
	if err != nil {
		return run.Result{}, err
	}
	w, err := t.Alphabet.Parse(t.Words[s.Word])
	if err != nil {
		return run.Result{}, err
	}
	passed, err := t.tests.passed(ctx, w, s.From, s.To)
	if err != nil {
		return run.Result{}, err
	}
	return run.Whole([]tested{{s.Word, s.To - s.From, passed}})
}

// Merge implements run.Job.
func (t *testsJob) Merge(result []byte) error {
	var all []tested
	if err := json.Unmarshal(result, &all); err != nil {
		return fmt.Errorf("result of a test: %w", err)
	}
	next := maps.Clone(t.tested)
	for _, r := range all {
		if r.Word < 0 || r.Word >= len(t.Words) || min(r.Passed[0], r.Passed[1]) < 0 ||
			max(r.Passed[0], r.Passed[1]) > r.Decks || r.Decks > t.Fresh-next[r.Word].Decks {
			return fmt.Errorf("result of a test: %+v cannot be", r)
		}
		known := next[r.Word]
		next[r.Word] = tested{r.Word, known.Decks + r.Decks,
			[2]int64{known.Passed[0] + r.Passed[0], known.Passed[1] + r.Passed[1]}}
	}
	t.tested = next
	return nil
}

// checkTotal wants every word to have its test.
func (t *testsJob) checkTotal() error {
	for i := range t.Words {
		if _, done := t.passed(i); !done {
			return fmt.Errorf("the state has tests by %d decks of %s, not by %d", t.tested[i].Decks, t.Words[i], t.Fresh)
		}
	}
	return nil
}

// Total implements run.Job.
func (t *testsJob) Total() ([]byte, error) {
	all := []tested{}
	for i := range t.Words {
		if r, ok := t.tested[i]; ok {
			all = append(all, r)
		}
	}
	return json.Marshal(all)
}
