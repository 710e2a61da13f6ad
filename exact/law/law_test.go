package law

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"dovetail/exact/position"
	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
)

func lettersOf(t testing.TB, n int, specs ...string) []notation.Letter {
	t.Helper()
	var letters []notation.Letter
	for i, s := range specs {
		m, err := models.Parse(s)
		if err == nil {
			err = m.Check(n)
		}
		if err != nil {
			t.Fatal(err)
		}
		letters = append(letters, notation.Letter{Name: byte('A' + i), Model: m})
	}
	return letters
}

func alphabet(t testing.TB, n int, specs ...string) *Compiled {
	t.Helper()
	return must.Have(Compile(context.Background(), n, lettersOf(t, n, specs...), 4<<30))(t)
}

func compute(t testing.TB, a *Compiled, spelled string) *Law {
	t.Helper()
	w := must.Have(a.Parse(spelled))(t)
	return law(t, a, w)
}

func law(t must.TB, a *Compiled, w word.Word) *Law {
	return must.Have(NewChain(a, 1).Word(context.Background(), w))(t)
}

// eachWord calls f with all words over k letters of up to m letters.
func eachWord(k, m int, f func(w word.Word)) {
	var spell func(w word.Word)
	spell = func(w word.Word) {
		if len(w) > 0 {
			f(w)
		}
		for i := 0; len(w) < m && i < k; i++ {
			spell(append(w[:len(w):len(w)], byte(i)))
		}
	}
	spell(nil)
}

var alphabets = [][]string{
	{"hindu(mean=2,sd=1)", "riffle", "deal(piles=2)"},
	{"riffle(cut=normal,sd=1)", "riffle", "deal(piles=1)"},
	{"hindu(mean=3,sd=1/2,min=2)", "hindu(mean=10)", "deal(piles=2,top=first)"},
	{"cut", "top", "inverse(of=riffle)"},
	{"ashuffle(a=3)", "cut(law=binomial)", "faro(kind=in)"},
	{"hindu(size=uniform,min=1,max=3)", "human", "wash"},
}

// nearest is the multiple of 1/d nearest to x, from which it is far less than
// 1/d away.
func nearest(x *big.Rat, d *big.Int) *big.Rat {
	y := new(big.Rat).Mul(x, new(big.Rat).SetInt(d))
	y.Add(y, big.NewRat(1, 2))
	return new(big.Rat).SetFrac(new(big.Int).Quo(y.Num(), y.Denom()), d)
}

// convolve is the oracle: the sum over all outcomes as the model lists them.
func convolve(n int, law []*big.Rat, m shuffle.Model) []*big.Rat {
	const bits = 256
	out := make([]*big.Rat, len(law))
	for d := range out {
		out[d] = new(big.Rat)
	}
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		weight := new(big.Rat).SetFrac(w, new(big.Int).Lsh(big.NewInt(1), bits))
		if d := shuffle.DenominatorOf(m, n); d != nil {
			weight = nearest(weight, d)
		}
		for d, v := range law {
			if v.Sign() != 0 {
				to := p.Inverse().Then(perm.Unrank(n, uint64(d))).Rank()
				out[to].Add(out[to], new(big.Rat).Mul(weight, v))
			}
		}
		return true
	})
	return out
}

// The laws of all short words must equal those summed outcome by outcome, exactly
// or to the error they state.
func TestAgainstConvolution(t *testing.T) {
	for n, longest := range []int{0, 3, 3, 3, 3, 2, 1} {
		for _, specs := range alphabets {
			if n < 2 {
				continue // two piles are too many
			}
			a := alphabet(t, n, specs...)
			still := make([]*big.Rat, perm.Factorial(n))
			for d := range still {
				still[d] = new(big.Rat)
			}
			still[0].SetInt64(1)
			want := map[string][]*big.Rat{"": still}
			chain := NewChain(a, 1)
			eachWord(len(specs), longest, func(w word.Word) {
				want[string(w)] = convolve(n, want[string(w[:len(w)-1])], a.Letters[w[len(w)-1]].Model)
				got, err := chain.Word(context.Background(), w)
				if err != nil {
					t.Fatal(err)
				}
				equalLaws(t, fmt.Sprintf("%v n=%d %v", specs, n, w), got, want[string(w)])
				if _, core, _ := a.Split(w); len(core) == len(w) {
					if got, err = chain.Core(context.Background(), w); err != nil {
						t.Fatal(err)
					}
					equalLaws(t, fmt.Sprintf("%v n=%d core %v", specs, n, w), got, want[string(w)])
				}
			})
		}
	}
}

func equalLaws(t *testing.T, what string, got *Law, want []*big.Rat) {
	t.Helper()
	for d := range got.Decks() {
		v := got.value(d)
		if v.Exact != nil {
			if v.Exact.Cmp(want[d]) != 0 {
				t.Fatalf("%s deck %d: %v, want %v", what, d, v.Exact, want[d])
			}
			continue
		}
		diff, _ := new(big.Rat).Sub(new(big.Rat).SetFloat64(v.Float), want[d]).Float64()
		if truth, _ := want[d].Float64(); math.Abs(diff) > truth*v.Error+1e-70 {
			t.Fatalf("%s deck %d: %v, want %v, off by %g", what, d, v.Float, truth, diff)
		}
	}
}

// Runs of riffles in closed form are those made step by step, to 80 bits.
func TestRifflesInClosedForm(t *testing.T) {
	for n := 2; n <= 9; n++ {
		closedForm(t, n, min(12, 80/n))
	}
}

// closedForm compares up to a number of riffles, step by step, with their closed forms.
func closedForm(t *testing.T, n, most int) {
	a := alphabet(t, n, "riffle")
	chain := NewChain(a, 1)
	for k := 1; k <= most; k++ {
		w := make(word.Word, k)
		steps := must.Have(chain.Core(context.Background(), w))(t)
		what := fmt.Sprintf("%d riffles of %d cards", k, n)
		sameCounts(t, what, steps, law(t, a, w))
		packets := new(big.Int).Lsh(big.NewInt(1), uint(k))
		if got, want := steps.TVD().Exact, riffle.TVD(n, packets); got.Cmp(want) != 0 {
			t.Fatalf("%s: TVD %v, want %v", what, got, want)
		}
		if got, want := steps.Separation().Exact, riffle.Separation(n, packets); got.Cmp(want) != 0 {
			t.Fatalf("%s: separation %v, want %v", what, got, want)
		}
	}
}

// Known values: Bayer and Diaconis for riffles; a word with Hindu shuffles that
// beats them.
func TestKnownDistances(t *testing.T) {
	a := alphabet(t, 8, "riffle", "hindu(mean=20/13,sd=10/39)", "deal(order=1-3-2)")
	for word, want := range map[string]string{
		"A": "0.993849", "AA": "0.649049", "AAA": "0.334743", "AAAA": "0.180001", "ABAA": "0.156736",
	} {
		if got := fmt.Sprintf("%.6f", compute(t, a, word).TVD().Float); got != want {
			t.Errorf("%s: TVD %s, want %s", word, got, want)
		}
	}
	for n := 1; n <= 9; n++ {
		if got := compute(t, alphabet(t, n, "riffle"), "A").Support(); got != 1<<n-n {
			t.Errorf("a riffle of %d cards has %d outcomes", n, got)
		}
	}
	for n := 1; n <= 9; n++ {
		want := new(big.Rat).SetFrac64(-1, int64(perm.Factorial(n-1)))
		want.Add(want, big.NewRat(1, 1))
		if got := compute(t, alphabet(t, n, "cut"), "A").TVD().Exact; got.Cmp(want) != 0 {
			t.Errorf("a cut of %d cards: TVD %v, want %v", n, got, want)
		}
	}
	single := compute(t, a, "CC")
	if tvd := single.TVD().Exact; tvd.Cmp(big.NewRat(40319, 40320)) != 0 || single.Support() != 1 {
		t.Errorf("a deal: TVD %v", tvd)
	}
}

// The position law that follows from the whole law is the product of matrices.
func TestPositionLaw(t *testing.T) {
	for _, specs := range alphabets {
		const n = 6
		a := alphabet(t, n, specs...)
		p := position.NewLaws(n, lettersOf(t, n, specs...))
		chain := position.NewChain(p)
		eachWord(3, 3, func(w word.Word) {
			l := law(t, a, w)
			var sum [n][n]float64
			for d := range l.Decks() {
				for at, card := range perm.Unrank(n, uint64(d)) {
					sum[card][at] += l.value(d).Float
				}
			}
			e := must.Have(chain.Word(t.Context(), w))(t)
			for i := range n {
				for j := range n {
					if want := e.At(i, j) + 1.0/n; math.Abs(sum[i][j]-want) > 1e-13 {
						t.Fatalf("%v %v: card %d at %d with %v, want %v", specs, w, i, j, sum[i][j], want)
					}
				}
			}
		})
	}
}

func drawWord(t *rapid.T, name string) word.Word {
	return word.Word(rapid.SliceOfN(rapid.ByteRange(0, 2), 1, 4).Draw(t, name))
}

// No letter, before or after, takes a word further from uniform; and separation,
// as well as twice the TVD, of a product is at most the product.
func TestDistancesShrink(t *testing.T) {
	for _, specs := range alphabets {
		a := alphabet(t, 6, specs...)
		rapid.Check(t, func(t *rapid.T) {
			u, v := drawWord(t, "u"), drawWord(t, "v")
			x, y, xy := law(t, a, u), law(t, a, v), law(t, a, append(u[:len(u):len(u)], v...))
			const slack = 1e-12
			for _, f := range []func(*Law) float64{
				func(l *Law) float64 { return l.TVD().Float },
				func(l *Law) float64 { return l.Separation().Float },
				func(l *Law) float64 { return l.Deficit().Float },
				func(l *Law) float64 { v, _ := l.L2(); return v.Float },
			} {
				if f(xy) > min(f(x), f(y))+slack {
					t.Fatalf("%v %v: %v and %v become %v", u, v, f(x), f(y), f(xy))
				}
			}
			if s := xy.Separation().Float; s > x.Separation().Float*y.Separation().Float+slack {
				t.Fatalf("%v %v: separation %v", u, v, s)
			}
			if d := xy.TVD().Float; d > 2*x.TVD().Float*y.TVD().Float+slack {
				t.Fatalf("%v %v: TVD %v", u, v, d)
			}
		})
	}
}

// Words of one key are equally far from uniform, in every distance.
func TestKey(t *testing.T) {
	same := 0
	for _, specs := range append(alphabets, []string{"hindu(mean=3,sd=1)", "hindu(mean=1,sd=1)", "deal(piles=3)"}) {
		a := alphabet(t, 6, specs...)
		first := map[string]*Law{}
		eachWord(3, 4, func(w word.Word) {
			l, key := law(t, a, w), a.Key(w)
			if first[key] == nil {
				first[key] = l
				return
			}
			same++
			f := first[key]
			if !l.TVD().Near(f.TVD()) || !l.Separation().Near(f.Separation()) || !l.Deficit().Near(f.Deficit()) {
				t.Fatalf("%v %v: TVD %v, of its key %v", specs, w, l.TVD(), f.TVD())
			}
		})
	}
	if same < 100 {
		t.Errorf("only %d words share a key", same)
	}
}

func TestThreads(t *testing.T) {
	a := alphabet(t, 8, "hindu(mean=2,sd=1)", "riffle", "deal(piles=3)")
	w, _ := a.Parse("BCABA")
	one := law(t, a, w)
	for _, threads := range []int{2, 8} {
		l := must.Have(NewChain(a, threads).Word(context.Background(), w))(t)
		for d, p := range l.Probs {
			if p != one.Probs[d] {
				t.Fatalf("%d threads: deck %d has %v, not %v", threads, d, p, one.Probs[d])
			}
		}
	}
}

func TestCancelledRiffles(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := alphabet(t, 10, "riffle")
	w := must.Have(a.Parse("AAA"))(t)
	if l, err := NewChain(a, 2).Word(ctx, w); err != context.Canceled {
		t.Errorf("%v, %v", l, err)
	}
}
