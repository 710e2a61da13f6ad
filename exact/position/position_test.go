package position

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
)

var paperTolerance = NewTolerance(big.NewRat(586, 1000000))

func alphabet(t testing.TB, n int, names, preset string, models ...string) *Laws {
	t.Helper()
	letters := must.Have(notation.New(n, []byte(names), preset, models))(t)
	return NewLaws(n, letters)
}

func parse(t testing.TB, a *Laws, s string) word.Word {
	t.Helper()
	return must.Have(a.Parse(s))(t)
}

func scoreOf(t testing.TB, a *Laws, emax Tolerance, s string) Scores {
	t.Helper()
	_, core, _ := a.Split(parse(t, a, s))
	return scoresOf(NewScorer(a, emax, NewDecider(a)), core, coreOf(NewChain(a), core))
}

// What follows cannot fail, for its context is never over.

func coreOf(c *Chain, core word.Word) *dense.Matrix { return sure(c.Core(context.Background(), core)) }
func wordOf(c *Chain, w word.Word) *dense.Matrix    { return sure(c.Word(context.Background(), w)) }

func scoresOf(s *Scorer, core word.Word, e *dense.Matrix) Scores {
	return sure(s.Score(context.Background(), core, e))
}

func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// everyWord calls f with every word of length m.
func everyWord(a *Laws, m int, f func(word.Word)) {
	w := make(word.Word, m)
	var fill func(k int)
	fill = func(k int) {
		if k == m {
			f(w)
			return
		}
		for l := range a.Letters {
			w[k] = byte(l)
			fill(k + 1)
		}
	}
	fill(0)
}

// Values found by other programs for the literal model at n = 52.
func TestKnownWhiteCounts(t *testing.T) {
	a := alphabet(t, 52, "HRD", "literal")
	for w, want := range map[string]int{
		"HR": 85, "RRR": 1568, "HDH": 664, "RDH": 1047, "RRRR": 2282, "RRRRR": 2500,
		"HHRRDHH": 2704, "HHRDHHR": 2704, "HRRDHHR": 2704, "HDHRDHH": 2704,
	} {
		if got := scoreOf(t, a, paperTolerance, w).White; got != want {
			t.Errorf("%s: w = %d, want %d", w, got, want)
		}
	}
}

// naive multiplies position laws P letter by letter, D like any other.
func naive(a *Laws, w word.Word) []float64 {
	n := a.N
	p := make([]float64, n*n)
	for i := range n {
		p[i*n+i] = 1
	}
	for _, l := range w {
		law := a.Letters[l].Model.Law(n, 192).Float()
		q := make([]float64, n*n)
		for i := range n {
			for k := range n {
				for j := range n {
					q[i*n+j] += p[i*n+k] * law[k*n+j]
				}
			}
		}
		p = q
	}
	return p
}

// Stripping, syllables and deviations against plain products of P.
func TestChainAgainstNaive(t *testing.T) {
	for _, n := range []int{1, 2, 5, 13} {
		a := alphabet(t, n, "HRDE", "literal", "E=deal(piles=1)", "H=hindu(mean=3,sd=1)")
		chain := NewChain(a)
		emax := NewTolerance(big.NewRat(1, 100))
		scorer := NewScorer(a, emax, NewDecider(a))
		for m := 1; m <= 4; m++ {
			everyWord(a, m, func(w word.Word) {
				p := naive(a, w)
				e := wordOf(chain, w)
				var want Scores
				for i := range n {
					row := 0.0
					for j := range n {
						d := math.Abs(p[i*n+j] - 1/float64(n))
						if math.Abs(math.Abs(e.At(i, j))-d) > 1e-14 {
							t.Fatalf("n=%d %s cell (%d,%d): e = %v, want %v", n, a.Format(w), i, j, e.At(i, j), d)
						}
						if d <= 0.01 {
							want.White++
						}
						want.MaxError = max(want.MaxError, d)
						row += d
					}
					want.WorstTVD = max(want.WorstTVD, row/2)
					want.MeanTVD += row / 2 / float64(n)
				}
				_, core, _ := a.Split(w)
				got := scoresOf(scorer, core, coreOf(chain, core))
				if got.White != want.White || math.Abs(got.MaxError-want.MaxError) > 1e-14 ||
					math.Abs(got.MeanTVD-want.MeanTVD) > 1e-14 || math.Abs(got.WorstTVD-want.WorstTVD) > 1e-14 {
					t.Fatalf("n=%d %s: %+v, want %+v", n, a.Format(w), got, want)
				}
			})
		}
	}
}

// The stated error bound must hold against 200-bit arithmetic, and must not be
// idle: some word must come within a factor of 10^4 of it.
func TestErrorBound(t *testing.T) {
	for _, n := range []int{7, 52} {
		a := alphabet(t, n, "HRD", "literal")
		d := NewDecider(a)
		closest := 0.0
		for _, s := range []string{"H", "R", "HR", "RDH", "HDHRDHH", "RRRRRRRRRR", "HHHHHHHHHH", "HDRDHDRDHDR"} {
			w := parse(t, a, s)
			e := wordOf(NewChain(a), w)
			worst := 0.0
			for i := range n {
				row, _, err := d.Row(t.Context(), w, i, 200)
				if err != nil {
					t.Fatal(err)
				}
				for j := range n {
					exact := new(big.Rat).SetFrac(row[j], new(big.Int).Lsh(big.NewInt(1), 200))
					exact.Sub(exact, big.NewRat(1, int64(n)))
					diff, _ := exact.Sub(exact, new(big.Rat).SetFloat64(e.At(i, j))).Float64()
					worst = max(worst, math.Abs(diff))
				}
			}
			b := ErrorBound(n, len(w))
			_, core, _ := a.Split(w)
			if sharp := sure(NewChain(a).NormError(t.Context(), core)); worst > sharp || sharp > 4*b*float64(n) {
				t.Errorf("n=%d %s: worst error %g, sharper bound %g", n, s, worst, sharp)
			}
			if worst > b {
				t.Errorf("n=%d %s: worst error %g, bound %g", n, s, worst, b)
			}
			closest = max(closest, worst/b)
		}
		if closest < 1e-4 {
			t.Errorf("n=%d: the bound is %g times too large", n, 1/closest)
		}
	}
}

// Equality with e_max must count as white, a hair less as not white: for RR at
// n = 2 the law is (1/2 1/2) exactly up to (1/2)^4, for R it is 3/4, 1/4.
func TestCloseDecisions(t *testing.T) {
	a := alphabet(t, 2, "RD", "literal")
	hair := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 300))
	for _, c := range []struct {
		word string
		e    *big.Rat
	}{{"R", big.NewRat(1, 4)}, {"RR", big.NewRat(1, 8)}, {"RDR", big.NewRat(1, 8)}} {
		at := scoreOf(t, a, NewTolerance(c.e), c.word)
		under := scoreOf(t, a, NewTolerance(new(big.Rat).Sub(c.e, hair)), c.word)
		over := scoreOf(t, a, NewTolerance(new(big.Rat).Add(c.e, hair)), c.word)
		if at.White != 4 || under.White != 0 || over.White != 4 || at.Close != 4 || under.Close != 4 {
			t.Errorf("%s: at %+v, under %+v, over %+v", c.word, at, under, over)
		}
	}
	// A transcendental law, cut at one of its own cells to 250 bits.
	h := alphabet(t, 20, "H", "literal", "H=hindu(mean=4,sd=1)")
	w := parse(t, h, "HH")
	row, _, err := NewDecider(h).Row(t.Context(), w, 3, 250)
	if err != nil {
		t.Fatal(err)
	}
	cell := new(big.Rat).SetFrac(row[8], new(big.Int).Lsh(big.NewInt(1), 250))
	cell.Sub(cell, big.NewRat(1, 20)).Abs(cell)
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 200))
	low := scoreOf(t, h, NewTolerance(new(big.Rat).Sub(cell, tiny)), "HH")
	high := scoreOf(t, h, NewTolerance(new(big.Rat).Add(cell, tiny)), "HH")
	if low.Close == 0 || high.White <= low.White {
		t.Errorf("below the cell %+v, above it %+v", low, high)
	}
}

// max|e|, every row's total variation and the Frobenius norm never grow when a
// shuffle is added at the end: all words up to length 7.
func TestMonotone(t *testing.T) {
	a := alphabet(t, 52, "HRD", "literal")
	chain := NewChain(a)
	measure := func(m *dense.Matrix) (largest, frobenius float64, rows []float64) {
		rows = make([]float64, m.Rows)
		largest, _, _ = dense.Scan(m, 0, 0, rows)
		for _, x := range m.Data {
			frobenius += x * x
		}
		return largest, frobenius, rows
	}
	const slack = 1e-13
	var walk func(level, length int)
	walk = func(level, length int) {
		largest, frobenius, rows := measure(chain.Level(level))
		for gap := 0; length+gap < 7; gap++ {
			run := a.Run(make(word.Word, 0))
			for range gap {
				run = run.Then(a.Letters[2].Perm)
			}
			for l := range byte(2) {
				must.Do(t, chain.Extend(t.Context(), level, word.Syllable{Run: run, Letter: l}))
				next := chain.Level(level + 1)
				if level > 0 {
					l2, f2, r2 := measure(next)
					if l2 > largest+slack || f2 > frobenius+slack {
						t.Fatalf("max|e| %v -> %v, norm %v -> %v", largest, l2, frobenius, f2)
					}
					for i := range rows {
						if r2[i] > rows[i]+slack {
							t.Fatalf("row %d: %v -> %v", i, rows[i], r2[i])
						}
					}
				}
				walk(level+1, length+gap+1)
			}
			if level == 0 {
				break
			}
		}
	}
	walk(0, 0)
}

// Random laws and words: E_AB = E_A E_B however the word is cut in two.
func TestProductsOfParts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(rt, "n")
		a := alphabet(t, n, "HRD", "literal", "H=hindu(mean=3,sd=1)")
		w := word.Word(rapid.SliceOfN(rapid.ByteRange(0, 2), 2, 8).Draw(rt, "word"))
		cut := rapid.IntRange(1, len(w)-1).Draw(rt, "cut")
		whole := wordOf(NewChain(a), w)
		product := dense.Square(n)
		dense.Product(product, wordOf(NewChain(a), w[:cut]), wordOf(NewChain(a), w[cut:]))
		for i := range n {
			for j := range n {
				if math.Abs(whole.At(i, j)-product.At(i, j)) > ErrorBound(n, 2*len(w)) {
					rt.Fatalf("cell (%d,%d): %v, %v", i, j, whole.At(i, j), product.At(i, j))
				}
			}
		}
	})
}

// A chain gives the same bits whatever it computed before.
func TestChainForgets(t *testing.T) {
	a := alphabet(t, 13, "HRD", "literal")
	used := NewChain(a)
	for _, s := range []string{"HDRDH", "HDRDHR", "HDR", "HR", "R", "D", "", "HDDR", "HDDRRR", "HDDRH"} {
		core := word.Word{}
		if s != "" {
			_, core, _ = a.Split(parse(t, a, s))
		}
		got, want := coreOf(used, core), coreOf(NewChain(a), core)
		for c := range want.Data {
			if got.Data[c] != want.Data[c] {
				t.Fatalf("%s: cell %d is %v after other words, %v alone", s, c, got.Data[c], want.Data[c])
			}
		}
	}
}

// J R = R J: among riffles the reversal is central and counts for nothing. With
// a deal that does not commute with it, it is not.
func TestCentralLetters(t *testing.T) {
	a := alphabet(t, 52, "RJ", "literal", "J=deal(piles=1)")
	if !a.Letters[1].Central || a.Format(a.Core(parse(t, a, "JRJJRRJ"))) != "RRR" {
		t.Errorf("J central: %v, core %s", a.Letters[1].Central, a.Format(a.Core(parse(t, a, "JRJJRRJ"))))
	}
	with, without := scoreOf(t, a, paperTolerance, "RJRR"), scoreOf(t, a, paperTolerance, "RRR")
	if with.White != without.White || math.Abs(with.MeanTVD-without.MeanTVD) > 1e-15 {
		t.Errorf("RJRR %+v, RRR %+v", with, without)
	}
	b := alphabet(t, 52, "RDJ", "literal", "J=deal(piles=1)")
	if b.Letters[2].Central {
		t.Error("J is central beside D")
	}
}
