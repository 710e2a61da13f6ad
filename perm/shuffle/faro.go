package shuffle

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"dovetail/perm"
	"dovetail/perm/faro"
)

// perfect is a perfect shuffle: see package faro for both kinds and for decks of
// odd size.
type perfect struct {
	certain
	kind faro.Kind
}

func init() {
	register("faro", "cut in halves and interleave card by card", func(p *params) Model {
		kind := faro.Out
		if p.oneOf("kind", faro.Out.String(), faro.Out.String(), faro.In.String()) == faro.In.String() {
			kind = faro.In
		}
		return perfect{certain{perm: kind.Perm}, kind}
	})
}

// String is the specification of the shuffle.
func (f perfect) String() string { return fmt.Sprintf("faro(kind=%s)", f.kind) }

// certain is the part of a model that has one outcome: where it puts each of n cards.
type certain struct {
	AnyDeck
	perm func(n int) perm.Perm
}

// Law is a permutation matrix.
func (c certain) Law(n int, bits uint) *Law { return supportLaw(c.Support, n, bits, 0) }

// Support is the one outcome.
func (c certain) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	yield(c.perm(n), unit(bits))
}

// Dealer always deals it.
func (c certain) Dealer(n int) Dealer { return Fixed(c.perm(n)) }

// LargeDealer is as Dealer.
func (c certain) LargeDealer(n int) DealerOf[uint32] { return fixed[uint32](c.perm(n)) }

// Denominator is 1.
func (c certain) Denominator(int) *big.Int { return big.NewInt(1) }

// Outcomes is 1.
func (c certain) Outcomes(int) *big.Int { return big.NewInt(1) }

// Fixed is the dealer of a shuffle that always does p.
func Fixed(p perm.Perm) Dealer { return fixed[uint16](p) }

func fixed[C Card](p perm.Perm) DealerOf[C] {
	from := make([]C, len(p))
	for i, j := range p {
		from[j] = C(i)
	}
	return func(_ *rand.ChaCha8, dst, src []C) {
		dst = dst[:len(from)]
		for j, i := range from {
			dst[j] = src[i]
		}
	}
}
