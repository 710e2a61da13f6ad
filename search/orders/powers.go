package orders

import "dovetail/perm/modular"

// powers are all powers, up to a limit, of the odd primes up to its square
// root. Larger primes come first and the powers of one prime rise: when each
// in turn marks its multiples, the last mark on a number is the full power of
// its least prime. Place 0 stands in for primes, whose mark is 0.
type powers struct {
	primes []uint64 // rising
	value  []uint64 // the powers; value[0] is out of reach
	inv    []uint64 // 1/power mod 2^64; inv[0] is 0
	order  []uint64 // of 2 modulo each power
	list   []primePower
	parts  [][parts]multiplier // of the hard orders, where they can be split
	lists  multipliers
}

// primePower is the multiplier of the order of 2 modulo a power, or that of 1
// when the order is hard: too large for a single list.
type primePower struct {
	b, magic uint64
	list     uint32
	hard     uint32 // 0 or 1
}

// newPowers lists the powers for moduli up to limit; the table must reach the
// square root of limit.
func newPowers(limit uint64, table Table) *powers {
	ps := &powers{primes: oddPrimes(isqrt(limit)), lists: newMultipliers()}
	ps.place(1<<62+1, 0, 1)
	for i := len(ps.primes) - 1; i >= 0; i-- {
		p := ps.primes[i]
		order := table.At(p)
		ps.place(p, inverse(p), order)
		for power := p; power <= limit/p; {
			power *= p
			if modular.Power(2, order, power) != 1 {
				order *= p
			}
			ps.place(power, inverse(power), order)
		}
	}
	return ps
}

// place appends one power.
func (ps *powers) place(power, inv, order uint64) {
	split := [parts]multiplier{}
	entry := primePower{hard: 1}
	if order <= listLimit {
		m := ps.lists.get(order)
		entry = primePower{b: m.b, magic: m.magic, list: m.list}
	} else {
		split, _ = ps.lists.split(order)
	}
	ps.value = append(ps.value, power)
	ps.inv = append(ps.inv, inv)
	ps.order = append(ps.order, order)
	ps.list = append(ps.list, entry)
	ps.parts = append(ps.parts, split)
}

// multiplier answers one question about a number b and any a < 2^32: by what
// does lcm(a, b) exceed a? The answer, b/gcd(a, b), depends on a modulo b
// alone and is looked up.
//
// A large b is split into up to three coprime parts that are looked up one by
// one: lists for all of it would not fit the caches. A large prime needs no
// list, only whether it divides a: its index stops at 1.
type multiplier struct {
	b, magic  uint64 // magic is 0 where b is 1: then the index is 0
	list, cap uint32 // the answers begin at list; the index is at most cap
}

// multipliers holds the lists, one for each b.
type multipliers struct {
	values []uint32
	known  map[uint64]multiplier
}

// listLimit bounds a part that has other primes in it.
const listLimit = 256

// parts is enough lists for nearly all orders: two parts that do not fit one
// list multiply to more than listLimit = 2^8.
const parts = 3

func newMultipliers() multipliers {
	return multipliers{values: []uint32{1}, known: map[uint64]multiplier{1: {b: 1}}}
}

// longestList bounds the list of a prime power, which cannot be split.
const longestList = 1 << 12

// split covers b; ok is false for the few b that want too long a list.
func (ms *multipliers) split(b uint64) (out [parts]multiplier, ok bool) {
	size := [parts]uint64{1, 1, 1}
	factors := modular.Factor(b)
	for i := len(factors) - 1; i >= 0; i-- {
		power := modular.Factors{factors[i]}.Product()
		k := 0
		for k < parts && size[k] > 1 && size[k]*power > listLimit {
			k++
		}
		if k == parts || power > longestList && factors[i].E > 1 {
			return out, false
		}
		size[k] *= power
	}
	for k, b := range size {
		out[k] = ms.get(b)
	}
	return out, true
}

// get is the multiplier of b itself.
func (ms *multipliers) get(b uint64) multiplier {
	if m, ok := ms.known[b]; ok {
		return m
	}
	m := multiplier{b: b, magic: magicFor(b), list: uint32(len(ms.values)), cap: uint32(b - 1)}
	if b > listLimit && modular.IsPrime(b) {
		m.cap = 1
	}
	for r := range uint64(m.cap) + 1 {
		ms.values = append(ms.values, uint32(b/modular.GCD(r, b)))
	}
	ms.known[b] = m
	return m
}
