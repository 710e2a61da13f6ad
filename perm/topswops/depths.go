package topswops

import "math/bits"

// Depths tells how far one can go back from ends: decks of up to [WordCards] cards with card 0
// on top. All decks whose games end so are looked at, by undoing moves in all ways.
type Depths struct {
	Cards int
	Over  func() bool // asked now and then: reports whether to give up

	// Of by end and card is the most moves of a game that ends so in which the card is
	// supporting; by card 0, and by numbers that no card has, of any.
	Of     [][WordCards]uint8
	Visits uint64 // of decks, added to

	stop  bool
	lanes *lanes
}

// Find tells it of some ends. If told to give up it reports false, and what it has found means
// nothing.
func (d *Depths) Find(ends []Word) bool {
	d.Of, d.stop = append(d.Of[:0], make([][WordCards]uint8, len(ends))...), false
	d.find(ends)
	return !d.stop
}

// findGo is find without vector instructions.
func (d *Depths) findGo(ends []Word) {
	var still [1 << 8]uint32 // by moves: cards supporting in a deck of so many
	for i, end := range ends {
		deepest, known := 0, uint32(0)
		d.Each(end, func(_ Word, moves int, quiet uint32) {
			still[moves] |= quiet
			deepest = max(deepest, moves)
		})
		for moves := deepest; moves >= 0; moves-- {
			for fresh := still[moves] &^ known; fresh != 0; fresh &= fresh - 1 {
				d.Of[i][bits.TrailingZeros32(fresh)] = uint8(moves)
			}
			known |= still[moves]
			still[moves] = 0
		}
	}
}

// Each calls yield with every deck whose game ends so, with its moves and the cards that are
// supporting in it, 0 and the numbers that no card has among them. Once told to give up, here
// or by Find, it ends.
func (d *Depths) Each(end Word, yield func(deck Word, moves int, still uint32)) {
	d.climb(end, 0, all, yield)
}

// all cards are supporting at the end.
const all = 1<<WordCards - 1

func (d *Depths) climb(deck Word, moves int, still uint32, yield func(deck Word, moves int, still uint32)) {
	if d.Visits++; d.Visits%glance == 0 {
		d.ask()
	}
	if d.stop {
		return
	}
	yield(deck, moves, still)
	for homes := deck.Homes() & d.below(); homes != 0; homes &= homes - 1 {
		v := bits.TrailingZeros64(uint64(homes)) / bitsOfNibble
		d.climb(deck.Flip(v+1), moves+1, still&^(1<<v), yield)
	}
}

// glance is the number of visits after which Over is asked.
const glance = 1 << 16

func (d *Depths) ask() { d.stop = d.stop || d.Over() }

// below has the nibbles of all positions but that on top.
func (d *Depths) below() Word {
	return ^Word(0) >> (bitsOfNibble * (WordCards - d.Cards)) &^ nibbleCard
}
