package copies

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/number"
)

// guessesByStates is the same by what is left of each value, card after card.
func guessesByStates(left Deck, known map[string]*big.Rat) *big.Rat {
	n := int64(left.Size())
	if n == 0 {
		return new(big.Rat)
	}
	left = slices.Sorted(slices.Values(left))
	key := fmt.Sprint(left)
	if known[key] == nil {
		sum := big.NewRat(int64(left[len(left)-1]), n)
		for v, count := range left {
			if count > 0 {
				after := slices.Clone(left)
				after[v]--
				sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(count), n), guessesByStates(after, known)))
			}
		}
		known[key] = sum
	}
	return known[key]
}

func TestGuesses(t *testing.T) {
	known := map[string]*big.Rat{}
	for _, d := range []Deck{{1, 1}, {2, 1}, {1, 3, 2}, {5, 5}, {7, 2, 4}, {3, 3, 3, 3}, {1, 1, 1, 1, 6}, {26, 26}, {13, 13, 13, 13}, slices.Repeat(Deck{4}, 13)} {
		if got, want := d.Guesses(), guessesByStates(d, known); got.Cmp(want) != 0 {
			t.Errorf("%v: %v, by states %v", d, got, want)
		}
	}
	// As another program found them; of distinct cards, 1 + 1/2 + ... + 1/52.
	for _, c := range []struct {
		deck Deck
		want string
	}{{Deck{26, 26}, "30.0406647747"}, {Deck{13, 13, 13, 13}, "18.4006973024"}, {slices.Repeat(Deck{1}, 52), "4.5380439507"}} {
		if got := number.Decimal(c.deck.Guesses(), 10); got != c.want {
			t.Errorf("%v: %s, want %s", c.deck, got, c.want)
		}
	}
}
