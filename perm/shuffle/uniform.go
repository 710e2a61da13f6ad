package shuffle

import (
	"math/bits"
	"math/rand/v2"
)

// A uniform shuffle by Fisher and Yates: for i = n-1, ..., 1 the card at i is
// exchanged with one at a uniform position 0..i. One random word serves several
// exchanges (N. Brackett-Rozinsky and D. Lemire, Batched Ranged Random Integer
// Generation, 2024): with B = b_1 b_2 ... b_k and a uniform r below 2^64, the
// digits of r B / 2^64 in the mixed radix (b_1, b_2, ..., b_k) are
//
//	x_1 = floor(r b_1 / 2^64), r <- r b_1 mod 2^64, x_2 = floor(r b_2 / 2^64), ...
//
// and every (x_1, ..., x_k) is equally likely once those r are refused for which
// what remains, r B mod 2^64, is below 2^64 mod B.

// batch is the exchanges served by one random word, at positions high down to
// low.
type batch struct {
	high, low int
	product   uint64 // B
	refuse    uint64 // 2^64 mod B
}

// batchLimit keeps B so far below 2^64 that fewer than one word in 256 is
// refused.
const batchLimit = 1 << 56

func batches(n int) []batch {
	var plan []batch
	for bound := n; bound >= 2; {
		high, product := bound, uint64(1)
		for bound >= 2 && product <= batchLimit/uint64(bound) {
			product *= uint64(bound)
			bound--
		}
		plan = append(plan, batch{high - 1, bound, product, -product % product})
	}
	return plan
}

// Uniform is the dealer that makes every order of n cards equally likely.
func Uniform(n int) Dealer {
	plan := batches(n)
	return func(rng *rand.ChaCha8, dst, src []uint16) {
		dst, src = dst[:n], src[:n]
		copy(dst, src)
		for k := range plan {
			b := &plan[k]
			r := rng.Uint64()
			for r*b.product < b.refuse {
				r = rng.Uint64()
			}
			for i := b.high; i >= b.low; i-- {
				left := dst[:i+1]
				j, rest := bits.Mul64(r, uint64(len(left)))
				r = rest
				last := left[len(left)-1]
				left[len(left)-1] = left[j]
				left[j] = last
			}
		}
	}
}

// below is a uniform number below the bound: the batch of a single draw.
func below(rng *rand.ChaCha8, bound uint64) uint64 {
	x, rest := bits.Mul64(rng.Uint64(), bound)
	if rest < bound {
		for refuse := -bound % bound; rest < refuse; {
			x, rest = bits.Mul64(rng.Uint64(), bound)
		}
	}
	return x
}

// digits draws numbers below a base, as many from each random word as the limit
// of a batch allows.
type digits struct {
	base, product, refuse uint64
	count                 int // of a word
}

func newDigits(base, most int) digits {
	d := digits{base: uint64(base), product: 1}
	for d.count < most && d.product <= batchLimit/d.base {
		d.product *= d.base
		d.count++
	}
	d.refuse = -d.product % d.product
	return d
}

// draw fills to with independent uniform digits.
func (d *digits) draw(rng *rand.ChaCha8, to []uint16) {
	for len(to) > 0 {
		r := rng.Uint64()
		for r*d.product < d.refuse {
			r = rng.Uint64()
		}
		k := min(d.count, len(to))
		for i := range to[:k] {
			x, rest := bits.Mul64(r, d.base)
			to[i], r = uint16(x), rest
		}
		to = to[k:]
	}
}
