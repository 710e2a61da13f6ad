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

// homesAfter is the set of the cards that the move of card k, at home now,
// brought home when it is undone: those whose position and number add up to k.
func (d Deck) homesAfter(k int) uint32 {
	return d.where(func(i int, x uint64) uint64 { return x + atHome[i]&places ^ (uint64(k)*ones | present) })
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

// PlayOn plays on from the end of a game. A new card m took the part of card 0
// in it: card m is on top in the end, and its move brings some card z of the
// set zs from position m to the top. Card 0 had the place of z, or is z. It
// fills games[z], what follows that move, for all z; games[0] may be filled too.
func PlayOn(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) { playOn(games, end, m, zs) }

// playOnGo is PlayOn without vector instructions.
func playOnGo(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) {
	after := end.Put(m, m).Exchange(m, 0).Flip(m + 1)
	for ; zs != 0; zs &= zs - 1 {
		z := bits.TrailingZeros32(zs)
		games[z] = after.Exchange(0, z).Play()
	}
}

// Word is a deck of up to 16 cards in one machine word: nibble p holds the card
// at position p. Positions that were never put hold 0.
//
// Reversing a prefix is a byte swap, a swap of nibbles and two shifts.
type Word uint64

const (
	// WordCards is the largest deck of a [Word].
	WordCards = 16

	lowNibbles   = 0x0f0f0f0f0f0f0f0f
	nibbleCard   = 15
	bitsOfNibble = 4
)

// Card is the card at position p.
func (d Word) Card(p int) int { return int(d >> (p * bitsOfNibble & 63) & nibbleCard) }

// Put places card v at position p, which holds 0.
func (d Word) Put(p, v int) Word { return d | Word(v)<<(p*bitsOfNibble) }

// Flip reverses the first k >= 1 positions.
func (d Word) Flip(k int) Word {
	return Word(reverseNibbles(uint64(d))>>(-k*bitsOfNibble&63)) | d&wordRest[k&31]
}

// Homes marks the cards at home, by the lowest bits of their nibbles.
func (d Word) Homes() Word {
	away := d ^ wordAtHome
	away |= away >> 1
	away |= away >> 2
	return ^away & (lowNibbles / nibbleCard * 17)
}

// wordAtHome is the deck of 16 cards in order.
const wordAtHome Word = 0xfedcba9876543210

// wordRest[k] masks the positions from k on.
var wordRest = func() (rest [32]Word) {
	for k := range WordCards {
		rest[k] = ^Word(0) << (k * bitsOfNibble)
	}
	return rest
}()

// reverseNibbles turns the order of the 16 nibbles round.
func reverseNibbles(x uint64) uint64 {
	x = bits.ReverseBytes64(x)
	return x>>4&lowNibbles | x&lowNibbles<<4
}
