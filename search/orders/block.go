package orders

import (
	"math/bits"

	"dovetail/perm/modular"
)

// dense are the primes whose exponents in an order make its class, each as far as most. There are 144
// classes.
var dense = [...]struct {
	prime uint64
	most  int
}{{2, 5}, {3, 2}, {5, 1}, {7, 1}, {11, 1}}

// denseOf is the place of a prime in dense, or -1.
func denseOf(q uint64) int {
	for j := range dense {
		if dense[j].prime == q {
			return j
		}
	}
	return -1
}

// block is consecutive primes p with the orders of 2 modulo them.
type block struct {
	p, order []uint64
	product  []uint64 // p*order modulo 2^64
	class    []uint8
	excess   [][]excess // by (q-1)/2: the members whose orders have more of q than their class says
	rare     []int      // members with orders below most

	factor  [256]uint64 // of the stream, by class
	changed []uint64    // by member: its factor where it is not that of its class; 0 otherwise
	touched []int       // the members that have one
}

// excess is a member with the full exponent of a prime in its order.
type excess struct{ member, exponent int }

// fill takes primes, rising, with their orders, for streams of s up to most. The given odd primes
// reach to half of most.
func (b *block) fill(primes, p, order []uint64, most uint64) {
	n := len(p)
	b.p, b.order = p, order
	b.product, b.class, b.changed = resize(b.product, n), resize(b.class, n), resize(b.changed, n)
	clear(b.changed)
	clear(b.class)
	b.classify(most)
	b.rare = b.rare[:0]
	for i, o := range b.order {
		b.product[i] = b.p[i] * o
		if o < most {
			b.rare = append(b.rare, i)
		}
	}
	for q := range b.excess {
		b.excess[q] = b.excess[q][:0]
	}
	b.list(2)
	for _, q := range primes {
		if q > most/2 {
			break
		}
		b.list(q)
	}
}

// classify finds the classes.
func (b *block) classify(most uint64) {
	unit := 1
	for _, d := range dense {
		by := newDivisor(d.prime)
		for i, o := range b.order {
			v := 0
			if d.prime == 2 {
				v = min(bits.TrailingZeros64(o), d.most)
			} else {
				for q, ok := by.exact(o); ok && v < d.most; q, ok = by.exact(q) {
					v++
				}
			}
			b.class[i] += uint8(unit * v)
		}
		unit *= d.most + 1
		if d.prime >= most/2 {
			break
		}
	}
}

// list lists the members with an excess of q.
func (b *block) list(q uint64) {
	exponent, power := 1, q
	if j := denseOf(q); j >= 0 {
		for range dense[j].most {
			power *= q
			exponent++
		}
	}
	place := int(q-1) / 2
	for len(b.excess) <= place {
		b.excess = append(b.excess, nil)
	}
	list := b.excess[place]
	add := func(i int, rest uint64) {
		v := exponent
		for rest%q == 0 {
			rest /= q
			v++
		}
		list = append(list, excess{i, v})
	}
	if q == 2 {
		for i, o := range b.order {
			if o&(power-1) == 0 {
				add(i, o/power)
			}
		}
	} else {
		by := newDivisor(power)
		for i, o := range b.order {
			if rest, ok := by.exact(o); ok {
				add(i, rest)
			}
		}
	}
	b.excess[place] = list
}

// search is the number of elements below x, of a rising list.
func search(list []uint64, x uint64) int {
	i, n := 0, len(list)
	for n > 0 {
		half := n / 2
		if list[i+half] < x {
			i += half + 1
			n -= half + 1
		} else {
			n = half
		}
	}
	return i
}

// stream passes s times the members in lo..hi to v. The order of 2 modulo s is given.
func (b *block) stream(s uint64, order modular.Factors, lo, hi uint64, v visitor) {
	first, last := 0, len(b.p)
	if lo > b.p[0] {
		first = search(b.p, lo)
	}
	if hi < b.p[last-1] {
		last = first + search(b.p[first:], hi+1)
	}
	if first >= last {
		return
	}
	b.factors(order)
	v.run(b, s, first, last)
	b.change(s, order, first, last, v)
}

// factors finds ord(s)/gcd(ord(s), ord(p)) for each class of p.
func (b *block) factors(order modular.Factors) {
	b.factor[0] = 1
	for _, f := range order {
		if denseOf(f.P) < 0 {
			for range f.E {
				b.factor[0] *= f.P
			}
		}
	}
	n := 1
	for _, d := range dense {
		e := 0
		for _, f := range order {
			if f.P == d.prime {
				e = f.E
			}
		}
		// from the class with the largest exponent of the prime down
		for k := d.most; k >= 0; k-- {
			from, to := b.factor[:n], b.factor[k*n:][:n]
			power := uint64(1)
			for range e - k {
				power *= d.prime
			}
			for c, x := range from {
				to[c] = x * power
			}
		}
		n *= d.most + 1
	}
}

// change corrects the members of a stream whose orders have more in common with that of s than their
// class says.
func (b *block) change(s uint64, order modular.Factors, first, last int, v visitor) {
	for _, f := range order {
		place, most := int(f.P-1)/2, 0
		if j := denseOf(f.P); j >= 0 {
			most = dense[j].most
		}
		if f.E <= most || place >= len(b.excess) {
			continue
		}
		for _, x := range b.excess[place] {
			i := x.member
			if i < first {
				continue
			}
			if i >= last {
				break
			}
			if b.changed[i] == 0 {
				b.changed[i] = b.factor[b.class[i]]
				b.touched = append(b.touched, i)
			}
			for range min(f.E, x.exponent) - most {
				b.changed[i] /= f.P
			}
		}
	}
	for _, i := range b.touched {
		v.change(b, s, i, b.changed[i])
		b.changed[i] = 0
	}
	b.touched = b.touched[:0]
}
