package distinguish

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/deals"
)

// shown is what a trained test shows of the one word of a question.
type shown struct {
	Lower              float64 // TVD is at least this, with confidence 1 - Delta
	Estimate, StdError float64 // the probability that the word's decks pass less that of uniform ones
}

func trained(ctx context.Context, a *position.Laws, w []byte, decks [2]int64, seed uint64, delta float64, threads int) (shown, error) {
	j, err := Tests{a, []string{a.Format(w)}, decks[0], decks[1], seed, delta, "", "", false, threads, nil}.Job()
	if err != nil {
		return shown{}, err
	}
	passed, err := j.Tests.Count(ctx, w, 0, decks[1])
	n := float64(decks[1])
	p, q := float64(passed[0])/n, float64(passed[1])/n
	return shown{LowerBound(passed, decks[1], delta), p - q, math.Sqrt((p*(1-p) + q*(1-q)) / n)}, err
}

func spelled(t testing.TB, n int, text string) (*position.Laws, []byte) {
	t.Helper()
	letters := must.Have(notation.New(n, []byte("HRDCT"), "literal", []string{"H=hindu(mean=3,sd=1)", "D=deal(piles=2,order=1-2)"}))(t)
	a := position.NewLaws(n, letters)
	w := must.Have(a.Parse(text))(t)
	return a, w
}

func default52(t testing.TB, text string) (*position.Laws, []byte) {
	t.Helper()
	letters := must.Have(notation.New(52, notation.DefaultNames, "literal", nil))(t)
	a := position.NewLaws(52, letters)
	w := must.Have(a.Parse(text))(t)
	return a, w
}

// wholeLaw is the law on all orders of the word without the letters that Trained leaves out.
func wholeLaw(t testing.TB, a *position.Laws, w []byte) *law.Law {
	t.Helper()
	_, core, _ := a.Split(w)
	c := must.Have(law.Compile(t.Context(), a.N, a.Models(), 1<<30))(t)
	return must.Have(law.NewChain(c, 1).Word(t.Context(), core))(t)
}

// Of five cards all pairs begin near each other: sums over the cards of pairs are those over their positions. A cache that
// has followed other words says the same as a new one.
func TestNearPairs(t *testing.T) {
	const n, decks = 5, 500
	used := NewCache(new(pairs.Cache))
	a, _ := spelled(t, n, "HRD")
	for _, word := range []string{"R", "RDR", "RDRRH", "RDHR", "HR", "HRDR"} {
		w := must.Have(a.Parse(word))(t)
		values := func(c *Cache, near bool) [][]float32 {
			p := must.Have(c.project(t.Context(), a, w, near, 1))(t)
			v := must.Have(p.deal(t.Context(), 1, sources(a, w, "", "near", 1), 0, decks, p.parts...))(t)
			return v[0]
		}
		whole, near, again := values(used, false), values(used, true), values(NewCache(new(pairs.Cache)), true)
		for i := range whole {
			for k, x := range whole[i] {
				if math.Abs(float64(x-near[i][k])) > 1e-4 || near[i][k] != again[i][k] {
					t.Fatalf("%s: part %d of deck %d is %v, by pairs of cards %v, %v", word, i, k, x, near[i][k], again[i][k])
				}
			}
		}
	}
}

func probability(l *law.Law, deck int) float64 {
	if !l.Exact() {
		return l.Probs[deck]
	}
	x, _ := new(big.Rat).SetFrac(l.Counts.At(deck), l.Den).Float64()
	return x
}

// What is left of the density once the three parts are taken off has mean 0 over the decks
// with any two cards at any two positions: it is orthogonal to all that two cards show.
func TestProjection(t *testing.T) {
	for _, n := range []int{3, 4, 5, 6} {
		for _, word := range []string{"R", "HRR", "RDRC", "CT", "HDH"} {
			a, w := spelled(t, n, word)
			_, core, _ := a.Split(w)
			l := wholeLaw(t, a, w)
			p := must.Have(NewCache(new(pairs.Cache)).project(t.Context(), a, core, false, 1))(t)
			s := newScoreTable(n)
			var decks []perm.Perm
			values := make([]float32, l.Decks())
			s.fill(func(yield func([][]uint16) bool) {
				for d := range l.Decks() {
					var deck []uint16
					decks = append(decks, perm.Unrank(n, uint64(d)))
					for _, card := range decks[d] {
						deck = append(deck, uint16(card))
					}
					yield([][]uint16{deck})
				}
			}, false)
			for _, part := range p.parts {
				s.add(part, values)
			}
			squares := 0.0
			for _, x := range values {
				squares += float64(x) * float64(x) / float64(len(values))
			}
			if c := p.chiSquare(); math.Abs(c-squares) > 1e-5*c {
				t.Errorf("n=%d %s: the mean square is %v, not %v", n, word, squares, c)
			}
			seen := map[[4]int]float64{}
			size := 0.0
			for d, deck := range decks {
				density := float64(l.Decks()) * probability(l, d)
				size = max(size, density)
				for i := range n {
					for j := range i {
						seen[[4]int{i, j, deck[i], deck[j]}] += density - 1 - float64(values[d])
					}
				}
			}
			for at, sum := range seen {
				if math.Abs(sum) > 1e-5*size*float64(len(decks)) {
					t.Fatalf("n=%d %s: cards %d, %d at %d, %d are left with %v, density up to %v", n, word, at[2], at[3], at[0], at[1], sum, size)
				}
			}
		}
	}
}

// A riffle between two deals has parts of its own where a cut near the middle shows much more.
func TestCuts(t *testing.T) {
	for word, parts := range map[string]int{"RDRDR": 6, "RDRRDR": 3, "RRDRR": 3, "RRR": 3, "RDHDR": 3} {
		letters := must.Have(notation.New(9, notation.DefaultNames, "literal", []string{"H=hindu(mean=3,sd=1)", "D=deal(piles=3)"}))(t)
		a := position.NewLaws(9, letters)
		w := must.Have(a.Parse(word))(t)
		p, err := NewCache(new(pairs.Cache)).project(t.Context(), a, w, false, 1)
		if err == nil {
			err = NewCache(new(pairs.Cache)).addCuts(t.Context(), p, a, w, 1)
		}
		if err != nil || len(p.parts) != parts {
			t.Errorf("%s has %d parts, not %d: %v", word, len(p.parts), parts, err)
		}
	}
}

// The bound exceeds the probability that it bounds no more often than it may: exactly, for all
// counts of some decks.
func TestVerdictCovers(t *testing.T) {
	binomial := func(n int, p float64) []float64 {
		all := make([]float64, n+1)
		for k := range all {
			all[k] = math.Exp(lgamma(float64(n)+1) - lgamma(float64(k)+1) - lgamma(float64(n-k)+1) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
		}
		return all
	}
	const decks = 40
	for _, delta := range []float64{0.25, 0.05, 1e-3} {
		lower := map[int]float64{} // by how many more of the word's decks passed
		for k := range 2*decks + 1 {
			more := int64(k - decks)
			lower[k-decks] = LowerBound([2]int64{max(0, more), max(0, -more)}, decks, delta)
		}
		worst := 0.0
		for _, p := range []float64{1e-9, 0.02, 0.2, 0.35, 0.5, 0.7, 0.9, 1 - 1e-9} {
			for _, q := range []float64{1e-9, 0.1, 0.3, 0.5, 0.65, 0.9} {
				word, uniform := binomial(decks, p), binomial(decks, q)
				wrong := 0.0
				for i, x := range word {
					for j, y := range uniform {
						if lower[i-j] > max(0, p-q)+1e-12 {
							wrong += x * y
						}
					}
				}
				if wrong > delta {
					t.Errorf("p=%v, q=%v, delta=%v: wrong with probability %v", p, q, delta, wrong)
				}
				worst = max(worst, wrong)
			}
		}
		if worst < delta/5 {
			t.Errorf("delta=%v: never wrong with more than %v", delta, worst)
		}
	}
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// Many small tests of words whose distance is known exactly: none is above it more often
// than it may be, and enough decks come near it.
func TestTrainedBelowTheTruth(t *testing.T) {
	const seeds, delta = 100, 0.05
	near := map[string]float64{"RRR": 0.9, "RRRR": 0.9, "HRRR": 0.8, "RC": 0.7}
	for _, word := range []string{"RRR", "RRRR", "RDRR", "RRDRR", "HRRR", "RRH", "HDHRD", "RC", "C", "TRT", "HH", "DRDRDR", "RRRRRRRRRR"} {
		a, w := spelled(t, 8, word)
		truth := wholeLaw(t, a, w).TVD().Float
		wrong := 0
		for seed := range uint64(seeds) {
			r := must.Have(trained(t.Context(), a, w, [2]int64{100, 100}, seed, delta, 1))(t)
			if r.Lower > truth {
				wrong++
			}
		}
		// Binomial(100, 0.05) exceeds 17 with probability 2e-6.
		if wrong > 17 {
			t.Errorf("%s: %d of %d bounds are above %v", word, wrong, seeds, truth)
		}
		r := must.Have(trained(t.Context(), a, w, [2]int64{4000, 20000}, 1, 1e-6, 0))(t)
		if r.Lower > truth || r.Estimate > truth+5*r.StdError || r.Lower < near[word]*truth-0.03 {
			t.Errorf("%s: %+v, exactly %v", word, r, truth)
		}
		q := Tests{Alphabet: a, Train: NearTrain, Fresh: 2 * NearFresh, Seed: 1, Use: "near", Near: true, Threads: 1}
		passed, err := q.Count(t.Context(), w, 0, q.Fresh)
		if lower := LowerBound(passed, q.Fresh, 1e-6); err != nil || lower > truth || lower < near[word]*truth-0.2 {
			t.Errorf("%s: by a quick test %v, exactly %v: %v", word, lower, truth, err)
		}
	}
}

// A deck of 52: the closed form of seven riffles, and, of the long tests, a deal among six.
func TestTrained52(t *testing.T) {
	for _, c := range []struct {
		word        string
		least, most float64
	}{{"RRRRRRR", 0.31, 0.33407}, {"RRRRDRR", 0.21, 0.27}}[:longtest.Of(1, 2)] {
		a, w := default52(t, c.word)
		r := must.Have(trained(t.Context(), a, w, [2]int64{1 << 13, 1 << 15}, 1, 0.01, 0))(t)
		if r.Lower < c.least || r.Lower > c.most || r.Estimate < r.Lower {
			t.Errorf("%s: %+v", c.word, r)
		}
	}
}

func TestTrainedSameForAnyThreads(t *testing.T) {
	seed := uint64(4)
	ask := func(threads int) string {
		a, w := spelled(t, 12, "RHRR") // without known laws
		r, err := trained(t.Context(), a, w, [2]int64{5000, 3*deals.SourceBlock + 77}, seed, 1e-3, threads)
		return fmt.Sprint(r, err)
	}
	want := ask(1)
	for _, threads := range []int{2, 5} {
		if got := ask(threads); got != want {
			t.Errorf("%d threads: %s, one thread: %s", threads, got, want)
		}
	}
	seed++
	if ask(1) == want {
		t.Error("another seed deals the same")
	}
}

// Stretches of decks add up.
func TestStretches(t *testing.T) {
	const middle, end = 2 * deals.SourceBlock, 3*deals.SourceBlock + 77
	a, w := spelled(t, 9, "RHRD")
	q := Tests{a, []string{"RHRD"}, 500, end, 3, 0.1, "", "", false, 2, nil}
	var all [3][2]int64
	for i, s := range [][2]int64{{0, end}, {0, middle}, {middle, end}} {
		var err error
		if all[i], err = q.Count(t.Context(), w, s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	for side, passed := range all[0] {
		if passed != all[1][side]+all[2][side] || passed == 0 || passed == end {
			t.Errorf("side %d: %v passed", side, all)
		}
	}
}

// Decks are distinguished by score, not by how ties fall.
func TestThreshold(t *testing.T) {
	for _, c := range []struct {
		word, uniform []float32
		want          float32
	}{
		{[]float32{3, 4, 5}, []float32{0, 1, 2}, 2},
		{[]float32{1, 5, 5, 1}, []float32{1, 1, 1, 5}, 1},
		{[]float32{0, 0}, []float32{0, 0}, float32(math.Inf(-1))},
	} {
		if got := threshold([2][]float32{slices.Clone(c.word), slices.Clone(c.uniform)}); got != c.want {
			t.Errorf("%v: %v, want %v", c, got, c.want)
		}
	}
}

func TestTrainedRefuses(t *testing.T) {
	a, w := spelled(t, 8, "RR")
	small, _ := spelled(t, 2, "RC")
	for _, q := range []Tests{
		{a, nil, 0, 1, 1, 0.1, "", "", false, 1, nil}, {a, nil, 1, 0, 1, 0.1, "", "", false, 1, nil}, {a, nil, 1, 1 << 40, 1, 0.1, "", "", false, 1, nil}, {a, nil, 1, 1, 1, 0, "", "", false, 1, nil},
		{a, nil, 1, 1, 1, 0.3, "", "", false, 1, nil}, {a, nil, 1, 1, 1, math.NaN(), "", "", false, 1, nil}, {small, nil, 1, 1, 1, 0.1, "", "", false, 1, nil},
	} {
		if _, err := q.Job(); err == nil {
			t.Errorf("%+v is accepted", q)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trained(ctx, a, w, [2]int64{1e6, 1e6}, 1, 0.1, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkTrainedDeck52(b *testing.B) {
	a, w := default52(b, "RRRRRRR")
	p := must.Have(NewCache(new(pairs.Cache)).project(b.Context(), a, w, false, 1))(b)
	total := p.combine([]float64{1, 1, 1})
	from := sources(a, w, "", "bench", 0)
	b.ResetTimer()
	if _, err := p.deal(b.Context(), 1, from, 0, int64(b.N+1)/2, total); err != nil {
		b.Fatal(err)
	}
}
