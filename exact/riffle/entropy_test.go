package riffle

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
)

// checkEntropy compares Entropy with the definition in floating point.
func checkEntropy(t *testing.T, where string, l law, s *Shuffle, a *big.Int) {
	t.Helper()
	want := 0.0
	l.ratios(func(_ perm.Perm, ratio *big.Rat) {
		if x, _ := ratio.Float64(); x > 0 {
			want += x * math.Log2(x)
		}
	})
	size, _ := new(big.Float).SetInt(factorial(l.n)).Float64()
	encloses(t, where, s, a, want/size)
}

// encloses wants the entropy deficit to be the float64 want, as far as sums of
// that precision tell.
func encloses(t *testing.T, where string, s *Shuffle, a *big.Int, want float64) {
	t.Helper()
	lo, hi := s.Entropy(a, within(1e-14))
	low, _ := lo.Float64()
	high, _ := hi.Float64()
	if margin := 1e-12 * (1 + want); !(low-margin <= want && want <= high+margin) {
		t.Errorf("%s: the entropy deficit %v is not in [%v, %v]", where, want, low, high)
	}
}

// within decides once the interval is narrow enough.
func within(width float64) func(lo, hi *big.Rat) bool {
	most := new(big.Rat).SetFloat64(width)
	return func(lo, hi *big.Rat) bool { return new(big.Rat).Sub(hi, lo).Cmp(most) <= 0 }
}

// A wide interval meets every narrow one, which is all but the truth itself: so
// the stated slack holds.
func TestEntropyIsEnclosed(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 53, 120} {
		for _, cut := range Cuts {
			s := New(n, cut)
			for _, packets := range []int64{1, 2, 3, 10, 52, 1000, 1 << 20, 1 << 62} {
				a := big.NewInt(packets)
				lo, hi := s.entropy(a, 96)
				for _, bits := range []uint{128, 600} {
					low, high := s.entropy(a, bits)
					if low.Cmp(hi) > 0 || high.Cmp(lo) < 0 || low.Cmp(high) > 0 {
						t.Errorf("n=%d, a=%d, cut %s: [%s, %s] with %d bits is elsewhere", n, packets, cut,
							low.FloatString(30), high.FloatString(30), bits)
					}
				}
			}
		}
	}
}

// Beyond enumeration a cut after is compared with a sum over the classes (c, d),
// with the mixture of Q(c) and Q(c+1) as its probability.
func TestCutAfterByClasses(t *testing.T) {
	for _, n := range []int{2, 3, 9, 20, 33, 40} {
		for _, packets := range []int64{1, 2, 5, 32, 64, 1000} {
			a := big.NewInt(packets)
			tvd, entropy := cutAfter(n, a)
			s := New(n, After)
			equal(t, "TVD of a cut after", s.TVD(a), tvd)
			encloses(t, "cut after", s, a, entropy)
		}
	}
}

func cutAfter(n int, a *big.Int) (tvd *big.Rat, entropy float64) {
	tvd = new(big.Rat)
	size := new(big.Rat).SetInt(factorial(n))
	uniform := new(big.Rat).Inv(size)
	for c := 1; c < n; c++ {
		for d := 1; d < n; d++ {
			count, _ := firstAbove(n-1, c-1, d-1)
			if d < n-1 {
				above, _ := firstAbove(n-1, c-1, d)
				count.Sub(count, above)
			}
			permutations := new(big.Rat).SetInt(count.Mul(count, big.NewInt(int64(n))))
			p := new(big.Rat).Mul(Q(n, a, c), big.NewRat(int64(d), int64(n)))
			p.Add(p, new(big.Rat).Mul(Q(n, a, c+1), big.NewRat(int64(n-d), int64(n))))

			mass, _ := new(big.Rat).Mul(p, permutations).Float64()
			if ratio, _ := new(big.Rat).Mul(p, size).Float64(); mass > 0 {
				entropy += mass * math.Log2(ratio)
			}
			if p.Sub(p, uniform).Sign() > 0 {
				tvd.Add(tvd, p.Mul(p, permutations))
			}
		}
	}
	return tvd, entropy
}
