package anneal

import (
	"math/bits"

	"dovetail/perm/shuffle/riffles"
)

// eight are the labels of up to eight walks side by side, by card or riffle and then by walk. A sweep
// goes through the cards, each in all walks. A kernel moves it in those that move a single card: it
// is lifted and put back where bits are kept as they are read, by ranks alone. Runs of cards are
// moved one walk after the other. Walks draw what they would draw alone, so that they make the same
// moves.
type eight struct {
	x          [riffles.MaxInterleaved + 2][8]int32
	at         [riffles.MaxInterleaved][8]uint64
	choice     [riffles.MaxInterleaved][8]uint64
	least      [riffles.MaxInterleaved * 8]int64
	rises      [8]uint64
	energy     [8]int64
	bits, read [MaxRiffles][8]uint64 // what the labels are laid out as
	next       [MaxRiffles][8]uint64 // read, with a card moved
	one        laid                  // of a walk whose run moves
	walks      []*labels
	moving     uint8 // the walks that there are, as bits
}

// step proposes the move of the label of a card in the walks that move a single card, and returns
// which walks move a run; nil on processors without a kernel.
var step func(g *eight, scores *[MaxRiffles]score, m *moves, c int) (runs uint8)

// mostBeside is the largest deck: tables are looked up by up to 63 cards.
const mostBeside = 63

// take lays at most eight walks side by side.
func take(walks []*labels, m *moves) *eight {
	g := &eight{walks: walks, moving: uint8(1<<len(walks) - 1)}
	for j, w := range walks {
		for c, x := range w.x[:m.n+2] {
			g.x[c][j] = x
		}
		for c, at := range w.at[:m.n] {
			g.at[c][j] = uint64(at)
		}
		l := &w.laid[w.now]
		for i := range m.k {
			g.bits[i][j], g.read[i][j] = l.bits[i], l.read[i]
		}
		g.rises[j], g.energy[j] = w.rises, w.energy
	}
	return g
}

// leave puts them back.
func (g *eight) leave(m *moves) {
	for j, w := range g.walks {
		for c := range w.x[:m.n+2] {
			w.x[c] = g.x[c][j]
		}
		l := &w.laid[w.now]
		for i := range m.k {
			l.bits[i], l.read[i] = g.bits[i][j], g.read[i][j]
		}
	}
}

// sweep sweeps them once.
func (g *eight) sweep(scores *[MaxRiffles]score, m *moves, beta float64, reverse bool) {
	g.choose(m.n, beta)
	for i := range m.n {
		c := i
		if reverse {
			c = m.n - 1 - i
		}
		for runs := step(g, scores, m, c); runs != 0; runs &= runs - 1 {
			g.run(bits.TrailingZeros8(runs), scores, m, c)
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

// run proposes the move of a run of cards in one walk.
func (g *eight) run(j int, scores *[MaxRiffles]score, m *moves, c int) {
	j &= 7
	w, one := g.walks[j], &g.one
	end, by := m.run(g.choice[c][j], c)
	if !g.fits(j, c, end, by) {
		return
	}
	for i := range m.k {
		one.bits[i] = g.bits[i][j]
	}
	one.bits.sum(&one.bits, by, w.first[c]^w.first[end], m.k)
	energy := undo(one, scores, m.k, m.n)
	if energy-g.energy[j] < g.least[8*c+j] {
		return
	}
	g.energy[j] = energy
	for i := range m.k {
		g.bits[i][j], g.read[i][j] = one.bits[i], one.read[i]
	}
	for i := c + 1; i <= end; i++ {
		g.x[i][j] += by
	}
}

// fits is labels.fits for one walk.
func (g *eight) fits(j, c, end int, by int32) bool {
	rises := g.rises[j]
	if by > 0 {
		return g.x[end][j]+by <= g.x[end+1][j]-int32(rises>>(end-1)>>1&1)
	}
	return g.x[c+1][j]+by >= g.x[c][j]+int32(rises>>c&1)
}
