package density

import (
	"math/big"

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

func newPackets(m shuffle.Model, n int) *packets {
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
				next[a+k] += q * p.size[k]
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
