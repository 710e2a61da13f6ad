package decks

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/exact/density"
	"dovetail/perm/shuffle"
)

// labelled are walks on the labels of a block.
type labelled struct {
	*block
	walks []labels
	cuts  [][]float64                      // by riffle, with never
	draws []func(rng *rand.ChaCha8) uint64 // by riffle

	// Where all riffles have one chance to switch and say nothing of the cut, switches are enough.
	alike  bool
	always float64 // what there is beside them

	level []float64 // by rising sequences: the logarithm of the density of the 2^k-shuffle
	seen  sight
}

// labels are those of the cards of one deck.
type labels struct {
	at     [shuffle.MostInterleaved]uint8      // where a card lies
	first  [shuffle.MostInterleaved + 1]uint64 // where the first so many cards lie
	x      [shuffle.MostInterleaved + 1]int32
	rises  uint64    // the cards whose label is above that of the card before
	planes [2]planes // as they are, and what a move would make of them
	now    int
	energy float64
	rng    *rand.ChaCha8
}

func (b *block) walkers(count int) walking {
	v := &labelled{block: b, walks: make([]labels, count), level: density.Rising(b.n, b.size()), alike: true}
	for _, l := range b.laws {
		cuts, least := slices.Clone(l.Cuts), math.Inf(1)
		for _, x := range cuts {
			if !math.IsInf(x, -1) {
				least = min(least, x)
			}
		}
		for c, x := range cuts {
			cuts[c] = max(x, least-never)
		}
		v.cuts, v.draws = append(v.cuts, cuts), append(v.draws, l.Drawer())
		v.alike = v.alike && l.Switch == b.laws[0].Switch && slices.Min(cuts) == slices.Max(cuts)
		v.always += cuts[0]
	}
	return v
}

func (v *labelled) begin(k int, places *shuffle.Sources, rng *rand.ChaCha8) {
	w := &v.walks[k]
	w.rng, w.rises = rng, 0
	for c := range v.n {
		w.at[c] = places[c]
		w.first[c+1] = w.first[c] | 1<<w.at[c]
		if c > 0 && w.at[c] < w.at[c-1] {
			w.rises |= 1 << c
		}
	}
}

// rising is the number of rising sequences.
func (w *labels) rising() int { return 1 + bits.OnesCount64(w.rises) }

// draw draws a uniform labelling: labels without the rises that must be are a multiset, which is a
// set of n among 2^k - r + n numbers. A deck without one has none.
func (v *labelled) draw(k int) {
	w := &v.walks[k]
	spare := 1<<len(v.laws) - w.rising()
	if spare < 0 {
		return
	}
	// Floyd's way to a random set.
	rng := rand.New(w.rng)
	set := make([]int, 0, v.n)
	for top := spare; top < spare+v.n; top++ {
		x := rng.IntN(top + 1)
		i, found := slices.BinarySearch(set, x)
		if found {
			x = top
			i = len(set)
		}
		set = slices.Insert(set, i, x)
	}
	risen := 0
	for c, x := range set {
		risen += int(w.rises >> c & 1)
		w.x[c] = int32(x - c + risen)
	}
	v.lay(w)
}

// lay lays the labels out in planes.
func (v *labelled) lay(w *labels) {
	p := &w.planes[w.now]
	clear(p[:])
	for c := range v.n {
		for i := range v.laws {
			p[i] |= uint64(w.x[c]>>i&1) << w.at[c]
		}
	}
	w.energy = v.weigh(p)
}

// weigh is ln W, of cuts that are never made too.
func (v *labelled) weigh(p *planes) (sum float64) {
	undo(p, len(v.laws), v.n, &v.seen)
	if v.alike {
		return float64(v.laws[0].Switch*float64(v.seen.switches)) + v.always
	}
	for i := range v.laws {
		sum += float64(v.laws[i].Switch*float64(v.seen.riffles[i].switches)) + v.cuts[i][v.seen.riffles[i].top]
	}
	return sum
}

// end is what ln W lacks: minus infinity where a cut is never made.
func (v *labelled) end(w *labels) float64 {
	undo(&w.planes[w.now], len(v.laws), v.n, &v.seen)
	for i := range v.laws {
		if math.IsInf(v.laws[i].Cuts[v.seen.riffles[i].top], -1) {
			return math.Inf(-1)
		}
	}
	return 0
}

func (v *labelled) ready() {}

func (v *labelled) energy(_ *path, k int) float64 { return v.walks[k].energy }

// forward implements walking.
func (v *labelled) forward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.walks))
	for k := range v.walks {
		v.draw(k)
	}
	for step := 0; ; step++ {
		v.add(p, step, logs)
		if step == len(p.beta)-2 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.sweep(p.weight(step+1), false)
	}
	for k := range logs {
		logs[k] += v.base(k) + v.end(&v.walks[k])
	}
	return logs, nil
}

// backward implements walking.
func (v *labelled) backward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.walks))
	for step := len(p.beta) - 2; ; step-- {
		v.add(p, step, logs)
		if step == 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.sweep(p.weight(step), true)
	}
	for k := range logs {
		logs[k] += v.base(k)
	}
	return logs, nil
}

func (v *labelled) add(p *path, step int, logs []float64) {
	for k := range logs {
		logs[k] += float64((p.beta[step+1] - p.beta[step]) * v.walks[k].energy)
	}
}

// base is the logarithm of the density of the 2^k-shuffle.
func (v *labelled) base(k int) float64 {
	if r := v.walks[k].rising(); r <= 1<<len(v.laws) {
		return v.level[r]
	}
	return math.Inf(-1)
}

// deal deals a deck, and keeps the labels that it came by.
func (v *labelled) deal(k int, rng *rand.ChaCha8) *shuffle.Sources {
	deck, next := make([]uint8, v.n), make([]uint8, v.n)
	var x [shuffle.MostInterleaved]int32
	for c := range deck {
		deck[c] = uint8(c)
	}
	for i, draw := range slices.Backward(v.draws) {
		drawn := draw(rng)
		at := [2]int{0, v.n - bits.OnesCount64(drawn)}
		for j := range next {
			packet := int(drawn >> j & 1)
			card := deck[at[packet]]
			at[packet]++
			next[j] = card
			x[card] |= int32(packet) << i
		}
		deck, next = next, deck
	}
	places := identity
	for j, card := range deck {
		places[card] = uint8(j)
	}
	v.begin(k, &places, rng)
	copy(v.walks[k].x[:], x[:])
	v.lay(&v.walks[k])
	return &places
}
