package outcome

import (
	"math/bits"
	"math/rand/v2"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/draw"
)

// clumps is an outcome of a riffle that changes the packet with a given chance, as a label for every position. Moves are
// those of labels, which do not ask for their weights, taken as these allow.
type clumps struct {
	*labels
	odds  float64   // log s/(1-s)
	given []float64 // log of what a cut weighs
}

// NewClumps is an outcome of n cards whose labels, 0 for the top packet and 1 for the other, weigh exp(odds) for each
// change from one position to the next and exp(given[c]) for c zeros, c = 0..n. Deal draws labels by this law.
func NewClumps(odds float64, given []float64, deal func(rng *rand.ChaCha8, labels []uint16)) Outcome {
	l := newLabels(len(given)-1, 2)
	l.deal = deal
	return &clumps{l, odds, given}
}

// weight is the logarithm of what the labels weigh.
func (o *clumps) weight() float64 {
	k, first := 0, &o.sets[0]
	if w := first[0]; o.n <= 64 {
		k = bits.OnesCount64((w ^ w>>1) << (65 - o.n))
		return float64(float64(k)*o.odds) + o.given[bits.OnesCount64(w)]
	}
	for i, w := range first {
		next := w >> 1
		if i+1 < len(first) {
			next |= first[i+1] << 63
		}
		if inside := o.n - 1 - 64*i; inside > 0 {
			k += bits.OnesCount64((w ^ next) << max(0, 64-inside))
		}
	}
	return float64(float64(k)*o.odds) + o.given[o.sets[0].size()]
}

// Move is taken by the ratio of the weights after and before.
func (o *clumps) Move(rng *rand.ChaCha8) bool {
	before := o.weight()
	if !o.labels.Move(rng) {
		return false
	}
	if more := o.weight() - before; more < 0 && !draw.Likely(rng, elementary.Exp(more)) {
		o.Undo()
		return false
	}
	return true
}
