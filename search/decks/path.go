package decks

import (
	"context"
	"math"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/pace"
)

// path is the way from outcomes as the letters' laws have them to outcomes that give the
// deck: the laws tilted by exp(beta L(r)), beta from 0 to 1 in so many steps.
type path struct {
	level   []float64 // L(r), r = 0..n
	most    int       // the largest r that is possible in the end
	beta    []float64 // beta[0] = 0, ..., beta[K] = 1
	halt    float64   // where the second of two stages begins, 0 of one: a beta, and the levels' whole tilt
	weights []tilt    // by step, where these are few
}

// tilt is exp(beta L), and by r, 1 where it is largest, where L is a level.
type tilt struct {
	beta   float64
	weight []float64
}

func (p *path) tilt(beta float64) tilt {
	t := tilt{beta, make([]float64, len(p.level))}
	if p.halt > 0 {
		beta = min(1, beta/p.halt)
	}
	for r := 1; r < len(t.weight); r++ {
		t.weight[r] = elementary.Exp(beta * (p.level[r] - p.level[1]))
	}
	return t
}

// forth takes walkers along the path: every step adds to their logarithms what it is worth at their energies
// L, and between two steps they move, by the tilt of the later one.
func (p *path) forth(ctx context.Context, logs []float64, energy func(k int) float64, move func(step int)) error {
	for step := 0; ; step++ {
		p.add(logs, step, energy)
		if step == len(p.beta)-2 {
			return nil
		}
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		move(step + 1)
	}
}

// back is the same from the end of the path to where it begins.
func (p *path) back(ctx context.Context, logs []float64, energy func(k int) float64, move func(step int)) error {
	for step := len(p.beta) - 2; ; step-- {
		p.add(logs, step, energy)
		if step == 0 {
			return nil
		}
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		move(step)
	}
}

func (p *path) add(logs []float64, step int, energy func(k int) float64) {
	for k := range logs {
		logs[k] += float64((p.beta[step+1] - p.beta[step]) * energy(k))
	}
}

// stage is what a pilot saw at one tilt: the variance of L among outcomes, and how many
// sweeps it takes to forget one, the integrated autocorrelation time, twice.
type stage struct{ beta, variance, forget float64 }

// A pilot walks on decks of its own, a few walkers on each; a stage tilts so that L moves by
// a stride of its standard deviations, and continues until walkers forgot some times over.
const (
	pilotDecks   = 3
	pilotWalkers = 32
	pilotStride  = 0.35
	pilotForgets = 6
	pilotSweeps  = 512
)

// pilot measures stages from 0 to 1.
func pilot(ctx context.Context, w setting, p *path, seed uint64, purpose string) (stages []stage, err error) {
	var decks []walking
	for d := range pilotDecks {
		v := w.walkers(pilotWalkers)
		places := placesOf(uniform(w.cards(), stream(seed, purpose+" pilot deck", d, 0)))
		for k := range pilotWalkers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			v.begin(k, places, stream(seed, purpose+" pilot", d, k))
			v.draw(k)
		}
		v.ready()
		decks = append(decks, v)
	}
	beta, sweeps := 0.0, 8
	for {
		weight := p.tilt(beta)
		s := p.stage(ctx, decks, weight, sweeps)
		for s.forget*pilotForgets > float64(sweeps) && sweeps < pilotSweeps && ctx.Err() == nil {
			sweeps *= 2
			s = p.stage(ctx, decks, weight, sweeps)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.beta = beta
		stages = append(stages, s)
		if beta == 1 {
			return stages, nil
		}
		beta = p.onward(beta, pilotStride/math.Sqrt(s.variance+1e-3))
	}
}

// onward is the next stage's, with one on either side of a halt.
func (p *path) onward(beta, by float64) float64 {
	next := min(1, beta+by)
	switch {
	case beta < p.halt && next >= p.halt:
		return p.halt
	case p.halt > 0 && beta == p.halt:
		return p.halt + 0x1p-30
	}
	return next
}

// stage walks so many sweeps.
func (p *path) stage(ctx context.Context, decks []walking, weight tilt, sweeps int) (s stage) {
	const count = pilotWalkers
	for _, v := range decks {
		means := make([]float64, count)
		square := 0.0
		for range sweeps {
			pace.Yield()
			if ctx.Err() != nil {
				return s // of which the pilot takes nothing
			}
			v.sweep(p, weight, false)
			for k := range means {
				l := v.energy(p, k)
				means[k] += l / float64(sweeps)
				square += l * l / float64(sweeps*count)
			}
		}
		mean, between := 0.0, 0.0
		for _, m := range means {
			mean += float64(m / float64(count))
		}
		for _, m := range means {
			between += (m - mean) * (m - mean) / float64(count-1)
		}
		variance := max(1e-9, square-float64(mean*mean))
		s.variance += variance / float64(len(decks))
		s.forget += max(1, float64(sweeps)*between/variance) / float64(len(decks))
	}
	return s
}

// speed is how much a step of beta adds to the length of the path.
func (s stage) speed() float64 { return math.Sqrt(s.variance * s.forget) }

// length is that of the path: in K steps of equal length the logarithm of the estimate
// has the variance length^2/K, as the variance of steps d_1, d_2, ... is
// sum_k d_k^2 speed_k^2.
func length(stages []stage) (sum float64) {
	for i := 1; i < len(stages); i++ {
		sum += between(stages[i-1], stages[i])
	}
	return sum
}

func between(a, b stage) float64 { return float64((b.beta - a.beta) * (a.speed() + b.speed()) / 2) }

// divide takes so many steps of equal length.
func (p *path) divide(stages []stage, steps int) {
	p.beta = []float64{0}
	whole, gone, i := length(stages), 0.0, 1
	for k := 1; k < steps; k++ {
		at := whole * float64(k) / float64(steps)
		for i < len(stages)-1 && gone+between(stages[i-1], stages[i]) < at {
			gone += between(stages[i-1], stages[i])
			i++
		}
		a, b := stages[i-1], stages[i]
		p.beta = append(p.beta, min(1, a.beta+float64((at-gone)/between(a, b)*(b.beta-a.beta))))
	}
	p.beta = append(p.beta, 1)
	if p.halt > 0 { // instead of the nearest
		i, _ := slices.BinarySearch(p.beta, p.halt)
		if i > 1 && (i == len(p.beta)-1 || p.halt-p.beta[i-1] < p.beta[i]-p.halt) {
			i--
		}
		p.beta[i] = p.halt
	}
	p.weights = nil
	if len(p.beta)*len(p.level) <= maxWeights {
		for _, beta := range p.beta {
			p.weights = append(p.weights, p.tilt(beta))
		}
	}
}

// maxWeights are so many numbers as are kept for all walks.
const maxWeights = 1 << 22

// weight is the tilt of a step.
func (p *path) weight(step int) tilt {
	if p.weights != nil {
		return p.weights[step]
	}
	return p.tilt(p.beta[step])
}
