package shuffle

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"dovetail/perm"
)

// Deal deals the deck into piles in turn and stacks the piles, the first of
// Order on top (Ide and Okuda, section 2.3). The cards of a pile lie last dealt
// on top, as dealing leaves them, or first dealt on top if the pile is turned.
// It has one outcome only.
type Deal struct {
	Order     []int // piles from the top of the new deck, from 0
	LastOnTop bool
}

func init() {
	register("deal", "deal into piles in turn and stack them", func(p *params) Model {
		order := p.order("order", "piles", "10")
		return &Deal{Order: order, LastOnTop: p.oneOf("top", "last", "last", "first") == "last"}
	})
}

// OddThenEven is the paper's order of d piles: 1, 3, 5, ..., 2, 4, ..., from 0.
func OddThenEven(d int) []int {
	var order []int
	for first := range min(2, d) {
		for pile := first; pile < d; pile += 2 {
			order = append(order, pile)
		}
	}
	return order
}

// String is the specification of the deal.
func (d *Deal) String() string {
	piles := make([]string, len(d.Order))
	for i, pile := range d.Order {
		piles[i] = strconv.Itoa(pile + 1)
	}
	top := "first"
	if d.LastOnTop {
		top = "last"
	}
	return fmt.Sprintf("deal(piles=%d,order=%s,top=%s)", len(piles), strings.Join(piles, "-"), top)
}

// Check refuses more piles than cards.
func (d *Deal) Check(n int) error {
	if len(d.Order) > n {
		return fmt.Errorf("%d piles are too many for %s; use piles=1..%d", len(d.Order), cards(n), n)
	}
	return nil
}

func cards(n int) string {
	if n == 1 {
		return "1 card"
	}
	return fmt.Sprintf("%d cards", n)
}

// Perm is where the deal puts each of n cards.
func (d *Deal) Perm(n int) perm.Perm {
	p := make(perm.Perm, n)
	place := 0
	piles := len(d.Order)
	for _, pile := range d.Order {
		height := (n - pile + piles - 1) / piles
		for k := range height {
			if d.LastOnTop {
				p[pile+k*piles] = place + height - 1 - k
			} else {
				p[pile+k*piles] = place + k
			}
		}
		place += height
	}
	return p
}

// Law is a permutation matrix.
func (d *Deal) Law(n int, bits uint) *Law { return permutationLaw(d.Perm(n), bits) }

// Support is the one outcome.
func (d *Deal) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	yield(d.Perm(n), unit(bits))
}

// Dealer needs no chance.
func (d *Deal) Dealer(n int) Dealer { return Fixed(d.Perm(n)) }
