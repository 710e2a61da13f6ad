package outcome

import (
	"math/bits"
	"slices"

	"dovetail/perm/shuffle/draw"
)

// lane is a labelling of up to 128 cards on its tilted walk, without what only serves one move.
// Several lanes are processed side by side.
type lane struct {
	places, before, after [LaneCards]uint8     // places as Sources has them
	of                    [LaneCards + 8]uint8 // labels by position, and a cell for no position
	sets, more            [maxLanes]uint64     // positions by label: below 64, and from there on
	starts                [maxLanes]uint8      // the first place by label, for kernels
	descents              int                  // one less than the rising sequences
	_                     [32]uint8            // whole lines of the cache
}

// LaneCards is the most cards that a lane has; walks on more take several times as long.
const LaneCards = 128

// maxLanes is the most labels that a lane has.
const maxLanes = 16

// lanes are the moves that labellings of n cards with a labels may make, with scratch memory.
type lanes struct {
	n, a    int
	product uint64              // number of combinations of cards, other labels, directions and kinds
	numbers [192]uint8          // 0, 1, 2, ...
	wrap    [2 * maxLanes]uint8 // numbers modulo a
	moves   [][2]uint8          // card, step from its label to the other
	lane    []lane
	random  []uint64 // those of the first move of all lanes, then those of the second ...

	scanned    []*scanned // those of the walks that scan
	candidates candidates
}

// newLanes is nil if the labels or cards do not fit in lanes.
func newLanes(n, a int) *lanes {
	if n > LaneCards || a > maxLanes {
		return nil
	}
	l := &lanes{n: n, a: a, product: uint64(n * (a - 1) * 2 * relabel)}
	for j := range l.numbers {
		l.numbers[j] = uint8(j)
	}
	for j := range l.wrap {
		l.wrap[j] = uint8(j % a)
	}
	for step := 1; step < a; step++ {
		for card := range n {
			l.moves = append(l.moves, [2]uint8{uint8(card), uint8(step)})
		}
	}
	return l
}

// lanesOf are the lanes of the outcomes, or nil.
func lanesOf(walks []*Tilted) *lanes {
	if l, ok := walks[0].Outcome.(*labels); ok && l.weight == nil {
		return l.lanes
	}
	return nil
}

// sweep is Sweep.
func (l *lanes) sweep(walks []*Tilted, weight []float64, moves int) {
	if len(l.lane) < len(walks) {
		l.lane = make([]lane, len(walks))
	}
	l.random = slices.Grow(l.random[:0], (len(walks)+1)*moves)[:len(walks)*moves]
	for k, t := range walks {
		t.Outcome.(*labels).enter(&l.lane[k], t)
		words := l.random[len(walks)*moves:][:moves:moves]
		t.stream().Fill(words)
		for i, x := range words {
			l.random[i*len(walks)+k] = x
		}
	}
	sweepLanes(l, l.lane[:len(walks)], moves, weight)
	for k, t := range walks {
		t.Outcome.(*labels).leave(&l.lane[k], t)
	}
}

func (l *labels) enter(to *lane, t *Tilted) {
	to.before, to.after = [LaneCards]uint8(t.Before[:]), [LaneCards]uint8(t.After[:])
	copy(to.places[:], l.Sources()[:l.n])
	copy(to.of[:], l.of[:l.n])
	start := 0
	for d := range l.sets {
		to.sets[d], to.more[d] = l.sets[d][0], l.sets[d][1]
		to.starts[d] = uint8(start)
		start += l.sets[d].size()
	}
	to.descents = t.Rises - 1
}

func (l *labels) leave(from *lane, t *Tilted) {
	copy(l.of[:l.n], from.of[:])
	for d := range l.sets {
		l.sets[d][0], l.sets[d][1] = from.sets[d], from.more[d]
	}
	t.Rises = from.descents + 1
	copy(l.turn()[:l.n], from.places[:])
}

// sweepLanes is the fastest that the machine supports.
var sweepLanes = sweepLanesGo

// sweepLanesGo is the oracle of the others.
func sweepLanesGo(l *lanes, all []lane, moves int, weight []float64) {
	for k := range all {
		var o ordered
		o.look(&all[k], l.n)
		for step := range moves {
			all[k].move(l, &o, l.random[step*len(all)+k], weight[1:])
		}
		all[k].places = all[k].sorted(l)
	}
}

// ordered is the positions of a lane's cards in the order whose descents are counted. An exchange
// changes few of them.
type ordered struct {
	lies  [LaneCards]uint8 // by place in the order
	lay   [LaneCards]uint8 // the changed ones before the last exchange
	place [LaneCards]uint8 // in it, by position
	falls bitset           // places at which the order descends
}

// look sets them, and returns the number of descents.
func (o *ordered) look(k *lane, n int) int {
	o.falls = bitset{}
	for i, b := range k.before[:n] {
		o.place[b&laneMask] = uint8(i)
		o.lies[i&laneMask] = k.after[k.places[b&laneMask]&laneMask]
		if i > 0 {
			o.falls = o.falls.or(o.fall(i - 1))
		}
	}
	return o.falls.size()
}

// laneMask spares checks of bounds.
const laneMask = LaneCards - 1

// fall has a place if the order descends from it.
func (o *ordered) fall(i int) bitset {
	falls := uint64(int64(o.lies[(i+1)&laneMask])-int64(o.lies[i&laneMask])) >> 63
	return bitset{falls << uint(i), falls << uint(i-64)}
}

// move does what Move of labels does, and accepts it or not. x times the number of moves has the
// index of a move as its integer part; its fraction decides whether the move is accepted. Both are
// uniform except for 2^-49, far less than the rounding of weights. Weights are by descents.
func (k *lane) move(l *lanes, o *ordered, x uint64, weight []float64) {
	number, u := bits.Mul64(x, l.product)
	kind, down, m := number%relabel, number/relabel%2, l.moves[number/(2*relabel)]
	p := int(m[0])
	from := k.of[p]
	to, most := l.wrap[from+m[1]], float64(u>>11)*0x1p-53*weight[k.descents]
	if kind == 0 {
		k.flip(from, to, bitset{}.flip(p))
		k.places = k.sorted(l)
		next := *o
		if d := next.look(k, l.n); most < weight[d] {
			*o, k.descents, k.of[p] = next, d, to
			return
		}
		k.flip(from, to, bitset{}.flip(p))
		return
	}
	q := k.set(to).nearest(p, down == 1)
	if q < 0 {
		return
	}
	changed := o.exchange(p, q, k.set(from))
	affected := changed.or(changed.lower()).and(below(l.n - 1))
	falls := o.falls.but(affected)
	for rest, i := affected.pop(); i >= 0; rest, i = rest.pop() {
		falls = falls.or(o.fall(i))
	}
	d := falls.size()
	if most >= weight[d] {
		for rest, i := changed.pop(); i >= 0; rest, i = rest.pop() {
			o.lies[i&laneMask] = o.lay[i&laneMask]
		}
		return
	}
	o.falls, k.descents = falls, d
	k.flip(from, to, bitset{}.flip(p).flip(q))
	k.of[p], k.of[q] = to, from
}

// set is the positions with a label.
func (k *lane) set(label uint8) bitset { return bitset{k.sets[label], k.more[label]} }

// flip moves positions between the sets of two labels.
func (k *lane) flip(from, to uint8, s bitset) {
	k.sets[from] ^= s.low
	k.more[from] ^= s.high
	k.sets[to] ^= s.low
	k.more[to] ^= s.high
}

// exchange exchanges the labels of p and q. Between are cards of the set of p's label on the way
// to q, and no card on the way has q's. So the card at p takes the place of that at q, and those of
// the set each take that of the one before on the way from p. It returns the changed places in the
// order.
func (o *ordered) exchange(p, q int, set bitset) (changed bitset) {
	card := o.lies[o.place[q&laneMask]&laneMask]
	if q > p {
		for rest, at := set.and(below(q)).but(below(p)).pop(); at >= 0; rest, at = rest.pop() {
			changed, card = o.put(changed, at, card)
		}
	} else {
		set = set.and(below(p + 1)).but(below(q + 1))
		for at := set.last(); at >= 0; at = set.last() {
			changed, card = o.put(changed, at, card)
			set = set.flip(at)
		}
	}
	changed, _ = o.put(changed, q, card)
	return changed
}

// put puts a card at a position, in the place of the one that lay there.
func (o *ordered) put(changed bitset, at int, card uint8) (now bitset, lay uint8) {
	i := o.place[at&laneMask] & laneMask
	lay = o.lies[i]
	o.lay[i], o.lies[i] = lay, card
	return changed.flip(int(i)), lay
}

// sorted is the places of the cards sorted by label.
func (k *lane) sorted(l *lanes) (places [LaneCards]uint8) {
	next := uint8(0)
	for d := range l.a {
		for rest, p := k.set(uint8(d)).pop(); p >= 0; rest, p = rest.pop() {
			places[p&laneMask] = next
			next++
		}
	}
	return places
}

// Tilted is a walk of an outcome under a tilted law. An outcome's weight is that of the model times
// a function of the rising sequences of the order After(Sources(Before)). What comes before and
// after the shuffle does not change.
type Tilted struct {
	Outcome
	N             int
	Before, After *Sources
	Rises         int          // as Count has it
	Rng           *draw.Stream // serves this walk alone

	words   draw.Stream // of moves
	started bool        // whether they are keyed
	scanned *scanned    // nil before the first scan
}

// Count counts the rising sequences: places descend where one ends.
func (t *Tilted) Count() { t.Rises = rises(t.Before, t.Sources(), t.After, t.N) }

// rises is the fastest count that the machine supports. Cells from n on are their own places.
var rises = risesGo

// risesGo is the oracle of the others.
func risesGo(before, between, after *Sources, n int) int {
	count, last := 1, uint8(0)
	for _, b := range before[:n] {
		at := after[between[b]]
		if at < last {
			count++
		}
		last = at
	}
	return count
}

// Sweep lets walks of outcomes of one model and size make a number of moves each, by the Metropolis
// rule: an outcome y replaces x with probability min(1, w(y)/w(x)), where w is the weight by rising
// sequences. Walks do not depend on which others are processed with them.
func Sweep(walks []*Tilted, weight []float64, moves int) {
	if lanes := lanesOf(walks); lanes != nil {
		lanes.sweep(walks, weight, moves)
		return
	}
	for _, t := range walks {
		for range moves {
			if !t.Move(t.Rng) {
				continue
			}
			was := t.Rises
			if t.Count(); !draw.Likely(t.Rng, weight[t.Rises]/weight[was]) {
				t.Undo()
				t.Rises = was
			}
		}
	}
}
