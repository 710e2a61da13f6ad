package position

import (
	"context"
	"math"
	"math/big"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// made is a shuffle known by its deviations alone, all of them multiples of 2^-160.
type made struct {
	shuffle.AnyDeck

	deviation func(i, j int) *big.Rat
	off       int64 // units, of the stated slack, by which cells in an even column are too small and others too large
}

func (made) String() string                                    { return "made" }
func (made) Check(int) error                                   { return nil }
func (made) Dealer(int) shuffle.Dealer                         { panic("not dealt") }
func (made) Support(int, uint, func(perm.Perm, *big.Int) bool) { panic("no outcomes") }
func madeAlphabet(n int, models ...made) *Laws {
	var letters []notation.Letter
	for i, m := range models {
		letters = append(letters, notation.Letter{Name: byte('A' + i), Model: m})
	}
	return NewLaws(n, letters)
}

func (m made) Law(n int, bits uint) *shuffle.Law {
	l := &shuffle.Law{N: n, Bits: bits, Slack: m.off, Cells: make([]big.Int, n*n)}
	for i := range n {
		for j := range n {
			p := new(big.Rat).Add(m.deviation(i, j), big.NewRat(1, int64(n)))
			p.Mul(p, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits)))
			off := m.off - 1
			if j%2 == 0 {
				off = 1 - m.off
			}
			cell := l.At(i, j).Quo(p.Num(), p.Denom())
			if m.off > 0 {
				cell.Add(cell, big.NewInt(off))
			}
		}
	}
	return l
}

// steep are two letters, A and B, whose product rounds up in the same direction at
// nearly every step. With the row a of A and the column b of B,
//
//	a = 1/2, t, -t, t, ..., -t, 0, -1/n, ..., -1/n     b = 1/2, 1/n, -1/n, ..., -1/n, 0, -1/n, ..., -1/n,
//
// the first term of a b is 1/4, and t/n is a little more than half a unit of its last
// place. The other rows of A and columns of B are -2/n times these or 0, which makes
// both doubly stochastic.
func steep(n int) *Laws {
	half := n / 2
	line := func(k int, middle float64) float64 {
		switch {
		case k == 0:
			return 0.5
		case k == half-1:
			return 0
		case k >= half:
			return -1 / float64(n)
		case k%2 == 0:
			return -middle
		}
		return middle
	}
	times := func(k int) float64 {
		switch {
		case k == 0:
			return 1
		case k <= half:
			return -2 / float64(n)
		}
		return 0
	}
	t := float64(n) * 0x1p-55 * (1 + 0x1p-20)
	return madeAlphabet(n,
		made{deviation: func(i, j int) *big.Rat { return new(big.Rat).SetFloat64(times(i) * line(j, t)) }},
		made{deviation: func(i, j int) *big.Rat { return new(big.Rat).SetFloat64(times(j) * line(i, 1/float64(n))) }})
}

// worstError is the largest error of a computed cell, and of a row in all.
func worstError(a *Laws, w word.Word, e *dense.Matrix) (cell, row float64) {
	const bits = 500
	d := NewDecider(a)
	for i := range a.N {
		sum := 0.0
		exact, _, _ := d.Row(context.Background(), w, i, bits)
		for j, p := range exact {
			truth := new(big.Rat).SetFrac(p, new(big.Int).Lsh(big.NewInt(1), bits))
			truth.Sub(truth, big.NewRat(1, int64(a.N)))
			off, _ := truth.Sub(truth, new(big.Rat).SetFloat64(e.At(i, j))).Float64()
			cell = max(cell, math.Abs(off))
			sum += math.Abs(off)
		}
		row = max(row, sum)
	}
	return cell, row
}

// Both bounds cover the error, and nothing a hundredth of them would.
func TestErrorBoundsAreNeeded(t *testing.T) {
	for _, n := range []int{16, 64} {
		a := steep(n)
		w := word.Word{0, 1}
		c := NewChain(a)
		e := must.Have(c.Core(t.Context(), w))(t)
		cell, row := worstError(a, w, e)
		if b := ErrorBound(n, len(w)); cell > b || cell < b/150 {
			t.Errorf("n=%d: a cell is off by %g, the bound is %g", n, cell, b)
		}
		b := must.Have(c.NormError(t.Context(), w))(t)
		if row > b || row < b/50 {
			t.Errorf("n=%d: a row is off by %g, the bound is %g", n, row, b)
		}
	}
}

// A cell that is computed above e_max, but is e_max, counts as white.
func TestScoreSlackIsNeeded(t *testing.T) {
	const n = 64
	a := steep(n)
	w := word.Word{0, 1}
	e := must.Have(NewChain(a).Core(t.Context(), w))(t)
	d := NewDecider(a)
	row, _, _ := d.Row(t.Context(), w, 0, 500)
	truth := new(big.Rat).SetFrac(row[0], new(big.Int).Lsh(big.NewInt(1), 500))
	truth.Sub(truth, big.NewRat(1, n))
	emax := NewTolerance(truth)
	if !(e.At(0, 0) > emax.near) {
		t.Fatalf("the cell is computed as %v, not above %v", e.At(0, 0), emax.near)
	}
	s := NewScorer(a, emax, d)
	if got, _ := s.Score(t.Context(), w, e); got.White != n*n || got.Close == 0 {
		t.Errorf("%+v, want all cells white", got)
	}
	if cells, _ := s.Classify(t.Context(), w, e); cells[0] != 0 {
		t.Error("the cell is not classified as white")
	}
}

// What is within a row's slack of e_max is not decided: laws as far off as they say,
// at every number of bits, leave a cell that is e_max open until it counts as equal.
func TestDeciderMargin(t *testing.T) {
	// The card stays with probability 1-a: after m letters it has stayed with
	// probability 1/2 + (1-2a)^m/2.
	a := big.NewRat(1, 3<<20)
	stays := func(i, j int) *big.Rat {
		e := new(big.Rat).Sub(big.NewRat(1, 2), a)
		if i != j {
			e.Neg(e)
		}
		return e
	}
	for _, off := range []int64{1, 100} {
		d := NewDecider(madeAlphabet(2, made{deviation: stays, off: off}))
		e := big.NewRat(1, 2)
		for m := 1; m <= 4; m++ {
			e.Mul(e, new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Add(a, a)))
			for i := range 2 {
				if got, _ := d.White(t.Context(), make(word.Word, m), i, []int{0, 1}, e); got != 2 {
					t.Errorf("%d letters of slack %d: %d cells of row %d are white, want 2", m, off, got, i)
				}
			}
			_, slack, _ := d.Row(t.Context(), make(word.Word, m), 0, 256)
			row, _, _ := d.Row(t.Context(), make(word.Word, m), 1, 256)
			p := new(big.Rat).Sub(big.NewRat(1, 2), e)
			p.Mul(p, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 256)))
			if p.Sub(p, new(big.Rat).SetInt(row[0])).Abs(p).Cmp(big.NewRat(slack, 1)) > 0 {
				t.Errorf("%d letters of slack %d: off by %v units, more than %d", m, off, p, slack)
			}
		}
	}
}

// Dyadic laws lose digits too, in words of more digits than the bits at hand: then a
// hair's difference from e_max must wait for more of them.
func TestDeciderCutsDigits(t *testing.T) {
	a := alphabet(t, 2, "R", "literal")
	d := NewDecider(a)
	for _, m := range []int{200, 255, 256, 300, 600} {
		e := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(m+1)))
		less := new(big.Rat).Mul(e, big.NewRat(9, 10))
		at, _ := d.White(t.Context(), make(word.Word, m), 0, []int{0, 1}, e)
		under, _ := d.White(t.Context(), make(word.Word, m), 0, []int{0, 1}, less)
		if at != 2 || under != 0 {
			t.Errorf("%d riffles of two cards: %d white at their deviation, %d below it", m, at, under)
		}
	}
}

// The bound of the norm is what its comment says, term by term: no product makes every
// letter of a long word err in the same direction by the most it may.
func TestNormErrorByItsFormula(t *testing.T) {
	a := alphabet(t, 13, "HRD", "literal", "H=hindu(mean=3,sd=1)")
	norm := func(w word.Word) (largest float64) {
		if len(w) == 0 {
			return 1
		}
		e := must.Have(NewChain(a).Word(t.Context(), w))(t)
		sums := make([]float64, a.N)
		dense.RowSums(e, sums)
		for _, s := range sums {
			largest = max(largest, s)
		}
		return largest
	}
	for _, s := range []string{"R", "HR", "RDH", "HDHRDHH", "RRRRRRRRRR", "RDDHDR"} {
		w, sum := parse(t, a, s), 0.0
		for i, l := range w {
			if a.Letters[l].Perm != nil {
				continue
			}
			sum += norm(w[:i]) * norm(w[i+1:])
		}
		want := ErrorUnit(a.N) * sum
		if got, _ := NewChain(a).NormError(t.Context(), w); got < want || got > want*(1+1e-9) {
			t.Errorf("%s: %g, want %g", s, got, want)
		}
	}
}
