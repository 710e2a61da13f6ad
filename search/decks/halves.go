package decks

import (
	"context"
	"math/rand/v2"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
)

// halves is a block of k riffles whose cuts are not binomial but, given the cut, have all
// interleavings equally likely. Together they are a 2^k-shuffle but for the weights of
// cuts: the order u that they make has 2^k - 1 places, from 0 to n and some of them alike,
// where packets end, among them every place where u descends, and
//
//	P(u) = 2^(-kn) sum over such places of odds(c_1) ... odds(c_k),
//
// odds(c) being the probability of a cut of c cards over C(n, c)/2^n, and c_j the number of
// cards in packets whose number has bit j = 0. There are C(2^k + n - r, n) choices of
// places, so that the block's density is that of the 2^k-shuffle times the mean product of
// odds over all choices. Walks go the way of the 2^k-shuffle; at its end they stay for some
// sweeps, and the mean of what they draw there is the factor: as their law at the end is kept
// by a sweep, the product is an unbiased estimate still.
type halves struct {
	n, k int
	odds []float64
}

// maxHalved keeps the places of a choice within a few thousand: of more riffles in a row
// the rest are letters beside the block.
const maxHalved = 12

// draw is the product for a random choice of places around the descents of u, of which u
// has fewer than 2^k.
func (h *halves) draw(u []uint8, source *rand.ChaCha8) float64 {
	rng := rand.New(source)
	at := make([]int, 0, 1<<h.k)
	for i := 1; i < h.n; i++ {
		if u[i] < u[i-1] {
			at = append(at, i)
		}
	}
	// The other places are stars between n bars.
	stars := 1<<h.k - 1 - len(at)
	bars := h.n
	for place := 0; stars > 0; {
		if rng.IntN(stars+bars) < stars {
			at = append(at, place)
			stars--
		} else {
			place++
			bars--
		}
	}
	slices.Sort(at)
	product := 1.0
	for bit := range h.k {
		c := 0
		for packet, from := 0, 0; packet <= len(at); packet++ {
			to := h.n
			if packet < len(at) {
				to = at[packet]
			}
			if packet>>bit&1 == 0 {
				c += to - from
			}
			from = to
		}
		product *= h.odds[c]
	}
	return product
}

// stays is how many sweeps are stayed for after so many, and alone what is drawn for a word
// without other letters.
func stays(steps int) int { return 32 + steps/8 }

const alone = 1024

// stay multiplies estimates by their factors.
func (v *walkers) stay(ctx context.Context, p *path, logs []float64) error {
	h := v.w.halves
	sums := make([]float64, len(logs))
	sweeps := stays(len(p.beta))
	if len(v.walks) == 0 {
		sweeps = alone
	}
	var u shuffle.Sources
	for stayed := range sweeps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if stayed > 0 && len(v.walks) > 0 {
			v.sweep(p, p.weight(len(p.beta)-1), false)
		}
		for k := range logs {
			for l, walks := range v.walks {
				v.chain[k][v.w.letters[l]] = walks[k].Sources()
			}
			compose(&u, v.chain[k], v.w.n)
			if rises(u[:v.w.n]) <= p.most {
				sums[k] += h.draw(u[:v.w.n], v.rng[k])
			}
		}
	}
	for k := range logs {
		logs[k] += elementary.Log(sums[k] / float64(sweeps))
	}
	return nil
}

// still is what there is to estimate of a word without other letters than the block's.
func (v *walkers) still(ctx context.Context, p *path, logs []float64) error {
	var u shuffle.Sources
	for k := range logs {
		compose(&u, v.chain[k], v.w.n)
		logs[k] = p.level[rises(u[:v.w.n])]
	}
	return v.stay(ctx, p, logs)
}

// rises is the number of rising sequences of an order.
func rises(u []uint8) int {
	r := 1
	for i := 1; i < len(u); i++ {
		if u[i] < u[i-1] {
			r++
		}
	}
	return r
}
