package bound

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/riffle"
	"dovetail/perm/shuffle"
)

// Counting proves bounds on words over one alphabet and remembers what they
// share. It serves one goroutine.
type Counting struct {
	alphabet *position.Alphabet
	classes  int
	share    float64   // at least 1/n!
	rising   []float64 // rising[t]: at least the share of permutations with at most t rising sequences
	spectra  map[string]*spectrum
	letters  []*spectrum
	blocks   map[string]*block
}

// block is an a-shuffle.
type block struct {
	spectrum *spectrum
	tvd      *big.Rat
	above    []float64 // above[t]: at least the probability of more than t rising sequences
}

// NewCounting prepares bounds for an alphabet.
func NewCounting(a *position.Alphabet) *Counting {
	n := a.N
	all := new(big.Int).MulRange(1, int64(n))
	c := &Counting{
		alphabet: a,
		classes:  perBit * (all.BitLen() + 8),
		share:    ratUp(new(big.Rat).SetFrac(big.NewInt(1), all)),
		rising:   make([]float64, n+1),
		spectra:  map[string]*spectrum{},
		letters:  make([]*spectrum, len(a.Letters)),
		blocks:   map[string]*block{},
	}
	sum := new(big.Int)
	for t, count := range riffle.Eulerian(n) {
		sum.Add(sum, count)
		c.rising[t+1] = ratUp(new(big.Rat).SetFrac(sum, all))
	}
	return c
}

func (c *Counting) block(a *big.Int) *block {
	key := a.String()
	b := c.blocks[key]
	if b == nil {
		n := c.alphabet.N
		b = &block{spectrum: blockSpectrum(n, c.classes, a), tvd: riffle.TVD(n, a), above: make([]float64, n+1)}
		tail := new(big.Rat)
		for r, count := range slices.Backward(riffle.Eulerian(n)) {
			b.above[r+1] = ratUp(tail)
			tail.Add(tail, new(big.Rat).Mul(new(big.Rat).SetInt(count), riffle.Q(n, a, r+1)))
		}
		b.above[0] = ratUp(tail)
		c.blocks[key] = b
	}
	return b
}

// letter is the spectrum of a random letter that is no block, or nil if there is
// none.
func (c *Counting) letter(l byte) *spectrum {
	if c.letters[l] == nil {
		switch m := c.alphabet.Letters[l].Model.(type) {
		case *shuffle.Hindu:
			c.letters[l] = hinduSpectrum(m, c.alphabet.N, c.classes)
		case *shuffle.Riffle:
			c.letters[l] = riffleSpectrum(m, c.alphabet.N, c.classes)
		}
	}
	return c.letters[l]
}

// spectrum is that of the factors together, or nil if one of them has none.
func (c *Counting) spectrum(fs []factor) *spectrum {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = c.name(f)
	}
	slices.Sort(names)
	key := strings.Join(names, " ")
	if s, ok := c.spectra[key]; ok {
		return s
	}
	s := nothing(c.classes)
	if len(fs) > 0 {
		// The factor with the last name is split off, so that sorted prefixes
		// are shared.
		last := 0
		for i := range fs {
			if c.name(fs[i]) >= c.name(fs[last]) {
				last = i
			}
		}
		s = c.spectrum(slices.Delete(slices.Clone(fs), last, last+1))
		if t := c.factor(fs[last]); s != nil && t != nil {
			s = s.then(t)
		} else {
			s = nil
		}
	}
	c.spectra[key] = s
	return s
}

func (c *Counting) name(f factor) string {
	if f.a != nil {
		return "~" + f.a.String()
	}
	return string(c.alphabet.Letters[f.letters[0]].Name)
}

func (c *Counting) factor(f factor) *spectrum {
	if f.a != nil {
		return c.block(f.a).spectrum
	}
	return c.letter(f.letters[0])
}

// shifted is the rising-sequence bound ...
func (c *Counting) shifted(fs []factor) (best shiftGap) {
	best.total = math.Inf(1)
	for i, f := range fs {
		if f.a == nil {
			continue
		}
		blk := c.block(f.a)
		for from := i; from >= 0; from-- {
			if from < i {
				if fs[from].a != nil || fs[from+1].before != nil {
					break
				}
				if _, ok := c.alphabet.Letters[fs[from].letters[0]].Model.(*shuffle.Hindu); !ok {
					break
				}
			}
			rest := c.spectrum(append(slices.Clone(fs[:from]), fs[i+1:]...))
			if rest == nil {
				continue
			}
			more := c.moreRising(fs[from:i], blk)
			tails := rest.tails()
			for t := 1; t <= c.alphabet.N; t++ {
				inside := 0.0
				for x, count := range rest.count {
					if count == 0 {
						continue
					}
					inside = up(inside + count)
					total := up(up(tails[x+1]+rest.lost) + more[t])
					total = addProduct(total, inside, c.rising[t])
					if total < best.total {
						best = shiftGap{total, t, from, i}
					}
				}
			}
		}
	}
	return best
}

type shiftGap struct {
	total   float64
	t       int
	from, i int
}

// moreRising[t] is P(rising sequences of block + boundaries of the hindus > t), up.
func (c *Counting) moreRising(hs []factor, blk *block) []float64 {
	n := c.alphabet.N
	cur := blk.above
	for _, h := range hs {
		law := c.boundaries(h.letters[0])
		next := make([]float64, n+1)
		for t := range next {
			for b, p := range law {
				above := 1.0
				if t-b >= 0 {
					above = cur[t-b]
				}
				next[t] = addProduct(next[t], p, above)
			}
		}
		cur = next
	}
	return cur
}

func (c *Counting) boundaries(l byte) []float64 {
	n := c.alphabet.N
	sizes := c.alphabet.Letters[l].Model.(*shuffle.Hindu).PacketSizes(n, massBits)
	// at[a][b]
	at := make([][]float64, n+1)
	for a := range at {
		at[a] = make([]float64, n+1)
	}
	at[0][0] = 1
	for a := 0; a < n; a++ {
		rest := new(big.Int)
		for k := n; k >= 1; k-- {
			rest.Add(rest, sizes[k])
			if a+k > n {
				continue
			}
			q := sizes[k]
			if a+k == n {
				q = rest
			}
			p := fixedUp(q, 2, massBits)
			for b, m := range at[a] {
				if m > 0 && p > 0 && b < n {
					at[a+k][b+1] = addProduct(at[a+k][b+1], m, p)
				}
			}
		}
	}
	return at[n][1:]
}
