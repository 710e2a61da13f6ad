package topswops

// Packed is a deck in machine words: [Narrow] or [Wide]. Positions that were
// never put hold 0. Searches are written once, over Packed; only what runs at
// every step of a search is written for each width.
type Packed[D any] interface {
	comparable

	// Capacity is the largest number of cards.
	Capacity() int

	// Card is the card at position p.
	Card(p int) int

	// Put places card v at position p, which holds 0.
	Put(p, v int) D

	// Exchange swaps the cards at positions p and q.
	Exchange(p, q int) D

	// Flip reverses the first k >= 1 positions.
	Flip(k int) D

	// Play moves until card 0 is on top: the final deck, the number of moves
	// and the set of cards that showed, 0 aside.
	Play() (end D, moves int, shown uint32)

	// Climb takes a deck of m cards as a back half. It puts card m before
	// the deck reversed, so that the move of m leads to it, and appends to
	// c.Found every deck that leads there by need moves or more of smaller
	// cards.
	Climb(c *Climber[D], m, need int)
}

// Climber is the scratch memory and the bound of [Packed.Climb].
//
// Going backwards from a deck, some card k at home moves back: it was on top
// before its move, which reversed k+1 positions. Low[r] is a card such that r
// moves or more need some card >= Low[r] at home now; an r beyond its end is
// out of reach. Low[r] = 0 bounds nothing.
type Climber[D any] struct {
	Low    []uint8
	Found  []Start[D]
	Visits uint64 // decks looked at
	Stops  uint64 // those of them from which Low, or the want of a card at home, forbade to climb far enough

	// Next, unless it is nil, spares the caller decks that have no future.
	Next *Next
	Idle uint64 // decks found and spared

	stack []branch[D]
}

// Next is what a deck found by a climb must have to be a parent itself, of
// decks with one card more: moves and one more that reach Need, a supporting
// card left, or Cut moves and a card at home that lets the next climb reach
// Need.
type Next struct {
	Need, Cut int
	Moves     int    // of the found deck, from where the climb began
	Quiet     uint32 // supporting cards of the deck where it began
}

// idle tells whether a deck found with these moves is spared; low is the least
// card that must be at home for the next climb.
func (c *Climber[D]) idle(moves int, shown uint32) (idle bool, low uint8) {
	x := c.Next
	if x == nil || x.Quiet&^shown != 0 {
		return false, 0
	}
	moves += x.Moves
	left := x.Need - 1 - moves
	if left <= 0 {
		return false, 0
	}
	if moves < x.Cut || left >= len(c.Low) {
		return true, 0
	}
	return false, c.Low[left]
}

// Start is a deck found by climbing.
type Start[D any] struct {
	Deck  D
	Moves int32  // from Deck down to where the climb began
	Shown uint32 // the cards of these moves
}

// branch is a deck with the cards at home that are still to be moved back.
type branch[D any] struct {
	deck  D
	homes uint64
	moves int
	shown uint32
}

// Pack packs the cards of a deck, which count from 0.
func Pack[D Packed[D]](cards []int) D {
	var d D
	for p, v := range cards {
		d = d.Put(p, v)
	}
	return d
}

// Unpack lists the first n cards.
func Unpack[D Packed[D]](d D, n int) []int {
	cards := make([]int, n)
	for p := range cards {
		cards[p] = d.Card(p)
	}
	return cards
}

// Position is where card v lies among the first n, or n.
func Position[D Packed[D]](d D, n, v int) int {
	for p := range n {
		if d.Card(p) == v {
			return p
		}
	}
	return n
}
