package decks

import (
	"math/bits"

	"dovetail/perm/elementary"
)

// sweep goes through the cards, from the first or from the last, and for each moves its label
// anywhere that its neighbours allow, or a run of cards that begins with it up or down. Either
// is as likely as the move that undoes it, and taken as W^beta allows.
func (v *labelled) sweep(t tilt, reverse bool) {
	plenty := 2*v.n <= 1<<len(v.laws)
	for k := range v.walks {
		w := &v.walks[k]
		if w.rising() > 1<<len(v.laws) {
			continue
		}
		for step := range v.n {
			c := step
			if reverse {
				c = v.n - 1 - step
			}
			r := w.rng.Uint64()
			if singly := r & 15; singly < 8 || plenty && singly < 12 {
				v.single(w, c, uint32(r>>32), t.beta)
				continue
			}
			length := min(v.n-c, runLength(r>>32))
			shift := 0
			if plenty {
				shift = bits.TrailingZeros64(r>>4&3 | 4)
			}
			v.run(w, c, length, shift, r>>8&1 == 1, t.beta)
		}
	}
}

// runLength is a length of all scales, from 32 random bits: 1 to 63, by powers of 2.
func runLength(r uint64) int {
	scale := r & (1<<16 - 1) * 6 >> 16
	return 1<<scale + int(r>>16<<scale>>16)
}

// least and most are the labels that the card before and the one after allow.
func (v *labelled) least(w *labels, c int) int32 {
	if c == 0 {
		return 0
	}
	return w.x[c-1] + int32(w.rises>>c&1)
}

func (v *labelled) most(w *labels, c int) int32 {
	if c == v.n-1 {
		return 1<<len(v.laws) - 1
	}
	return w.x[c+1] - int32(w.rises>>(c+1)&1)
}

func (v *labelled) single(w *labels, c int, r uint32, beta float64) {
	least, most := v.least(w, c), v.most(w, c)
	if least == most {
		return
	}
	x := least + int32(uint64(r)*uint64(most-least+1)>>32)
	if x == w.x[c] {
		return
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	changed, at := uint64(x^w.x[c]), w.at[c]
	for i := range v.laws {
		next[i] = now[i] ^ changed>>i&1<<at
	}
	if v.take(w, beta) {
		w.x[c] = x
	}
}

// run moves a run of labels by 2^shift, the least label that a riffle's bits above shift have: those below
// stay, and with them what the later riffles did.
func (v *labelled) run(w *labels, c, length, shift int, up bool, beta float64) {
	by, carry := int32(1)<<shift, w.first[c+length]^w.first[c]
	if up && w.x[c+length-1]+by > v.most(w, c+length-1) || !up && w.x[c]-by < v.least(w, c) {
		return
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	copy(next[:shift], now[:shift])
	for i := shift; i < len(v.laws); i++ {
		next[i] = now[i] ^ carry
		if up {
			carry &= now[i]
		} else {
			carry &^= now[i]
		}
	}
	if !v.take(w, beta) {
		return
	}
	if !up {
		by = -by
	}
	for i := c; i < c+length; i++ {
		w.x[i] += by
	}
}

// take takes the next planes as W^beta allows.
func (v *labelled) take(w *labels, beta float64) bool {
	energy := v.weigh(&w.planes[w.now^1])
	if d := float64(beta * (energy - w.energy)); d < 0 {
		// 1+d <= e^d <= 1/(1-d) often save the exponential.
		if u := float64(w.rng.Uint64()>>11) * 0x1p-53; u >= 1+d && (u*(1-d) >= 1 || u >= elementary.Exp(d)) {
			return false
		}
	}
	w.now ^= 1
	w.energy = energy
	return true
}
