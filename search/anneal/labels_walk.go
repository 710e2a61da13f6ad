package anneal

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/exact/density"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

// labelled are walks on the labels of a block.
type labelled struct {
	*block
	k              int   // riffles
	made           moves // how labels move
	walks          []labels
	moving         []*labels                         // the walks that sweeps move, from the first sweep to leave
	eights         []*eight                          // copies of most of these while a kernel moves them; only energies are put back before leave
	single         []*labels                         // the others
	scores         *[MaxRiffles]score                // ln W, with never; allocated alone, so that rows of 64 bytes are aligned
	impossibleCuts [MaxRiffles]score                 // cuts that are impossible
	drops          []func(bits uint64) int64         // logarithms of the weights of drops with rules of their own, with never, by riffle; or nil
	broken         []func(bits uint64) int64         // the number of places in which they break the rules
	draws          []func(rng *draw.Stream) []uint64 // by riffle
	level          []float64                         // by rising sequences: the logarithm of the density of the 2^k-shuffle
}

func (b *block) Particles(count int) Particles {
	if b.n > riffles.MaxInterleaved {
		return b.cutWalks(count)
	}
	v := &labelled{
		block: b, k: len(b.laws), made: movesOf(len(b.laws), b.n), walks: make([]labels, count), scores: new([MaxRiffles]score),
		level: density.Rising(b.n, b.Size()),
	}
	for i, l := range b.laws {
		s := &v.scores[i]
		for t := range s.switches {
			s.switches[t] = units(float64(t) * l.Switch)
			s.rest[t] = uint8(s.switches[t] - int64(t)*s.switches[1] + 64)
		}
		for c, x := range leastCut(l.Cuts) {
			if math.IsInf(l.Cuts[c], -1) {
				v.impossibleCuts[i].tops[c] = 1
			}
			s.tops[c] = units(x)
		}
		v.draws = append(v.draws, l.Drawer())
	}
	if b.constrained() {
		for _, l := range b.laws {
			drops, broken := constrained(l)
			v.drops, v.broken = append(v.drops, drops), append(v.broken, broken)
		}
	}
	return v
}

// constrained returns the weight of drops with rules, in units of [scoreUnit], with never for each
// place where they break one, and the number of those places.
func constrained(l riffles.Interleaving) (drops, broken func(bits uint64) int64) {
	if l.Drops == nil {
		return nil, nil
	}
	return func(bits uint64) int64 {
			log, broken := l.Drops(bits)
			return units(log - float64(never*float64(broken)))
		}, func(bits uint64) int64 {
			_, broken := l.Drops(bits)
			return int64(broken)
		}
}

func (v *labelled) Begin(k int, places *outcome.Sources, rng *draw.Stream) {
	v.leave()
	w := &v.walks[k]
	w.rng = rng
	w.lie(places, v.n)
	w.x[v.n+1] = 1<<v.k - 1
}

// lie sets the positions of the cards.
func (w *labels) lie(places *outcome.Sources, n int) {
	w.rises = 0
	for c := range n {
		w.at[c] = places[c]
		w.first[c+1] = w.first[c] | 1<<w.at[c]
		if c > 0 && w.at[c] < w.at[c-1] {
			w.rises |= 1 << c
		}
	}
}

func (v *labelled) Follow(k int, rng *draw.Stream) { v.walks[k].rng = rng }

// can reports whether the riffles can make the deck.
func (v *labelled) can(k int) bool { return v.walks[k].rising() <= 1<<v.k }

// rising is the number of rising sequences.
func (w *labels) rising() int { return 1 + bits.OnesCount64(w.rises) }

// Draw draws a uniform labelling. A deck without any gets none.
func (v *labelled) Draw(k int) {
	v.leave()
	w := &v.walks[k]
	if !v.can(k) {
		return
	}
	drawLabels(w.x[1:v.n+1], 1<<v.k-w.rising(), func(c int) int32 { return int32(w.rises >> c & 1) }, w.rng)
	v.lay(w)
}

// lay lays out the labels of one deck.
func (v *labelled) lay(w *labels) {
	w.laid[w.now] = w.lay(v.n, v.k)
	w.energy = w.laid[w.now].weigh(v.scores, v.drops, v.k, v.n)
}

// lay lays out the labels of k riffles of n cards, one card after the other.
func (w *labels) lay(n, k int) (l laid) {
	for c := range n {
		l.put(w.first[c], w.at[c], w.x[c+1], k)
	}
	return l
}

func (v *labelled) sweep(_ *Ladder, t tilt, reverse bool) {
	if len(v.moving) == 0 {
		for k := range v.walks {
			if v.can(k) {
				v.moving = append(v.moving, &v.walks[k])
			}
		}
	}
	v.sweepMoving(t.beta, reverse)
}

// sweepMoving sweeps the walks that move.
func (v *labelled) sweepMoving(beta float64, reverse bool) {
	if len(v.eights)+len(v.single) == 0 {
		v.divide()
	}
	for _, g := range v.eights {
		g.sweep(v.scores, &v.made, beta, reverse)
	}
	for _, w := range v.single {
		w.choose(v.n, beta)
		w.sweep(v.scores, v.drops, &v.made, reverse)
	}
}

// divide chooses which walks a kernel moves together.
func (v *labelled) divide() {
	if moveCard == nil || v.drops != nil || v.n > mostInEight {
		v.single = v.moving
		return
	}
	for some := range slices.Chunk(v.moving, 8) {
		if len(some) < fewLanes {
			v.single = some
		} else {
			v.eights = append(v.eights, take(some, &v.made))
		}
	}
}

// leave copies labels back to the walks, before anything but sweeps, Follow and energy.
func (v *labelled) leave() {
	for _, g := range v.eights {
		g.leave(&v.made)
	}
	v.eights, v.single, v.moving = nil, nil, v.moving[:0]
}

// end is added to ln W at the end of a walk: minus infinity where a cut is impossible or a rule of
// drops is broken, else 0.
func (v *labelled) end(k int) float64 {
	v.leave()
	w := &v.walks[k]
	if l := w.lay(v.n, v.k); l.weigh(&v.impossibleCuts, v.broken, v.k, v.n) > 0 {
		return math.Inf(-1)
	}
	return 0
}

func (v *labelled) Ready() {}

func (v *labelled) energy(_ *Ladder, k int) float64 {
	return float64(float64(v.walks[k].energy) * scoreUnit)
}

func (v *labelled) Forward(ctx context.Context, p *Ladder) ([]float64, error) {
	return forward(ctx, v, len(v.walks), p)
}

func (v *labelled) Backward(ctx context.Context, p *Ladder) ([]float64, error) {
	return backward(ctx, v, len(v.walks), p)
}

// labelWalks are walks on labels, which can also move with outcomes.
type labelWalks interface {
	Particles
	base(k int) float64                              // the logarithm of the density of the 2^k-shuffle
	end(k int) float64                               // added to ln W at the end of a walk
	sweepAll(but []bool, beta float64, reverse bool) // some sweeps of the labels of all walks but these
	carry(k int, t *outcome.Tilted, beta float64)    // moves of an outcome
}

func forward(ctx context.Context, v labelWalks, count int, p *Ladder) ([]float64, error) {
	logs := make([]float64, count)
	for k := range logs {
		v.Draw(k)
	}
	err := p.forth(ctx, logs, func(k int) float64 { return v.energy(p, k) }, func(step int) { v.sweep(p, p.weight(step), false) })
	if err != nil {
		return nil, err
	}
	for k := range logs {
		logs[k] += v.base(k) + v.end(k)
	}
	return logs, nil
}

func backward(ctx context.Context, v labelWalks, count int, p *Ladder) ([]float64, error) {
	logs := make([]float64, count)
	err := p.back(ctx, logs, func(k int) float64 { return v.energy(p, k) }, func(step int) { v.sweep(p, p.weight(step), true) })
	if err != nil {
		return nil, err
	}
	for k := range logs {
		logs[k] += v.base(k)
	}
	return logs, nil
}

func (v *labelled) base(k int) float64 {
	if v.can(k) {
		return v.level[v.walks[k].rising()]
	}
	return math.Inf(-1)
}

// Deal deals a deck, and keeps the labels that it came by.
func (v *labelled) Deal(k int, rng *draw.Stream) *outcome.Sources {
	places, x := dealLabels(v.n, v.draws, rng)
	v.Begin(k, places, rng)
	copy(v.walks[k].x[1:], x)
	v.lay(&v.walks[k])
	return places
}
