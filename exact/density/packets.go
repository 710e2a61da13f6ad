package density

import (
	"math/big"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Packets beside a block of a-shuffles change its rising sequences, by a sum over the packets.
// Packets are drawn independently. So the law of the sum is carried from one to the next, over some
// n^2 packets instead of the 2^(n-1) ways to draw them all: on the inside of the block in order.go,
// on its outside in place.go.

// packets is the law of packets drawn from n cards, of sizes up to most.
type packets struct {
	letter  byte // the letter of the packets
	n, most int
	size    []float64 // P(size = k), by k
	rest    []float64 // P(size >= k), the last packet's
	starts  []bool    // starts[a]: a packet can start at a
	ended   []int     // ended[b] is how many packets can end within the first b cards
	fromEnd bool      // the first packet is taken from the end, not from the start
}

// rare is a probability that counts as 0: of a size, of the last packet's size, or of more packets
// within the first b cards. The others are the nearest doubles to packetBits bits.
const (
	rare       = 0x1p-100
	packetBits = 192
)

func newPackets(l word.Letter, n int) *packets {
	m := shuffle.PacketsOf(l.Model)
	p := &packets{letter: l.Name, n: n, size: make([]float64, n+1), rest: make([]float64, n+1), fromEnd: m.FromBottom()}
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

// count finds ended, from the laws of the sum of a number of sizes.
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

// taken is the probability of the packet [a, b) if a packet starts at a, or 0 if none can.
func (p *packets) taken(a, b int) float64 {
	switch {
	case !p.starts[a]:
		return 0
	case b == p.n:
		return p.rest[b-a]
	}
	return p.size[b-a]
}

// mirror is t from the other end, in room, if packets are drawn from there: t~[i] = n-1 - t[n-1-i],
// with the same descents.
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

func (p *packets) String() string { return "rising sequences and packets of " + string(p.letter) }

// The law of packets that end after b cards: a rounded probability times a sum over at most k sizes
// of the packet before, added to another such sum. Such a law has at most n+1 terms, each a
// product.
func (p *packets) roundings(n int) int { return n*(p.most+5) + 4 }

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
