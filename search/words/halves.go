package words

import (
	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
)

// half is the first or second part of a core, with what bounds need of it.
type half struct {
	word position.Word
	factor
	before, after perm.Perm       // its deterministic letters at either end, nil for none
	parts         []*dense.Matrix // deviations whose product lies between them
}

// halfMaker computes halves from a table of factors of half their length. It
// serves one goroutine.
type halfMaker struct {
	*factors
	whole *dense.Matrix
}

func newHalfMaker(f *factors) *halfMaker {
	shared := *f
	shared.rowSum = make([]float64, f.alphabet.N)
	return &halfMaker{&shared, dense.Square(f.alphabet.N)}
}

// make computes the half of a word with at least one random letter. Its
// deviation e is overwritten by the next call where it is not in the table.
func (m *halfMaker) make(w position.Word) half {
	lead, core, trail := m.alphabet.Split(w)
	h := half{word: w, before: m.run(lead), after: m.run(trail)}
	longest := len(m.byLength) - 1
	if len(core) <= longest {
		f := m.of(core)
		h.factor, h.parts = *f, []*dense.Matrix{f.e}
	} else {
		x, y := m.of(core[:len(core)-longest]), m.of(core[len(core)-longest:])
		dense.Product(m.whole, x.e, y.e)
		h.factor, h.parts = join(x, y), []*dense.Matrix{x.e, y.e}
		h.e = m.whole
		h.norm = min(h.norm, m.norm(h.e)+position.ErrorUnit(m.alphabet.N)*h.error)
	}
	return h
}

// run composes deterministic letters; nil for none.
func (m *halfMaker) run(letters position.Word) perm.Perm {
	var p perm.Perm
	for _, l := range letters {
		p = p.Append(m.alphabet.Letters[l].Perm)
	}
	return p
}

// slack is C of the bound below, a multiple of what the half loses to rounding.
//
// A test computes s from rounded halves in place of t = u'E_x E_y v, and the
// word's score itself is computed with rounding, by another chain. In terms of
// W and the norm (package factors), and with g = ErrorUnit, both together
// stay below
//
//	normScale (C_x |E_y| + |E_x| C_y),  C = 2 g (W + |E|):
//
// the halves' errors, those of the chain (no more than the halves' once again),
// and three roundings of n terms for the vectors and their product. Rows
// computed in stage three round once more, which the part of W that stands for
// joining factors covers, as the chain does not need it.
func (f factor) slack(n int) float64 { return 2 * position.ErrorUnit(n) * (f.error + f.norm) }

// mostNorm bounds the norm of every half: rows of P and of 1/n add up to 1.
const mostNorm = 2.001

// limits turn the test scale |t| <= T + slack of a pair into |a.b| <= 1 for
// vectors that are scaled half by half: divided by alpha(x) and beta(y) with
//
//	alpha(x) beta(y) >= T + normScale (C_x |E_y| + |E_x| C_y).
type limits struct {
	n         int
	threshold float64 // T: the score to stay below, with its own rounding
	normScale float64
}

// newLimits takes a threshold of 0, which perfectly uniform letters reach, for that
// of one rounding: what lies between cannot be told apart by tests.
func newLimits(n int, threshold float64, m measure) limits {
	threshold *= 1 + 16*float64(n+4)*0x1p-53
	return limits{n, max(threshold, position.ErrorUnit(n)), m.normScale}
}

func (l limits) beta(y factor) float64 {
	return l.threshold + l.normScale*mostNorm*y.slack(l.n)
}

// alpha uses |E_y|/beta(y) <= mostNorm/threshold.
func (l limits) alpha(x factor) float64 {
	return 1 + l.normScale*x.slack(l.n)*mostNorm/l.threshold
}

// within is the limit for scaled tests; it covers the rounding of the scaling.
const within = 1 + 1e-9
