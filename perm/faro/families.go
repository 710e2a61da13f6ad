package faro

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"dovetail/perm"
	"dovetail/perm/modular"
	"dovetail/results"
	"dovetail/results/number"
)

// family is one perfect shuffle of a deck with its order by formula.
type family struct {
	results.Family
	Perm func() perm.Perm // the same shuffle built card by card, for a deck that fits memory
}

// MaxShuffled is the largest deck whose shuffles are taken apart.
const MaxShuffled = 1<<62 - 1

// byCycles is the largest deck whose families are also built card by card.
const byCycles = 5000

// ErrContradiction is the error of a formula that the shuffle itself disproves.
var ErrContradiction = errors.New("the formula failed its check")

// Listing asks for the perfect shuffles of N cards, each checked by its cycles where the deck is
// small, and for the group that in and out generate.
type Listing struct {
	N number.Uint `json:"n"`
}

// Schema implements [results.Question].
func (Listing) Schema() string { return results.FamiliesSchema }

// Check implements [results.Question].
func (q Listing) Check() error { return number.InRange("n", q.N, 2, MaxShuffled) }

// Seconds implements [results.Question].
func (q Listing) Seconds() float64 { return 1 }

// Answer implements [results.Question].
func (q Listing) Answer(context.Context, results.Env) (results.Record, error) {
	n := uint64(q.N)
	record := results.Families{Head: results.Answering(q, results.Exact), N: number.OfUint(n)}
	members, err := listFamilies(n)
	if err != nil {
		return nil, err
	}
	for _, f := range members {
		row := f.Family
		if n <= byCycles {
			cycles := f.Perm().Order()
			if row.Cycles = cycles.Cmp(row.Order.Int) == 0; !row.Cycles {
				return nil, fmt.Errorf("%w: %s: %s is %s, but the cycles say %s",
					ErrContradiction, f.Name, f.Formula, row.Order, cycles)
			}
		}
		record.Shuffles = append(record.Shuffles, row)
	}
	g, err := groupOf(n)
	if err != nil {
		record.Group = err.Error()
		return record, nil
	}
	record.GroupSize, record.Group = number.Of(g.Size), g.Name
	return record, nil
}

// listFamilies are the perfect shuffles of n cards, 2 <= n < 2^62: both faro
// shuffles, Monge, milk, and, for each divisor d of n with 1 < d < n up to
// maxHands, d-handed shuffles and deals into d piles; on decks of byCycles
// cards at most, deals into up to unevenPiles piles, some of them larger by a
// card, too.
func listFamilies(n uint64) ([]family, error) {
	list := &families{n: n}
	list.faro(Out)
	list.faro(In)
	list.upToSign("monge", 2*(n-n%2)+1, monge)
	list.upToSign("milk", 2*n-1, milk)
	for d := uint64(2); d <= maxHands && d < n; d++ {
		switch {
		case n%d == 0:
			list.divided(d)
		case d <= unevenPiles && n <= byCycles:
			list.uneven(int(d))
		}
	}
	return list.members, list.err
}

// maxHands bounds the packets and piles listed for one deck.
const maxHands = 64

// unevenPiles bounds the piles of different sizes that a deck is dealt into.
const unevenPiles = 10

type families struct {
	n       uint64
	members []family
	err     error
}

func (l *families) add(name, formula string, order uint64, err error, build func(n int) perm.Perm) {
	if err != nil {
		l.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	n := int(l.n)
	row := results.Family{Name: name, Formula: formula, Order: number.OfUint(order)}
	l.members = append(l.members, family{row, func() perm.Perm { return build(n) }})
}

func (l *families) faro(k Kind) {
	c, err := k.Order(l.n)
	l.add(k.String()+"-shuffle", fmt.Sprintf("ord_%d(2)", c.Modulus), c.Order, err, k.Perm)
}

// upToSign adds a shuffle that multiplies distances from a middle by 2 up to
// sign, modulo m.
func (l *families) upToSign(name string, m uint64, build func(n int) perm.Perm) {
	o, err := modular.OrderUpToSign(2, m)
	l.add(name, fmt.Sprintf("least k with 2^k = +-1 mod %d", m), o, err, build)
}

// uneven adds the deals into piles of different sizes, which multiply by nothing: their
// orders are read off the lengths of their cycles.
func (l *families) uneven(piles int) {
	for _, first := range []bool{true, false} {
		build := func() perm.Perm { return dealt(int(l.n), piles, first) }
		lengths := map[int]bool{}
		for _, cycle := range build().Cycles() {
			lengths[len(cycle)] = true
		}
		sorted := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(lengths))), "[]")), ", ")
		row := results.Family{
			Name:  fmt.Sprintf("deal into %d piles, %s on top", piles, map[bool]string{true: "first", false: "last"}[first]),
			Order: number.Of(build().Order()), Formula: "lcm of its cycles: " + sorted,
		}
		l.members = append(l.members, family{row, build})
	}
}

// divided adds the shuffles with d packets or piles, d | n. With n = d*r the
// d-handed out-shuffle takes position a*r+b to b*d+a: multiplication by d
// modulo n-1; the in-shuffle does the same to positions from 1, modulo n+1.
// Dealing with the first pile on top takes j*d+a to a*r+r-1-j: with positions
// from 1 its inverse is multiplication by -d modulo n+1. With the last pile on
// top it is the out-shuffle's inverse turned over, multiplication by -d modulo
// n-1 undone; there the two ends of the deck trade places, so that the order
// is even.
func (l *families) divided(d uint64) {
	n := l.n
	order := func(name string, a, m uint64, formula string, even bool, build func(n int) perm.Perm) {
		c, err := modular.Order(a, m)
		if even {
			c.Order = modular.LCM(2, c.Order)
		}
		l.add(name, formula, c.Order, err, build)
	}
	hands := int(d)
	order(fmt.Sprintf("%d-handed out-shuffle", d), d, n-1, fmt.Sprintf("ord_%d(%d)", n-1, d), false,
		func(n int) perm.Perm { return handed(n, hands, Out) })
	order(fmt.Sprintf("%d-handed in-shuffle", d), d, n+1, fmt.Sprintf("ord_%d(%d)", n+1, d), false,
		func(n int) perm.Perm { return handed(n, hands, In) })
	order(fmt.Sprintf("deal into %d piles, first on top", d), n+1-d, n+1, fmt.Sprintf("ord_%d(-%d)", n+1, d), false,
		func(n int) perm.Perm { return dealt(n, hands, true) })
	order(fmt.Sprintf("deal into %d piles, last on top", d), n-1-d%(n-1), n-1,
		fmt.Sprintf("lcm(2, ord_%d(-%d))", n-1, d), true,
		func(n int) perm.Perm { return dealt(n, hands, false) })
}

// group is the group generated by the in- and the out-shuffle of one deck.
type group struct {
	Size *big.Int
	Name string // its structure, with the case of the theorem
}

// groupLimit bounds decks whose group has a factorial for its size: the
// factorial of half the cards has to be written out.
const groupLimit = 200_000

// groupOf is the theorem of Diaconis, Graham and Kantor (1983). An odd deck of
// n cards has x -> 2x and x -> 2x+1 modulo n, which generate all x -> 2^k x + b:
// n*ord_n(2) of them. An even deck of 2h cards stays within the signed
// permutations of its h pairs of mirrored positions, and reaches
//
//	2h = 2^k            k*2^k
//	2h = 12             2^6 * 5!, the exception PGL(2,5) over 2^6
//	2h = 24             2^11 * |M12|, the exception of the Mathieu group
//	h = 2 mod 4         all 2^h * h!
//	h odd               half of them
//	h = 0 mod 4         a quarter of them
func groupOf(n uint64) (group, error) {
	if n < 2 || n%2 == 1 && n >= 1<<62 {
		return group{}, fmt.Errorf("a deck of %s is not in 2..2^62-1", number.Count(n, "card"))
	}
	if n%2 == 1 {
		c, err := modular.Order(2, n)
		size := new(big.Int).SetUint64(n)
		return group{size.Mul(size, new(big.Int).SetUint64(c.Order)), "x -> 2^k x + b modulo n"}, err
	}
	if n&(n-1) == 0 {
		k := bits.Len64(n) - 1
		size := new(big.Int).Lsh(big.NewInt(int64(k)), uint(k))
		return group{size, "k 2^k for 2^k cards"}, nil
	}
	return signedGroup(n / 2)
}

func signedGroup(h uint64) (group, error) {
	switch {
	case h == 6:
		return group{big.NewInt(64 * 120), "2^6 PGL(2,5), an exception"}, nil
	case h == 12:
		return group{big.NewInt(2048 * 95040), "2^11 M12, an exception"}, nil
	case 2*h > groupLimit:
		return group{}, fmt.Errorf("the group of %d cards has a factorial too long to write: at most %d cards",
			2*h, groupLimit)
	}
	lost, name := uint64(1), "half of the signed permutations of n/2 pairs"
	switch h % 4 {
	case 2:
		lost, name = 0, "all signed permutations of n/2 pairs"
	case 0:
		lost, name = 2, "a quarter of the signed permutations of n/2 pairs"
	}
	size := new(big.Int).MulRange(1, int64(h))
	return group{size.Lsh(size, uint(h-lost)), name}, nil
}
