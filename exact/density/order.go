package density

import (
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// packets is the law of packets drawn from n cards, of sizes up to most.
type packets struct {
	n, most int
	size    []float64 // P(size = k), by k
	rest    []float64 // P(size >= k), the last packet's
	starts  []bool    // starts[a]: a packet can start at a
	ended   []int     // ended[b] is how many packets can end within the first b cards
	fromEnd bool      // the first packet is taken from the end of what is cut up, not from its start
}

// rare is a probability that counts as none: of a size, of the last packet's, or of more
// packets within the first b cards. The others are the nearest doubles to packetBits bits.
const (
	rare       = 0x1p-100
	packetBits = 192
)

func newPackets(m shuffle.InPackets, n int) *packets {
	p := &packets{n: n, size: make([]float64, n+1), rest: make([]float64, n+1), fromEnd: m.FromBottom()}
	rest := new(big.Int)
	sizes := m.PacketSizes(n, packetBits)
	for k := n; k > 0; k-- {
		p.size[k], p.rest[k] = float(sizes[k]), float(rest.Add(rest, sizes[k]))
		if p.rest[k] > 0 {
			p.most = max(p.most, k)
		}
	}
	p.starts = make([]bool, n)
	p.starts[0] = true
	for a := range n {
		for b := a + 1; b < n; b++ {
			p.starts[b] = p.starts[b] || p.taken(a, b) > 0
		}
	}
	p.count()
	return p
}

// float is a fixed-point probability as a double, 0 if it is rare.
func float(fixed *big.Int) float64 {
	x := new(big.Float).SetInt(fixed)
	f, _ := x.SetMantExp(x, -packetBits).Float64()
	if f < rare {
		return 0
	}
	return f
}

// count finds ended, from the laws of the sum of so many sizes.
func (p *packets) count() {
	p.ended = make([]int, p.n)
	sum := make([]float64, p.n)
	sum[0] = 1
	for more := true; more; {
		next := make([]float64, p.n)
		for a, q := range sum {
			for k := 1; k <= min(p.most, p.n-1-a); k++ {
				next[a+k] += float64(q * p.size[k])
			}
		}
		sum, more = next, false
		upTo := 0.0
		for b, q := range sum {
			if upTo += q; upTo >= rare {
				p.ended[b]++
				more = true
			}
		}
	}
}

// taken is the probability of the packet [a, b) once a packet starts at a; 0 if none can.
func (p *packets) taken(a, b int) float64 {
	switch {
	case !p.starts[a]:
		return 0
	case b == p.n:
		return p.rest[b-a]
	}
	return p.size[b-a]
}

// mirror is t seen from the other end, in room, if packets are drawn from there:
// t~[i] = n-1 - t[n-1-i], with the same descents.
func (p *packets) mirror(room, t []uint16) []uint16 {
	if !p.fromEnd {
		return t
	}
	last := len(t) - 1
	for i, j := range t {
		room[last-i] = uint16(last - int(j))
	}
	return room
}

// Packets outside: t[c] is where card c of the order ends, and the shuffled deck is made of
// packets, at places [0, y1), [y1, y2), ..., which lay in reversed order before.
// Two cards of one packet keep their order when the packets are put back, two of
// different packets swap, so that there were
//
//	ascents(t) + sum over packets of (descents within it - ascents within it)
//
// descents, where an ascent or descent of t, a pair of cards c, c+1, is within a packet if
// both are. The sum is carried by its law for the packets of the first y places.

// place is the sum.
type place struct {
	*packets
	form *Form

	mirrored []uint16
	above    []int // above[x] and below[x] are the places of c+1 and of c-1 for c at place x
	below    []int
	gain     []int // gain[x]: of the packet from x to the place at hand
	low      []int // low[y] and high[y] are the least and the greatest sum
	high     []int
	laws     []float64 // 2n+1 numbers for a place
}

func newPlace(f *Form) *place {
	n := f.n
	return &place{
		packets: f.packets, form: f,
		mirrored: make([]uint16, n), above: make([]int, n), below: make([]int, n), gain: make([]int, n),
		low: make([]int, n+1), high: make([]int, n+1), laws: make([]float64, (n+1)*(2*n+1)),
	}
}

// law is that of the sum for the first y places, from low[y] to high[y].
func (s *place) law(y int) []float64 {
	at := y*(2*s.n+1) + s.n
	return s.laws[at+s.low[y] : at+s.high[y]+1]
}

func (s *place) density(t []uint16) float64 {
	t = s.mirror(s.mirrored, t)
	s.above[t[s.n-1]], s.below[t[0]] = s.n, s.n // beside no card
	for c := 1; c < s.n; c++ {
		s.above[t[c-1]], s.below[t[c]] = int(t[c]), int(t[c-1])
	}
	s.law(0)[0] = 1
	for y := 1; y <= s.n; y++ {
		if y == s.n || s.starts[y] {
			s.end(y)
		}
	}
	return s.form.mean(s.law(s.n), s.n-perm.Descents(t)+s.low[s.n])
}

// end makes the law of the first y places. Place x adds to the packet [x, y) those pairs whose
// other card lies below x in it.
func (s *place) end(y int) {
	gain, least := 0, max(0, y-s.most)
	s.low[y], s.high[y] = s.n, -s.n
	for x := y - 1; x >= least; x-- {
		if c := s.above[x]; x < c && c < y {
			gain--
		}
		if c := s.below[x]; x < c && c < y {
			gain++
		}
		s.gain[x] = gain
		if s.taken(x, y) > 0 {
			s.low[y], s.high[y] = min(s.low[y], s.low[x]+gain), max(s.high[y], s.high[x]+gain)
		}
	}
	law := s.law(y)
	clear(law)
	for x := least; x < y; x++ {
		if p := s.taken(x, y); p > 0 {
			addTimes(law[s.low[x]+s.gain[x]-s.low[y]:], s.law(x), p)
		}
	}
}

// Packets inside: the order that rising sequences are counted in is that of packets
// [0, e1), [e1, e2), ..., drawn one after the other and put together in reversed order.
// Inside a packet c is followed by c+1, and where packet [a, b) is followed in time by
// [b, e) the last card e-1 of the latter is followed by a. Hence t, in that order, has
//
//	descents(t) + sum over all such b of ([t[e-1] > t[a]] - [t[b-1] > t[b]])
//
// descents. The sum is carried by its law: for every packet [a, b) the probability that
// there is such a packet and the sum up to it, without b itself, is d.
//
// From there to a packet [b, e) what counts of a is whether t[a] is below t[e-1]. So one
// goes through t by size, upwards for the a below and downwards for the a above,
// and adds up laws of [a, b) on the way: n additions of laws for each b, not n^2.

// order is the sum; its laws are kept while packets that long can follow.
type order struct {
	*packets
	form *Form

	mirrored []uint16
	sorted   []uint16 // sorted[v] = c for t[c] = v
	low      []int    // low[a] and high[a] are the least and the greatest sum of a packet that
	high     []int    // starts at a, a itself with it
	near     []int    // in the order of sorted
	laws     []float64
	sum      []float64
}

func newOrder(f *Form) *order {
	p := f.packets
	return &order{
		packets: p, form: f,
		mirrored: make([]uint16, p.n), sorted: make([]uint16, p.n),
		low: make([]int, p.n), high: make([]int, p.n), near: make([]int, p.n),
		laws: make([]float64, p.room()), sum: make([]float64, p.n+1),
	}
}

// maxNumbers is how many numbers the laws may take.
const maxNumbers = 1 << 25

// room is how many numbers the laws take.
func (p *packets) room() int { return (p.most + 1) * (p.most + 1) * (p.n + 1) }

// law is that of the sum for the packet [a, b), from low[a] to high[a].
func (o *order) law(a, b int) []float64 {
	slots := o.most + 1
	at := (b%slots*slots + a%slots) * (o.n + 1)
	return o.laws[at : at+o.high[a]-o.low[a]+1]
}

func (o *order) density(t []uint16) float64 {
	t = o.mirror(o.mirrored, t)
	for c, v := range t {
		o.sorted[v] = uint16(c)
	}
	for b := 1; b <= o.most; b++ {
		o.law(0, b)[0] = o.taken(0, b)
	}
	for b := 1; b < o.n; b++ {
		if o.starts[b] {
			o.follow(t, b)
		}
	}
	sum, low := o.all(o.n)
	for a := max(0, o.n-o.most); a < o.n; a++ {
		if o.taken(a, o.n) > 0 {
			add(sum[o.low[a]-low:], o.law(a, o.n))
		}
	}
	return o.form.mean(sum, 1+perm.Descents(t)+low)
}

// follow makes the laws of the packets [b, e) from those of the packets [a, b).
func (o *order) follow(t []uint16, b int) {
	sum, low := o.all(b)
	descent := perm.Descents(t[b-1 : b+1])
	o.low[b] = max(low-descent, -o.ended[b])
	o.high[b] = min(low-descent+len(sum), o.ended[b])
	near := o.near[:0]
	for _, card := range o.sorted {
		c := int(card)
		if b-o.most <= c && c < b && o.taken(c, b) > 0 || b <= c && c < b+o.most && o.taken(b, c+1) > 0 {
			near = append(near, c)
		}
	}
	for e := b + 1; e <= min(o.n, b+o.most); e++ {
		clear(o.law(b, e))
	}
	o.pass(b, near, sum, low, 1-descent)
	clear(sum)
	slices.Reverse(near)
	o.pass(b, near, sum, low, -descent)
}

// pass meets the cards a and e-1 in turn. It adds up in sum, whose first cell is of low,
// the laws of the packets [a, b) met so far, and gives that, more up, to [b, e). The sum
// cannot be further from 0 than packets can end by b.
func (o *order) pass(b int, near []int, sum []float64, low, more int) {
	from, to := max(o.low[b], low+more), min(o.high[b], low+more+len(sum)-1)
	for _, c := range near {
		if c < b {
			add(sum[o.low[c]-low:], o.law(c, b))
		} else {
			addTimes(o.law(b, c+1)[from-o.low[b]:], sum[from-more-low:to+1-more-low], o.taken(b, c+1))
		}
	}
}

// all is room for the law of the sum for all packets that end at b, from low.
func (o *order) all(b int) (sum []float64, low int) {
	low, high := o.n, -o.n
	for a := max(0, b-o.most); a < b; a++ {
		if o.taken(a, b) > 0 {
			low, high = min(low, o.low[a]), max(high, o.high[a])
		}
	}
	sum = o.sum[:high-low+1]
	clear(sum)
	return sum, low
}

// add adds a law to another.
func add(to, law []float64) {
	to = to[:len(law)]
	for i, p := range law {
		to[i] += p
	}
}

// addTimes adds a law with a weight.
func addTimes(to, law []float64, weight float64) {
	to = to[:len(law)]
	for i, p := range law {
		to[i] += float64(p * weight)
	}
}
