package topswops

import (
	"encoding/binary"
	"math/bits"
)

// Deck is a deck of up to 32 cards by where its cards lie: byte v is 0x80 plus
// the position of card v, and 0 if the deck has no card v. It fills one vector
// register.
//
// Reversing the first k positions moves cards from p to k-1-p: a subtraction in every byte. Card v
// is at home if byte v is 0x80+v, and will be, after such a move, if its position plus v is k-1
// now.
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
		d[i] = flipped(top, x)
	}
	return d
}

// flipped reverses, for every byte of x, the positions up to that in the same byte of top.
func flipped(top, x uint64) uint64 {
	turned := top - x&places // negative at a position < k
	moved := turned & x & present
	moved |= moved - moved>>7
	return turned&moved | x&^moved
}

// Undo sets out to the deck before the move of card v, which is at home, and gives the cards
// at home in it.
func (d *Deck) Undo(out *Deck, v int) (homes uint32) { return undo(out, d, v) }

func (d *Deck) undoGo(out *Deck, v int) (homes uint32) {
	top := uint64(v)*ones | present
	for i, x := range d {
		if x == 0 {
			out[i] = 0
			continue
		}
		out[i] = flipped(top, x)
		homes |= bytesAt0(out[i]^atHome[i]) << (8 * i)
	}
	return homes
}

// Ordered reports whether the n cards of the deck lie in order.
func (d Deck) Ordered(n int) bool { return d.Homes() == uint32(1<<n-1) }

// Homes is the set of cards at home.
func (d Deck) Homes() uint32 {
	return d.where(func(i int, x uint64) uint64 { return x ^ atHome[i] })
}

// where is the set of cards whose byte f maps to 0.
func (d Deck) where(f func(i int, x uint64) uint64) (set uint32) {
	for i, x := range d {
		set |= bytesAt0(f(i, x)) << (8 * i)
	}
	return set
}

// bytesAt0 is the set of bytes that are 0.
func bytesAt0(x uint64) uint32 {
	zero := ^(x&places + places | x) & present
	return uint32(zero >> 7 * 0x0102040810204080 >> 56)
}

// Outcome is the result of playing a deck.
type Outcome struct {
	End   Deck
	Moves int32
	Shown uint32 // the cards that came to the top, except 0
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

// Word is a deck of up to 16 cards in one machine word: nibble p holds the card at position p.
// Positions without a card hold 0.
//
// Reversing a prefix is a byte swap, a swap of nibbles and two shifts.
type Word uint64

const (
	// WordCards is the largest deck of a [Word].
	WordCards = 16

	lowNibbles   = 0x0f0f0f0f0f0f0f0f
	nibbleOnes   = 0x1111111111111111
	nibbleCard   = 15
	bitsOfNibble = 4
)

// Card is the card at position p.
func (d Word) Card(p int) int { return int(d >> (p * bitsOfNibble & 63) & nibbleCard) }

// Put places card v at position p, which holds 0.
func (d Word) Put(p, v int) Word { return d | Word(v)<<(p*bitsOfNibble) }

// Flip reverses the first k >= 1 positions.
func (d Word) Flip(k int) Word {
	last := uint(k-1) * bitsOfNibble & 63 // where the last of them lies
	return d.reversed()>>(60-last&63) | d&(^Word(nibbleCard)<<last)
}

// reversed has all 16 positions reversed.
func (d Word) reversed() Word {
	x := bits.ReverseBytes64(uint64(d))
	return Word(x>>4&lowNibbles | x&lowNibbles<<4)
}

// Homes marks the cards at home, by the lowest bits of their nibbles.
func (d Word) Homes() Word { return (d ^ wordAtHome).zeros() }

// zeros marks the nibbles that are 0.
func (d Word) zeros() Word {
	d |= d >> 1
	d |= d >> 2
	return ^d & nibbleOnes
}

// wordAtHome is the deck of 16 cards in order.
const wordAtHome Word = 0xfedcba9876543210

// Play plays on until card 0, or an unknown card, is on top, and returns the number of moves and
// the set of cards that made them.
func (d Word) Play() (end Word, moves int, shown uint32) {
	for k := d & nibbleCard; k != 0; k = d & nibbleCard {
		d = d.Flip(int(k) + 1)
		shown |= 1 << k
		moves++
	}
	return d, moves, shown
}

// turned is an end after the move of card m: the card at position p > 0 comes to m-p.
func (d Word) turned(m int) Word {
	return d.reversed() << bitsOfNibble >> (bitsOfNibble * (WordCards - m))
}

// replaced has card z, if there is one, on top in the place of card 0, and card 0 in the place of
// z.
func (d Word) replaced(z int) Word {
	at := (d ^ nibbleOnes*Word(z)).zeros() * nibbleCard
	return d&^at | Word(z)
}

// packed packs 16 cards, and unpack is its inverse.
func packed(cards *[WordCards]uint8) Word {
	return Word(pack8(binary.LittleEndian.Uint64(cards[:8])) | pack8(binary.LittleEndian.Uint64(cards[8:]))<<32)
}

func pack8(x uint64) uint64 {
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0xffffffff
}

func (d Word) unpack(cards *[WordCards]uint8) {
	binary.LittleEndian.PutUint64(cards[:8], unpack8(uint64(d)&0xffffffff))
	binary.LittleEndian.PutUint64(cards[8:], unpack8(uint64(d)>>32))
}

func unpack8(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & lowNibbles
}

// batch is a number of games in progress, of decks of up to [WordCards] cards.
type batch struct {
	Count int

	// By game: the deck, and a note. Bits 1 to 15 of a note are the cards that came to the top, and
	// the next 16 the moves and a number. Both are updated, and the upper half stays. Bit 0 has no meaning.
	Deck [batchMost + parked]Word
	Note [batchMost + parked]uint64

	// Afterwards Count is the number of games with kept moves or more, and these are the deck and the
	// note, in the order in which the games end, which depends on the machine.
	Ended [batchMost + parked]Word
	Notes [batchMost + parked]uint64
}

// kept is the number of moves, with that of the note at the beginning, at which a game is kept.
const kept = 1 << 15

// batchMost is the greatest number of games in a batch. This many dealt games are played at once,
// and the games of this many parents are dealt at a time. parked is the number of games that
// kernels with 32 games in progress read beyond the last.
const (
	batchMost      = dealt + dealing*WordCards
	dealt, dealing = 512, 16
	parked         = 2 * 32
)

// playGo is Play without vector instructions. In each round every game makes four moves. The moves
// of a game that has ended change nothing. Then the game is written both behind those that continue
// and behind those that have ended, and the next one overwrites one of the two. So there is no
// branch that depends on a game.
func (b *batch) playGo() {
	ended, moves := 0, &wordMoves
	for games := b.Count; games > 0; {
		still := 0
		for i := range games {
			d, note := uint64(b.Deck[i]), b.Note[i]
			back := uint64(b.Deck[i].reversed())
			for range 4 {
				k := d & nibbleCard
				note = moves.note(k, note)
				d, back = moves.move(k, d, back)
			}
			b.Deck[still], b.Note[still] = Word(d), note
			b.Ended[ended], b.Notes[ended] = Word(d), note
			goesOn := int((d&nibbleCard + nibbleCard) >> bitsOfNibble)
			still += goesOn
			ended += (1 - goesOn) & int(note>>31)
		}
		games = still
	}
	b.Count = ended
}

// wordMoves are the moves of decks in a Word.
var wordMoves = movesOf(WordCards, bitsOfNibble, 16)

// moveTable has the moves of decks whose cards, or some bits of them, are fields of a word, by the card on top.
type moveTable struct {
	beyond [MaxCards]uint64 // bits of the positions that a move leaves
	within [MaxCards]uint64 // the positions that it reverses
	count  [MaxCards]uint64 // added to the note of a game: nothing for card 0
}

// movesOf are the moves of decks with a number of cards, in fields of some bits, where notes have
// moves from a bit on.
func movesOf(cards, bits, moves int) (t moveTable) {
	for k := range cards {
		t.beyond[k] = uint64(bits * (cards - 1 - k))
		t.within[k] = 1<<(bits*(k+1)) - 1
		t.count[k] = uint64(min(k, 1)) << moves
	}
	return t
}

// move makes the move of card k in a deck that is also kept reversed. The reversed part differs
// from the part before by a change that equals its own reversal, and so has the same bits in the
// reversed deck as in the deck.
func (t *moveTable) move(k, d, back uint64) (uint64, uint64) {
	beyond := t.beyond[k] & 63
	change := (d ^ back>>beyond) & t.within[k]
	return d ^ change, back ^ change<<beyond
}

// note adds the move of card k to the note of its game.
func (t *moveTable) note(k, note uint64) uint64 { return (note | 1<<k) + t.count[k] }
