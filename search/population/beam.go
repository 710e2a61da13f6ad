package population

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
)

// Beam follows decks from size to size, backwards from their ends. This is the best way to grow
// decks of few cards.
//
// Cut a deck of m+1 cards where card m+1 shows, as docs/topswops.md does. Its parent is what
// follows the cut, if that has a move, and otherwise what comes before. Where m+1 never shows, the
// parent is the deck without it. So a deck has three kinds of children: those to which a climb
// leads with card m+1 appended and moved back; the one in which m+1 takes the place of 1, which
// goes to the end; and those in which m+1 is at the end, or in the place of a supporting card,
// which goes to the end. Each deck has one parent.
//
// A deck is worth following if its children have long games, rather than itself: from most decks
// one cannot go back far. So a deck is kept for the longest game that a climb from it gives with a
// card more. Of those with the same, some are kept that the seed chooses.
//
// Where a deck has very many children, those next to the best are nearly as good, and nearly the
// same. They would fill the beam, and be worth as much as one of them. The longest games come from
// children that are among the best few of their parent. So beyond some size only these are kept:
// of c children a little more than sqrt(c)/2.
//
// Two beams of all decks keep much the same, whatever the seed: the descendants of a few dozen
// decks of ten cards. Those of other decks, as long in the end, have shorter games for a while. So
// a beam can start from few decks, which the seed chooses, and find what these lead to.
type Beam struct {
	Width    int    // most decks of each size that are kept
	Families int    // size up to which a deck keeps children regardless of how many there are
	Chance   int    // one in Chance decks of 9 cards and of 10 is kept; 0 and 1 for all
	Seed     uint64 // for choices
	Sorted   bool   // only decks whose games end in order
}

// Decks of these sizes are left out by chance.
const sparseFrom, sparseTo = 9, 10

// beam is a beam in progress.
type beam struct {
	Beam
	best []found // by number of cards

	size   int         // of the decks on offer
	all    pool        // all decks that are kept
	family pool        // the children of one parent
	births int         // number of decks offered
	cards  uint32      // those whose moves lead to them
	over   func() bool // called often: reports whether to give up
	stop   bool        // its last answer
	path   [deepest]topswops.Deck
	climb  climb // from one of them to its children
}

// MaxBeam is the largest deck of a beam: beyond it populations find longer games.
const MaxBeam = 25

type found struct {
	deck  topswops.Deck
	moves int
}

// ranked is a deck with its key: the length of its climb, and a hash.
type ranked struct {
	key  uint64
	deck topswops.Deck
}

const hashBits = 48

// pool keeps the decks with the greatest keys, and, for a while, some more.
type pool struct {
	width int
	decks []ranked
	least uint64 // least key that is accepted
}

func (p *pool) add(r ranked) {
	if r.key < p.least {
		return
	}
	if p.decks = append(p.decks, r); len(p.decks) >= 2*p.width {
		p.cut()
	}
}

// cut removes decks beyond the limit.
func (p *pool) cut() {
	if len(p.decks) <= p.width {
		return
	}
	keys := make([]uint64, len(p.decks))
	for i, r := range p.decks {
		keys[i] = r.key
	}
	slices.Sort(keys)
	p.least = keys[len(keys)-p.width]
	p.decks = slices.DeleteFunc(p.decks, func(r ranked) bool { return r.key < p.least })
}

// room is the number of children that a deck may keep.
func (b *beam) room() int {
	if b.size <= b.Families {
		return b.all.width
	}
	return min(b.all.width, 8+int(math.Sqrt(float64(b.births))/2))
}

// Longest returns the longest decks of 1, 2, ..., n cards that a beam finds. It is a function of
// its arguments, on any machine.
func (q Beam) Longest(ctx context.Context, n int) (longest [][]int, err error) {
	b := q.begun(n, func() bool { return ctx.Err() != nil })
	if b.upTo(n, n); b.stop {
		return nil, ctx.Err()
	}
	for m := 1; m <= n; m++ {
		longest = append(longest, b.best[m].list(m))
	}
	return longest, nil
}

// begun is a beam for up to n cards.
func (q Beam) begun(n int, over func() bool) *beam {
	return &beam{Beam: q, best: make([]found, n+2), over: over}
}

// upTo are the decks of a size that are kept on the way to n cards.
func (b *beam) upTo(size, n int) []ranked {
	decks := b.first()
	for m := 2; m <= size && !b.stop; m++ {
		b.all = b.empty(m, n)
		decks = b.next(m, decks)
	}
	return decks
}

// empty is the pool for decks of m cards. It keeps all where a sparse beam starts, and only the
// best of the last two sizes.
func (b *beam) empty(m, n int) pool {
	switch {
	case m+1 >= n:
		return pool{width: 1, least: uint64(b.best[m-1].moves) << hashBits}
	case b.Chance > 1 && m <= sparseTo:
		return pool{width: math.MaxInt / 2}
	default:
		return pool{width: b.Width}
	}
}

// first is the deck of one card.
func (b *beam) first() []ranked {
	one := topswops.Pack([]int{0})
	b.best[1].deck = one
	return []ranked{{0, one}}
}

// next offers all children of decks, which have a card less than size, and keeps the best. The
// decks of the size before tell where to begin.
func (b *beam) next(size int, parents []ranked) []ranked {
	b.begin(size)
	for i := range parents {
		if b.stop {
			return nil
		}
		b.offspring(&parents[i].deck)
		b.family.cut()
		for _, child := range b.family.decks {
			b.all.add(child)
		}
	}
	b.all.cut()
	return b.all.decks
}

// begin prepares for decks of a size.
func (b *beam) begin(size int) {
	b.size, b.cards = size, 1<<(size-1)-2
	b.climb.cards, b.climb.low = 1<<size-2, b.reach()
}

// offspring offers the children of a deck.
func (b *beam) offspring(p *topswops.Deck) {
	m := b.size - 1
	b.family, b.births = pool{width: b.room(), decks: b.family.decks[:0], least: b.all.least}, 0
	g := p.Play()
	moves := int(g.Moves)
	whole := p.Put(m, m)
	b.offer(whole, moves)
	if moves > 0 || b.Sorted {
		b.back(&whole, m, 1, moves)
	}
	if b.Sorted {
		return
	}
	var child topswops.Deck
	p.PutIn(&child, m, 0, 0)
	b.offer(child, moves+1)
	for quiet := uint32(1<<m-2) &^ g.Shown; quiet != 0; quiet &= quiet - 1 {
		v := bits.TrailingZeros32(quiet)
		p.PutIn(&child, m, v, v)
		b.offer(child, moves)
	}
}

// back offers the deck before the move of card v, and all that lead to it without the largest
// card. up is the number of moves from their start.
func (b *beam) back(d *topswops.Deck, v, up, moves int) {
	e := &b.path[up]
	homes := d.Undo(e, v) & b.cards
	b.offer(*e, moves+up)
	for ; homes != 0 && !b.stop; homes &= homes - 1 {
		b.back(e, bits.TrailingZeros32(homes), up+1, moves)
	}
}

// skipped reports whether a deck is left out by chance.
func (b *beam) skipped(d topswops.Deck) bool {
	return b.Chance > 1 && sparseFrom <= b.size && b.size <= sparseTo && b.hash(d)%uint64(b.Chance) != 0
}

// offer keeps a deck if its key is large enough.
func (b *beam) offer(d topswops.Deck, moves int) {
	if b.skipped(d) {
		return
	}
	b.note(b.size, found{d, moves})
	if b.births++; b.births%glance == 1 {
		b.stop = b.stop || b.over()
	}
	need := max(1, int(b.family.least>>hashBits)-moves)
	c := &b.climb
	c.deepest, c.looks = need-1, maxVisits
	whole := d.Put(b.size, b.size)
	if c.from(&whole, b.size, 1); c.deepest < need {
		return
	}
	b.note(b.size+1, found{c.deck, moves + c.deepest})
	b.family.width = b.room()
	b.family.add(ranked{uint64(moves+c.deepest)<<hashBits | b.hash(d)>>(64-hashBits), d})
}

// climb is the search for the longest way back from a deck. Where there are very many ways it
// finds a long one.
type climb struct {
	cards   uint32        // those whose moves are undone
	low     []uint8       // to go back r moves a card of at least low[r] must be at home
	deepest int           // how far back it went, or the bound that it was to exceed
	deck    topswops.Deck // that many moves back
	looks   int           // remaining visits
	path    [deepest]topswops.Deck
}

// maxVisits is the limit for a climb. Few climbs need more, but those would take nearly all the
// time.
const maxVisits = 10_000

// glance is the number of children after which a beam checks whether to give up. Some decks have
// millions of children, with a climb for each.
const glance = 256

// deepest is more than the longest game of MaxBeam cards.
const deepest = 1 << 10

// from undoes the move of card v, and goes on.
func (c *climb) from(d *topswops.Deck, v, up int) {
	e := &c.path[up]
	homes := d.Undo(e, v) & c.cards
	c.looks--
	if up > c.deepest {
		c.deepest, c.deck = up, *e
	}
	if c.looks < 0 || homes>>c.low[c.deepest+1-up] == 0 {
		return
	}
	for homes != 0 {
		v := bits.Len32(homes) - 1
		homes &^= 1 << v
		c.from(e, v, up+1)
	}
}

// reach is the bound of the climbs: the longest game found is used as the longest there is.
func (b *beam) reach() []uint8 {
	low := make([]uint8, deepest)
	card := 0
	for r := range low {
		for card < b.size-1 && b.best[card+1].moves < r {
			card++
		}
		low[r] = uint8(card)
	}
	return low
}

// note keeps the longest deck of m cards.
func (b *beam) note(m int, f found) {
	if f.moves > b.best[m].moves {
		b.best[m] = f
	}
}

// hash is a pseudorandom number.
func (b *beam) hash(d topswops.Deck) uint64 {
	h := b.Seed
	for _, x := range d {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}
