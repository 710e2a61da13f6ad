package law

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// supportBits is the resolution of weights that are not rational. Outcomes less
// likely than 2^-rarest are left out; the others keep a relative precision of
// far more than realBits.
const (
	supportBits = 1400
	rarest      = 1000
)

// mostOutcomes is the largest support that is compiled.
const mostOutcomes = 4_000_000

// Letter is a shuffle model compiled for decks of one size.
type Letter struct {
	shuffle.Letter

	// Den is the denominator of the letter's probabilities, nil if they are
	// real numbers.
	Den *big.Int

	// Perm is the one permutation that a deterministic letter performs, nil for
	// the others.
	Perm perm.Perm

	first []chance // every outcome with its probability
	whole *machine[*big.Int]
	real  *machine[*big.Float]
}

// chance is an outcome of a letter: its count of Den, and its probability to the
// nearest double.
type chance struct {
	p           perm.Perm
	count       *big.Int
	probability float64
}

// compile computes a letter's outcomes and its automaton.
func compile(n int, l shuffle.Letter) (*Letter, error) {
	letter := &Letter{Letter: l}
	bits := uint(supportBits)
	if r, ok := l.Model.(shuffle.Rational); ok {
		if letter.Den = r.Denominator(n); letter.Den != nil {
			bits = uint(letter.Den.BitLen()) + 128
		}
	}
	sums := map[string]*big.Int{}
	perms := map[string]perm.Perm{}
	many := false
	l.Model.Support(n, bits, func(p perm.Perm, weight *big.Int) bool {
		if letter.Den == nil && weight.BitLen() < supportBits-rarest {
			return true
		}
		c := code(p)
		if sums[c] == nil {
			sums[c] = new(big.Int)
			perms[c] = slices.Clone(p)
		}
		sums[c].Add(sums[c], weight)
		many = len(sums) > mostOutcomes
		return !many
	})
	if many {
		return nil, fmt.Errorf("%s has more than %d outcomes at n=%d", l, mostOutcomes, n)
	}
	codes := slices.Sorted(maps.Keys(sums))
	if letter.Den != nil {
		if err := numerators(sums, letter.Den, bits); err != nil {
			return nil, fmt.Errorf("%s: %w", l, err)
		}
	}
	var exact []outcome[*big.Int]
	var near []outcome[*big.Float]
	for _, c := range codes {
		w := sums[c]
		x := new(big.Float).SetPrec(realBits).SetInt(w)
		if letter.Den != nil {
			exact = append(exact, outcome[*big.Int]{c, w})
			x.Quo(x, new(big.Float).SetInt(letter.Den))
		} else {
			x.SetMantExp(x, -int(bits))
			near = append(near, outcome[*big.Float]{c, x})
		}
		f, _ := x.Float64()
		letter.first = append(letter.first, chance{perms[c], w, f})
	}
	if letter.Den != nil {
		letter.whole = minimal(n, exact, wholes{})
	} else {
		letter.real = minimal(n, near, reals{})
	}
	if len(codes) == 1 {
		letter.Perm = perms[codes[0]]
	}
	return letter, nil
}

// numerators turns fixed-point weights into counts of 1/den. With 128 bits more
// than den has, rounding to nearest finds them: a weight is far less than 2^100
// units off.
func numerators(weights map[string]*big.Int, den *big.Int, bits uint) error {
	sum := new(big.Int)
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	for c, w := range weights {
		w.Mul(w, den).Add(w, half).Rsh(w, bits)
		if w.Sign() == 0 {
			delete(weights, c)
		}
		sum.Add(sum, w)
	}
	if sum.Cmp(den) != 0 {
		return fmt.Errorf("outcomes add up to %v of %v", sum, den)
	}
	return nil
}
