package tally

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm/must"
)

// exactPMF is the binomial probability by big rationals.
func exactPMF(k, n int64, p *big.Rat) *big.Rat {
	r := new(big.Rat).SetInt(new(big.Int).Binomial(n, k))
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	pow := func(b *big.Rat, e int64) *big.Rat {
		x := big.NewInt(e)
		return new(big.Rat).SetFrac(new(big.Int).Exp(b.Num(), x, nil), new(big.Int).Exp(b.Denom(), x, nil))
	}
	return r.Mul(r, pow(p, k)).Mul(r, pow(q, n-k))
}

func TestPMF(t *testing.T) {
	for _, n := range []int64{1, 2, 7, 40, 500} {
		for _, p := range []float64{0.001, 1. / 52, 0.25, 0.5, 0.9} {
			for k := int64(0); k <= n; k += 1 + n/40 {
				want, _ := exactPMF(k, n, new(big.Rat).SetFloat64(p)).Float64()
				// An exponential loses as many digits as its argument has.
				tol := 1e-15 * (20 - math.Log(want+1e-300))
				if got := pmf(k, n, p); math.Abs(got-want) > tol*want+1e-300 {
					t.Fatalf("P(Bin(%d,%v)=%d) = %v, want %v", n, p, k, got, want)
				}
			}
		}
	}
}

// f against exact rational sums for few deals, and against sums of ratios for
// many, whose own error grows with the number of terms.
func TestWhite(t *testing.T) {
	for _, c := range []struct {
		n    int
		s    int64
		emax *big.Rat
		tol  float64 // of the oracle
	}{
		{52, 100, big.NewRat(1, 100), 0}, {52, 100, big.NewRat(1, 10), 0},
		{5, 40, big.NewRat(1, 5), 0}, {5, 40, big.NewRat(3, 10), 0}, {2, 30, big.NewRat(1, 2), 0},
		{3, 1, big.NewRat(1, 10), 0}, {3, 1, big.NewRat(2, 3), 0}, {1, 10, new(big.Rat), 0}, {1, 1000000, new(big.Rat), 1e-9},
		{52, 1000000, Published, 2e-12}, {52, 10000, big.NewRat(6, 1000), 0},
		{10, 1000000000, big.NewRat(5, 100000), 1e-10},
	} {
		w := must.Have(NewWhite(c.n, c.s, c.emax))(t)
		if w.Error > 1e-9 {
			t.Errorf("n=%d s=%d emax=%v: error bound %v", c.n, c.s, c.emax, w.Error)
		}
		lo, hi := w.from, w.from+float64(len(w.interval)-2)/w.perUnit
		if w.a > w.b {
			lo, hi = 0, 0.1
		}
		for i := -3; i <= 63; i++ {
			e := lo + (hi-lo)*float64(i)/60
			p := 1/float64(c.n) + e
			if p < 0 || p > 1 {
				continue
			}
			want := 0.0
			switch {
			case w.a > w.b:
			case c.s <= 1000:
				sum, x := new(big.Rat), new(big.Rat).SetFloat64(p)
				for k := w.a; k <= w.b; k++ {
					sum.Add(sum, exactPMF(k, c.s, x))
				}
				want, _ = sum.Float64()
			default:
				want = ratios(w.a, w.b, c.s, p)
			}
			if got := w.At(e); math.Abs(got-want) > c.tol+w.Error {
				t.Fatalf("n=%d s=%d emax=%v e=%v: f = %v, want %v", c.n, c.s, c.emax, e, got, want)
			}
		}
	}
}

// ratios is P(a <= X <= b) for X ~ Binomial(n, p) from ratios of neighbouring
// probabilities alone, normalised by their sum.
func ratios(a, b, n int64, p float64) float64 {
	mode := min(int64(p*float64(n+1)), n)
	inside, total := 0.0, 0.0
	add := func(k int64, w float64) {
		total += w
		if a <= k && k <= b {
			inside += w
		}
	}
	for k, w := mode, 1.0; k >= 0 && w > 1e-25; k-- {
		add(k, w)
		w *= float64(k) / float64(n-k+1) * (1 - p) / p
	}
	for k, w := mode+1, float64(n-mode)/float64(mode+1)*p/(1-p); k <= n && w > 1e-25; k++ {
		add(k, w)
		w *= float64(n-k) / float64(k+1) * p / (1 - p)
	}
	return inside / total
}

// Sum must add what At gives, in and out of the table, bit by bit.
func TestSum(t *testing.T) {
	for _, emax := range []*big.Rat{big.NewRat(6, 1000), big.NewRat(1, 2), new(big.Rat)} {
		w := must.Have(NewWhite(52, 10000, emax))(t)
		for length := range 70 {
			row := make([]float64, length)
			var s [4]float64
			for j := range row {
				row[j] = -1./52 + 0.003*float64(j+length)
				s[j&3] += w.At(row[j])
			}
			if got, want := w.Sum(row), (s[0]+s[1])+(s[2]+s[3]); got != want {
				t.Fatalf("emax=%v, %d cells: sum %v, want %v", emax, length, got, want)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	// 10^6 (1/52 - 5.86e-4) = 18644.77, 10^6 (1/52 + 5.86e-4) = 19816.77
	if a, b := Bounds(52, 1000000, Published); a != 18645 || b != 19816 {
		t.Errorf("white counts %d..%d, want 18645..19816", a, b)
	}
	if a, b := Bounds(4, 100, big.NewRat(1, 100)); a != 24 || b != 26 {
		t.Errorf("white counts %d..%d, want 24..26", a, b)
	}
}

// Independent binomial cells give 5.872e-4 for 52 cards and 10^6 deals, and
// the closed form is within 1% of it.
func TestAuto(t *testing.T) {
	e, _ := Auto(52, 1000000).Float64()
	if math.Abs(e-5.872e-4) > 1e-7 {
		t.Errorf("e_max = %v, want 5.872e-4", e)
	}
	if f := Formula(52, 1000000, 0.95); math.Abs(f/e-1) > 0.01 {
		t.Errorf("formula %v, exact %v", f, e)
	}
	if e := Auto(1, 100); e.Sign() != 0 {
		t.Errorf("one card: e_max = %v", e)
	}
}

// Auto against its definition in rationals, for few deals.
func TestAutoAgainstRationals(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for _, s := range []int64{1, 2, 5, 12, 30} {
			p := big.NewRat(1, int64(n))
			var best *big.Rat
			for t := int64(0); t <= s; t++ {
				e := new(big.Rat).SetFrac64(t, s)
				e.Sub(e, p).Abs(e)
				inside := new(big.Rat)
				for k := int64(0); k <= s; k++ {
					d := new(big.Rat).SetFrac64(k, s)
					if d.Sub(d, p).Abs(d).Cmp(e) <= 0 {
						inside.Add(inside, exactPMF(k, s, p))
					}
				}
				all := big.NewRat(1, 1)
				for range n * n {
					all.Mul(all, inside)
				}
				if all.Cmp(Confidence) >= 0 && (best == nil || e.Cmp(best) < 0) {
					best = e
				}
			}
			if got := Auto(n, s); got.Cmp(best) != 0 {
				t.Errorf("n=%d s=%d: %v, want %v", n, s, got, best)
			}
		}
	}
}

func BenchmarkWhiteSum52(b *testing.B) {
	w := must.Have(NewWhite(52, 1000000, Published))(b)
	row := make([]float64, 52)
	for i := range row {
		row[i] = 1.5e-3 * math.Sin(float64(i))
	}
	for b.Loop() {
		w.Sum(row)
	}
}

func BenchmarkNewWhite(b *testing.B) {
	for b.Loop() {
		if _, err := NewWhite(52, 1000000, Published); err != nil {
			b.Fatal(err)
		}
	}
}
