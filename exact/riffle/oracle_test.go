package riffle

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/models"
)

// law is a law on S_n, n <= 8, in full: every permutation has probability
// weight/total. It is the slow oracle of this package.
type law struct {
	n      int
	total  int64
	weight map[key]int64
}

// key is a permutation as the key of a map.
type key [8]byte

func keyOf(p perm.Perm) (k key) {
	for i, j := range p {
		k[i] = byte(j)
	}
	return k
}

func (l law) perm(k key) perm.Perm {
	p := make(perm.Perm, l.n)
	for i := range p {
		p[i] = int(k[i])
	}
	return p
}

func newLaw(n int) law { return law{n: n, weight: map[key]int64{}} }

func (l *law) add(p perm.Perm, weight int64) {
	l.weight[keyOf(p)] += weight
	l.total += weight
}

// then is the law of a shuffle followed by another.
func (l law) then(m law) law {
	product := newLaw(l.n)
	for a, wa := range l.weight {
		p := l.perm(a)
		for b, wb := range m.weight {
			product.add(p.Then(m.perm(b)), wa*wb)
		}
	}
	return product
}

// riffle is one riffle of the shuffle models.
func riffle(n int) law {
	l := newLaw(n)
	once, err := models.Parse("riffle")
	if err != nil {
		panic(err)
	}
	once.Support(n, uint(n), func(p perm.Perm, weight *big.Int) bool {
		l.add(p, weight.Int64())
		return true
	})
	return l
}

// labelled is the a-shuffle by its definition, read backwards: every position of
// the new deck takes a label from 0..a-1, and the positions of label 0, then
// those of label 1, and so on, hold the cards in order.
func labelled(n, a int) law {
	l := newLaw(n)
	labels := make([]int, n)
	var fill func(i int)
	fill = func(i int) {
		if i == n {
			var p perm.Perm
			for label := range a {
				for j, x := range labels {
					if x == label {
						p = append(p, j)
					}
				}
			}
			l.add(p, 1)
			return
		}
		for labels[i] = range a {
			fill(i + 1)
		}
	}
	fill(0)
	return l
}

// rotation is a cut at a place chosen uniformly.
func rotation(n int) law {
	l := newLaw(n)
	for k := range n {
		p := make(perm.Perm, n)
		for i := range p {
			p[i] = (i + k) % n
		}
		l.add(p, 1)
	}
	return l
}

// each yields all permutations of n cards.
func each(n int, yield func(p perm.Perm)) {
	p := perm.Identity(n)
	var fill func(i int)
	fill = func(i int) {
		if i == n {
			yield(p)
		}
		for j := i; j < n; j++ {
			p[i], p[j] = p[j], p[i]
			fill(i + 1)
			p[i], p[j] = p[j], p[i]
		}
	}
	fill(0)
}

// ratios yields n! P for every permutation.
func (l law) ratios(yield func(p perm.Perm, ratio *big.Rat)) {
	scale := new(big.Rat).SetFrac(factorial(l.n), big.NewInt(l.total))
	each(l.n, func(p perm.Perm) {
		ratio := big.NewRat(l.weight[keyOf(p)], 1)
		yield(p, ratio.Mul(ratio, scale))
	})
}

// distances are the total variation distance, separation and greatest relative
// error of a law by their definitions.
func (l law) distances() (tvd, separation, linf *big.Rat) {
	one := big.NewRat(1, 1)
	tvd, separation, linf = new(big.Rat), new(big.Rat), new(big.Rat)
	l.ratios(func(_ perm.Perm, ratio *big.Rat) {
		short := new(big.Rat).Sub(one, ratio)
		separation = most(separation, short)
		short.Abs(short)
		linf = most(linf, short)
		tvd.Add(tvd, short)
	})
	size := new(big.Rat).SetInt(factorial(l.n))
	return tvd.Quo(tvd, size.Mul(size, big.NewRat(2, 1))), separation, linf
}

func most(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
