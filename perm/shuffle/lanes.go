package shuffle

import "math/bits"

// lane is a labelling of up to 64 cards on its tilted walk, apart from everything that
// only serves one move: several lanes are worked on side by side.
type lane struct {
	before, after [64]uint8
	of            [72]uint8         // labels by position, and a cell for no position
	sets          [mostLanes]uint64 // positions by label
	rises         int
}

// mostLanes is the most labels that a lane has.
const mostLanes = 16

// lanes are the moves that labellings of n cards with a labels may make, and room for
// those that make them.
type lanes struct {
	n, a   int
	moves  []uint32 // card | step<<8 | down<<16 | single<<24, step from the label to the other
	lane   []lane
	random []uint64 // those of the first lane, the second ...
}

// newLanes is nil for what does not fit in lanes.
func newLanes(n, a int) *lanes {
	if n > 64 || a > mostLanes {
		return nil
	}
	l := &lanes{n: n, a: a}
	for kind := range relabel {
		for down := range 2 {
			for step := 1; step < a; step++ {
				for card := range n {
					move := uint32(card | step<<8 | down<<16)
					if kind == 0 {
						move |= 1 << 24
					}
					l.moves = append(l.moves, move)
				}
			}
		}
	}
	return l
}

// lanesOf are those of the outcomes, or nil.
func lanesOf(walks []*Tilted) *lanes {
	if l, ok := walks[0].Outcome.(*labels); ok && l.weight == nil {
		return l.lanes
	}
	return nil
}

// sweep is Sweep.
func (l *lanes) sweep(walks []*Tilted, weight []float64, moves int) {
	l.random = l.random[:0]
	for len(l.lane) < len(walks) {
		l.lane = append(l.lane, lane{})
	}
	for k, t := range walks {
		t.Outcome.(*labels).enter(&l.lane[k], t)
		for range moves {
			l.random = append(l.random, t.Rng.Uint64())
		}
	}
	sweepLanes(l, l.lane[:len(walks)], moves, weight)
	for k, t := range walks {
		t.Outcome.(*labels).leave(&l.lane[k], t)
	}
}

func (l *labels) enter(to *lane, t *Tilted) {
	to.before, to.after = [64]uint8(t.Before[:64]), [64]uint8(t.After[:64])
	copy(to.of[:64], l.of[:64])
	for d := range l.sets {
		to.sets[d] = l.sets[d][0]
	}
	to.rises = t.Rises
}

func (l *labels) leave(from *lane, t *Tilted) {
	copy(l.of[:64], from.of[:64])
	for d := range l.sets {
		l.sets[d][0] = from.sets[d]
	}
	t.Rises = from.rises
	l.sort()
}

// sweepLanes is the quickest that the machine has.
var sweepLanes = sweepLanesGo

// sweepLanesGo is the oracle of every other.
func sweepLanesGo(l *lanes, all []lane, moves int, weight []float64) {
	for k := range all {
		for _, x := range l.random[k*moves : (k+1)*moves] {
			all[k].move(l, x, weight)
		}
	}
}

// move does what Move of labels does, and accepts it or not. x times the number of moves
// is the number of a move and, below the point, what decides whether it is accepted: both
// are uniform but for 2^-50, far less than weights are rounded by.
func (k *lane) move(l *lanes, x uint64, weight []float64) {
	number, u := bits.Mul64(x, uint64(len(l.moves)))
	m := l.moves[number]
	card := int(m & 255)
	from := k.of[card]
	to := uint8((int(from) + int(m>>8&255)) % l.a)
	own, other := uint64(1)<<card, uint64(0)
	if m>>24 == 0 {
		above := k.sets[to] & (own - 1)
		if m>>16&1 == 1 {
			below := k.sets[to] ^ above
			other = below & -below
		} else if above != 0 {
			other = 1 << (63 - bits.LeadingZeros64(above))
		}
		if other == 0 {
			return
		}
	}
	k.sets[from] ^= own | other
	k.sets[to] ^= own | other
	r := k.count(l)
	if float64(u>>11)*0x1p-53*weight[k.rises] < weight[r] {
		k.rises = r
		k.of[card] = to
		k.of[bits.TrailingZeros64(other)] = from
		return
	}
	k.sets[from] ^= own | other
	k.sets[to] ^= own | other
}

// count is the number of rising sequences.
func (k *lane) count(l *lanes) int {
	var places [64]uint8
	next := uint8(0)
	for _, s := range k.sets[:l.a] {
		for ; s != 0; s &= s - 1 {
			places[bits.TrailingZeros64(s)] = next
			next++
		}
	}
	rises, last := 1, uint8(0)
	for _, b := range k.before[:l.n] {
		at := k.after[places[b]]
		if at < last {
			rises++
		}
		last = at
	}
	return rises
}
