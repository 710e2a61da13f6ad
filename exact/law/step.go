package law

import (
	"context"

	"dovetail/perm/pace"
)

// A step appends a letter: with Q the law before and Q' after,
//
//	Q'(d) = sum over outcomes of weight * Q(d undone by the outcome).
//
// It is the automaton (machine.go) run backwards. For a state u after s cards let
// F_s(d, u) be the weighted sum of Q over all ways to go on from u, where d is a
// deck whose last s cards are inserted already. F_n is Q, F_1 is Q', and
//
//	F_{s-1}(d, u) = sum over edges (j, v) of u: weight * F_s(e, v), e being d with
//	the first of its last s cards put after j others.
//
// All decks in this equation share their first n-s cards. So the block of s! decks
// that share them can be finished by itself: level s fills for one first card the
// level below, which is finished before the next card's turn. The working memory
// is one block at each level, states * (s-1)! numbers at level s, little more than
// n! in all; and from s = 7 on it stays in the cache.

// engine runs steps on decks of n cards. It serves one goroutine.
type engine[T element] struct {
	*tables
	ctx     context.Context // of the step at hand, which leaves large blocks undone once it is cancelled
	level   [][]T           // level[s]: F_s on one block of s! decks, one state after the other
	low     [2][]run[T]     // two levels of a block of the last cards
	source  []*run[T]
	moved   []run[T]
	combine func(dst *run[T], src []*run[T], u *sum[T])
}

func newEngine[T element](n int) *engine[T] {
	return &engine[T]{level: make([][]T, n), combine: combiner[T]()}
}

// step computes the law after a letter from the law before it; each engine is one
// thread's. The answer does not depend on their number. It is told as so much work.
func step[T element](ctx context.Context, t *tables, dst, src []T, p *plan[T], engines []*engine[T],
	work float64) error {
	meter := pace.Of(ctx)
	for _, e := range engines {
		e.tables, e.ctx = t, ctx
	}
	if t.n <= baseCards {
		var in, out run[T]
		copy(in[:], src)
		engines[0].finish(&out, in[:], p)
		copy(dst, out[:])
		meter.Add(work)
		return nil
	}
	return pace.Share(ctx, len(engines), t.n, func(_ context.Context, number int) func(int) error {
		return func(x int) error {
			engines[number].first(dst, src, p, t.n, x)
			meter.Add(work / float64(t.n))
			return ctx.Err()
		}
	})
}

// block computes F_1 on a block of s! decks from F_s.
func (e *engine[T]) block(dst, in []T, p *plan[T], s int) {
	if s == baseCards {
		e.finish((*run[T])(dst), in, p)
		return
	}
	for x := range s {
		e.first(dst, in, p, s, x)
	}
}

// largeBlock is how many cards a block must have to take long: a tenth of a second.
const largeBlock = 9

// first does the same for those decks of the block that begin with its x-th card.
func (e *engine[T]) first(dst, in []T, p *plan[T], s, x int) {
	if s >= largeBlock && e.ctx.Err() != nil {
		return
	}
	size := e.factorial[s-1]
	l := &p.levels[s-1]
	e.level[s-1] = grow(e.level[s-1], len(l.states)*size)
	e.source = grow(e.source, len(l.sources))
	e.moved = grow(e.moved, len(l.sources))
	out := e.level[s-1][:len(l.states)*size]
	h := &e.heads[s][x]
	head := s - 1 - baseCards
	for r, block := range h.block {
		for i, from := range l.sources {
			src := in[from.state*e.factorial[s]:]
			if from.j <= head {
				e.source[i] = (*run[T])(src[h.behind[from.j][r]:])
				continue
			}
			e.source[i] = &e.moved[i]
			gather16(e.source[i], (*[(baseCards + 1) * baseSize]T)(src[block:]), e.tail[h.below[r]][from.j-head])
		}
		for u := range l.states {
			e.combine((*run[T])(out[u*size+r*baseSize:]), e.source, &l.states[u])
		}
	}
	e.block(dst[x*size:][:size], out, p, s-1)
}

// finish computes F_1 on a block of the last cards, at most baseCards, level by
// level.
func (e *engine[T]) finish(dst *run[T], in []T, p *plan[T]) {
	s := min(e.n, baseCards)
	if s == 1 {
		copy(dst[:], in)
		return
	}
	before := func(state int) *run[T] { return (*run[T])(in[state*baseSize:]) }
	for ; s >= 2; s-- {
		l := &p.levels[s-1]
		e.source = grow(e.source, len(l.sources))
		e.moved = grow(e.moved, len(l.sources))
		for i, from := range l.sources {
			e.source[i] = before(from.state)
			if from.j > 0 {
				gather8(&e.moved[i], e.source[i], e.base[s][from.j])
				e.source[i] = &e.moved[i]
			}
		}
		if s == 2 {
			e.combine(dst, e.source, &l.states[0])
			return
		}
		e.low[s%2] = grow(e.low[s%2], len(l.states))
		out := e.low[s%2]
		for u := range l.states {
			e.combine(&out[u], e.source, &l.states[u])
		}
		before = func(state int) *run[T] { return &out[state] }
	}
}

// grow is s or a longer slice.
func grow[T any](s []T, size int) []T {
	if len(s) < size {
		return make([]T, size)
	}
	return s
}

// run is the probabilities of baseSize decks with consecutive ranks.
type run[T element] = [baseSize]T

// gather8Go and gather16Go set dst to the elements of src at the ranks given. They
// are the oracles of gather8 and gather16.

func gather8Go[T element](dst, src *run[T], ranks *[baseSize]uint8) {
	for i, r := range ranks {
		dst[i] = src[r]
	}
}

func gather16Go[T element](dst *run[T], src *[(baseCards + 1) * baseSize]T, ranks *[baseSize]uint16) {
	for i, r := range ranks {
		dst[i] = src[r]
	}
}

// combineGo sets dst to the weighted sum u of runs, added in its order. It is the
// oracle of every other kernel.
func combineGo[T element](dst *run[T], src []*run[T], u *sum[T]) {
	clear(dst[:])
	for k, from := range u.sources {
		addWeighted(dst, src[from], u.weights[k])
	}
}

// addWeighted adds weight * a to dst. The conversion keeps the product's rounding
// on machines that would fuse it with the sum.
func addWeighted[T element](dst, a *run[T], weight T) {
	for i, v := range a {
		dst[i] += T(weight * v)
	}
}
