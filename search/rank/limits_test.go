package rank

import (
	"math"
	"math/rand/v2"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/must"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// What tests of halves may be off, and so what they leave room for, is a proved bound
// that no product comes near: it is compared with its formula, term by term.

// Every factor's W is the sum over its letters of the norms before and after, and its
// norm is that of its deviation with its error.
func TestFactorsByTheirFormula(t *testing.T) {
	q := wordstest.Query(t, 13, 4, "HRD", words.ByMeanTVD, 1, "H=hindu(mean=3,sd=1)")
	a := q.Alphabet
	f := must.Have(newFactors(t.Context(), a, 4))(t)
	norm := func(e *dense.Matrix) float64 {
		sums := make([]float64, a.N)
		dense.RowSums(e, sums)
		largest := 0.0
		for _, s := range sums {
			largest = max(largest, s)
		}
		return largest
	}
	near := func(what string, w word.Word, got, want float64) {
		t.Helper()
		if got < want || got > want*(1+1e-12) {
			t.Errorf("%s: %s %v, want %v", a.Format(w), what, got, want)
		}
	}
	for length := 1; length <= 4; length++ {
		for code, got := range f.byLength[length] {
			w := spell(code, length, len(a.Letters))
			_, core, _ := a.Split(w)
			sum := 0.0
			for s, l := range core {
				if a.Letters[l].Perm == nil {
					sum += f.of(core[:s]).norm * f.of(core[s+1:]).norm
				}
			}
			if len(core) == 0 {
				near("norm", w, got.norm, 1)
				continue
			}
			near("norm", w, got.norm, norm(got.e)+position.ErrorUnit(a.N)*sum)
			near("error", w, got.error, sum)
		}
	}
	x, y := f.of(word.Word{1, 1}), f.of(word.Word{0, 2, 1})
	both := join(x, y)
	near("norm of both", word.Word{1, 1, 0, 2, 1}, both.norm, x.norm*y.norm)
	near("error of both", word.Word{1, 1, 0, 2, 1}, both.error, x.error*y.norm+x.norm*y.error+x.norm*y.norm)
}

// Whatever two halves lose, C = 2 g (W + |E|) for each, the limits of their tests leave
// room for it.
func TestLimitsHoldWhatHalvesLose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() factor {
		return factor{norm: math.Exp2(-30*rng.Float64()) * 2, error: math.Exp2(-20*rng.Float64()) * 8}
	}
	for range 1000 {
		n := 2 + rng.IntN(200)
		threshold := math.Exp2(-40 * rng.Float64())
		for _, m := range measures {
			x, y := draw(), draw()
			l := newLimits(n, threshold, m)
			lose := func(f factor) float64 { return 2 * position.ErrorUnit(n) * (f.error + f.norm) }
			want := threshold*(1+16*float64(n+3)*0x1p-53) + m.normScale*(lose(x)*y.norm+x.norm*lose(y))
			if got := l.alpha(x.slack(n)) * l.beta(y.slack(n)) * (1 + 1e-15); got < want {
				t.Fatalf("n=%d T=%v by %s: %v is left for %+v and %+v, want %v", n, threshold, m.key, got, x, y, want)
			}
		}
	}
	// Scaling rounds each vector's cells twice, and the product of two of them once a cell.
	if within < 1+float64(1000+4)*0x1p-53 {
		t.Errorf("a pair at its limit may be rejected: %v", within)
	}
}

// A half loses no less than any core that it stands for.
func TestLimitsHoldShorterCores(t *testing.T) {
	a := wordstest.Query(t, 9, 6, "HRD", words.ByMeanTVD, 1).Alphabet
	f := must.Have(newFactors(t.Context(), a, 3))(t)
	maker, larger := halfMaker{f}, 0
	for code := range 729 {
		w := spell(code, 6, 3)
		if a.Random(w) == 0 {
			continue
		}
		own, _ := maker.split(a.Core(w))
		slack := maker.make(w).slack
		for c := range standsFor(a, w) {
			shorter, _ := maker.split(a.Core(c))
			if slack < shorter.slack(a.N) {
				t.Errorf("%s loses %v, and %s %v", a.Format(w), slack, a.Format(c), shorter.slack(a.N))
			}
		}
		if slack > own.slack(a.N) {
			larger++
		}
	}
	if larger == 0 {
		t.Error("no shorter core loses more")
	}
}
