package shuffle

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/fixed"
)

// Certain is the part of a model that has one outcome: where it puts each of n cards.
type Certain struct {
	AnyDeck
	Perm func(n int) perm.Perm
}

// Law is a permutation matrix.
func (c Certain) Law(n int, bits uint) *Law { return SupportLaw(c.Support, n, bits, 0) }

// Support is the one outcome.
func (c Certain) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	yield(c.Perm(n), fixed.Unit(bits))
}

// Dealer always deals it.
func (c Certain) Dealer(n int) Dealer { return Fixed(c.Perm(n)) }

// LargeDealer is as Dealer.
func (c Certain) LargeDealer(n int) DealerOf[uint32] { return fixedOf[uint32](c.Perm(n)) }

// Denominator is 1.
func (c Certain) Denominator(int) *big.Int { return big.NewInt(1) }

// Outcomes is 1.
func (c Certain) Outcomes(int) *big.Int { return big.NewInt(1) }
