package anneal

import (
	"context"
	"math"

	"dovetail/perm/pace"
	"dovetail/perm/shuffle/draw"
)

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
