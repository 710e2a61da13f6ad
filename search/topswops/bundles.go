package topswops

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/search/run"
)

// MaxCards is the largest deck of the searches.
const MaxCards = topswops.MaxCards

// BundlesJob names the search by bundles, with the version of its tasks, in checkpoints.
const BundlesJob = "topswops-bundles/2"

// Kinds are the questions that other machines can help with.
var Kinds = []run.Kind{run.KindOf[*bundles](bundled{}), run.KindOf[*allDecks](Census{})}

// bundled is a query with all that the search by bundles depends on.
type bundled struct {
	Query
	From   []int  // thresholds at the base and above, to N-1 cards
	Budget uint64 // games and decks looked at before a task shares out its rest
	Bounds []int  `json:",omitzero"` // least bounds of the bundles followed, at the same sizes
}

// bundleBudget is the usual size of tasks.
const bundleBudget = 10_000_000

// Name implements [run.Question].
func (bundled) Name() string { return BundlesJob }

// Job implements [run.Question].
func (q bundled) Job() (*bundles, error) {
	if least, most := sizes(q.N); len(q.From) < least || len(q.From) > most {
		return nil, results.Refuse(fmt.Errorf("got %d thresholds for %d cards; want %d to %d", len(q.From), q.N, least, most))
	}
	at := newLevels(q.N, q.Least, q.From)
	if q.Bounds != nil {
		at.Bound = append(make([]int, at.base), q.Bounds...)
	}
	if err := at.check(q.Lengths); err != nil {
		return nil, results.Refuse(err)
	}
	f := finder{q.Query, maxListed, Found{Work: newWork(q.N)}}
	return &bundles{bundled: q, finder: f, levels: at, low: reach(q.Lengths)}, nil
}

// bundles is the search for a query as a [run.Job]. Its tasks are the ends at the base that
// have their largest cards at given places.
type bundles struct {
	bundled
	finder
	levels
	low  []uint8
	idle sync.Pool // of searches whose tasks are done
}

// rootCards is the number of cards that root tasks place: 7,920 tasks at a base of 12 cards.
func (j *bundles) rootCards() int { return min(4, j.levels.base-1) }

// unitShare is the part of the budget that the ends are which a task does without a look at
// what it has spent.
const unitShare = 1000

// Roots implements [run.Job]. They are put in the order of a hash, so that those done at any
// time are as good as a sample of all.
func (j *bundles) Roots() ([]run.Piece, error) {
	b := j.newBase()
	all := []prefix{b.bare()}
	for range j.rootCards() {
		var next []prefix
		for _, p := range all {
			next = append(next, b.more(p)...)
		}
		all = next
	}
	var pieces []run.Piece
	for _, p := range all {
		pieces = append(pieces, run.Piece{Payload: b.payload(p)})
	}
	slices.SortFunc(pieces, func(a, b run.Piece) int {
		return cmp.Compare(xxhash.Sum64(a.Payload), xxhash.Sum64(b.Payload))
	})
	return pieces, nil
}

// part is the part of the work that a task belongs to, which is that of its root.
func (j *bundles) part(payload []byte) int {
	return int(xxhash.Sum64(payload[:j.rootCards()]) % PartsOfWork)
}

// Ends are the ends of the base that the parts of a search by bundles for games of least moves
// have, within its shard, by the number of the part, counted from 1, and the root tasks.
func (q Max) Ends(least int) (ends map[int]uint64, roots int, err error) {
	q.AtLeast = least
	j, err := q.plan(make([]int, q.N)).Job()
	if err != nil {
		return nil, 0, err
	}
	pieces, err := j.Roots()
	if err != nil {
		return nil, 0, err
	}
	ends = map[int]uint64{}
	b := j.newBase()
	for _, r := range pieces {
		if q.Shard.Has(r.Payload) {
			p, _ := b.prefixOf(r.Payload)
			ends[1+j.part(r.Payload)] += b.ends(p)
			roots++
		}
	}
	return ends, roots, nil
}

func (j *bundles) newBase() *base {
	b := newBase(j.levels.base, j.Need[j.levels.base], j.low)
	b.bound = j.levels.bound(b.size)
	return b
}

// Check implements [run.Job].
func (j *bundles) Check(payload []byte) error {
	if _, ok := j.newBase().prefixOf(payload); !ok || len(payload) < j.rootCards() {
		return notPart(payload, j.N)
	}
	return nil
}

// Run implements [run.Job].
func (j *bundles) Run(ctx context.Context, t run.Task) (run.Result, error) {
	s := j.idleSearch(ctx)
	p, ok := s.base.prefixOf(t.Payload)
	if !ok {
		return run.Result{}, notPart(t.Payload, j.N)
	}
	s.all(p)
	switch {
	case len(s.out.Decks) > j.most:
		return run.Result{}, j.tooMany()
	case ctx.Err() != nil:
		return run.Result{}, ctx.Err()
	}
	s.work.Visits[s.base.size] += s.base.depths.Visits
	s.out.Work = s.work.closed(j.part(t.Payload), s.ends)
	s.out.task()
	b, err := s.out.encode()
	result := run.Result{Found: b, Rest: s.left}
	j.idle.Put(s)
	return result, err
}

// idleSearch is a search with nothing done, which has the memory of a task that is done.
func (j *bundles) idleSearch(ctx context.Context) *bundling {
	s, ok := j.idle.Get().(*bundling)
	if !ok {
		return j.newSearch(ctx)
	}
	*s.work = *newWork(j.N)
	s.base.depths.Visits, s.asked, s.ends = 0, 0, 0
	s.out, s.left, s.ctx = Found{}, nil, ctx
	return s
}

// bundling is a task under way.
type bundling struct {
	*bundles
	base     *base
	grow     *growth
	from     []topswops.Word // ends of the base that are followed in this unit
	resolved []bool          // of these, whether some of what comes from them was
	ends     uint64
	work     *Work
	out      Found
	left     []run.Piece
	asked    uint64 // how often over was
	ctx      context.Context
	stop     bool
}

func (j *bundles) newSearch(ctx context.Context) *bundling {
	s := &bundling{bundles: j, base: j.newBase(), work: newWork(j.N), ctx: ctx}
	s.base.over = func() bool { return s.ended() || s.over() }
	r := newResolver(j.levels, j.Lengths, s.work)
	r.over = s.over
	r.found = func(d topswops.Deck, moves int) { j.take(&s.out, d, moves) }
	s.grow = newGrowth(j.levels, j.Lengths, s.work)
	s.grow.over = s.over
	s.grow.hot = func(b *topswops.Bundle) {
		if !j.Sorted || ordered(b, j.N) {
			s.resolved[b.From] = true
			r.resolve(b, s.from[b.From])
		}
	}
	return s
}

// over reports whether to give up.
func (s *bundling) over() bool {
	if s.asked++; s.asked%glance == 0 {
		s.ended()
	}
	return s.stop || len(s.out.Decks) > s.most
}

// ended reports whether the context has ended.
func (s *bundling) ended() bool {
	s.stop = s.stop || s.ctx.Err() != nil
	return s.stop
}

// all does the ends that have a prefix, or leaves what is beyond the budget.
func (s *bundling) all(p prefix) {
	if s.base.left(p) == 0 || s.base.ends(p) <= s.Budget/unitShare {
		s.unit(p)
		return
	}
	for _, q := range s.base.more(p) {
		if s.spent() >= s.Budget {
			s.left = append(s.left, run.Piece{Payload: s.base.payload(q)})
			continue
		}
		s.all(q)
	}
}

// spent is the work done so far.
func (s *bundling) spent() uint64 {
	return sumOf(s.work.Games) + sumOf(s.work.Visits) + s.base.depths.Visits
}

// unit does all the ends that have a prefix: follows them, and resolves what is hot. The decks that lead to an end
// count once more if any of that came from it, however far one had to go back from there.
func (s *bundling) unit(p prefix) {
	s.ends += s.base.ends(p)
	s.from, s.resolved = s.from[:0], s.resolved[:0]
	s.base.list(p, func(end topswops.Word, b *topswops.Bundle) {
		if b.Slack[0] < s.grow.least[s.base.size] {
			return
		}
		b.From = uint32(len(s.from))
		s.from, s.resolved = append(s.from, end), append(s.resolved, false)
		s.grow.follow(b, s.base.size)
	})
	s.grow.finish()
	again := s.from[:0]
	for i, end := range s.from {
		if s.resolved[i] {
			again = append(again, end)
		}
	}
	s.base.find(again)
}

// ordered reports whether the games of a bundle of n cards end in order.
func ordered(b *topswops.Bundle, n int) bool {
	for p := range n {
		if int(b.End[p]) != p {
			return false
		}
	}
	return true
}

// A bundle is a set of decks of some number m of cards, of at least Need[m] moves, whose
// games end alike, known by bounds alone: no deck of it is looked at.
//
// Slack[0] bounds the lengths, and Slack[z] those of the decks in which card z is supporting: a
// slack is the greatest length less Need[m], plus one, and 0 if there is no such deck.

// most is the greatest slack.
const most = math.MaxUint8

// A step is how decks come from those with one card fewer: a kind, and a card. With M the
// new card, decks come
//
//   - front+z: from front halves in which z is supporting (or is 0), which takes position M;
//   - keep: from back halves, or by appending M;
//   - swap+v: by appending M and exchanging it with v, supporting.
const (
	front uint8 = iota << 5
	keep
	swap

	cardOf = 1<<5 - 1
)

// growth follows bundles from the base to n cards.
type growth struct {
	levels
	n      int
	tops   []uint8             // by number of cards: the slack of the longest game
	least  []uint8             // and that of the bundles followed; 1 for all
	queue  [][]topswops.Bundle // by number of cards
	fronts []topswops.Fronts   // by number of cards before
	stills []topswops.Stills
	over   func() bool // asked often: reports whether to give up
	hot    func(*topswops.Bundle)
	work   *Work
}

func newGrowth(l levels, f []int, work *Work) *growth {
	n := len(l.Need) - 1
	g := &growth{
		levels: l, n: n, work: work,
		tops: make([]uint8, n+1), least: make([]uint8, n+1), queue: make([][]topswops.Bundle, n+1),
		fronts: make([]topswops.Fronts, n), stills: make([]topswops.Stills, n),
	}
	for m := l.base; m < n; m++ {
		g.tops[m] = uint8(min(max(0, f[m]-l.Need[m]+1), most))
		g.least[m] = uint8(min(max(1, l.bound(m)-l.Need[m]+1), most))
	}
	g.tops[n] = most
	for m := l.base; m < n; m++ {
		gap := l.Need[m+1] - l.Need[m] // of its slack, which a deck loses by one card more
		least := uint8(min(1+max(0, l.Cut[m+1]-l.Need[m]), most))
		g.fronts[m] = topswops.Fronts{Card: m, Least: least, Gap: gap, Top: g.tops[m+1], Step: m - l.base, Kind: front}
		g.stills[m] = topswops.Stills{
			Card: m, By: l.Cut[m+1] - gap, Gap: gap, Top: g.tops[m+1], Step: m - l.base, Keep: keep, Swap: swap,
		}
	}
	return g
}

// bundlesTogether is the number of bundles that are followed at a time.
const bundlesTogether = 256

// follow follows a bundle of m cards, some time.
func (g *growth) follow(b *topswops.Bundle, m int) {
	g.queue[m] = append(g.queue[m], *b)
	g.settle(m, bundlesTogether)
}

// finish follows all bundles that wait.
func (g *growth) finish() {
	for m := g.base; m <= g.n; m++ {
		g.settle(m, 1)
	}
}

// settle follows bundles of m cards until fewer than some wait.
func (g *growth) settle(m, some int) {
	for len(g.queue[m]) >= some {
		first := max(0, len(g.queue[m])-bundlesTogether)
		part := g.queue[m][first:] // nothing is put here before it is done
		g.queue[m] = g.queue[m][:first]
		g.work.Bundles[m] += uint64(len(part))
		switch {
		case g.over():
		case m == g.n:
			for i := range part {
				g.hot(&part[i])
			}
		default:
			g.children(part, m)
			g.settle(m+1, bundlesTogether)
		}
	}
}

// children puts the children of bundles of m cards into the queue.
func (g *growth) children(parents []topswops.Bundle, m int) {
	f := &g.fronts[m]
	out := f.Append(g.stills[m].Append(g.queue[m+1], parents), parents)
	g.work.Games[m+1] += f.Played
	f.Played = 0
	if g.least[m+1] > 1 {
		out = slices.DeleteFunc(out, func(b topswops.Bundle) bool { return b.Slack[0] < g.least[m+1] })
	}
	g.queue[m+1] = out
}
