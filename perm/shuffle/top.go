package shuffle

import (
	"math/big"
	"math/rand/v2"

	"dovetail/perm"
)

// topToRandom takes the top card and puts it at a position that is uniform on
// all n, the top among them (D. Aldous and P. Diaconis, Shuffling cards and
// stopping times, 1986).
type topToRandom struct{}

func init() {
	register("top", "put the top card at a uniform position", func(*params) Model { return topToRandom{} })
}

func (topToRandom) String() string { return "top" }

// Law is 1/n for every move of the top card. The card at i > 0, from 0, moves up
// by one if the top card goes to i or below, (n-i)/n, and else stays. Every cell
// is rounded once.
func (topToRandom) Law(n int, bits uint) *Law {
	share := func(k int) *big.Int { return ratio(big.NewInt(int64(k)), big.NewInt(int64(n)), bits) }
	l := newLaw(n, bits, 1)
	if n == 1 {
		l.Slack = 0
	}
	for j := range n {
		l.At(0, j).Set(share(1))
	}
	for i := 1; i < n; i++ {
		l.At(i, i-1).Set(share(n - i))
		l.At(i, i).Set(share(i))
	}
	return l
}

// Outcomes is n, the places of the top card.
func (topToRandom) Outcomes(n int) *big.Int { return big.NewInt(int64(n)) }

// Denominator is n.
func (topToRandom) Denominator(n int) *big.Int { return big.NewInt(int64(n)) }

// Support is the n places of the top card.
func (topToRandom) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	w := ratio(big.NewInt(1), big.NewInt(int64(n)), bits)
	p := perm.Identity(n)
	for k := range n {
		if k > 0 {
			p[k] = k - 1
		}
		p[0] = k
		if !yield(p, w) {
			return
		}
	}
}

// Dealer moves the cards above the chosen place up by one.
func (topToRandom) Dealer(n int) Dealer { return topped[uint16](n) }

// LargeDealer is as Dealer.
func (topToRandom) LargeDealer(n int) DealerOf[uint32] { return topped[uint32](n) }

func topped[C Card](n int) DealerOf[C] {
	return func(rng *rand.ChaCha8, dst, src []C) {
		k := int(below(rng, uint64(n)))
		copy(dst, src[1:k+1])
		dst[k] = src[0]
		copy(dst[k+1:n], src[k+1:n])
	}
}
