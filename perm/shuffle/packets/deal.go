package packets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
)

// deal deals the deck into piles in turn and stacks the piles, the first of the order
// on top (Ide and Okuda, section 2.3). In a pile the card dealt last is on top, or the
// one dealt first if the pile is turned.
type deal struct {
	shuffle.Certain
	order []int // piles from the top of the new deck, from 0
	top   string
}

// Deal is the model by its parameters.
var Deal = shuffle.NewKind("deal", "deal into piles in turn and stack them", func(p *shuffle.Params) shuffle.Model {
	d := &deal{order: readOrder(p), top: p.OneOf("top", "last", "last", "first")}
	d.Certain.Perm = d.stacked
	return d
})

// oddThenEven is the paper's order of d piles: 1, 3, 5, ..., 2, 4, ..., from 0.
func oddThenEven(d int) []int {
	var order []int
	for first := range min(2, d) {
		for pile := first; pile < d; pile += 2 {
			order = append(order, pile)
		}
	}
	return order
}

// readOrder reads a pile order such as 1-3-2 together with the number of piles; each
// can be left out and follows from the other.
func readOrder(p *shuffle.Params) []int {
	list := p.Text("order", "", "all piles from the top, as in 1-3-2; if left out, 1-3-5-...-2-4-...", "1", "3-1-2")
	if list == "" {
		return oddThenEven(p.Positive("piles", "10"))
	}
	var order []int
	items := strings.Split(list, "-")
	for _, item := range items {
		k, err := strconv.Atoi(item)
		if err != nil || k < 1 || k > len(items) || slices.Contains(order, k-1) {
			p.Fail("order=%s must list each pile from 1 to %d once, as in 1-3-2", list, len(items))
			return []int{0}
		}
		order = append(order, k-1)
	}
	if piles := p.Positive("piles", strconv.Itoa(len(order))); piles != len(order) {
		p.Fail("order=%s lists %d piles, but piles=%d", list, len(order), piles)
	}
	return order
}

func (d *deal) String() string {
	piles := make([]string, len(d.order))
	for i, pile := range d.order {
		piles[i] = strconv.Itoa(pile + 1)
	}
	return fmt.Sprintf("deal(piles=%d,order=%s,top=%s)", len(piles), strings.Join(piles, "-"), d.top)
}

// Check refuses more piles than cards.
func (d *deal) Check(n int) error {
	return enough(len(d.order), n)
}

// enough refuses to deal n cards into more piles.
func enough(piles, n int) error {
	if piles > n {
		return fmt.Errorf("%d piles are too many for %s; use piles=1..%d", piles, number.Count(n, "card"), n)
	}
	return nil
}

// stacked is where the deal puts each of n cards.
func (d *deal) stacked(n int) perm.Perm {
	p := make(perm.Perm, n)
	place := 0
	piles := len(d.order)
	for _, pile := range d.order {
		height := (n - pile + piles - 1) / piles
		for k := range height {
			p[pile+k*piles] = place + k
			if d.top == "last" {
				p[pile+k*piles] = place + height - 1 - k
			}
		}
		place += height
	}
	return p
}
