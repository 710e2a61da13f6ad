package density

import (
	"slices"

	"dovetail/perm"
)

// Packets inside the block. Rising sequences are counted in the order of the packets [0, e1), [e1,
// e2), ..., drawn one after the other and joined in reversed order. Inside a packet c is followed
// by c+1. Where packet [a, b) was followed in time by [b, e), the last card e-1 of the latter is
// followed by a. Hence t, in that order, has
//
//	descents(t) + sum over all such b of ([t[e-1] > t[a]] - [t[b-1] > t[b]])
//
// descents. The law of the sum is carried along. For every packet [a, b), d is the probability that
// there is such a packet with a given sum up to it, without b itself.
//
// From there to a packet [b, e) the only property of a that matters is whether t[a] is below
// t[e-1]. So the program goes through t by size, upwards for the a below and downwards for the a
// above, and adds up laws of [a, b) on the way: n additions of laws for each b, not n^2.

// order is the law of a block with such packets, and the scratch memory of one density. It keeps
// laws of the sum as long as packets can reach them.
type order struct {
	*packets
	ratios rising

	mirrored []uint16
	sorted   []uint16 // sorted[v] = c for t[c] = v
	low      []int    // low[a] and high[a] are the least and the greatest sum of a packet that
	high     []int    // starts at a, a itself with it
	near     []int    // in the order of sorted
	laws     []float64
	sum      []float64
}

func (o order) New() Density {
	n := o.n
	o.mirrored, o.sorted = make([]uint16, n), make([]uint16, n)
	o.low, o.high, o.near = make([]int, n), make([]int, n), make([]int, n)
	o.laws, o.sum = make([]float64, o.room()), make([]float64, n+1)
	return o.density
}

// maxNumbers is the most numbers in the laws.
const maxNumbers = 1 << 25

// room is the number of numbers in the laws.
func (p *packets) room() int { return (p.most + 1) * (p.most + 1) * (p.n + 1) }

// law is the law of the sum for the packet [a, b), from low[a] to high[a].
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
	return o.ratios.mean(sum, 1+perm.Descents(t)+low)
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

// pass meets the cards a and e-1 in turn. It adds up in sum, whose first cell is for low, the laws
// of the packets [a, b) met so far, and passes these, shifted by up, to [b, e). The sum cannot be
// further from 0 than the number of packets that can end by b.
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
