package bound

import (
	"math"
	"slices"
)

// Rising sequences across a few partings. Let a word be X Y R Z, where R is an
// a-shuffle, the letters of Y part few neighbours (a Hindu shuffle one less than
// it has packets), and X and Z are anything. Count cards by their order after X
// and look at them before Z: all pairs of neighbours but the parted ones are still
// neighbours when R begins, so there are at most b more rising sequences than R
// alone makes, b the number of partings. So the word is, but for a small
// probability, one of (outcomes of X and Z) times (permutations with at most t
// rising sequences).

// crossing is the best such bound: the distance is at least 1 - total.
type crossing struct {
	total    float64
	count    float64 // outcomes of X and Z, at most
	rising   int     // t
	outside  float64 // probability of all else, at most
	from, to int     // Y is factors from..to-1, R is factor to
}

// crossing looks through all R and Y of a word.
func (c *counting) crossing(fs []factor) crossing {
	best := crossing{total: math.Inf(1)}
	for to, f := range fs {
		if f.a == nil || f.inverse {
			continue
		}
		for from := to - 1; from >= 0 && fs[from+1].before == nil && c.parts(fs[from]) != nil; from-- {
			if g := c.crossingAt(fs, from, to); g.total < best.total {
				best = g
			}
		}
	}
	return best
}

func (c *counting) crossingAt(fs []factor, from, to int) crossing {
	rest := c.inOrder(slices.Concat(fs[:from], fs[to+1:]))
	key := c.names(rest) + "/" + c.names(fs[from:to+1])
	best, known := c.crossed[key]
	if !known {
		best = crossing{total: math.Inf(1)}
		if s := c.sorted(rest); s != nil {
			best = c.cross(s, c.more(fs[from:to], c.block(fs[to].a)))
		}
		c.crossed[key] = best
	}
	best.from, best.to = from, to
	return best
}

// cross tries every set of outcomes of the rest with every t.
func (c *counting) cross(rest *spectrum, above []float64) crossing {
	best := crossing{total: math.Inf(1)}
	tails := rest.tails()
	inside := 0.0
	for x, count := range rest.count {
		if count == 0 {
			continue
		}
		inside = up(inside + count)
		left := up(tails[x+1] + rest.lost)
		for t, share := range c.rising {
			outside := up(left + above[t])
			if total := addProduct(outside, inside, share); total < best.total {
				best = crossing{total: total, count: inside, rising: t, outside: outside}
			}
		}
	}
	return best
}

// more[t] is at least the probability that the block's rising sequences and the
// partings before it are more than t together.
func (c *counting) more(before []factor, b *block) []float64 {
	above := b.above
	for _, f := range before {
		next := make([]float64, len(above))
		for t := range next {
			for k, p := range c.parts(f) {
				if k <= t {
					next[t] = addProduct(next[t], p, above[t-k])
				} else {
					next[t] = up(next[t] + p)
				}
			}
		}
		above = next
	}
	return above
}

// parts is the law of a factor's partings, or nil if it is no Y.
func (c *counting) parts(f factor) []float64 {
	if f.a != nil {
		return nil
	}
	key := c.name(f)
	law, known := c.partings[key]
	if !known {
		m, sizes := c.letter(f)
		law = partings(m, sizes, c.alphabet.N)
		c.partings[key] = law
	}
	return law
}
