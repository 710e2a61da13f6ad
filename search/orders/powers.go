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
