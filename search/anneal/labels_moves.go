package anneal

import (
	"math/bits"

	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/riffles"
)

// labels are the labels of the cards of one deck, with what a sweep needs.
type labels struct {
	x      [riffles.MaxInterleaved + 2]int32  // of card c at c+1, between the least label and the greatest
	first  [riffles.MaxInterleaved + 1]uint64 // where the first cards lie, by their number
	rises  uint64                             // the cards whose label is above that of the card before
	laid   [2]laid                            // as they are, and as a move would make them
	now    int
	energy int64
	choice [riffles.MaxInterleaved]uint64 // by card, in this sweep: which move
	least  [riffles.MaxInterleaved]int64  // and the least change of the energy with which it is made
	at     [riffles.MaxInterleaved]uint8  // where a card lies
	rng    *draw.Stream
}

// moves are how the labels of k riffles of n cards are moved.
type moves struct {
	k, n   int
	singly uint64 // how many of 16 moves move a single card
	still  uint64 // 1 if runs of cards move by 1 only
}

// movesOf returns the moves for which paths are short. With plenty of labels fewer moves are of
// runs, as single cards have room, and single cards also move by 2 and 4.
func movesOf(k, n int) moves {
	if 2*n <= 1<<k {
		return moves{k, n, 12, 0}
	}
	return moves{k, n, 8, 1}
}

// sweep goes through the cards, from the first or from the last. For each it moves the card's label
// anywhere that its neighbours allow, or moves a run of cards that begins with it up or down. Each
// move is proposed as often as its reverse, and accepted as W^beta allows. Where drops have rules
// they count too.
func (w *labels) sweep(scores *[MaxRiffles]score, drops []func(bits uint64) int64, m *moves, reverse bool) {
	for step := range m.n {
		c := step
		if reverse {
			c = m.n - 1 - step
		}
		end, by := c+1, int32(0)
		if w.choice[c]&15 < m.singly {
			by = w.single(c)
		} else if end, by = m.runOf(w.choice[c], c); !w.fits(c, end, by) {
			continue
		}
		if by == 0 {
			continue
		}
		energy := w.shifted(scores, drops, m, c, end, by)
		if energy-w.energy < w.least[c] {
			continue
		}
		w.now ^= 1
		w.energy = energy
		for i := range w.x[c+1 : end+1] {
			w.x[c+1+i] += by
		}
	}
}

// lower and upper are the bounds that the labels of the neighbouring cards set.
func (w *labels) lower(c int) int32 { return w.x[c] + int32(w.rises>>c&1) }
func (w *labels) upper(c int) int32 { return w.x[c+2] - int32(w.rises>>c>>1&1) }

// single is the change of a card's label if it goes up, or down.
func (w *labels) single(c int) (by int32) {
	lower := w.lower(c)
	above, _ := bits.Mul64(w.choice[c], uint64(w.upper(c)-lower+1))
	return lower + int32(above) - w.x[c+1]
}

// runOf returns the end of a run of labels that begins at a card, and their change: up, or down, by
// 2^shift, the least label that has a bit of a riffle above shift. The bits below stay, and with
// them what the later riffles did.
func (m *moves) runOf(choice uint64, c int) (end int, by int32) {
	end = min(m.n, c+runLength(choice>>32))
	by = 1 << bits.TrailingZeros64(choice>>4&3|4|m.still)
	if choice>>8&1 == 0 {
		by = -by
	}
	return end, by
}

// fits reports whether the labels of a run can change so.
func (w *labels) fits(c, end int, by int32) bool {
	if by > 0 {
		return w.x[end]+by <= w.upper(end-1)
	}
	return w.x[c+1]+by >= w.lower(c)
}

// shifted lays out the labels with those of a run of cards moved, and returns their score.
func (w *labels) shifted(scores *[MaxRiffles]score, drops []func(bits uint64) int64, m *moves, c, end int, by int32) int64 {
	now, next := &w.laid[w.now], &w.laid[w.now^1]
	if undo != nil && drops == nil {
		next.bits.sum(&now.bits, by, w.first[c]^w.first[end], m.k)
		return undo(next, scores, m.k, m.n)
	}
	*next = *now
	for ; c < end; c++ {
		others := w.first[m.n] &^ (1 << w.at[c])
		next.lift(others, w.at[c], w.x[c+1], m.k)
		next.put(others, w.at[c], w.x[c+1]+by, m.k)
	}
	return next.weigh(scores, drops, m.k, m.n)
}

// runLength is a length of all scales, from 32 random bits: 1 to 63, by powers of 2.
func runLength(r uint64) int {
	scale := r & (1<<16 - 1) * 6 >> 16
	return 1<<scale + int(r>>16<<scale>>16)
}
