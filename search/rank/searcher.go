package rank

import (
	"cmp"
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/words"
)

// searcher does tasks of the pruned search. It is for one goroutine.
type searcher struct {
	job    *pruning
	n      int // cards
	ctx    context.Context
	found  *found
	bounds limits

	maker  halfMaker
	probe  *prober
	chain  *position.Chain
	scorer *position.Scorer

	// A block of first halves is tested at once.
	block   []first
	rounded *roundedBlock // their first test vectors
	near    []pair        // those not rejected in integers
	ahead   float64       // a sum without meaning, of what was read ahead
	wanted  []pair        // those not rejected by any test vector
	word    word.Word     // of the present pair
	rowSum  []float64
	order   []int
	start   *dense.Matrix
	steps   [2]*dense.Matrix
}

// first is a first half in a block.
type first struct {
	word   word.Word
	alpha  float64
	probes [probes][]float64
}

// pair is a first half of the block and a suffix, by their indices.
type pair struct{ first, suffix int }

// blockSize is the number of first halves that are tested at once, a multiple of four.
const blockSize = 64

func newSearcher(p *pruning) *searcher {
	a := p.q.Alphabet
	n := a.N
	s := &searcher{
		job:     p,
		n:       n,
		bounds:  newLimits(n, p.threshold, p.measure),
		maker:   halfMaker{p.factors},
		probe:   newProber(n),
		chain:   position.NewChain(a),
		scorer:  position.NewScorer(a, p.q.Emax, p.decider),
		block:   make([]first, 0, blockSize),
		rounded: newRoundedBlock(blockSize, n),
		rowSum:  make([]float64, n),
		start:   dense.Square(n),
		steps:   [2]*dense.Matrix{dense.Square(n), dense.Square(n)},
	}
	for range (n + 3) / 4 {
		s.order = append(s.order, 4*len(s.order))
	}
	for i := range cap(s.block) {
		f := &s.block[:cap(s.block)][i]
		for k := range f.probes {
			f.probes[k] = make([]float64, n)
		}
	}
	return s
}

// search tests all pairs whose first half starts with the prefix. Once the context ends it stops,
// and its result is not complete.
func (s *searcher) search(prefix word.Word) {
	w := append(make(word.Word, 0, s.job.cut), prefix...)
	var fill func()
	fill = func() {
		if s.ctx.Err() != nil {
			return
		}
		if len(w) == s.job.cut {
			s.add(w)
			if len(s.block) == cap(s.block) {
				s.flush()
			}
			return
		}
		for _, l := range s.job.usable {
			w = append(w, l)
			fill()
			w = w[:len(w)-1]
		}
	}
	s.block = s.block[:0]
	fill()
	s.flush()
}

// add adds a first half to the block.
func (s *searcher) add(w word.Word) {
	h := s.maker.make(w)
	i := len(s.block)
	s.block = s.block[:i+1]
	f := &s.block[i]
	f.word = append(f.word[:0], w...)
	f.alpha = s.bounds.alpha(h.slack)
	s.job.measure.left(s.probe, h.parts)
	for k, vector := range s.probe.vectors {
		for j, x := range vector {
			if h.after != nil {
				f.probes[k][h.after[j]] = x / f.alpha
			} else {
				f.probes[k][j] = x / f.alpha
			}
		}
	}
	s.rounded.set(i, f.probes[0])
}

// flush tests the halves of the block with all suffixes and empties it.
func (s *searcher) flush() {
	if len(s.block) == 0 {
		return
	}
	defer func() { s.block = s.block[:0] }()
	s.near, s.wanted = s.near[:0], s.wanted[:0]
	for _, f := range s.block {
		s.found.Stats.FirstProbe += s.job.suffixes.cores + countStanding(s.job.q.Alphabet, f.word)
	}
	for i := range s.job.suffixes.groups {
		g := &s.job.suffixes.groups[i]
		s.rounded.turn(len(s.block), g)
		for k := range g.panels {
			if s.ctx.Err() != nil {
				return
			}
			if s.near = s.rounded.near(s.near, len(s.block), g, k); len(s.near) >= together {
				s.consider()
			}
		}
	}
	s.consider()
	slices.SortFunc(s.wanted, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.suffix, b.suffix))
	})
	s.finish()
}

// together is the number of pairs that are considered one after the other. Their second halves lie
// far apart in memory, and are read ahead so that the processor waits for many at once.
const together = 32

// consider applies the test vectors to the near pairs, in doubles. Up to here, what these pairs
// stand for is counted as rejected by the first.
func (s *searcher) consider() {
	const line = 8 // doubles that come together
	for _, p := range s.near {
		for y := s.job.suffixes.probe(0, p.suffix, s.n); len(y) > 0; y = y[min(line, len(y)):] {
			s.ahead += y[0]
		}
	}
pairs:
	for _, p := range s.near {
		for k := range probes {
			for l := range probes {
				if t := dot(s.block[p.first].probes[k], s.job.suffixes.probe(l, p.suffix, s.n)); t > within || t < -within {
					if k+l > 0 {
						cores := countStanding(s.job.q.Alphabet, s.core(p))
						s.found.Stats.FirstProbe -= cores
						s.found.Stats.OtherProbes += cores
					}
					continue pairs
				}
			}
		}
		s.wanted = append(s.wanted, p)
	}
	s.near = s.near[:0]
}

// core is the core of the pair.
func (s *searcher) core(p pair) word.Word {
	s.word = append(append(s.word[:0], s.block[p.first].word...), s.job.suffixes.list[p.suffix].word...)
	return s.word
}

// finish computes the rows of the wanted pairs, which are sorted by their first halves, and if
// necessary the scores of all cores that they stand for.
func (s *searcher) finish() {
	last := -1
	for _, p := range s.wanted {
		if s.ctx.Err() != nil {
			return
		}
		f := &s.block[p.first]
		if p.first != last {
			s.prepare(f)
			last = p.first
		}
		core := s.core(p)
		cores := countStanding(s.job.q.Alphabet, core)
		s.found.Stats.FirstProbe -= cores
		if s.rowsReject(f, &s.job.suffixes.list[p.suffix]) {
			s.found.Stats.Rows += cores
			continue
		}
		for shorter := range standsFor(s.job.q.Alphabet, core) {
			if s.score(shorter) != nil {
				return // the task fails by the same error
			}
		}
	}
}

// score enters a core.
func (s *searcher) score(core word.Word) error {
	e, err := s.chain.Core(s.ctx, core)
	if err != nil {
		return err
	}
	scores, err := s.scorer.Score(s.ctx, core, e)
	if err != nil {
		return err
	}
	s.found.Stats.Scored++
	row := words.ScoredRow(scores)
	s.found.Close += int64(row.Close)
	s.job.enter(s.found, core, row)
	return nil
}

// prepare sets start to the deviation of a first half, and order to its blocks
// of four rows, those with the largest sums first.
func (s *searcher) prepare(f *first) {
	h := s.maker.make(f.word)
	e := s.probe.cells(h.parts)
	if h.after != nil {
		permuteColumns(s.start, e, h.after)
	} else {
		copy(s.start.Data, e.Data)
	}
	dense.RowSums(s.start, s.rowSum)
	weight := func(row int) (sum float64) {
		for _, x := range s.rowSum[row:min(row+4, len(s.rowSum))] {
			sum += x
		}
		return sum
	}
	slices.SortFunc(s.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b))
	})
}

// rowsReject reports whether the rows of a pair's law put the score above the limit.
// They are computed four at a time, until they do.
func (s *searcher) rowsReject(f *first, y *suffix) bool {
	n := s.n
	limit := f.alpha * y.beta / s.job.measure.scale(n)
	var rows [4][]float64
	for _, row := range s.order {
		e := s.start
		for step, part := range y.parts {
			if step == 0 && y.before != nil {
				s.permuteRows(row, y)
				e = s.steps[1]
			}
			dense.ProductRows(s.steps[step%2], e, part.e, row, 4)
			e = s.steps[step%2]
		}
		count := min(4, n-row)
		for i := range count {
			rows[i] = e.Row(row + i)
		}
		if s.job.measure.rowsAbove(rows[:count], &limit) {
			return true
		}
	}
	return false
}

// permuteRows sets four rows of steps[1] to those of start, moved by the
// deterministic letters before the suffix's core.
func (s *searcher) permuteRows(row int, y *suffix) {
	for i := row; i < min(row+4, s.start.Rows); i++ {
		from, to := s.start.Row(i), s.steps[1].Row(i)
		for j, k := range y.before {
			to[k] = from[j]
		}
	}
}
