package trick

import (
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm/elementary"
)

// magician computes posteriors. It keeps tables and so is for one goroutine.
type magician struct {
	Trick
	weight []float64   // of a deck with r rising sequences, or cyclic descents, up to a factor
	tilt   float64     // 1/a
	place  []float64   // q
	stay   [][]float64 // stay[i][j] is q(i) + ... + q(j-1)

	deck   []uint16
	at     []int // where cards are
	down   []int // 1 for a card that lies below the next one, where the first follows the last
	turned []int // rising sequences of the deck turned by a number of places
	slots  []int
	post   []float64
	sum    float64 // of post before the division by it
	most   float64 // log2 of cards! P(one rising sequence), with cards the number under the law
}

// newMagician makes one for a trick that passes its check, after a number of riffles.
func newMagician(t Trick, riffles int) *magician {
	n := t.N
	m := &magician{
		Trick: t, place: t.Insert.law(n), weight: make([]float64, n+2), stay: make([][]float64, n+1),
		at: make([]int, n), down: make([]int, n), turned: make([]int, n), post: make([]float64, n),
	}
	packets := new(big.Int).Lsh(big.NewInt(1), uint(riffles))
	m.tilt = 1 / float64(packets.Int64())
	cards := n
	if t.Cut.Before() {
		cards--
	}
	most := riffle.Q(cards, packets, 1)
	for r := 1; r <= cards; r++ {
		m.most += elementary.Log2(1 + float64(float64(r-1)*m.tilt))
		w := riffle.Q(cards, packets, r)
		m.weight[r], _ = w.Quo(w, most).Float64()
	}
	for i := range m.stay {
		m.stay[i] = make([]float64, n+1)
		for j := i; j < n; j++ {
			m.stay[i][j+1] = m.stay[i][j] + m.place[j]
		}
	}
	return m
}

// posterior is the probability that each card is the noted one, given the deck from its top.
// All are 0 for an impossible deck. The next call overwrites it.
func (m *magician) posterior(deck []uint16) []float64 {
	m.deck = deck
	for j, card := range deck {
		m.at[card] = j
	}
	for x := range m.down {
		m.down[x] = 0
		if m.at[x] > m.at[m.next(x)] {
			m.down[x] = 1
		}
	}
	if m.Cut.After() {
		m.circled()
	} else {
		m.lifted()
	}
	m.sum = 0
	for _, p := range m.post {
		m.sum += p
	}
	if m.sum > 0 {
		for x := range m.post {
			m.post[x] /= m.sum
		}
	}
	return m.post
}

// bits is log2 of the likelihood of the last deck after the trick, relative to a fair deck, n!
// times its probability: -Inf if it is impossible.
func (m *magician) bits() float64 {
	log := m.most + elementary.Log2(m.sum)
	if m.Cut.After() {
		log -= elementary.Log2(float64(m.N))
	}
	return log
}

// next is the card after x in the old deck, going round.
func (m *magician) next(x int) int {
	if x == m.N-1 {
		return 0
	}
	return x + 1
}

// last is the card before x.
func (m *magician) last(x int) int {
	if x == 0 {
		return m.N - 1
	}
	return x - 1
}

// rising is the number of rising sequences of the deck or, if it was cut, of its cyclic
// descents.
func (m *magician) rising() (r int) {
	for _, d := range m.down {
		r += d
	}
	if !m.Cut.Before() {
		r += 1 - m.down[m.N-1]
	}
	return r
}

// law is the probability of a deck of that class, up to a factor: n! P = n! Q(n, a, r), or
// after a cut (n-1)! Q(n-1, a, c) (1 + (d-c)/a) with c cyclic descents and d the distance down
// from the last card to the first one, cyclically.
func (m *magician) law(r, d int) float64 {
	if m.Cut.Before() {
		return m.weight[r] * (1 + float64(float64(d-r)*m.tilt))
	}
	return m.weight[r]
}

// step is d where x lies on top. The first and the last card are on these places unless one of
// them is x.
func (m *magician) step(x, first, last int) int {
	switch {
	case x == 0:
		return m.N - last
	case x == m.N-1:
		return first
	case first > last:
		return first - last
	}
	return first - last + m.N
}

// lifted is for no cut after the card was put back. Lifting the card from where it lies makes
// the deck before, and the others keep their order. On top x is above the next card and not
// below the card before it. Of these two pairs the second is a descent, unless x is the first
// card and no cut makes it next to the last.
func (m *magician) lifted() {
	n, r0 := m.N, m.rising()
	under := func(card, x int) int { // where it lies when x is lifted
		if m.at[card] < m.at[x] {
			return m.at[card] + 1
		}
		return m.at[card]
	}
	for x := range n {
		r, d := r0-m.down[m.last(x)]-m.down[x]+1, 0
		switch {
		case m.Cut.Before():
			d = m.step(x, under(0, x), under(n-1, x))
		case x == 0:
			r = r0 - m.down[0]
		case x == n-1:
			r = r0 - m.down[n-2] + 1
		}
		m.post[x] = m.law(r, d) * m.place[m.at[x]]
	}
}

// circled is for a cut at the end, so that the deck is a circle. If x was on place j, the j
// cards that come before it in the circle were above it: below x on top lay these, then those
// that follow x. From one j to the next, a card e goes from the bottom to just below x
// (passed). This changes the class only if e is a neighbour of x in the old deck, or the first
// or last card. Where x is one of these two, and there was a cut before, d changes all the
// time. Between changes all places are equivalent.
func (m *magician) circled() {
	n := m.N
	m.turn()
	for x := range n {
		m.changes(x)
		sum, r := 0.0, m.turned[m.at[x]]
		for k, j := range m.slots[:len(m.slots)-1] {
			if j > 0 {
				r += m.classChange(int(m.deck[m.around(m.at[x]-j)]), x)
			}
			if w := m.weight[r]; w > 0 {
				sum += float64(m.law(r, m.step(x, m.under(0, x, j), m.under(n-1, x, j))) * m.stay[j][m.slots[k+1]])
			}
		}
		m.post[x] = sum
	}
}

// changes lists in order the places of x at which the class may change, from 0 on, and n.
func (m *magician) changes(x int) {
	n := m.N
	m.slots = append(m.slots[:0], 0)
	if m.Cut.Before() && (x == 0 || x == n-1) {
		for j := 1; j < n; j++ {
			m.slots = append(m.slots, j)
		}
	} else {
		for _, e := range [4]int{0, n - 1, m.last(x), m.next(x)} {
			if e != x {
				m.insert(m.around(m.at[x] - m.at[e]))
			}
		}
	}
	m.slots = append(m.slots, n)
}

// insert puts a place into the list unless it is there.
func (m *magician) insert(j int) {
	k := len(m.slots)
	for m.slots[k-1] > j {
		k--
	}
	if m.slots[k-1] != j {
		m.slots = append(m.slots, 0)
		copy(m.slots[k+1:], m.slots[k:])
		m.slots[k] = j
	}
}

// around is a place from -n to n-1 modulo n.
func (m *magician) around(place int) int {
	if place < 0 {
		return place + m.N
	}
	return place
}

// under is where a card lay when x was on top, and then put on place j.
func (m *magician) under(card, x, j int) int {
	place := m.around(m.at[card]-m.at[x]) + j
	if place > m.N-1 {
		return place - (m.N - 1)
	}
	return place
}

// classChange is the growth of the class when card e goes from the bottom to the top, or just below
// x if x is there.
func (m *magician) classChange(e, x int) (more int) {
	cyclic := m.Cut.Before()
	if m.last(e) != x && (cyclic || e > 0) {
		more++
	}
	if m.next(e) != x && (cyclic || e < m.N-1) {
		more--
	}
	return more
}

// turn finds the classes of the rotated deck.
func (m *magician) turn() {
	r := m.rising()
	for j, e := range m.deck {
		m.turned[j] = r
		r -= m.classChange(int(e), -1) // from the top to the bottom
	}
}
