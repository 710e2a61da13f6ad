package bound

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// counting proves lower bounds by counting permutations. It remembers what words share.
type counting struct {
	sync.Mutex // held by who uses it
	alphabet   *word.Alphabet
	classes    int
	share      float64   // at least 1/n!
	rising     []float64 // rising[t] is at least the share of permutations with at most t rising sequences
	eulerian   []*big.Int
	all        *big.Int              // n!
	sizes      map[string][]*big.Int // of packets, by letter
	spectra    map[string]*spectrum
	partings   map[string][]float64
	blocks     map[string]*block
	crossed    map[string]crossing
	stopped    func() bool // whether the result is no longer needed: it is then meaningless
}

func newCounting(a *word.Alphabet) *counting {
	n := a.N
	all := new(big.Int).MulRange(1, int64(n))
	c := &counting{
		alphabet: a,
		// Outcomes rarer than 1/n! by a few bits are never useful.
		classes:  perBit * (all.BitLen() + 8),
		share:    ratioUp(one, all),
		rising:   make([]float64, n+1),
		eulerian: riffle.Eulerian(n),
		all:      all,
		sizes:    map[string][]*big.Int{},
		spectra:  map[string]*spectrum{},
		partings: map[string][]float64{},
		blocks:   map[string]*block{},
		crossed:  map[string]crossing{},
		stopped:  func() bool { return false },
	}
	sum := new(big.Int)
	for t, count := range c.eulerian {
		sum.Add(sum, count)
		c.rising[t+1] = ratioUp(sum, all)
	}
	return c
}

// block is an a-shuffle.
type block struct {
	spectrum *spectrum
	tvd      *big.Rat
	above    []float64 // above[t] is at least the probability of more than t rising sequences
}

func (c *counting) block(a *big.Int) *block {
	key := a.String()
	b := c.blocks[key]
	if b == nil {
		n := c.alphabet.N
		b = &block{newSpectrum(c.classes), riffle.TVD(n, a), make([]float64, n+1)}
		all, tail := new(big.Int).Exp(a, big.NewInt(int64(n)), nil), new(big.Int)
		for i, count := range slices.Backward(c.eulerian) {
			b.above[i+1] = ratioUp(tail, all)
			ways := riffle.Ways(n, a, i+1)
			if ways.Sign() == 0 {
				continue
			}
			probability, _ := nearest(ways, all)
			ways.Mul(ways, count)
			b.spectrum.add(class(probability), ratioUp(count, one), ratioUp(ways, all))
			tail.Add(tail, ways)
		}
		b.above[0] = 1
		c.blocks[key] = b
	}
	return b
}

// gap is what the spectrum of the factors together leaves open, or nil if one of them has none.
func (c *counting) gap(fs []factor) *gap {
	s := c.sorted(c.inOrder(fs))
	if s == nil {
		return nil
	}
	if s.open == nil {
		s.open = s.gap(c.share)
		s.open.least = remainder(s.open.total)
	}
	return s.open
}

// inOrder sorts factors by their names: spectra do not depend on their order.
func (c *counting) inOrder(fs []factor) []factor {
	fs = slices.Clone(fs)
	slices.SortFunc(fs, func(f, g factor) int { return strings.Compare(c.name(f), c.name(g)) })
	return fs
}

// sorted is the spectrum of factors in the order of their names, so that words
// share those of their first factors.
func (c *counting) sorted(fs []factor) *spectrum {
	key := c.names(fs)
	s, known := c.spectra[key]
	switch {
	case known:
		return s
	case c.stopped():
		return nil
	case len(fs) == 0:
		s = nothing(c.classes)
	case len(fs) > 1:
		first, last := c.sorted(fs[:len(fs)-1]), c.sorted(fs[len(fs)-1:])
		if first != nil && last != nil && !c.stopped() {
			s = first.then(last, c.stopped)
		}
	case fs[0].a != nil:
		s = c.block(fs[0].a).spectrum
	default:
		m, sizes := c.letter(fs[0])
		s = letterSpectrum(m, sizes, c.alphabet.N, c.classes, c.stopped)
	}
	c.spectra[key] = s
	return s
}

// name is equal for factors with the same spectrum, and for no others.
func (c *counting) name(f factor) string {
	if f.a != nil {
		return "~" + f.a.String()
	}
	return string(c.alphabet.Letters[f.letters[0]].Name)
}

func (c *counting) names(fs []factor) string {
	var names []string
	for _, f := range fs {
		names = append(names, c.name(f))
	}
	return strings.Join(names, " ")
}

// letter is the model of a factor that is a letter, with the law of the sizes of its
// packets, which takes long to compute, or nil.
func (c *counting) letter(f factor) (shuffle.Model, []*big.Int) {
	m, key := c.alphabet.Letters[f.letters[0]].Model, c.name(f)
	sizes, known := c.sizes[key]
	if !known {
		if packets := shuffle.PacketsOf(m); packets != nil {
			sizes = packets.PacketSizes(c.alphabet.N, massBits)
		}
		c.sizes[key] = sizes
	}
	return m, sizes
}

// Rising sequences across a few partings. Let a word be X Y R Z, where R is an
// a-shuffle, the letters of Y part few neighbours (a Hindu shuffle one less than it has
// packets), and X and Z are arbitrary. Number the cards by their order after X and look
// at them before Z. All pairs of neighbours except the parted ones are still neighbours
// when R begins. So there are at most b more rising sequences than R alone makes, where
// b is the number of partings. So the word is, except for a small probability, one of
// (outcomes of X and Z) times (permutations with at most t rising sequences).

// crossing is the best such bound: the distance is at least 1 - total.
type crossing struct {
	total    float64
	least    *big.Rat // 1 - total
	count    float64  // outcomes of X and Z, at most
	rising   int      // t
	outside  float64  // probability of all else, at most
	from, to int      // Y is factors from..to-1, R is factor to
}

// crossing considers all R and Y of a word.
func (c *counting) crossing(fs []factor) crossing {
	best := crossing{total: math.Inf(1)}
	for to, f := range fs {
		if f.a == nil || f.inverse {
			continue
		}
		for from := to - 1; from >= 0 && fs[from+1].before == nil && !c.stopped() && c.parts(fs[from]) != nil; from-- {
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
		best.least = remainder(best.total)
		c.crossed[key] = best
	}
	best.from, best.to = from, to
	return best
}

// cross tries every set of outcomes of the rest with every t, except where one of the three parts alone is too much.
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
			if left >= best.total || above[t] >= best.total || float64(inside*share) >= best.total {
				continue
			}
			outside := up(left + above[t])
			if total := addProduct(outside, inside, share); total < best.total {
				best = crossing{total: total, count: inside, rising: t, outside: outside}
			}
		}
	}
	return best
}

// more[t] is at least the probability that the block's rising sequences and the
// partings before it together exceed t.
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

// parts is the law of a factor's partings, or nil if it cannot be a Y.
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
