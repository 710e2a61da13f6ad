package decks

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
)

// labels are those of the cards of one deck, with what a sweep needs.
type labels struct {
	x      [shuffle.MaxInterleaved + 2]int32  // of card c at c+1, between the least label and the greatest
	first  [shuffle.MaxInterleaved + 1]uint64 // where the first so many cards lie
	rises  uint64                             // the cards whose label is above that of the card before
	planes [2]planes                          // as they are, and what a move would make of them
	now    int
	energy int64
	choice [shuffle.MaxInterleaved]uint64 // by card, in this sweep: which move
	least  [shuffle.MaxInterleaved]int64  // and the least change of the energy with which it is made
	at     [shuffle.MaxInterleaved]uint8  // where a card lies
	rng    *rand.ChaCha8
}

// moves are how the labels of k riffles of n cards are moved.
type moves struct {
	k, n   int
	singly uint64 // of 16 moves so many move a single card
	still  uint64 // 1 if runs move by 1 only
}

// movesOf are those for which paths are short: with plenty of labels fewer moves are of runs, as single cards
// have room, and these also move by 2 and 4.
func movesOf(k, n int) moves {
	if 2*n <= 1<<k {
		return moves{k, n, 12, 0}
	}
	return moves{k, n, 8, 1}
}

// sweep goes through the cards, from the first or from the last, and for each moves its label
// anywhere that its neighbours allow, or a run of cards that begins with it up or down. Either
// is as likely as the move that undoes it, and made as W^beta allows.
var sweep = sweepGo

func sweepGo(w *labels, scores *[mostRiffles]score, m *moves, reverse bool) {
	sweepBy(func(p *planes) int64 { return undo(p, scores, m.k, m.n) }, w, m, reverse)
}

// sweepBy sweeps with any energy of labels.
func sweepBy(energy func(*planes) int64, w *labels, m *moves, reverse bool) {
	for step := range m.n {
		c := step
		if reverse {
			c = m.n - 1 - step
		}
		if w.choice[c]&15 < m.singly {
			w.single(energy, m, c)
		} else {
			w.run(energy, m, c)
		}
	}
}

// lower and upper are the labels that the card before and the one after allow.
func (w *labels) lower(c int) int32 { return w.x[c] + int32(w.rises>>c&1) }
func (w *labels) upper(c int) int32 { return w.x[c+2] - int32(w.rises>>c>>1&1) }

func (w *labels) single(energy func(*planes) int64, m *moves, c int) {
	lower, upper := w.lower(c), w.upper(c)
	above, _ := bits.Mul64(w.choice[c], uint64(upper-lower+1))
	x := lower + int32(above)
	if x == w.x[c+1] {
		return
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	changed, at := uint64(x^w.x[c+1]), w.at[c]
	for i := range m.k {
		next[i] = now[i] ^ changed>>i&1<<at
	}
	if w.take(energy, c) {
		w.x[c+1] = x
	}
}

// run moves a run of labels by 2^shift, the least label that a riffle's bits above shift have: those below
// stay, and with them what the later riffles did.
func (w *labels) run(energy func(*planes) int64, m *moves, c int) {
	r := w.choice[c]
	end := min(m.n, c+runLength(r>>32))
	shift := bits.TrailingZeros64(r>>4&3 | 4 | m.still)
	by, turned, carry := int32(1)<<shift, uint64(0), w.first[end]^w.first[c]
	if r>>8&1 == 1 {
		if w.x[end]+by > w.upper(end-1) {
			return
		}
	} else {
		if by, turned = -by, math.MaxUint64; w.x[c+1]+by < w.lower(c) {
			return
		}
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	copy(next[:shift], now[:shift])
	for i := shift; i < m.k; i++ {
		next[i] = now[i] ^ carry
		carry &= now[i] ^ turned
	}
	if w.take(energy, c) {
		for i := c + 1; i <= end; i++ {
			w.x[i] += by
		}
	}
}

// runLength is a length of all scales, from 32 random bits: 1 to 63, by powers of 2.
func runLength(r uint64) int {
	scale := r & (1<<16 - 1) * 6 >> 16
	return 1<<scale + int(r>>16<<scale>>16)
}

// take makes a card's move if W^beta allows.
func (w *labels) take(energy func(*planes) int64, c int) bool {
	next := energy(&w.planes[w.now^1])
	if next-w.energy < w.least[c] {
		return false
	}
	w.now ^= 1
	w.energy = next
	return true
}

// A move that changes the energy by d < 0 is made with probability exp(beta d), that is if ln u <= beta d for
// a uniform u. So the least change for which it is made is drawn beforehand.
const neverLess = math.MinInt64 / 4

// choose draws the moves of a sweep.
func (w *labels) choose(n int, beta float64) {
	by := 1 / (beta * scoreUnit)
	for c := range n {
		w.choice[c] = w.rng.Uint64()
		w.least[c] = int64(max(math.Ceil(logUniform(w.rng.Uint64())*by), neverLess))
	}
}

// logUniform is ln u for a uniform u = (r + 1/2)/2^53, of 53 random bits r, within 2^-50 of its size. With u = 2^e m,
// 1/2 <= m < 1, and a number m' near m whose logarithm is known, ln u = e ln 2 + ln m' + ln(1 + (m-m')/m'). That takes
// a quarter of what [elementary.Log] takes, and gives the same bits everywhere too.
func logUniform(random uint64) float64 {
	u := (float64(random>>11) + 0.5) * 0x1p-53
	word := math.Float64bits(u)
	near := &logs[word>>45&127]
	d := (math.Float64frombits(word&(1<<52-1)|1022<<52) - near.m) * near.inverse // |d| < 2^-8
	series := 1./5 - float64(d*(1./6))
	for _, c := range [...]float64{1. / 4, 1. / 3, 1. / 2, 1} {
		series = c - float64(d*series)
	}
	return float64(float64(int(word>>52)-1022)*math.Ln2) + (near.log + float64(d*series))
}

// logs are the middles m' of 128 stretches from 1/2 to 1.
var logs = func() (all [128]struct{ m, inverse, log float64 }) {
	for i := range all {
		m := 0.5 + float64((float64(i)+0.5)/256)
		all[i].m, all[i].inverse, all[i].log = m, 1/m, elementary.Log(m)
	}
	return all
}()
