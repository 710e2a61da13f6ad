package copies

import (
	"math"
	"slices"
)

// lowerBound is P(event) - U(event), which no event has above the distance. The event is
// that a score is above a level. Score and level are chosen on one half of the decks, the
// probabilities estimated on the other: whatever was chosen, the estimate is unbiased,
// but for being 0 where it would be less.
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
		all = append(all, s.first*p.first+s.equal*p.equal)
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
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	xx, yy = xx*(1+1e-9)+1e-9, yy*(1+1e-9)+1e-9 // a statistic that never varies has an inverse too
	x, y := p.first-u.first, p.equal-u.equal
	det := xx*yy - xy*xy
	n := float64(len(uniform))
	return score{first: n * (yy*x - xy*y) / det, equal: n * (xx*y - xy*x) / det}
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

// bestLevel is the one above which there are most more of the first than of the others.
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
