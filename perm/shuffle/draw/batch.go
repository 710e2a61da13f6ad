// Package draw draws random numbers: uniform ones, numbers by a law in fixed point, sets of positions, and the sizes of
// packets and cuts.
package draw

import (
	"math/bits"
)

// One random word serves several uniform draws (N. Brackett-Rozinsky and D. Lemire,
// Batched Ranged Random Integer Generation, 2024): with B = b_1 b_2 ... b_k and a
// uniform r below 2^64, the digits of r B / 2^64 in the mixed radix (b_1, ..., b_k) are
//
//	x_1 = floor(r b_1 / 2^64), r <- r b_1 mod 2^64, x_2 = floor(r b_2 / 2^64), ...
//
// and every (x_1, ..., x_k) is equally likely once those r are refused whose remainder, r B mod
// 2^64, is below 2^64 mod B.

// Batch is B of the draws served by one random word.
type Batch uint64

// BatchLimit keeps B so far below 2^64 that fewer than one word in 256 is
// refused.
const BatchLimit = 1 << 56

// refuse is 2^64 mod B, which is below B.
func (b Batch) refuse() uint64 { return -uint64(b) % uint64(b) }

// Word is a random r that is not refused.
func (b Batch) Word(rng *Stream) uint64 {
	r := rng.Uint64()
	if r*uint64(b) < uint64(b) { // otherwise no division is needed
		for refuse := b.refuse(); r*uint64(b) < refuse; {
			r = rng.Uint64()
		}
	}
	return r
}

// Below is a uniform number below the bound: the batch of a single draw.
func Below(rng *Stream, bound uint64) uint64 {
	x, _ := bits.Mul64(Batch(bound).Word(rng), bound)
	return x
}

// Digits draws numbers below a base, as many from each random word as the limit
// of a batch allows.
type Digits struct {
	base  uint64
	count int // of a word
	Batch
}

// NewDigits draws numbers below a base, with a limit on those from each word.
func NewDigits(base, most int) Digits {
	d, product := Digits{base: uint64(base)}, uint64(1)
	for d.count < most && product <= BatchLimit/d.base {
		product *= d.base
		d.count++
	}
	d.Batch = Batch(product)
	return d
}

// Draw fills to with independent uniform digits.
func (d *Digits) Draw(rng *Stream, to []uint16) {
	for len(to) > 0 {
		r := d.Word(rng)
		k := min(d.count, len(to))
		for i := range to[:k] {
			x, rest := bits.Mul64(r, d.base)
			to[i], r = uint16(x), rest
		}
		to = to[k:]
	}
}

// Likely is true with probability min(1, p).
func Likely(rng *Stream, p float64) bool {
	return p >= 1 || float64(rng.Uint64()>>11) < p*(1<<53)
}
