package anneal

import (
	"context"
	"math"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/draw"
)

// Ladder is a temperature ladder, from outcomes that follow the letters' laws to outcomes that give
// the deck. Its laws are tilted by exp(beta L), with beta from 0 to 1 in a number of steps.
type Ladder struct {
	level      []float64 // L(r), r = 0..n
	most       int       // the largest r that is possible in the end
	beta       []float64 // beta[0] = 0, ..., beta[K] = 1
	stageSplit float64   // where the second of two stages begins, as a beta; 0 for one stage
	weights    []tilt    // by step, where these are few
}

// tilt is exp(beta L), and by r, 1 where it is largest, where L is a level.
type tilt struct {
	beta   float64
	weight []float64
}

func (p *Ladder) tilt(beta float64) tilt {
	t := tilt{beta, make([]float64, len(p.level))}
	if p.stageSplit > 0 {
		beta = min(1, beta/p.stageSplit)
	}
	for r := 1; r < len(t.weight); r++ {
		t.weight[r] = elementary.Exp(beta * (p.level[r] - p.level[1]))
	}
	return t
}

// forth takes walkers along the path. Every step adds to their log-weights the change of beta times
// their energies L. Between two steps they move, by the tilt of the later one.
func (p *Ladder) forth(ctx context.Context, logs []float64, energy func(k int) float64, move func(step int)) error {
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

// back does the same from the end of the path to its beginning.
func (p *Ladder) back(ctx context.Context, logs []float64, energy func(k int) float64, move func(step int)) error {
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

func (p *Ladder) add(logs []float64, step int, energy func(k int) float64) {
	for k := range logs {
		logs[k] += float64((p.beta[step+1] - p.beta[step]) * energy(k))
	}
}

// Divide makes steps of equal length.
func (p *Ladder) Divide(stages []Rung, steps int) {
	p.beta = []float64{0}
	whole, gone, i := Length(stages), 0.0, 1
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
	if p.stageSplit > 0 { // instead of the nearest
		i, _ := slices.BinarySearch(p.beta, p.stageSplit)
		if i > 1 && (i == len(p.beta)-1 || p.stageSplit-p.beta[i-1] < p.beta[i]-p.stageSplit) {
			i--
		}
		p.beta[i] = p.stageSplit
	}
	p.weights = nil
	if len(p.beta)*len(p.level) <= maxWeights {
		for _, beta := range p.beta {
			p.weights = append(p.weights, p.tilt(beta))
		}
	}
}

// maxWeights is the most numbers that are kept for all walks.
const maxWeights = 1 << 22

// Even makes a number of equal steps.
func (p *Ladder) Even(steps int) { p.Divide([]Rung{{0, 1, 1}, {1, 1, 1}}, steps) }

// Steps is the number of steps.
func (p *Ladder) Steps() int { return len(p.beta) - 1 }

// weight is the tilt of a step.
func (p *Ladder) weight(step int) tilt {
	if p.weights != nil {
		return p.weights[step]
	}
	return p.tilt(p.beta[step])
}

// Rung is what a pilot measured at one temperature: the variance of L among outcomes, and twice its
// integrated autocorrelation time, in sweeps.
type Rung struct{ beta, variance, autocorrelation float64 }

// speed is the length that a step of beta adds to the path, per unit of beta.
func (s Rung) speed() float64 { return math.Sqrt(s.variance * s.autocorrelation) }

// Length is the length of the path. In K steps of equal length the logarithm of the estimate has
// the variance length^2/K, as the variance for steps d_1, d_2, ... is sum_k d_k^2 speed_k^2.
func Length(stages []Rung) (sum float64) {
	for i := 1; i < len(stages); i++ {
		sum += between(stages[i-1], stages[i])
	}
	return sum
}

func between(a, b Rung) float64 { return float64((b.beta - a.beta) * (a.speed() + b.speed()) / 2) }

// A pilot walks on decks of its own, with a few walkers on each. A stage raises the tilt so that L
// moves by a multiple of its standard deviation. It continues for some autocorrelation times, up to
// a number of sweeps: outcomes take some hundred sweeps near the end, labels alone fewer.
const (
	pilotDecks    = 3
	pilotWalkers  = 32
	Stride        = 0.35
	pilotTimes    = 6
	outcomeSweeps = 1024
	labelsSweeps  = 512
)

// Pilot measures rungs from 0 to 1.
func Pilot(ctx context.Context, w Target, p *Ladder, seed uint64, purpose string) (stages []Rung, err error) {
	var decks []Particles
	for d := range pilotDecks {
		v := w.Particles(pilotWalkers)
		places := PlacesOf(Uniform(w.Cards(), draw.Keyed(seed, purpose+" pilot deck", d, 0)))
		for k := range pilotWalkers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			v.Begin(k, places, draw.Keyed(seed, purpose+" pilot", d, k))
			v.Draw(k)
		}
		v.Ready()
		decks = append(decks, v)
	}
	beta, sweeps, most := 0.0, 8, outcomeSweeps
	if w.Kind() == Labels {
		most = labelsSweeps
	}
	for {
		weight := p.tilt(beta)
		s := p.stage(ctx, decks, weight, sweeps)
		for s.autocorrelation*pilotTimes > float64(sweeps) && sweeps < most && ctx.Err() == nil {
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
		beta = p.onward(beta, Stride/math.Sqrt(s.variance+1e-3))
	}
}

// onward is the beta of the next stage. There is one stage on either side of the split.
func (p *Ladder) onward(beta, by float64) float64 {
	next := min(1, beta+by)
	switch {
	case beta < p.stageSplit && next >= p.stageSplit:
		return p.stageSplit
	case p.stageSplit > 0 && beta == p.stageSplit:
		return p.stageSplit + 0x1p-30
	}
	return next
}

// stage walks a number of sweeps.
func (p *Ladder) stage(ctx context.Context, decks []Particles, weight tilt, sweeps int) (s Rung) {
	const count = pilotWalkers
	for _, v := range decks {
		means := make([]float64, count)
		square := 0.0
		for range sweeps {
			pace.Yield()
			if ctx.Err() != nil {
				return s // a pilot does not use it
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
		s.autocorrelation += max(1, float64(sweeps)*between/variance) / float64(len(decks))
	}
	return s
}
