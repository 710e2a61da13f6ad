package shuffle

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/faro"
)

// Faro is a perfect shuffle: see package faro for both kinds and for decks of
// odd size. It has one outcome only.
type Faro struct{ Kind faro.Kind }

func init() {
	register("faro", "cut in halves and interleave card by card", func(p *params) Model {
		if p.oneOf("kind", faro.Out.String(), faro.Out.String(), faro.In.String()) == faro.In.String() {
			return Faro{faro.In}
		}
		return Faro{faro.Out}
	})
}

// String is the specification of the shuffle.
func (f Faro) String() string { return fmt.Sprintf("faro(kind=%s)", f.Kind) }

// Check accepts every deck.
func (Faro) Check(int) error { return nil }

// Law is a permutation matrix.
func (f Faro) Law(n int, bits uint) *Law { return permutationLaw(f.Kind.Perm(n), bits) }

// Support is the one outcome.
func (f Faro) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	yield(f.Kind.Perm(n), unit(bits))
}

// Dealer needs no chance.
func (f Faro) Dealer(n int) Dealer { return Fixed(f.Kind.Perm(n)) }
