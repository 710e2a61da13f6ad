package anneal

import (
	"math/bits"

	"dovetail/perm/shuffle/riffles"
)

// eight are the labels of up to eight walks, each in a lane, by card or riffle and then by lane, so
// that AVX-512 moves them together. A sweep goes through the cards. Where the move is of a single
// card, moveCard makes it in all such lanes: as laid.lift and laid.put do, it takes the card's bit
// out of each riffle's word as it is read, and puts the new one in. Where the move is of a run of
// cards, moveRun makes it, one lane after the other. Each walk draws from its own stream what it
// would draw alone, so that it makes the same moves.
type eight struct {
	x      [riffles.MaxInterleaved + 2][8]int32
	at     [riffles.MaxInterleaved][8]uint64
	choice [riffles.MaxInterleaved][8]uint64
	least  [riffles.MaxInterleaved * 8]int64
	rises  [8]uint64
	energy [8]int64
	bits   [MaxRiffles][8]uint64
	read   [2][MaxRiffles][8]uint64 // as labels are read; and with a card moved, until that is accepted
	trial  laid                     // of a lane whose run moves
	walks  []*labels
	lanes  uint8 // those with a walk, as bits
}

// moveCard proposes the move of a card's label in the lanes where a single card moves, and makes it
// where it is accepted. It returns the lanes where a run moves. It is nil on processors without a
// kernel.
var moveCard func(g *eight, scores *[MaxRiffles]score, m *moves, c int) (runs uint8)

// Fewer walks than fewLanes are faster one by one. With more cards than mostInEight the tables of a
// top packet's cards, 0 to 63, would be too small.
const (
	fewLanes    = 3
	mostInEight = 63
)

// take copies the labels of at most eight walks.
func take(walks []*labels, m *moves) *eight {
	g := &eight{walks: walks, lanes: uint8(1<<len(walks) - 1)}
	for j, w := range walks {
		for c, x := range w.x[:m.n+2] {
			g.x[c][j] = x
		}
		for c, at := range w.at[:m.n] {
			g.at[c][j] = uint64(at)
		}
		l := &w.laid[w.now]
		for i := range m.k {
			g.bits[i][j], g.read[0][i][j] = l.bits[i], l.read[i]
		}
		g.rises[j], g.energy[j] = w.rises, w.energy
	}
	return g
}

// leave copies labels back to their walks; energies are there already.
func (g *eight) leave(m *moves) {
	for j, w := range g.walks {
		for c := range w.x[:m.n+2] {
			w.x[c] = g.x[c][j]
		}
		l := &w.laid[w.now]
		for i := range m.k {
			l.bits[i], l.read[i] = g.bits[i][j], g.read[0][i][j]
		}
	}
}

// sweep makes a sweep of every walk.
func (g *eight) sweep(scores *[MaxRiffles]score, m *moves, beta float64, reverse bool) {
	g.choose(m.n, beta)
	for i := range m.n {
		c := i
		if reverse {
			c = m.n - 1 - i
		}
		for runs := moveCard(g, scores, m, c); runs != 0; runs &= runs - 1 {
			g.moveRun(bits.TrailingZeros8(runs), scores, m, c)
		}
	}
	for j, w := range g.walks {
		w.energy = g.energy[j]
	}
}

// choose draws the moves of a sweep.
func (g *eight) choose(n int, beta float64) {
	var words [2 * riffles.MaxInterleaved]uint64
	for j, w := range g.walks {
		w.rng.Fill(words[:2*n])
		for c := range n {
			g.choice[c][j], g.least[8*c+j] = words[2*c], int64(words[2*c+1])
		}
	}
	thresholds(g.least[:8*n], 1/(beta*scoreUnit))
}

// moveRun proposes the move of a run of cards in one lane, and makes it if it is accepted.
func (g *eight) moveRun(j int, scores *[MaxRiffles]score, m *moves, c int) {
	j &= 7 // spares checks of bounds
	w, trial := g.walks[j], &g.trial
	end, by := m.runOf(g.choice[c][j], c)
	if !g.fits(j, c, end, by) {
		return
	}
	for i := range m.k {
		trial.bits[i] = g.bits[i][j]
	}
	trial.bits.sum(&trial.bits, by, w.first[c]^w.first[end], m.k)
	energy := undo(trial, scores, m.k, m.n)
	if energy-g.energy[j] < g.least[8*c+j] {
		return
	}
	g.energy[j] = energy
	for i := range m.k {
		g.bits[i][j], g.read[0][i][j] = trial.bits[i], trial.read[i]
	}
	for i := c + 1; i <= end; i++ {
		g.x[i][j] += by
	}
}

// fits is labels.fits for one lane.
func (g *eight) fits(j, c, end int, by int32) bool {
	rises := g.rises[j]
	if by > 0 {
		return g.x[end][j]+by <= g.x[end+1][j]-int32(rises>>(end-1)>>1&1)
	}
	return g.x[c+1][j]+by >= g.x[c][j]+int32(rises>>c&1)
}
