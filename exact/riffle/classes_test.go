package riffle

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/riffles"
)

// lawOf is the law of a model with whole weights over its denominator.
func lawOf(t *testing.T, spec string, n int) law {
	t.Helper()
	m, err := models.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	den := shuffle.DenominatorOf(m, n)
	bits := uint(den.BitLen()) + 64
	l := newLaw(n)
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		count := new(big.Int).Mul(w, den)
		count.Add(count, new(big.Int).Lsh(big.NewInt(1), bits-1))
		l.add(p, count.Rsh(count, bits).Int64())
		return true
	})
	if l.total != den.Int64() {
		t.Fatalf("%s: weights add up to %d of %v", spec, l.total, den)
	}
	return l
}

// checkClasses compares a law by classes with one in full, class being that of a
// permutation.
func checkClasses(t *testing.T, what string, l law, c *Classes, class func(p perm.Perm) int) {
	t.Helper()
	counts := make([]int64, len(c.count))
	l.ratios(func(p perm.Perm, ratio *big.Rat) {
		k := class(p)
		counts[k]++
		equal(t, fmt.Sprint(what, p), c.Ratio(k), ratio)
	})
	for k, count := range c.count {
		if count.Int64() != counts[k] {
			t.Errorf("%s: class %d has %v orders, want %d", what, k, count, counts[k])
		}
	}
	tvd, separation, linf := l.distances()
	equal(t, what+"TVD", c.TVD(), tvd)
	equal(t, what+"separation", c.Separation(), separation)
	equal(t, what+"l-infinity", c.Linf(), linf)
	deficit := 0.0
	l.ratios(func(_ perm.Perm, ratio *big.Rat) {
		if x, _ := ratio.Float64(); x > 0 {
			deficit += x * math.Log2(x) / float64(perm.Factorial(l.n))
		}
	})
	lo, hi := c.Entropy(func(lo, hi *big.Rat) bool {
		return new(big.Rat).Sub(hi, lo).Cmp(big.NewRat(1, 1e9)) < 0
	})
	a, _ := lo.Float64()
	b, _ := hi.Float64()
	if deficit < a-1e-12 || deficit > b+1e-12 || b-a > 1e-9 {
		t.Errorf("%s: entropy deficit %v, in [%v, %v]", what, deficit, a, b)
	}
}

func TestShelves(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for m := int64(1); m <= 4; m++ {
			once := lawOf(t, fmt.Sprintf("shelf(m=%d)", m), n)
			checkClasses(t, fmt.Sprintf("n=%d, %d shelves: ", n, m), once, Shelves(n, big.NewInt(m)), peaks)
			if n <= 5 && m <= 2 {
				twice := Shelves(n, Passes(big.NewInt(m), 2))
				checkClasses(t, fmt.Sprintf("n=%d, twice %d shelves: ", n, m), once.then(once), twice, peaks)
			}
		}
	}
}

func TestTop(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for k := 1; k <= n; k++ {
			once := lawOf(t, fmt.Sprintf("top(cards=%d)", k), n)
			l := once
			for times := 1; times <= 3; times++ {
				what := fmt.Sprintf("n=%d, %d cards from the top, %d times: ", n, k, times)
				checkClasses(t, what, l, Top(n, k, times), func(p perm.Perm) int { return kept(p) - 1 })
				if n > 5 {
					break
				}
				l = l.then(once)
			}
		}
	}
}

// A deck's ways as labels from card to card: they rise weakly, and stay the same where the
// deck rises if they are odd, and where it falls if they are even.
func TestShelfWaysByLabels(t *testing.T) {
	const n = 52
	for _, m := range []int{1, 2, 10, 38} {
		for v, ways := range riffles.ShelfWays(n, big.NewInt(int64(m))) {
			ends := make([]*big.Int, 2*m) // of the labellings so far, by the last label
			for label := range ends {
				ends[label] = big.NewInt(1)
			}
			for j := 1; j < n; j++ {
				rises := j%2 == 1 && j <= 2*v || j > 2*v+5 // v peaks, each after a rise
				falls := !rises
				less := new(big.Int)
				for label, count := range ends {
					was := new(big.Int).Set(count)
					if stays := rises && label%2 == 1 || falls && label%2 == 0; !stays {
						count.SetInt64(0)
					}
					count.Add(count, less)
					less.Add(less, was)
				}
			}
			sum := new(big.Int)
			for _, count := range ends {
				sum.Add(sum, count)
			}
			if v <= 20 && sum.Cmp(ways) != 0 {
				t.Errorf("m=%d: a deck with %d peaks has %v ways, want %v", m, v, sum, ways)
			}
		}
	}
	for _, m := range []int64{10, 200} {
		sum, term := new(big.Int), new(big.Int)
		c := Shelves(n, big.NewInt(m))
		for v, count := range c.count {
			sum.Add(sum, term.Mul(count, c.ratio[v]))
		}
		if sum.Cmp(term.Mul(c.orders, c.all)) != 0 {
			t.Errorf("%d shelves: probabilities do not add up to 1", m)
		}
	}
}

// Cards that have been taken, as a chain: of k more, some have been taken before.
func TestTopByTaking(t *testing.T) {
	for _, c := range []struct{ n, k, times int }{{52, 1, 100}, {52, 1, 235}, {52, 7, 25}, {20, 20, 1}, {30, 29, 2}, {9, 4, 3}} {
		taken := make([]*big.Int, c.n+1)
		for j := range taken {
			taken[j] = new(big.Int)
		}
		taken[0].SetInt64(1)
		term := new(big.Int)
		for range c.times {
			next := make([]*big.Int, c.n+1)
			for j := range next {
				next[j] = new(big.Int)
				for i := max(0, j-c.k); i <= j; i++ {
					term.Mul(binomial(c.n-i, j-i), binomial(i, c.k-(j-i)))
					next[j].Add(next[j], term.Mul(term, taken[i]))
				}
			}
			taken = next
		}
		top := Top(c.n, c.k, c.times)
		ratio := new(big.Int).Set(taken[c.n])
		for s := 1; s <= c.n; s++ {
			ratio.Add(ratio, term.Mul(taken[c.n-s], factorial(s)))
			if ratio.Cmp(top.ratio[s-1]) != 0 {
				t.Fatalf("%v: class %d has ratio %v, want %v", c, s-1, top.ratio[s-1], ratio)
			}
		}
	}
}

// The distances of 52 cards from uniform after one pass.
func TestShelfFigures(t *testing.T) {
	for m, want := range map[int64]string{
		10: "0.9999992752", 15: "0.9426701630", 20: "0.7200889863", 25: "0.5440262103", 30: "0.3909796755",
		35: "0.2992984867", 38: "0.2608131348", 50: "0.1585542029", 64: "0.0986740363", 100: "0.0409315371",
		150: "0.0182543847", 200: "0.0102784321", 250: "0.0065810334", 300: "0.0045711903",
	} {
		if got := Shelves(52, big.NewInt(m)).TVD().FloatString(10); got != want {
			t.Errorf("%d shelves: TVD %s, want %s", m, got, want)
		}
	}
	for m, want := range map[int64]string{30: "0.9997543677", 50: "0.9099599282", 100: "0.4308517601", 200: "0.1296007516"} {
		if got := Shelves(52, big.NewInt(m)).Separation().FloatString(10); got != want {
			t.Errorf("%d shelves: separation %s, want %s", m, got, want)
		}
	}
	if got := Shelves(52, Passes(big.NewInt(10), 3)).TVD().FloatString(7); got != "0.0000257" {
		t.Errorf("three passes: TVD %s", got)
	}
}

func TestTopFigures(t *testing.T) {
	for times, want := range map[int]string{179: "0.2459082987", 235: "0.0493439566", 281: "0.0096722986"} {
		if got := Top(52, 1, times).TVD().FloatString(10); got != want {
			t.Errorf("%d times: TVD %s, want %s", times, got, want)
		}
	}
	for bound, first := range map[float64]int{0.25: 179, 0.05: 235, 0.01: 281} {
		if before, _ := Top(52, 1, first-1).TVD().Float64(); before < bound {
			t.Errorf("TVD is below %v before %d times", bound, first)
		}
	}
}
