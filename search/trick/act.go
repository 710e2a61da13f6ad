package trick

import (
	"math/bits"
	"math/rand/v2"
)

// act is the trick being done: the spectator's part and the magician's. It serves one
// goroutine.
type act struct {
	Trick
	magician  *magician
	upTo      []float64 // the law of the place, added up
	turn, put []uint16
}

func newAct(t Trick, riffles int) *act {
	a := &act{Trick: t, magician: newMagician(t, riffles), turn: make([]uint16, t.N), put: make([]uint16, t.N)}
	sum := 0.0
	for _, p := range t.Insert.law(t.N) {
		sum += p
		a.upTo = append(a.upTo, sum)
	}
	return a
}

// perform has the top card of a riffled deck noted and put back, and says what the magician
// makes of the deck: the greatest posteriors, and the place of the noted card among these.
func (a *act) perform(rng *rand.ChaCha8, deck []uint16) (greatest [guesses]float64, right int) {
	if a.Cut.Before() {
		deck = cut(rng, a.turn, deck)
	}
	x, j := deck[0], a.place(rng)
	copy(a.put, deck[1:j+1])
	a.put[j] = x
	copy(a.put[j+1:], deck[j+1:])
	deck = a.put
	if a.Cut.After() {
		deck = cut(rng, a.turn, deck)
	}
	post := a.magician.posterior(deck)
	right = guesses
	for g, card := range best(post) {
		greatest[g] = post[card]
		if card == int(x) {
			right = g
		}
	}
	return greatest, right
}

// place draws where the card is put back.
func (a *act) place(rng *rand.ChaCha8) int {
	u := float64(rng.Uint64()>>11) * 0x1p-53
	j := 0
	for j < a.N-1 && u >= a.upTo[j] {
		j++
	}
	return j
}

// cut turns a deck at a uniform place.
func cut(rng *rand.ChaCha8, to, from []uint16) []uint16 {
	k, _ := bits.Mul64(rng.Uint64(), uint64(len(from)))
	copy(to[copy(to, from[k:]):], from[:k])
	return to
}
