package bound

import (
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// counting proves lower bounds by counting permutations. It remembers what words
// share and serves one goroutine.
type counting struct {
	alphabet *word.Alphabet
	classes  int
	share    float64   // at least 1/n!
	rising   []float64 // rising[t] is at least the share of permutations with at most t rising sequences
	eulerian []*big.Int
	all      *big.Int              // n!
	sizes    map[string][]*big.Int // of packets, by letter
	spectra  map[string]*spectrum
	partings map[string][]float64
	blocks   map[string]*block
	crossed  map[string]crossing
}

func newCounting(a *word.Alphabet) *counting {
	n := a.N
	all := new(big.Int).MulRange(1, int64(n))
	c := &counting{
		alphabet: a,
		// Outcomes rarer than 1/n! by a few bits never pay.
		classes:  perBit * (all.BitLen() + 8),
		share:    ratUp(new(big.Rat).SetFrac(big.NewInt(1), all)),
		rising:   make([]float64, n+1),
		eulerian: riffle.Eulerian(n),
		all:      all,
		sizes:    map[string][]*big.Int{},
		spectra:  map[string]*spectrum{},
		partings: map[string][]float64{},
		blocks:   map[string]*block{},
		crossed:  map[string]crossing{},
	}
	sum := new(big.Int)
	for t, count := range c.eulerian {
		sum.Add(sum, count)
		c.rising[t+1] = ratUp(new(big.Rat).SetFrac(sum, all))
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
		tail := new(big.Rat)
		for i, count := range slices.Backward(c.eulerian) {
			b.above[i+1] = ratUp(tail)
			q := riffle.Q(n, a, i+1)
			if q.Sign() == 0 {
				continue
			}
			ways := new(big.Rat).SetInt(count)
			probability, _ := q.Float64()
			q.Mul(q, ways)
			b.spectrum.add(class(probability), ratUp(ways), ratUp(q))
			tail.Add(tail, q)
		}
		b.above[0] = 1
		c.blocks[key] = b
	}
	return b
}

// spectrum is that of the factors together, or nil if one of them has none.
func (c *counting) spectrum(fs []factor) *spectrum {
	return c.sorted(c.inOrder(fs))
}

// inOrder sorts factors by their names: spectra do not depend on their order.
func (c *counting) inOrder(fs []factor) []factor {
	return slices.SortedFunc(slices.Values(fs), func(f, g factor) int { return strings.Compare(c.name(f), c.name(g)) })
}

// sorted is the spectrum of factors in the order of their names, so that words
// share those of their first factors.
func (c *counting) sorted(fs []factor) *spectrum {
	key := c.names(fs)
	s, known := c.spectra[key]
	switch {
	case known:
		return s
	case len(fs) == 0:
		s = nothing(c.classes)
	case len(fs) > 1:
		first, last := c.sorted(fs[:len(fs)-1]), c.sorted(fs[len(fs)-1:])
		if first != nil && last != nil {
			s = first.then(last)
		}
	case fs[0].a != nil:
		s = c.block(fs[0].a).spectrum
	default:
		m, sizes := c.letter(fs[0])
		s = letterSpectrum(m, sizes, c.alphabet.N, c.classes)
	}
	c.spectra[key] = s
	return s
}

// name is the same for factors with the same spectrum, and for no others.
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
// packets, which takes long, or nil.
func (c *counting) letter(f factor) (shuffle.Model, []*big.Int) {
	m, key := c.alphabet.Letters[f.letters[0]].Model, c.name(f)
	sizes, known := c.sizes[key]
	if !known {
		sizes = m.PacketSizes(c.alphabet.N, massBits)
		c.sizes[key] = sizes
	}
	return m, sizes
}
