package rank

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/search/run"
)

// half is the first or second part of a core, with the data that bounds need.
type half struct {
	before, after perm.Perm // its deterministic letters at either end, nil for none
	parts         []*factor // factors whose product lies between them
	slack         float64   // that of bounds, for all cores that it stands for
}

// halfMaker finds halves in a table of factors of half their length. It is for one goroutine.
type halfMaker struct{ factors *factors }

// make finds the half of a word with at least one random letter.
func (m halfMaker) make(w word.Word) half {
	a := m.factors.alphabet
	lead, core, trail := a.Split(w)
	bounds, parts := m.split(core)
	h := half{before: m.run(lead), after: m.run(trail), parts: parts, slack: bounds.slack(a.N)}
	for shorter := range standsFor(a, w) {
		bounds, _ := m.split(a.Core(shorter))
		h.slack = max(h.slack, bounds.slack(a.N))
	}
	return h
}

// split is a core as one factor of the table, or as two, with norms that bound both.
func (m halfMaker) split(core word.Word) (factor, []*factor) {
	longest := len(m.factors.byLength) - 1
	if len(core) <= longest {
		f := m.factors.of(core)
		return *f, []*factor{f}
	}
	x, y := m.factors.of(core[:len(core)-longest]), m.factors.of(core[len(core)-longest:])
	return join(x, y), []*factor{x, y}
}

// run composes deterministic letters; nil for none.
func (m halfMaker) run(letters word.Word) perm.Perm {
	var p perm.Perm
	for _, l := range letters {
		p = p.Append(m.factors.alphabet.Letters[l].Perm)
	}
	return p
}

// slack is C of the bound below, a multiple of what the half loses to rounding.
//
// A test computes s from rounded halves in place of t = u'E_x E_y v, and the word's score itself is
// computed with rounding, by another chain. With W and the norm (package factors), and with g =
// ErrorUnit, both errors together stay below
//
//	normScale (C_x |E_y| + |E_x| C_y),  C = 2 g (W + |E|):
//
// the errors of the halves, those of the chain (at most as large again), and three roundings of n
// terms for the vectors and their product. Rows computed in stage three round once more. The part
// of W for joining factors covers this, as the chain does not need it.
func (f factor) slack(n int) float64 { return 2 * position.ErrorUnit(n) * (f.error + f.norm) }

// maxNorm bounds the norm of every half: rows of P and of 1/n add up to 1.
const maxNorm = 2.001

// limits turn the test scale |t| <= T + slack of a pair into |a.b| <= 1. For this the vectors are
// scaled half by half: they are divided by alpha(x) and beta(y) with
//
//	alpha(x) beta(y) >= T + normScale (C_x |E_y| + |E_x| C_y),
//
// for the largest C of the cores that each half stands for. These are rejected together: the bound
// also covers what any of them loses to rounding in the enumeration.
type limits struct {
	n         int
	threshold float64 // T: the score to stay below, with its own rounding
	normScale float64
}

// newLimits replaces a threshold of 0, which perfectly uniform letters reach, by that of one
// rounding: tests cannot separate scores in between.
func newLimits(n int, threshold float64, m measure) limits {
	threshold *= 1 + float64(16*float64(n+4)*0x1p-53)
	return limits{n, max(threshold, position.ErrorUnit(n)), m.normScale}
}

func (l limits) beta(slack float64) float64 {
	return l.threshold + float64(l.normScale*maxNorm*slack)
}

// alpha uses |E_y|/beta(y) <= maxNorm/threshold.
func (l limits) alpha(slack float64) float64 {
	return 1 + l.normScale*slack*maxNorm/l.threshold
}

// within is the limit for scaled tests. It covers the rounding of the scaling.
const within = 1 + 1e-9

// suffix is a second half, with what is needed to test it, and to continue when the tests do not
// reject it.
type suffix struct {
	word   word.Word
	beta   float64
	before perm.Perm
	parts  []*factor
}

// suffixes are all second halves up to a length: words that end in a random letter. The first test
// vectors of the longest are also kept in groups, as integers.
type suffixes struct {
	list   []suffix
	probes []float64 // those of suffix i, scaled, from [i*probes*n] on
	groups []group
	cores  int64 // cores that the longest stand for, with a first half that stands only for itself
}

// newSuffixes fails only if ctx is cancelled.
func newSuffixes(ctx context.Context, f *factors, letters []byte, m measure, l limits, longest int) (*suffixes, error) {
	ends := 0
	for _, letter := range letters {
		if f.alphabet.Letters[letter].Perm == nil {
			ends++
		}
	}
	words := 0
	for range longest {
		words = words*len(letters) + ends
	}
	s := &suffixes{list: make([]suffix, 0, words), probes: make([]float64, words*probes*f.alphabet.N)}
	shorter := 0 // where the suffixes one letter shorter begin
	for length := 1; length <= longest; length++ {
		begin := len(s.list)
		s.grow(f, letters, length)
		if err := s.fill(ctx, f, m, l, begin, shorter); err != nil {
			return nil, err
		}
		shorter = begin
	}
	for _, y := range s.list[shorter:] {
		s.cores += countStanding(f.alphabet, y.word)
	}
	var err error
	s.groups, err = s.group(ctx, f.alphabet.N, shorter, ends, len(letters))
	return s, err
}

// grow lists the suffixes of a length, in the order of their letters.
func (s *suffixes) grow(f *factors, letters []byte, length int) {
	w := make(word.Word, 0, length)
	var add func()
	add = func() {
		if len(w) == length {
			if f.alphabet.Letters[w[length-1]].Perm == nil {
				s.list = append(s.list, suffix{word: slices.Clone(w)})
			}
			return
		}
		for _, letter := range letters {
			w = append(w, letter)
			add()
			w = w[:len(w)-1]
		}
	}
	add()
}

// fill computes the suffixes from begin on. Those that start with the same letter follow each other
// in the order of their rests, which begin at shorter. So a deterministic first letter only
// permutes the values of the rest.
func (s *suffixes) fill(ctx context.Context, f *factors, m measure, l limits, begin, shorter int) error {
	n := f.alphabet.N
	rests := begin - shorter
	var work errgroup.Group
	work.SetLimit(run.Threads(0))
	const stretch = 256
	for from := begin; from < len(s.list); from += stretch {
		work.Go(func() error {
			maker, probe := halfMaker{f}, newProber(n)
			for i := from; i < min(from+stretch, len(s.list)); i++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				y := &s.list[i]
				if p := f.alphabet.Letters[y.word[0]].Perm; p != nil {
					rest := shorter + (i-begin)%rests
					y.beta, y.parts = s.list[rest].beta, s.list[rest].parts
					y.before = p
					if s.list[rest].before != nil {
						y.before = p.Then(s.list[rest].before)
					}
					for k := range probes {
						for row, moved := range p {
							s.probe(k, i, n)[row] = s.probe(k, rest, n)[moved]
						}
					}
					continue
				}
				h := maker.make(y.word)
				y.beta, y.parts = l.beta(h.slack), h.parts
				m.right(probe, h.parts)
				for k, vector := range probe.vectors {
					for row, x := range vector {
						s.probe(k, i, n)[row] = x * m.scale(n) / y.beta
					}
				}
			}
			return nil
		})
	}
	return work.Wait()
}

// probe is test vector k of suffix i.
func (s *suffixes) probe(k, i, n int) []float64 { return s.probes[(i*probes+k)*n:][:n] }
