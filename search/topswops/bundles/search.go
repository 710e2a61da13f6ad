package bundles

import (
	"context"
	"fmt"

	"dovetail/perm/topswops"
)

// Search finds the decks of n cards with at least Need[n] moves that come from ends of the base.
type Search struct {
	*Base
	Wanted func(*topswops.Bundle) bool // whether the decks of a bundle of n cards are needed

	growth   *Growth
	work     *Work
	from     []topswops.Word // ends of the base that are followed in this unit
	resolved []bool          // of these, whether a bundle that comes from them was
	ends     uint64          // of the base, that are done
	calls    uint64          // of over
	ctx      context.Context
}

// NewSearch is the search of levels. f has the longest lengths below n. It calls found with every
// deck, packed.
func NewSearch(at Levels, f []int, found func(d topswops.Deck, moves int)) *Search {
	work := NewWork(len(at.Need) - 1)
	s := &Search{Base: NewBase(at, Reach(f)), growth: NewGrowth(at, f, work), work: work}
	r := NewResolver(at, f, work)
	s.Base.Over, s.growth.Over, r.Over, r.Found = s.ended, s.over, s.over, found
	s.growth.OnComplete = func(b *topswops.Bundle) {
		if s.Wanted == nil || s.Wanted(b) {
			s.resolved[b.From] = true
			r.Resolve(b, s.from[b.From])
		}
	}
	return s
}

// Begin starts with nothing done. The search gives up when ctx is cancelled.
func (s *Search) Begin(ctx context.Context) {
	s.work.reset()
	s.depths.Visits, s.calls, s.ends, s.stop, s.ctx = 0, 0, 0, false, ctx
}

// Stop ends the search.
func (s *Search) Stop() { s.stop = true }

// glance is the number of calls of over between checks of the context.
const glance = 1 << 14

// over reports whether to give up.
func (s *Search) over() bool {
	if s.calls++; s.calls%glance == 0 {
		s.ended()
	}
	return s.stop
}

// ended reports whether the context has ended.
func (s *Search) ended() bool {
	s.stop = s.stop || s.ctx.Err() != nil
	return s.stop
}

// Spent is the number of games and of decks visited so far.
func (s *Search) Spent() uint64 { return SumOf(s.work.Games) + SumOf(s.work.Visits) + s.depths.Visits }

// Unit does all the ends that have a prefix: it follows them, and resolves the bundles that become
// complete. The decks that lead to an end count once more if any of these bundles came from it,
// however far the search went back from there.
func (s *Search) Unit(p Prefix) {
	s.ends += s.Ends(p)
	s.from, s.resolved = s.from[:0], s.resolved[:0]
	s.List(p, func(end topswops.Word, b *topswops.Bundle) {
		if b.Slack[0] < s.growth.least[s.size] {
			return
		}
		b.From = uint32(len(s.from))
		s.from, s.resolved = append(s.from, end), append(s.resolved, false)
		s.growth.Follow(b, s.size)
	})
	s.growth.Finish()
	again := s.from[:0]
	for i, end := range s.from {
		if s.resolved[i] {
			again = append(again, end)
		}
	}
	s.find(again)
}

// Done is the work since the search began, all of it in one part.
func (s *Search) Done(part int) *Work {
	w := NewWork(s.growth.n)
	w.Merge(s.work)
	w.Visits[s.size] += s.depths.Visits
	w.Parts = map[int]Part{part: {s.ends, w.Sum()}}
	return w
}

// Counters count the work of a search by bundles: one number of each, or one for every number of
// cards.
type Counters[T any] struct {
	Bundles T `json:"bundles"` // followed
	Games   T `json:"games"`   // played to find them
	Visits  T `json:"looks"`   // of decks: for the base, and to find the decks of bundles
	Decks   T `json:"decks"`   // found in the bundles of N cards, and on the way to them
}

// Each lists them.
func (c *Counters[T]) Each() [4]*T { return [...]*T{&c.Bundles, &c.Games, &c.Visits, &c.Decks} }

// Work is what a search does, by number of cards and by part.
type Work struct {
	Counters[[]uint64]

	// Parts is the work by the part that --shard i/100 would do.
	Parts map[int]Part `json:"parts,omitempty"`
}

// Part is the work of a hundredth of a search.
type Part struct {
	Ends uint64 `json:"ends"` // of the base, whether followed or not; their bundles are counted as those of the base
	Counters[uint64]
}

// PartsOfWork is the number of parts in the statistics of a search by bundles.
const PartsOfWork = 100

// NewWork is zero work, on n cards.
func NewWork(n int) *Work {
	w := new(Work)
	for _, c := range w.Each() {
		*c = make([]uint64, n+1)
	}
	return w
}

// Sum adds up the sizes.
func (w *Work) Sum() (sum Counters[uint64]) {
	to := sum.Each()
	for i, c := range w.Each() {
		*to[i] = SumOf(*c)
	}
	return sum
}

// SumOf adds up counts.
func SumOf(counts []uint64) (sum uint64) {
	for _, c := range counts {
		sum += c
	}
	return sum
}

// reset sets it to zero.
func (w *Work) reset() {
	for _, c := range w.Each() {
		clear(*c)
	}
	w.Parts = nil
}

// Merge adds in other work.
func (w *Work) Merge(v *Work) {
	to := w.Each()
	for i, from := range v.Each() {
		for m, count := range *from {
			(*to[i])[m] += count
		}
	}
	for i, p := range v.Parts {
		if w.Parts == nil {
			w.Parts = map[int]Part{}
		}
		w.Parts[i] = w.Parts[i].plus(p)
	}
}

func (p Part) plus(q Part) Part {
	p.Ends += q.Ends
	to := p.Each()
	for i, c := range q.Each() {
		*to[i] += *c
	}
	return p
}

// Check refuses counts on n cards that do not add up.
func (w *Work) Check(n int) error {
	for _, counts := range w.Each() {
		if len(*counts) != n+1 {
			return fmt.Errorf("work on %d sizes, want %d", len(*counts), n+1)
		}
	}
	var sum Part
	for i, p := range w.Parts {
		if i < 0 || i >= PartsOfWork || p.Ends == 0 {
			return fmt.Errorf("part %d of the work, with %d ends, is impossible", i, p.Ends)
		}
		sum = sum.plus(p)
	}
	if w.Sum() != sum.Counters {
		return fmt.Errorf("the parts of the work do not add up")
	}
	return nil
}
