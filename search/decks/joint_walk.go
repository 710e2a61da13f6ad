package decks

import (
	"context"
	"math"
	"math/rand/v2"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
)

// joined are walks on outcomes, and in the second stage on labels too.
type joined struct {
	*walkers
	labels *labelled
	second bool
	last   int    // the letter that was looked around, or moved, last
	lost   []bool // walks that the first stage left where no labels lead
}

// labelSweeps are so many sweeps of labels as come on one of outcomes, which takes far longer.
const labelSweeps = 2

func (v *joined) begin(k int, places *shuffle.Sources, rng *rand.ChaCha8) {
	v.walkers.begin(k, places, rng)
	v.second, v.lost[k] = false, false
}

func (v *joined) follow(k int, rng *rand.ChaCha8) {
	v.walkers.follow(k, rng)
	v.labels.follow(k, rng)
}

func (v *joined) ready() { v.lookAt(0) }

func (v *joined) lookAt(letter int) {
	v.look(letter)
	v.last = letter
}

// energy is the logarithm that is tilted by, as a slope of the whole path.
func (v *joined) energy(p *path, k int) float64 {
	if !v.second {
		return p.level[v.rises(v.last, k)] / halt
	}
	for i := 0; v.lost[k] && i < len(v.lost); i++ { // in a pilot: as another's
		k = i
	}
	return v.labels.energy(p, k) / (1 - halt)
}

// join draws labels.
func (v *joined) join(p *path) {
	v.second = true
	for k := range v.lost {
		t := v.walks[v.last][k]
		if v.lost[k] = t.Rises > p.most; !v.lost[k] {
			v.labels.begin(k, places(t), v.rng[k])
			v.labels.draw(k)
		}
	}
}

// places is where the cards lie in the deck that is left for the riffles to make.
func places(t *shuffle.Tilted) *shuffle.Sources {
	at, now := identity, t.Sources()
	for c, b := range t.Before[:t.N] {
		at[c] = t.After[now[b]]
	}
	return &at
}

// sweep implements walking.
func (v *joined) sweep(p *path, t tilt, reverse bool) {
	if t.beta <= halt {
		v.walkers.sweep(p, t, reverse)
		if v.last = len(v.walks) - 1; reverse {
			v.last = 0
		}
		return
	}
	if !v.second {
		v.join(p)
	}
	beta := (t.beta - halt) / (1 - halt)
	if reverse {
		v.sweepLabels(beta, true)
	}
	for l := range v.walks {
		if reverse {
			l = len(v.walks) - 1 - l
		}
		v.lookAt(l)
		for k, t := range v.walks[l] {
			if !v.lost[k] {
				v.labels.carry(k, t, beta)
			}
		}
	}
	if !reverse {
		v.sweepLabels(beta, false)
	}
}

func (v *joined) sweepLabels(beta float64, reverse bool) {
	for k := range v.lost {
		if w := &v.labels.walks[k]; !v.lost[k] {
			for range labelSweeps {
				w.choose(v.w.n, beta)
				sweep(w, &v.labels.scores, &v.labels.made, reverse)
			}
		}
	}
}

// carry moves an outcome with its law, and takes the move where the labels lead to the deck that it leaves, as W^beta
// allows.
func (v *labelled) carry(k int, t *shuffle.Tilted, beta float64) {
	w := &v.walks[k]
	for range t.Moves() {
		if !t.Move(t.Rng) {
			continue
		}
		at := places(t)
		if !w.lead(at, v.n) {
			t.Undo()
			continue
		}
		next := &w.planes[w.now^1]
		w.spread(next, at, v.n, v.k)
		energy := v.undo(next)
		if by := float64(beta * float64(energy-w.energy) * scoreUnit); by < 0 && w.unit() >= elementary.Exp(by) {
			t.Undo()
			continue
		}
		w.now ^= 1
		w.energy = energy
		w.lie(at, v.n)
	}
}

// unit is a uniform number from 0 to 1.
func (w *labels) unit() float64 { return float64(w.rng.Uint64()>>11) * 0x1p-53 }

// lead reports whether the labels lead to the deck whose cards lie there.
func (w *labels) lead(at *shuffle.Sources, n int) bool {
	for c := 1; c < n; c++ {
		if at[c] < at[c-1] && w.x[c+1] == w.x[c] {
			return false
		}
	}
	return true
}

// forward implements walking.
func (v *joined) forward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.lost))
	for k := range logs {
		v.draw(k)
	}
	v.lookAt(len(v.walks) - 1)
	for step := 0; ; step++ {
		v.add(p, step, logs)
		if step == len(p.beta)-2 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.beta[step+1] == halt {
			v.join(p)
		} else {
			v.sweep(p, p.weight(step+1), false)
		}
	}
	for k := range logs {
		if v.lost[k] {
			logs[k] = math.Inf(-1)
		} else {
			logs[k] += v.labels.end(&v.labels.walks[k])
		}
	}
	return logs, nil
}

// backward implements walking.
func (v *joined) backward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.lost))
	v.lookAt(0)
	for step := len(p.beta) - 2; ; step-- {
		v.add(p, step, logs)
		if step == 0 {
			return logs, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.beta[step] == halt {
			v.second = false
			v.lookAt(0)
		} else {
			v.sweep(p, p.weight(step), true)
		}
	}
}

func (v *joined) add(p *path, step int, logs []float64) {
	for k := range logs {
		logs[k] += float64((p.beta[step+1] - p.beta[step]) * v.energy(p, k))
	}
}

// deal deals a deck, and keeps the outcomes and labels that it came by.
func (v *joined) deal(k int, rng *rand.ChaCha8) *shuffle.Sources {
	v.begin(k, nil, rng)
	v.draw(k)
	v.second = true
	block := deckOf(v.w.n, v.labels.deal(k, rng), false)
	return v.around(k, block)
}
