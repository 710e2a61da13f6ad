package guess

import "context"

// After undone a-shuffles, or shelf machines, all that counts are the steps up and down from one
// card to the next, read from the top. If k cards are unseen, and j of them lie below the
// last one seen in the order of the old deck, the next card is one of those for a step down
// and another for a step up; then i of the others lie below it, i < j or i >= j. With v
// descents or peaks so far, and up after a step up,
//
//	m(k, j, up, v) = 1/k  sum_i m(k-1, i, i >= j, v'),  m(0, 0, up, v) = ratio(v)
//	w(k, j, up, v) = 1/k (sum_i w(k-1, i, i >= j, v') + max_i m(k-1, i, i >= j, v'))
//
// as for runs. v' is v+1 after a step down, if peaks are counted after up and down. A
// sum over i < j, and one over i >= j, is that for the j before or after and one term more, so
// that a state takes a step or two and not k.

// steps is all states with k cards unseen, by j, up and v.
type steps struct {
	of    closed
	k     int
	state [][2][]outlook
}

// outlook is m and w of a state, and on the way to them the largest m there is to add.
type outlook struct{ m, w, best float64 }

func (o *outlook) add(next outlook) {
	o.m += next.m
	o.w += next.w
	o.best = max(o.best, next.m)
}

// stepped goes through the levels until all n cards are unseen.
func stepped(ctx context.Context, of closed, n int, yield func(*steps)) error {
	end := &steps{of: of, state: make([][2][]outlook, 1)}
	for _, x := range of.ratio(n) {
		for up := range end.state[0] {
			end.state[0][up] = append(end.state[0][up], outlook{m: x})
		}
	}
	yield(end)
	for s := end; s.k < n; yield(s) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s = s.next()
	}
	return nil
}

// startAt is the j before any card is seen, with no step up: the first one is no descent, and
// it is as after a step down for a peak.
func (s *steps) startAt() int {
	if s.of.by == descents {
		return 0
	}
	return s.k
}

func (s *steps) start() outlook { return s.state[s.startAt()][0][0] }

// down is the statistic after a step down.
func (s *steps) down(up, v int) int {
	if s.of.by == peaks && up == 0 {
		return v
	}
	return min(v+1, s.classes()-1) // where there is none, no deck has come so far
}

func (s *steps) classes() int { return len(s.state[0][0]) }

// next is the level with one more card unseen.
func (s *steps) next() *steps {
	to := &steps{of: s.of, k: s.k + 1, state: make([][2][]outlook, s.k+2)}
	for j := range to.state {
		for up := range 2 {
			to.state[j][up] = make([]outlook, s.classes())
		}
	}
	for up := range 2 {
		for v := range s.classes() {
			var below, above outlook
			for j := 0; j < to.k; j++ {
				below.add(s.state[j][0][s.down(up, v)])
				to.state[j+1][up][v] = below
			}
			for j := to.k; j >= 0; j-- {
				if j < to.k {
					above.add(s.state[j][1][v])
				}
				o := &to.state[j][up][v]
				best := max(o.best, above.best)
				*o = outlook{m: (o.m + above.m) / float64(to.k), w: (o.w + above.w + best) / float64(to.k)}
			}
		}
	}
	return to
}
