package law

import (
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm"
)

// k riffles with a binomial cut have a closed form (Bayer and Diaconis 1992): a
// deck with r rising sequences has probability C(2^k + n - r, n) / 2^(kn). A run of
// them at the start of a word therefore costs no step.

// isRiffle reports whether a letter is the Gilbert-Shannon-Reeds shuffle.
func (l *letter) isRiffle() bool {
	a, undone := l.Model.AShuffle()
	return a == 2 && !undone
}

// beginRiffles makes l the law of a deterministic run (nil for none) followed by k
// riffles. The run lays the cards in another order, and rising sequences are
// counted in that.
func (l *Law) beginRiffles(run perm.Perm, k int) {
	n := l.N
	packets := new(big.Int).Lsh(big.NewInt(1), uint(k))
	most := l.Counts.split(riffle.Ways(n, packets, 1)) // the deck as it was
	l.exact(new(big.Int).Lsh(big.NewInt(1), uint(k*n)), len(most))
	digits := make([][]uint64, n+1) // by rising sequences
	for r := 1; r <= n; r++ {
		digits[r] = make([]uint64, len(most))
		copy(digits[r], l.Counts.split(riffle.Ways(n, packets, r)))
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
