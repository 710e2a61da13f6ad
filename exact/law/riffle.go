package law

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// k riffles with a binomial cut have a closed form (Bayer and Diaconis 1992): a
// deck with r rising sequences has probability C(2^k + n - r, n) / 2^(kn). A run of
// them at the start of a word therefore costs no step.

// isRiffle reports whether a letter is the Gilbert-Shannon-Reeds shuffle.
func (l *letter) isRiffle() bool {
	a, undone := shuffle.AShuffle(l.Model)
	return a == 2 && !undone
}

// beginRiffles makes l the law of a deterministic run (nil for none) followed by k
// riffles. The run lays the cards in another order, and rising sequences are
// counted in that.
func (l *Law) beginRiffles(run perm.Perm, k int) {
	n := l.N
	counts := riffleCounts(n, k)
	most := l.Counts.split(counts[1])
	l.exact(new(big.Int).Lsh(big.NewInt(1), uint(k*n)), len(most))
	digits := make([][]uint64, n+1) // by rising sequences
	for r := 1; r <= n; r++ {
		digits[r] = make([]uint64, len(most))
		copy(digits[r], l.Counts.split(counts[r]))
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
			for k, digit := range digits[sequences] {
				l.Counts.Digits[k][deck] = digit
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

// riffleCounts is how many of the 2^(kn) ways of k riffles lead to a deck, by its
// rising sequences; those of the deck as it was, with one, are the most.
func riffleCounts(n, k int) []*big.Int {
	counts := make([]*big.Int, n+1)
	for r := 1; r <= n; r++ {
		x := new(big.Int).Lsh(big.NewInt(1), uint(k))
		counts[r] = binomial(x.Add(x, big.NewInt(int64(n-r))), n)
	}
	return counts
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
