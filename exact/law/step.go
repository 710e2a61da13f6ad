package law

import (
	"context"

	"dovetail/perm"
	"dovetail/perm/pace"
)

// A step appends a letter: with Q the law before and Q' after,
//
//	Q'(d) = sum over outcomes of weight * Q(d undone by the outcome).
//
// It is the automaton (machine.go) run backwards. For a state u after s cards let F_s(d, u) be the
// weighted sum of Q over all ways to continue from u, where d is a deck whose last s cards are
// inserted already. F_n is Q, F_1 is Q', and
//
//	F_{s-1}(d, u) = sum over edges (j, v) of u: weight * F_s(e, v), e being d with
//	the first of its last s cards put after j others.
//
// All decks in this equation share their first n-s cards. So the block of s! decks that share them
// can be computed separately. Level s fills the level below for one first card, which is used up
// before the next card's turn. The working memory is one block at each level, states * (s-1)!
// numbers at level s, little more than n! in all. From s = 7 on it stays in the cache.

// engine runs steps on decks of n cards. It is for one goroutine.
type engine[T element] struct {
	*tables
	ctx     context.Context // of the present step, which skips large blocks once it is cancelled
	level   [][]T           // level[s]: F_s on one block of s! decks, one state after the other
	low     [2][]run[T]     // two levels of a block of the last cards
	source  []*run[T]
	moved   []run[T]
	combine func(dst *run[T], src []*run[T], u *sum[T])
}

func newEngine[T element](n int) *engine[T] {
	return &engine[T]{level: make([][]T, n), combine: combiner[T]()}
}

// step computes the law after a letter from the law before it, with an engine for each thread. The
// answer does not depend on their number. The work is reported to the meter.
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

// largeBlock is the number of cards from which on a block takes long: a tenth of a second.
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

// Decks are numbered by their lexicographic rank, so those that share the first n-s cards fill a
// block of s! consecutive ranks, ordered inside by how the last s cards compare. A block has s
// sub-blocks, one for each first card (the x-th smallest, from 0). An insertion takes that first
// card and puts it after j others: from rank x (s-1)! + i, where i is the rank of the s-1 others,
// to the rank of the others with x put in after j of them.
//
// The others are read as a head of s-1-baseCards cards and a tail of baseCards:
// i = h baseSize + t.
//
//   - If x lands in the head or just behind it, the tail stays together: the
//     ranks for t = 0, 1, ... are consecutive.
//   - If x lands in the tail, all ranks for one h lie in one block of
//     (baseCards+1)!, and where, depends only on t and on how many cards of the
//     tail are below x.
//
// Either way a step reads short runs of memory that lie close together.

const (
	baseCards = 5
	baseSize  = 120 // baseCards!
)

// heads are the starts of runs for one block size and one x, over the heads h in
// order.
type heads struct {
	behind [][]int32 // behind[j][h]: rank at t = 0 with x after j cards, j <= size of head
	block  []int32   // start of the block of (baseCards+1)! where x is in the tail
	below  []uint8   // how many cards of the tail are below x
}

// tables are the ranks of insertions for decks of n cards.
type tables struct {
	n         int
	factorial []int
	heads     [][]heads                                       // by block size above baseCards, and x
	tail      [baseCards + 1][baseCards + 1]*[baseSize]uint16 // by cards below x, and j: rank in the block for every t
	// by s, and j: where the card at position s from the bottom of the last cards is put, for every rank of them
	base [baseCards + 1][baseCards]*[baseSize]uint8
}

// tableBytes is what the heads of newTables take: for every block size s above
// baseCards and every x, a number of runs, each with s-baseCards places in behind, one in
// block and one in below.
func tableBytes(n int) (bytes uint64) {
	for s := baseCards + 1; s <= n; s++ {
		runs := perm.Factorial(s-1) / baseSize
		bytes += uint64(s) * runs * uint64(4*(s-baseCards)+4+1)
	}
	return bytes
}

func newTables(n int) *tables {
	t := &tables{n: n}
	for k := range n + 1 {
		t.factorial = append(t.factorial, int(perm.Factorial(k)))
	}
	t.heads = make([][]heads, n+1)
	for s := baseCards + 1; s <= n; s++ {
		for x := range s {
			t.heads[s] = append(t.heads[s], t.newHeads(s, x))
		}
	}
	for x := range baseCards + 1 {
		for j := range baseCards + 1 {
			t.tail[x][j] = new([baseSize]uint16)
			for i := range baseSize {
				t.tail[x][j][i] = uint16(putIn(perm.Unrank(baseCards, uint64(i)), x, j).Rank())
			}
		}
	}
	last := min(n, baseCards)
	for s := 2; s <= last; s++ {
		for j := range s {
			t.base[s][j] = new([baseSize]uint8)
			for i := range t.factorial[last] {
				d := perm.Unrank(last, uint64(i))
				k := last - s
				card := d[k]
				copy(d[k:k+j], d[k+1:])
				d[k+j] = card
				t.base[s][j][i] = uint8(d.Rank())
			}
		}
	}
	return t
}

// newHeads follows x past the cards of every head.
func (t *tables) newHeads(s, x int) heads {
	size := s - 1 - baseCards
	runs := t.factorial[s-1] / baseSize
	h := heads{block: make([]int32, 0, runs), below: make([]uint8, 0, runs)}
	for range size + 1 {
		h.behind = append(h.behind, make([]int32, 0, runs))
	}
	starts := make([]int32, size+1)
	// walk chooses card number i of the head. start is the rank of the block that is left when x
	// has not been put in yet, and x its place among the rest.
	var walk func(i, start, x int)
	walk = func(i, start, x int) {
		left := s - i // cards left, with x
		starts[i] = int32(start + x*t.factorial[left-1])
		if i == size {
			h.block = append(h.block, int32(start))
			h.below = append(h.below, uint8(x))
			for j := range starts {
				h.behind[j] = append(h.behind[j], starts[j])
			}
			return
		}
		for r := range left - 1 {
			digit, rest := r, x
			if r >= x {
				digit++
			} else {
				rest--
			}
			// Where x is already in, the run goes on inside the block of r.
			for j := range i + 1 {
				starts[j] += int32(r * t.factorial[left-2])
			}
			walk(i+1, start+digit*t.factorial[left-1], rest)
			for j := range i + 1 {
				starts[j] -= int32(r * t.factorial[left-2])
			}
		}
	}
	walk(0, 0, x)
	return h
}

// putIn is a deck whose cards from x on have moved up by one, with x after j of
// them.
func putIn(others perm.Perm, x, j int) perm.Perm {
	d := make(perm.Perm, 0, len(others)+1)
	for i, c := range others {
		if i == j {
			d = append(d, x)
		}
		if c >= x {
			c++
		}
		d = append(d, c)
	}
	if j == len(others) {
		d = append(d, x)
	}
	return d
}
