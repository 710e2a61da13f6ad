package decks

import (
	"context"
	"encoding/json"
	"fmt"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/run"
)

// tests is the question of lower bounds on the TVD of several words from uniform over all orders of a
// deck, by trained tests, a task for each.
type tests struct {
	Alphabet *position.Laws
	Words    []string
	Train    int64 // decks of the word, and as many uniform ones, that choose the test
	Fresh    int64 // and that it is put to
	Seed     uint64
	Delta    float64 // a bound exceeds the truth with at most this probability, 1/4 or less
	Use      string  // another has other fresh decks
}

// testable reports whether words are put to tests: their letters have laws of pairs, and
// scores are not too large. It fails only if ctx is over.
func testable(ctx context.Context, a *position.Laws) (bool, error) {
	if a.N < minTested || a.N > maxControlled {
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
func (tests) Name() string { return "decks/tests/2" }

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
	return &testsJob{q, map[int][2]int64{}}, nil
}

// testsJob is the job of package run.
type testsJob struct {
	tests
	decks map[int][2]int64 // that passed, by word
}

// tested is how many decks of the word of a number passed, and how many uniform ones.
type tested struct {
	Word   int
	Passed [2]int64
}

// lower is the bound for the word of a number.
func (t *testsJob) lower(i int) float64 { return verdict(t.decks[i], t.Fresh, t.Delta) }

// Roots implements run.Job.
func (t *testsJob) Roots() (pieces []run.Piece, err error) {
	for i := range t.Words {
		pieces = append(pieces, run.Piece{Payload: fmt.Append(nil, i)})
	}
	return pieces, nil
}

// Check implements run.Job.
func (t *testsJob) Check(payload []byte) error {
	_, _, err := t.word(payload)
	return err
}

func (t *testsJob) word(payload []byte) (i int, w word.Word, err error) {
	if err := json.Unmarshal(payload, &i); err != nil || i < 0 || i >= len(t.Words) {
		return 0, nil, fmt.Errorf("%q is not the number of a word", payload)
	}
	w, err = t.Alphabet.Parse(t.Words[i])
	return i, w, err
}

// Run implements run.Job.
func (t *testsJob) Run(ctx context.Context, task run.Task) (run.Result, error) {
	i, w, err := t.word(task.Payload)
	if err != nil {
		return run.Result{}, err
	}
	passed, err := t.passed(ctx, w, 1)
	if err != nil {
		return run.Result{}, err
	}
	return run.Whole([]tested{{i, passed}})
}

// Merge implements run.Job.
func (t *testsJob) Merge(result []byte) error {
	var all []tested
	if err := json.Unmarshal(result, &all); err != nil {
		return fmt.Errorf("result of a test: %w", err)
	}
	seen := map[int]bool{}
	for _, r := range all {
		_, known := t.decks[r.Word]
		if r.Word < 0 || r.Word >= len(t.Words) || known || seen[r.Word] ||
			min(r.Passed[0], r.Passed[1]) < 0 || max(r.Passed[0], r.Passed[1]) > t.Fresh {
			return fmt.Errorf("result of a test: %+v cannot be", r)
		}
		seen[r.Word] = true
	}
	for _, r := range all {
		t.decks[r.Word] = r.Passed
	}
	return nil
}

// checkTotal wants every word to have its test.
func (t *testsJob) checkTotal() error {
	if len(t.decks) != len(t.Words) {
		return fmt.Errorf("the state has tests of %d words of %d", len(t.decks), len(t.Words))
	}
	return nil
}

// Total implements run.Job.
func (t *testsJob) Total() ([]byte, error) {
	all := []tested{}
	for i := range t.Words {
		if r, ok := t.decks[i]; ok {
			all = append(all, tested{i, r})
		}
	}
	return json.Marshal(all)
}
