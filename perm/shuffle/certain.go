package shuffle

import (
	"math/big"

	"dovetail/perm"
)

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
