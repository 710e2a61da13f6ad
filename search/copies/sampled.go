package copies

import (
	"context"
	"math"
	"slices"
	"strconv"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/models"
	"dovetail/results"
	"dovetail/search/deals"
	"dovetail/search/run"
)

// estimate is a mean with its standard error.
type estimate struct{ value, se float64 }

func meanOf(values []float64) estimate {
	m := tally.MomentsOf(values)
	return estimate{m.Mean, math.Sqrt(m.Variance / float64(len(values)))}
}

// statistics is the number of decks for which only a statistic is computed, at a hundredth
// of the price of a density. It is even.
func (q Question) statistics() int { return min(50*q.Decks, 4e6) }

// sampler deals for one question. Every purpose has its own random streams, one for each
// block of decks, so that an answer is the same for any number of threads.
type sampler struct {
	Question
	ctx     context.Context
	threads int

	c         estimate    // of the first order c/a
	uniform   []point     // of uniform decks
	firsts    []float64   // First of the uniform decks whose density is known
	densities [][]float64 // of these, by the row
}

// shown deals decks and returns one value for each arrangement that is shown, in their
// order.
func shown[T any](s *sampler, src deals.Source[uint16], decks int, worker func() func(shown []uint8) T) ([]T, error) {
	all := make([]T, decks)
	layout := s.Layout()
	err := src.Each(s.ctx, run.Options{Threads: s.threads}, 0, int64(decks), func(ctx context.Context) func(int, deals.Decks[uint16]) {
		answer, values := worker(), make([]uint8, len(layout))
		return func(at int, dealt deals.Decks[uint16]) {
			for decks := range dealt {
				for _, deck := range decks {
					if ctx.Err() != nil { // an answer may take long
						return
					}
					s.Show(values, layout, deck)
					all[at] = answer(values)
					at++
				}
			}
		}
	})
	return all, err
}

// fair deals uniform decks.
func (s *sampler) fair(use string) deals.Source[uint16] {
	return deals.OfUniform(s.Deck.Size(), "repeated "+use, uint64(s.Seed))
}

// after deals m shuffles.
func (s *sampler) after(m int, use string) deals.Source[uint16] {
	spec := "riffle"
	if s.Packets != 2 {
		spec = "ashuffle(a=" + strconv.FormatInt(s.Packets, 10) + ")"
	}
	model, err := models.Parse(spec)
	if err != nil {
		panic(err)
	}
	return deals.OfModel(s.Deck.Size(), model, m, "repeated "+use, uint64(s.Seed))
}

// point is what an arrangement shows at once: its first order, and the number of neighbours
// with equal values.
type point struct{ first, equal float64 }

func (s *sampler) points(src deals.Source[uint16], decks int) ([]point, error) {
	return shown(s, src, decks, func() func([]uint8) point {
		f := newFirstOrder(s.Game)
		return func(shown []uint8) point {
			p := point{first: f.At(shown)}
			for i := 1; i < len(shown); i++ {
				if shown[i] == shown[i-1] {
					p.equal++
				}
			}
			return p
		}
	})
}

// fairPoints are the points of uniform decks, dealt once.
func (s *sampler) fairPoints() (_ []point, err error) {
	if s.uniform == nil {
		s.uniform, err = s.points(s.fair("statistic"), s.statistics())
	}
	return s.uniform, err
}

// constant is c of the first order c/a of the distance.
func (s *sampler) constant(r *results.Repeated) (estimate, error) {
	if s.HasConstant() {
		c := s.Constant()
		r.FirstOrder = number.Decimal(c, 10)
		s.c.value, _ = c.Float64()
		return s.c, nil
	}
	if s.few() { // a double has the mean of so few to more than the digits printed
		f, sum, count := newFirstOrder(s.Game), 0.0, 0.0
		if err := s.Deck.Every(s.ctx, func(shown []uint8) {
			sum += math.Abs(f.At(shown))
			count++
		}); err != nil {
			return s.c, err
		}
		s.c.value = float64(s.Deck.Size()) / 2 * sum / count
		r.FirstOrder = number.Estimate(s.c.value, 0)
		return s.c, nil
	}
	uniform, err := s.fairPoints()
	if err != nil {
		return s.c, err
	}
	sizes := make([]float64, len(uniform))
	for i, p := range uniform {
		sizes[i] = float64(s.Deck.Size()) / 2 * math.Abs(p.first)
	}
	s.c = meanOf(sizes)
	r.FirstOrder = number.Estimate(s.c.value, s.c.se)
	r.FirstOrderSE = rounded(s.c.se)
	s.sampled(r)
	return s.c, nil
}

// sampled records that decks were sampled.
func (s *sampler) sampled(r *results.Repeated) {
	r.Decks, r.Seed = s.Decks, number.OfUint(uint64(s.Seed))
}

// distance is E_U (1 - P/U)^+. Where P/U is near its first order, 1 + (n/a) First, the
// difference of the two is estimated, and c/a added. Above 1/2 shuffled decks are more
// precise, by E_P (1 - U/P)^+.
func (s *sampler) distance(m int) (estimate, error) {
	if s.densities == nil {
		if err := s.deal(); err != nil {
			return estimate{}, err
		}
	}
	a := s.packets(m).Int64()
	lacks := make([]float64, s.Decks)
	beyond := make([]float64, s.Decks)
	for i, density := range s.densities {
		lacks[i] = max(0, 1-density[m-s.From])
		beyond[i] = lacks[i] - max(0, -float64(s.Deck.Size())/float64(a)*s.firsts[i])
	}
	plain, rest := meanOf(lacks), meanOf(beyond)
	controlled := estimate{rest.value + s.c.value/float64(a), elementary.Hypot(rest.se, s.c.se/float64(a))}
	switch {
	case plain.value > 0.5:
		return s.shuffled(m)
	case controlled.se < plain.se:
		return controlled, nil
	}
	return plain, nil
}

// deal finds the densities of uniform decks for all rows.
func (s *sampler) deal() (err error) {
	n := s.Deck.Size()
	var ratios [][]float64
	for m := s.From; m <= s.To; m++ {
		ratios = append(ratios, densityRatios(n, s.packets(m).Int64()))
	}
	type known struct {
		first     float64
		densities []float64
	}
	all, err := shown(s, s.fair("density"), s.Decks, func() func([]uint8) known {
		c, f := newCounter(s.Game), newFirstOrder(s.Game)
		return func(shown []uint8) known {
			k := known{first: f.At(shown)}
			descents := c.Descents(shown)
			for _, x := range ratios {
				k.densities = append(k.densities, c.Density(descents, x))
			}
			return k
		}
	})
	for _, k := range all {
		s.firsts, s.densities = append(s.firsts, k.first), append(s.densities, k.densities)
	}
	return err
}

func (s *sampler) shuffled(m int) (estimate, error) {
	x := densityRatios(s.Deck.Size(), s.packets(m).Int64())
	common, err := shown(s, s.after(m, "density"), s.Decks, func() func([]uint8) float64 {
		c := newCounter(s.Game)
		return func(shown []uint8) float64 { return min(1, 1/c.Density(c.Descents(shown), x)) }
	})
	e := meanOf(common)
	e.value = 1 - e.value
	return e, err
}

// rounded is a standard error as records have it.
func rounded(se float64) *float64 {
	x := number.StandardError(se)
	return &x
}

// lowerBound is P(event) - U(event), which no event has above the distance. The event is
// that a score is above a level. Score and level are chosen on one half of the decks, and
// the probabilities are estimated on the other. So the estimate is unbiased for any choice,
// except that it is 0 where it would be negative.
func (s *sampler) lowerBound(m int) (estimate, error) {
	half := s.statistics() / 2
	trained, err := s.points(s.after(m, "training"), half)
	if err != nil {
		return estimate{}, err
	}
	tried, err := s.points(s.after(m, "statistic"), half)
	if err != nil {
		return estimate{}, err
	}
	uniform, err := s.fairPoints()
	if err != nil {
		return estimate{}, err
	}
	score := discriminant(trained, uniform[:half])
	level := bestLevel(score.of(trained), score.of(uniform[:half]))
	share := func(points []point) (p, variance float64) {
		for _, x := range score.of(points) {
			if x > level {
				p++
			}
		}
		p /= float64(half)
		return p, p * (1 - p) / float64(half)
	}
	p, vp := share(tried)
	u, vu := share(uniform[half:])
	return estimate{max(0, p-u), math.Sqrt(vp + vu)}, nil
}

// score is a linear function of points.
type score point

func (s score) of(points []point) (all []float64) {
	for _, p := range points {
		all = append(all, float64(s.first*p.first)+float64(s.equal*p.equal))
	}
	return all
}

// discriminant is Fisher's: the difference of the means by the inverse of the covariances
// of uniform decks.
func discriminant(shuffled, uniform []point) score {
	p, u := centre(shuffled), centre(uniform)
	var xx, xy, yy float64
	for _, q := range uniform {
		x, y := q.first-u.first, q.equal-u.equal
		xx, xy, yy = xx+float64(x*x), xy+float64(x*y), yy+float64(y*y)
	}
	xx, yy = float64(xx*(1+1e-9))+1e-9, float64(yy*(1+1e-9))+1e-9 // so that a constant statistic has an inverse too
	x, y := p.first-u.first, p.equal-u.equal
	det := float64(xx*yy) - float64(xy*xy)
	n := float64(len(uniform))
	return score{first: n * (float64(yy*x) - float64(xy*y)) / det, equal: n * (float64(xx*y) - float64(xy*x)) / det}
}

func centre(points []point) (c point) {
	for _, p := range points {
		c.first += p.first
		c.equal += p.equal
	}
	c.first /= float64(len(points))
	c.equal /= float64(len(points))
	return c
}

// bestLevel is the level above which there are most more of the first than of the others.
func bestLevel(first, others []float64) (level float64) {
	slices.Sort(first)
	slices.Sort(others)
	most, i := -1, 0
	for j, x := range others {
		for i < len(first) && first[i] <= x {
			i++
		}
		if j+1 < len(others) && others[j+1] == x {
			continue
		}
		if more := j + 1 - i; more > most { // len-i of the first are above x, len-j-1 of the others
			most, level = more, x
		}
	}
	return level
}
