package outcome

import (
	"math/big"
	"math/bits"

	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// dropOutcome is an outcome as the cut and a coin for every possible drop, whether it is double. A
// move takes one card more or less into the top packet, which is one move in four, or makes a
// double drop single or a single one double.
type dropOutcome struct {
	pair
	n, cut int
	twice  []bool
	law    *draw.Choice
	up     []float64    // P(cut = c) / P(cut = c-1)
	chance *draw.Choice // of single drops and double ones
	odds   float64      // of a double drop
	moves  draw.Batch

	i, by int // the last move: drop i changed, or if by is not 0 the cut by that
}

// NewDrops is an outcome of n cards whose top packet has c cards with probability cuts[c], c =
// 0..n, in units of 2^-[draw.Bits]. Then the packets drop in turn, the bottom packet first, one
// card or, with the chance double, two.
func NewDrops(cuts []*big.Int, double *big.Rat) Outcome {
	n := len(cuts) - 1
	p, _ := double.Float64()
	return &dropOutcome{
		pair: newPair(), n: n, twice: make([]bool, n),
		law: draw.NewChoice(cuts), up: fixed.Ratios(cuts, draw.Bits),
		chance: draw.NewCoin(new(big.Rat).Sub(big.NewRat(1, 1), double)),
		odds:   p / (1 - p), moves: draw.Batch(uint64(n) * 4 * 2),
	}
}

// Draw draws the cut and the coins.
func (o *dropOutcome) Draw(rng *draw.Stream) {
	o.cut = o.law.Draw(rng)
	for i := range o.twice {
		o.twice[i] = o.chance.Draw(rng) == 1
	}
	o.drop()
}

// Move changes the cut by 1 or flips a coin, as their probabilities allow.
func (o *dropOutcome) Move(rng *draw.Stream) bool {
	r := o.moves.Word(rng)
	i, r := bits.Mul64(r, uint64(o.n))
	kind, r := bits.Mul64(r, 4)
	up, _ := bits.Mul64(r, 2)
	if odds := o.propose(int(i), kind == 0, 2*int(up)-1); odds == 0 || !draw.Likely(rng, odds) {
		return false
	}
	o.change(1)
	o.drop()
	return true
}

// propose sets a move: of the cut, or of drop i. It returns the ratio of the probabilities after
// and before.
func (o *dropOutcome) propose(i int, cut bool, by int) float64 {
	o.i, o.by = i, 0
	switch {
	case !cut && o.twice[i]:
		return 1 / o.odds
	case !cut:
		return o.odds
	}
	o.by = by
	return likelier(o.up, o.cut, by)
}

func (o *dropOutcome) change(times int) {
	if o.cut += times * o.by; o.by == 0 {
		o.twice[o.i] = !o.twice[o.i]
	}
}

// Undo takes the last move back.
func (o *dropOutcome) Undo() {
	o.change(-1)
	o.turn()
}

// Moves is four for three drops.
func (o *dropOutcome) Moves() int { return (4*o.n + 2) / 3 }

// drop fills the other table, from the bottom up as the dealer does.
func (o *dropOutcome) drop() {
	to := o.turn()
	first, left := [2]int{o.cut, 0}, [2]int{o.n - o.cut, o.cut} // cards of the packet whose turn it is, and of the other
	for i := 0; left[0] > 0 && left[1] > 0; i++ {
		for range 2 {
			left[0]--
			to[left[0]+left[1]] = uint8(first[0] + left[0])
			if left[0] == 0 || !o.twice[i] {
				break
			}
		}
		first[0], first[1], left[0], left[1] = first[1], first[0], left[1], left[0]
	}
	for k := range 2 {
		for j := range left[k] {
			to[j] = uint8(first[k] + j)
		}
	}
}

// coins says which of the cards i and n/2 + i of a deck of n comes first, on positions 2i and 2i+1.
// A move flips one of n/2 coins, and is undone by flipping it again.
type coins struct {
	n, last int
	table   *Sources
}

// NewCoins is an outcome of the Thorp shuffle of n cards, an even number.
func NewCoins(n int) Outcome {
	o := &coins{n: n, table: newSources()}
	for i := range n / 2 {
		o.table[2*i], o.table[2*i+1] = uint8(i), uint8(n/2+i)
	}
	return o
}

func (o *coins) Draw(rng *draw.Stream) {
	for i := range o.n / 2 {
		if rng.Uint64()&1 == 1 {
			o.turn(i)
		}
	}
}

func (o *coins) turn(i int) { o.table[2*i], o.table[2*i+1] = o.table[2*i+1], o.table[2*i] }

func (o *coins) Move(rng *draw.Stream) bool {
	o.last = int(draw.Below(rng, uint64(o.n/2)))
	o.turn(o.last)
	return true
}

func (o *coins) Undo() { o.turn(o.last) }

func (o *coins) Sources() *Sources { return o.table }

// Moves is one for each coin.
func (o *coins) Moves() int { return o.n / 2 }
