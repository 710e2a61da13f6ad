package words

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
)

// searcher does tasks of the pruned search; it serves one goroutine.
type searcher struct {
	job    *pruning
	n      int // cards
	ctx    context.Context
	found  *tables
	limits limits

	maker  *halfMaker
	probe  *prober
	chain  *position.Chain
	scorer *position.Scorer

	// A block of up to n first halves is tested at once.
	block  []first
	rows   *dense.Matrix // their first test vectors
	tests  *dense.Matrix // rows times a chunk of suffixes
	mask   []byte
	wanted []pair // what the tests let through
	rowSum []float64
	order  []int
	start  *dense.Matrix
	steps  [2]*dense.Matrix
}

// first is a first half in a block.
type first struct {
	word   word.Word
	alpha  float64
	probes [probes][]float64
}

// pair is a first half of the block and a suffix, by their places.
type pair struct{ first, suffix int }

func newSearcher(p *pruning) *searcher {
	a := p.enum.q.Alphabet
	n := a.N
	s := &searcher{
		job:    p,
		n:      n,
		limits: newLimits(n, p.threshold, p.measure),
		maker:  newHalfMaker(p.factors),
		probe:  newProber(n),
		chain:  position.NewChain(a),
		scorer: position.NewScorer(a, p.enum.q.Emax, p.enum.decider),
		block:  make([]first, 0, n),
		rows:   dense.Square(n),
		tests:  dense.Square(n),
		rowSum: make([]float64, n),
		start:  dense.Square(n),
		steps:  [2]*dense.Matrix{dense.Square(n), dense.Square(n)},
	}
	s.mask = make([]byte, n*s.tests.Stride/4)
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

// search tries all pairs whose first half starts with the prefix. Once the
// context ends it stops, and what it found is not complete.
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

// add puts a first half into the block.
func (s *searcher) add(w word.Word) {
	h := s.maker.make(w)
	i := len(s.block)
	s.block = s.block[:i+1]
	f := &s.block[i]
	f.word = append(f.word[:0], w...)
	f.alpha = s.limits.alpha(h.factor)
	s.job.measure.left(s.probe, h.e)
	for k, vector := range s.probe.vectors {
		for j, x := range vector {
			if h.after != nil {
				f.probes[k][h.after[j]] = x / f.alpha
			} else {
				f.probes[k][j] = x / f.alpha
			}
		}
	}
	copy(s.rows.Row(i), f.probes[0])
}

// flush tries the halves of the block with all suffixes and empties it.
func (s *searcher) flush() {
	defer func() { s.block = s.block[:0] }()
	n := s.n
	s.wanted = s.wanted[:0]
	for c, chunk := range s.job.suffixes.chunks {
		if s.ctx.Err() != nil {
			return
		}
		dense.ProductRows(s.tests, s.rows, chunk, 0, (len(s.block)+3)&^3)
		dense.Within(s.tests, within, s.mask)
		s.found.stats.FirstProbe += int64(len(s.block) * min(n, len(s.job.suffixes.list)-c*n))
		width := s.tests.Stride / 4
		for i := range s.block {
			for v, m := range s.mask[i*width : (i+1)*width] {
				for ; m != 0; m &= m - 1 {
					s.consider(i, c, 4*v+bits.TrailingZeros8(m))
				}
			}
		}
	}
	slices.SortFunc(s.wanted, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.suffix, b.suffix))
	})
	s.finish()
}

// consider tries the other test vectors on a pair that the first let through.
func (s *searcher) consider(i, chunk, column int) {
	n := s.n
	j := chunk*n + column
	if column >= n || j >= len(s.job.suffixes.list) {
		return // padding
	}
	s.found.stats.FirstProbe--
	for k := range probes {
		for l := range probes {
			if k+l == 0 {
				continue
			}
			if t := dot(s.block[i].probes[k], s.job.suffixes.probe(l, j, n)); t > within || t < -within {
				s.found.stats.OtherProbes++
				return
			}
		}
	}
	s.wanted = append(s.wanted, pair{i, j})
}

// finish computes the rows, and if need be the scores, of the wanted pairs,
// which are sorted by their first halves.
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
		y := &s.job.suffixes.list[p.suffix]
		if s.rowsReject(f, y) {
			s.found.stats.Rows++
			continue
		}
		s.found.stats.Scored++
		core := append(append(word.Word{}, f.word...), y.word...)
		e, err := s.chain.Core(s.ctx, core)
		if err != nil {
			return
		}
		scores, err := s.scorer.Score(s.ctx, core, e)
		if err != nil {
			return
		}
		row := Row{Scores: scores}
		s.found.close += int64(row.Close)
		s.job.enum.enter(s.found, core, row)
	}
}

// prepare sets start to the deviation of a first half, and order to its blocks
// of four rows, those with the largest sums first.
func (s *searcher) prepare(f *first) {
	h := s.maker.make(f.word)
	if h.after != nil {
		permuteColumns(s.start, h.e, h.after)
	} else {
		copy(s.start.Data, h.e.Data)
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
			dense.ProductRows(s.steps[step%2], e, part, row, 4)
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
