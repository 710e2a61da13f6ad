package faro

import (
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"dovetail/perm"
	"dovetail/perm/modular"
	"dovetail/perm/number"
)

// Family is one perfect shuffle of a deck with its order by formula.
type Family struct {
	Name    string
	Formula string
	Order   *big.Int
	Perm    func() perm.Perm // the same shuffle built card by card; nil for a deck of more than byCycles cards
}

// MaxShuffled is the largest deck whose shuffles are checked by their cycles.
const MaxShuffled = 1<<62 - 1

// byCycles is the largest deck whose families are also built card by card.
const byCycles = 5000

// Named are the perfect shuffles with a name of their own, of n cards, 1 <= n < 2^62: both faro shuffles, Monge, milk
// (Klondike), and on decks of byCycles cards at most the down-under deal.
func Named(n uint64) ([]Family, error) {
	list := named(n)
	return list.members, list.err
}

func named(n uint64) *families {
	list := &families{n: n}
	list.faro(Out)
	list.faro(In)
	list.upToSign("monge", 2*(n-n%2)+1, Monge)
	list.upToSign("milk", 2*n-1, Milk)
	if n <= byCycles {
		list.walked("down-under deal", func() perm.Perm { return downUnder(int(n)) })
	}
	return list
}

// Families are the perfect shuffles of n cards, 1 <= n < 2^62: those with a name, and, for each divisor d of n with 1 < d < n up to
// maxHands, d-handed shuffles and deals into d piles; on decks of byCycles
// cards at most, deals into up to unevenPiles piles, some of them larger by a
// card, too.
func Families(n uint64) ([]Family, error) {
	list := named(n)
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
	members []Family
	err     error
}

func (l *families) add(name, formula string, order uint64, err error, build func(n int) perm.Perm) {
	if err != nil {
		l.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	f := Family{Name: name, Formula: formula, Order: new(big.Int).SetUint64(order)}
	if l.n <= byCycles {
		f.Perm = func() perm.Perm { return build(int(l.n)) }
	}
	l.members = append(l.members, f)
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

// uneven adds the deals into piles of different sizes.
func (l *families) uneven(piles int) {
	for _, first := range []bool{true, false} {
		l.walked(fmt.Sprintf("deal into %d piles, %s on top", piles, map[bool]string{true: "first", false: "last"}[first]),
			func() perm.Perm { return dealt(int(l.n), piles, first) })
	}
}

// walked adds a shuffle that multiplies by no constant: its order follows from the lengths of its cycles.
func (l *families) walked(name string, build func() perm.Perm) {
	lengths := map[int]bool{}
	for _, cycle := range build().Cycles() {
		lengths[len(cycle)] = true
	}
	sorted := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(lengths))), "[]")), ", ")
	l.members = append(l.members, Family{Name: name, Order: build().Order(), Formula: "lcm of its cycles: " + sorted, Perm: build})
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

// Group is the group generated by the in- and the out-shuffle of one deck.
type Group struct {
	Size *big.Int
	Name string // its structure, with the case of the theorem
}

// groupLimit bounds decks whose group has a factorial for its size: the
// factorial of half the cards has to be written out.
const groupLimit = 200_000

// GroupOf is the theorem of Diaconis, Graham and Kantor (1983). An odd deck of
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
func GroupOf(n uint64) (Group, error) {
	if n < 1 || n%2 == 1 && n >= 1<<62 {
		return Group{}, fmt.Errorf("a deck of %s is not in 1..2^62-1", number.Count(n, "card"))
	}
	if n%2 == 1 {
		c, err := modular.Order(2, n)
		size := new(big.Int).SetUint64(n)
		return Group{size.Mul(size, new(big.Int).SetUint64(c.Order)), "x -> 2^k x + b modulo n"}, err
	}
	if n&(n-1) == 0 {
		k := bits.Len64(n) - 1
		size := new(big.Int).Lsh(big.NewInt(int64(k)), uint(k))
		return Group{size, "k 2^k for 2^k cards"}, nil
	}
	return signedGroup(n / 2)
}

func signedGroup(h uint64) (Group, error) {
	switch {
	case h == 6:
		return Group{big.NewInt(64 * 120), "2^6 PGL(2,5), an exception"}, nil
	case h == 12:
		return Group{big.NewInt(2048 * 95040), "2^11 M12, an exception"}, nil
	case 2*h > groupLimit:
		return Group{}, fmt.Errorf("the group of %d cards has a factorial too long to write: at most %d cards",
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
	return Group{size.Lsh(size, uint(h-lost)), name}, nil
}
