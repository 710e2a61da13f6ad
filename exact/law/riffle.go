package law

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// k riffles with a binomial cut have a closed form (Bayer and Diaconis 1992): a
// deck with r rising sequences has probability C(2^k + n - r, n) / 2^(kn). A run of
// them at the start of a word therefore costs no step.

// isRiffle tells whether a letter is the Gilbert-Shannon-Reeds shuffle.
func (l *Letter) isRiffle() bool {
	r, ok := l.Model.(*shuffle.Riffle)
	return ok && r.SD == nil
}

// beginRiffles makes l the law of a deterministic run (nil for none) followed by k
// riffles. The run lays the cards in another order, and rising sequences are
// counted in that.
func (l *Law) beginRiffles(run perm.Perm, k int) {
	n := l.N
	den := new(big.Int).Lsh(big.NewInt(1), uint(k*n))
	exact := fits(den)
	l.shape(exact)
	if exact {
		l.Den = den
	} else {
		l.Roundings = 1
	}
	counts, probs := make([]uint64, n+1), make([]float64, n+1)
	for r := 1; r <= n; r++ {
		c := binomial(new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), uint(k)), big.NewInt(int64(n-r))), n)
		if exact {
			counts[r] = c.Uint64()
		} else {
			probs[r], _ = new(big.Rat).SetFrac(c, den).Float64()
		}
	}
	order := run.Append(perm.Identity(n)).Inverse()
	next := make([]int, n) // the card below a card before the riffles, or n
	for i, card := range order {
		next[card] = n
		if i+1 < n {
			next[card] = order[i+1]
		}
	}
	deck := 0
	// lay puts every card left on top of the bottom of the deck in turn; a card
	// whose successor lies above it ends a rising sequence.
	var lay func(laid uint64, left, sequences int)
	lay = func(laid uint64, left, sequences int) {
		if left == 0 {
			if exact {
				l.Counts[deck] = counts[sequences]
			} else {
				l.Probs[deck] = probs[sequences]
			}
			deck++
			return
		}
		for card := range n {
			if laid>>card&1 == 1 {
				continue
			}
			ends := int(laid >> next[card] & 1)
			lay(laid|1<<card, left-1, sequences+ends)
		}
	}
	lay(0, n, 1)
}

// binomial is C(x, n), 0 for x < n.
func binomial(x *big.Int, n int) *big.Int {
	c := big.NewInt(1)
	var f big.Int
	for i := range n {
		f.Sub(x, f.SetInt64(int64(i)))
		if f.Sign() <= 0 {
			return f.SetInt64(0)
		}
		c.Mul(c, &f).Quo(c, f.SetInt64(int64(i+1)))
	}
	return c
}
