package topswops

import "math/bits"

// Deck is a deck of up to 32 cards by where its cards lie: byte v is 0x80 plus
// the position of card v, and 0 if the deck has no card v. It fills one vector
// register.
//
// The cards of the first k positions, moved, go from p to k-1-p: a subtraction
// in every byte. Card v is at home if byte v is 0x80+v, and will be, after such
// a move, if its position plus v is k-1 now.
type Deck [4]uint64

const (
	// MaxCards is the largest Deck.
	MaxCards = 32

	ones    = 0x0101010101010101
	present = 0x80 * ones
	places  = 0x7f * ones
)

// atHome is the deck of all 32 cards in order.
var atHome = func() (d Deck) {
	for v := range MaxCards {
		d = d.Put(v, v)
	}
	return d
}()

// Pack packs the cards of a deck, which count from 0.
func Pack(cards []int) Deck {
	var d Deck
	for p, v := range cards {
		d = d.Put(v, p)
	}
	return d
}

// Unpack lists the n cards of a deck.
func (d Deck) Unpack(n int) []int {
	cards := make([]int, n)
	for v := range cards {
		cards[d.Position(v)] = v
	}
	return cards
}

// Position is where card v lies.
func (d Deck) Position(v int) int { return int(d[v>>3&3] >> (v & 7 * 8) & 0x7f) }

// Put places card v at position p.
func (d Deck) Put(v, p int) Deck {
	shift := v & 7 * 8
	d[v>>3&3] = d[v>>3&3]&^(0xff<<shift) | uint64(0x80|p)<<shift
	return d
}

// Exchange lets cards v and w change places.
func (d Deck) Exchange(v, w int) Deck {
	p := d.Position(v)
	return d.Put(v, d.Position(w)).Put(w, p)
}

// PutIn sets out to the deck with a new card m in the place of card v, v in that
// of card z, and z behind all others. z may be v.
func (d *Deck) PutIn(out *Deck, m, v, z int) { putIn(out, d, m, v, z) }

func (d *Deck) putInGo(m, v, z int) Deck {
	return d.Put(m, d.Position(v)).Put(v, d.Position(z)).Put(z, m)
}

// Flip reverses the first k >= 1 positions.
func (d Deck) Flip(k int) Deck {
	top := uint64(k-1)*ones | present
	for i, x := range d {
		turned := top - x&places // its sign tells a position < k
		moved := turned & x & present
		moved |= moved - moved>>7
		d[i] = turned&moved | x&^moved
	}
	return d
}

// Undo sets out to the deck before the move of card v, which is at home, and gives the cards
// at home in it.
func (d *Deck) Undo(out *Deck, v int) (homes uint32) { return undo(out, d, v) }

func (d *Deck) undoGo(out *Deck, v int) (homes uint32) {
	*out = d.Flip(v + 1)
	return out.Homes()
}

// Ordered reports whether the n cards of the deck lie in order.
func (d Deck) Ordered(n int) bool { return d.Homes() == uint32(1<<n-1) }

// Homes is the set of cards at home.
func (d Deck) Homes() uint32 {
	return d.where(func(i int, x uint64) uint64 { return x ^ atHome[i] })
}

// where is the set of cards whose byte f makes 0.
func (d Deck) where(f func(i int, x uint64) uint64) (set uint32) {
	for i, x := range d {
		x = f(i, x)
		zero := ^(x&places + places | x) & present
		set |= uint32(zero>>7*0x0102040810204080>>56) << (8 * i)
	}
	return set
}

// Outcome is what becomes of a deck.
type Outcome struct {
	End   Deck
	Moves int32
	Shown uint32 // the cards that came to the top, 0 aside
}

// Play moves until card 0 is on top.
func (d Deck) Play() (g Outcome) {
	for {
		top := d.where(func(_ int, x uint64) uint64 { return x ^ present })
		if top&1 != 0 {
			g.End = d
			return g
		}
		g.Shown |= top
		g.Moves++
		d = d.Flip(bits.TrailingZeros32(top) + 1)
	}
}
