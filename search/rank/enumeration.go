package rank

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/search/run"
	"dovetail/search/words"
)

// The enumeration visits every core once, as a walk over a tree. A core's children are
// the core followed by a syllable (some deterministic letters and one random letter),
// one matrix product a step. Each core stands for all its words at once.

// taskLength is the length at which a core becomes a task with its subtree.
const taskLength = 4

// enumeration is the job of package run. A task is a core with its subtree,
// or, where the core is shorter than taskLength, the core alone.
type enumeration struct {
	q       words.Query
	deepest int    // length of the longest cores to visit
	perfect bool   // whether to enter perfect words only
	central int    // number of central letters, which cores do not contain
	fixed   []byte // the other deterministic letters
	random  []byte // the others
	padder  *padder
	decider *position.Decider
	pool    sync.Pool // of *walker
	total   *found
}

func newEnumeration(q words.Query) *enumeration {
	e := &enumeration{q: q, deepest: q.M, padder: newPadder(q.Alphabet), decider: position.NewDecider(q.Alphabet)}
	for i, l := range q.Alphabet.Letters {
		switch {
		case l.Central:
			e.central++
		case l.Perm != nil:
			e.fixed = append(e.fixed, byte(i))
		default:
			e.random = append(e.random, byte(i))
		}
	}
	e.pool.New = func() any {
		return &walker{
			job:    e,
			chain:  position.NewChain(q.Alphabet),
			scorer: position.NewScorer(q.Alphabet, q.Emax, e.decider),
		}
	}
	e.total = newFound(q)
	return e
}

// exhaustive is the question of the enumeration.
type exhaustive struct{ words.Query }

func (exhaustive) Name() string { return "words/enumeration/4" }

func (q exhaustive) Job() (*enumeration, error) {
	return newEnumeration(q.Query), q.White.Tabulate(q.Alphabet.N)
}

// cores is the number of cores of up to deepest letters that begin with one core
// of the given length.
func (e *enumeration) cores(length, deepest int) float64 {
	sum := make([]float64, deepest+2)
	for l := deepest; l >= length; l-- {
		sum[l] = 1
		gaps := 1.0
		for next := l + 1; next <= deepest; next++ {
			sum[l] += float64(gaps * float64(len(e.random)) * sum[next])
			gaps *= float64(len(e.fixed))
		}
	}
	return sum[length]
}

// Roots implements run.Job: the empty core, and all cores down to the first on
// each path that is long enough to be a task with its subtree.
func (e *enumeration) Roots() ([]run.Piece, error) {
	pieces := []run.Piece{{Payload: []byte{single}, Weight: 1}}
	w := &walker{job: e}
	var list func()
	list = func() {
		kind, weight := byte(single), 1.0
		if len(w.core) >= taskLength {
			kind, weight = subtree, e.cores(len(w.core), e.deepest)
		}
		pieces = append(pieces, run.Piece{Payload: append([]byte{kind}, w.core...), Weight: weight})
		if kind == single {
			w.children(func(word.Syllable) { list() })
		}
	}
	w.children(func(word.Syllable) { list() })
	return pieces, nil
}

const (
	single  = 0
	subtree = 1
)

func (e *enumeration) Check(payload []byte) error {
	if len(payload) == 0 || payload[0] > subtree || !e.isCore(payload[1:]) ||
		(payload[0] == subtree) != (len(payload) > taskLength) {
		return fmt.Errorf("%v is no task of words to %d letters", payload, e.deepest)
	}
	return nil
}

// isCore reports whether w is a core that is visited.
func (e *enumeration) isCore(w word.Word) bool {
	if len(w) == 0 {
		return true
	}
	isRandom := func(l byte) bool { return slices.Contains(e.random, l) }
	known := func(l byte) bool { return isRandom(l) || slices.Contains(e.fixed, l) }
	unknown := slices.ContainsFunc(w, func(l byte) bool { return !known(l) })
	return len(w) <= e.deepest && !unknown && isRandom(w[0]) && isRandom(w[len(w)-1])
}

func (e *enumeration) Run(ctx context.Context, t run.Task) (run.Result, error) {
	w := e.pool.Get().(*walker)
	defer e.pool.Put(w)
	w.ctx = ctx
	w.found = newFound(e.q)
	w.core = append(w.core[:0], t.Payload[1:]...)
	if _, err := w.chain.Core(ctx, w.core); err != nil {
		return run.Result{}, err
	}
	level := e.q.Alphabet.Random(w.core)
	w.visit(level)
	if t.Payload[0] == subtree {
		w.below(level)
	}
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	return run.Whole(w.found.sent())
}

func (e *enumeration) Merge(result []byte) error {
	j, err := e.decode(result)
	if err == nil {
		err = e.total.merge(j)
	}
	if err != nil {
		return fmt.Errorf("result of a word task: %w", err)
	}
	return nil
}

func (e *enumeration) Total() ([]byte, error) { return json.Marshal(e.total.sent()) }

// SoFar implements run.Reporter: the leaders, scored as they are in the end.
func (e *enumeration) SoFar() (best []string) {
	for _, r := range e.total.sorted() {
		if len(best) == maxShown {
			break
		}
		best = append(best, r.Word+" "+e.q.Key.Says(r, e.q.Alphabet.N))
	}
	return best
}

// maxShown is how many words are shown during the search.
const maxShown = 10

// walker visits subtrees. It is for one goroutine.
type walker struct {
	job    *enumeration
	ctx    context.Context
	chain  *position.Chain
	scorer *position.Scorer
	core   word.Word // the present core, whose deviation is the chain's at its level
	found  *found
}

// children calls f with each syllable that may follow the present core, while the core
// is extended by it. At the root the run of deterministic letters is empty.
func (w *walker) children(f func(word.Syllable)) {
	start := len(w.core)
	var grow func(gap perm.Perm)
	grow = func(gap perm.Perm) {
		for _, l := range w.job.random {
			w.core = append(w.core, l)
			f(word.Syllable{Run: gap, Letter: l})
			w.core = w.core[:len(w.core)-1]
		}
		if start == 0 || len(w.core)+1 >= w.job.deepest {
			return
		}
		for _, l := range w.job.fixed {
			w.core = append(w.core, l)
			grow(gap.Append(w.job.q.Alphabet.Letters[l].Perm))
			w.core = w.core[:len(w.core)-1]
		}
	}
	if start < w.job.deepest {
		grow(nil)
	}
}

// below visits the proper subtree of the present core.
func (w *walker) below(level int) {
	w.children(func(s word.Syllable) {
		if w.chain.Extend(w.ctx, level, s) != nil {
			return // the task fails by the same error
		}
		w.visit(level + 1)
		w.below(level + 1)
	})
}

// visit scores the present core and enters its words.
func (w *walker) visit(level int) {
	e := w.chain.Level(level)
	scores, err := w.scorer.Score(w.ctx, w.core, e)
	if err != nil {
		return // the task fails by the same error
	}
	row := words.ScoredRow(scores)
	w.found.Close += int64(row.Close)
	w.found.Stats.Scored++
	if w.job.q.Key == words.ByExpected {
		row.Expected = words.Expected(w.job.q.White, e)
	}
	w.job.enter(w.found, w.core, row)
}

// enter counts and lists the words of a core.
func (e *enumeration) enter(f *found, core word.Word, row words.Row) {
	perfect := row.White == e.q.Alphabet.N*e.q.Alphabet.N
	if perfect {
		f.Perfect.Add(f.Perfect, paddings(e.q.M, len(core), len(e.fixed), e.central))
	}
	// The row has no name yet, and the empty name sorts before all others.
	if (perfect || !e.perfect) && f.admits(row) {
		e.padder.each(core, e.q.M, func(w word.Word) bool {
			named := row
			named.Word, named.Letters = e.q.Alphabet.Format(w), string(w)
			return f.add(named)
		})
	}
}
