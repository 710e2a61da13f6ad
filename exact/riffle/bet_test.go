package riffle

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
)

// checkBet compares the event of a law with the law in full: the decks in it are those that are likelier
// than in a fair deck, and it is as likely as they are together.
func checkBet(t *testing.T, what string, l law, closed Law, in func(p perm.Perm, bound int) bool) {
	t.Helper()
	bound, here, fair := closed.Bet()
	sum, count, one := new(big.Rat), int64(0), big.NewRat(1, 1)
	l.ratios(func(p perm.Perm, ratio *big.Rat) {
		likelier := ratio.Cmp(one) > 0
		if likelier {
			sum.Add(sum, ratio)
			count++
		}
		if fair.Sign() > 0 && in(p, bound) != likelier {
			t.Errorf("%s: %v has ratio %v, and the bound is %d", what, p, ratio, bound)
		}
	})
	orders := big.NewRat(int64(perm.Factorial(l.n)), 1)
	equal(t, what+"event", here, sum.Quo(sum, orders))
	equal(t, what+"event of a fair deck", fair, new(big.Rat).Quo(big.NewRat(count, 1), orders))
	equal(t, what+"the edge", new(big.Rat).Sub(here, fair), closed.TVD())
}

// cyclic is the number of cyclic descents of where cards go.
func cyclic(p perm.Perm) (descents int) {
	for i, to := range p {
		if to > p[(i+1)%len(p)] {
			descents++
		}
	}
	return descents
}

func TestBets(t *testing.T) {
	for n := 2; n <= 6; n++ {
		a := big.NewInt(2)
		l := riffle(n)
		for times := range 3 {
			what := fmt.Sprintf("n=%d, %d riffles: ", n, times+1)
			checkBet(t, what, l, riffled{New(n, None), a}, func(p perm.Perm, bound int) bool { return p.RisingSequences() <= bound })
			checkBet(t, "a cut, "+what, rotation(n).then(l), riffled{New(n, Before), a}, func(p perm.Perm, bound int) bool { return cyclic(p) <= bound })
			if bound, here, fair := (riffled{New(n, After), a}).Bet(); here != nil || fair != nil || bound != 0 {
				t.Errorf("%sand a cut: the event is known by %d", what, bound)
			}
			if l = l.then(riffle(n)); n > 5 {
				break
			}
			a = new(big.Int).Lsh(a, 1)
		}
		for m := int64(1); m <= 3; m++ {
			checkBet(t, fmt.Sprintf("n=%d, %d shelves: ", n, m), lawOf(t, fmt.Sprintf("shelf(m=%d)", m), n), Shelves(n, big.NewInt(m)),
				func(p perm.Perm, bound int) bool { return peaks(p) <= bound })
		}
		for k := 1; k <= n; k++ {
			checkBet(t, fmt.Sprintf("n=%d, %d from the top: ", n, k), lawOf(t, fmt.Sprintf("top(cards=%d)", k), n), Top(n, k, 1),
				func(p perm.Perm, bound int) bool { return kept(p)-1 >= bound })
		}
	}
}
