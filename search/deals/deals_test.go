package deals

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sync"
	"testing"
	"time"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func query(t testing.TB, n int, word string, s int64, runs int, seed uint64) wordRuns {
	t.Helper()
	letters := must.Have(notation.New(n, []byte("HRD"), "literal", nil))(t)
	a := position.NewLaws(n, letters)
	w := must.Have(a.Parse(word))(t)
	return wordRuns{a, w, s, runs, seed, tally.Auto(n, s)}
}

func spread(t testing.TB, q wordRuns, threads int) []int {
	t.Helper()
	return must.Have(whiteCounts(context.Background(), q, run.Options{Threads: threads}))(t)
}

func TestSameForAnyThreads(t *testing.T) {
	q := query(t, 52, "DHDRH", 2*blockDeals+1234, 3, 5)
	want := spread(t, q, 1)
	for _, threads := range []int{2, 8} {
		if got := spread(t, q, threads); !slices.Equal(got, want) {
			t.Errorf("%d threads: %v, one thread: %v", threads, got, want)
		}
	}
	q.Seed++
	if slices.Equal(spread(t, q, 2), want) {
		t.Error("another seed deals the same")
	}

	one := must.Have(maxErrors(context.Background(), 20, 40000, 3, 1, run.Options{Threads: 1}))(t)
	many := must.Have(maxErrors(context.Background(), 20, 40000, 3, 1, run.Options{Threads: 8}))(t)
	for i := range one.Errors {
		if one.Errors[i].Cmp(many.Errors[i]) != 0 {
			t.Errorf("largest error %v with one thread, %v with eight", one.Errors[i], many.Errors[i])
		}
	}
}

// What a seed means: a change here deals other decks than before. The same
// values must come from every build, with assembly or without.
func TestSignature(t *testing.T) {
	letters := must.Have(notation.New(52, []byte("HRND"), "literal", []string{"N=riffle(cut=normal,sd=5/3)"}))(t)
	a := position.NewLaws(52, letters)
	w := must.Have(a.Parse("HNDR"))(t)
	got := spread(t, wordRuns{a, w, 20000, 4, 1, tally.Auto(52, 20000)}, 0)
	if want := []int{2333, 2324, 2328, 2337}; !slices.Equal(got, want) {
		t.Errorf("seed 1 gives %v, used to give %v", got, want)
	}
	r := must.Have(maxErrors(context.Background(), 52, 20000, 2, 1, run.Options{}))(t)
	if got, want := r.Errors[1].RatString(), "29/8125"; got != want {
		t.Errorf("seed 1 gives a largest error %s, used to give %s", got, want)
	}
}

// Counts of one repetition follow the position law of the word's core, and
// every deal counts every card once.
func TestCountsFollowTheLaw(t *testing.T) {
	for _, word := range []string{"D", "RDHR", "DHHD"} {
		q := query(t, 13, word, 50000, 1, 3)
		_, core, _ := q.Alphabet.Split(q.Word)
		e, err := position.NewChain(q.Alphabet).Core(t.Context(), core)
		if err != nil {
			t.Fatal(err)
		}
		err = countRuns(t.Context(), run.Options{}, ofCore(q.Alphabet, q.Word, q.Seed), q.Deals, 1, func(_ int, counts []uint64) {
			for i := range 13 {
				for j := range 13 {
					p := e.At(i, j) + 1./13
					mean := float64(q.Deals) * p
					if d := float64(counts[j*13+i]) - mean; math.Abs(d) > 6*math.Sqrt(mean*max(0, 1-p))+3 {
						t.Errorf("%s %d->%d: %d deals, expected %v", word, i, j, counts[j*13+i], mean)
					}
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Mean and standard deviation against their predictions, within six standard
// errors. RRR is the word whose cells are least independent.
func TestSpreadAgainstPrediction(t *testing.T) {
	for _, c := range []struct {
		n    int
		word string
		s    int64
		runs int
	}{{52, "RRR", 10000, longtest.Of(400, 700)}, {52, "RRRR", 10000, longtest.Of(100, 300)}, {52, "HDHRDHH", 10000, longtest.Of(50, 100)}, {30, "HDH", 20000, 300}, {10, "RR", 20000, 300}}[:longtest.Of(3, 5)] {
		q := query(t, c.n, c.word, c.s, c.runs, 11)
		f := must.Have(tally.NewWhite(c.n, c.s, q.Emax))(t)
		p := must.Have(predict(t.Context(), q.Alphabet, q.Word, f, predictDeals, 1))(t)
		got := summarize(spread(t, q, 0))
		if math.Abs(got.Mean-p.Expected) > 6**got.MeanError {
			t.Errorf("%s: mean %v ± %v, predicted %v", c.word, got.Mean, *got.MeanError, p.Expected)
		}
		// A hundredth for the powers of correlation that are left out.
		if math.Abs(*got.SD-p.PredictedSD) > 6*math.Hypot(*got.SDError, p.PredictedSDError)+0.01*p.PredictedSD {
			t.Errorf("%s: sd %v ± %v, predicted %v ± %v", c.word, *got.SD, *got.SDError, p.PredictedSD, p.PredictedSDError)
		}
		if c.word == "RRR" && math.Abs(*got.SD-p.IndependentSD) < 6**got.SDError {
			t.Errorf("RRR: sd %v ± %v cannot be distinguished from that of independent cells, %v", *got.SD, *got.SDError, p.IndependentSD)
		}
	}
}

// One repetition of RRR against the known check value, E[w] = 1557.36 at 52
// cards and 10^6 deals.
func TestCheckValue(t *testing.T) {
	q := query(t, 52, "RRR", 1000000, 1, 1)
	q.Emax = tally.Published
	if w := spread(t, q, 0)[0]; math.Abs(float64(w)-1557.36) > 6*8.5 {
		t.Errorf("RRR: w = %d, want 1557 ± 8.5", w)
	}
}

func TestMaxErrors(t *testing.T) {
	const n, s, runs = 52, 5000, 1000
	r := must.Have(maxErrors(context.Background(), n, s, runs, 2, run.Options{}))(t)
	got, _ := r.Emax.Float64()
	want, _ := tally.Auto(n, s).Float64()
	if math.Abs(got-want) > 6*r.Error+1./s {
		t.Errorf("e_max = %v ± %v, exact binomials give %v", got, r.Error, want)
	}
	if r.Low.Cmp(r.Emax) > 0 || r.High.Cmp(r.Emax) < 0 || len(r.Errors) != runs || r.Errors[949].Cmp(r.Emax) != 0 {
		t.Errorf("e_max %v is not the 950th error within [%v, %v]", r.Emax, r.Low, r.High)
	}
}

// The interval must hold the quantile as often as it promises.
func TestIntervalCoverage(t *testing.T) {
	for _, runs := range []int{20, 72, 300} {
		r := &simulated{}
		for k := range runs {
			r.Errors = append(r.Errors, big.NewRat(int64(k), 1))
		}
		r.judge()
		if (r.High == nil) != (runs < 72) {
			t.Errorf("%d runs: upper limit %v", runs, r.High)
		}
		if r.Low == nil || r.High == nil {
			continue
		}
		low, high := int(r.Low.Num().Int64()), int(r.High.Num().Int64())
		// The quantile lies between the errors of ranks low and high, from
		// 0, if low < N <= high, N of the runs being at or below it.
		coverage := 0.0
		for k := low + 1; k <= high; k++ {
			b, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(runs), int64(k))).Float64()
			coverage += b * math.Pow(0.95, float64(k)) * math.Pow(0.05, float64(runs-k))
		}
		if coverage < 0.95 || coverage > 0.99 {
			t.Errorf("%d runs: ranks %d..%d hold the quantile with probability %v", runs, low, high, coverage)
		}
	}
}

func TestCancellation(t *testing.T) {
	q := query(t, 52, "HHHHHHHHHHHHHHHHHHHH", 1000000000, 100, 1)
	runtest.Cancelled(t, 50*time.Millisecond, time.Second, func(ctx context.Context) error {
		_, err := whiteCounts(ctx, q, run.Options{})
		return err
	})
}

func TestBadQueries(t *testing.T) {
	if _, err := maxErrors(context.Background(), 52, 0, 1, 1, run.Options{}); err == nil {
		t.Error("no deals are accepted")
	}
	if _, err := maxErrors(context.Background(), 52, 1, 0, 1, run.Options{}); err == nil {
		t.Error("no runs are accepted")
	}
	if _, err := maxErrors(context.Background(), 52, math.MaxInt64, 1, 1, run.Options{}); err == nil {
		t.Error("deals that overflow are accepted")
	}
}

func TestSummary(t *testing.T) {
	s := summarize([]int{1, 2, 3, 6})
	// Variance 14/3, fourth central moment 98/4.
	err := math.Sqrt((98./4 - 14./3*14/3/3) / 4)
	sd := math.Sqrt(14. / 3)
	if s.Mean != 3 || math.Abs(*s.SD-sd) > 1e-15 || math.Abs(*s.SDError-err/(2*sd)) > 1e-15 || math.Abs(*s.MeanError-sd/2) > 1e-15 {
		t.Errorf("%+v", s)
	}
	if one := summarize([]int{7}); one.Mean != 7 || one.MeanError != nil || one.SD != nil || one.SDError != nil {
		t.Errorf("%+v", one)
	}
}

// Decks of a source follow the position law of their word, for any goroutine that deals
// them, and those for another purpose differ.
func TestSource(t *testing.T) {
	const n, decks = 13, 20*SourceBlock + 5
	q := query(t, n, "RDHR", decks, 1, 3)
	e := must.Have(position.NewChain(q.Alphabet).Core(t.Context(), q.Word))(t)
	count := func(s Source[uint16], threads int) []int64 {
		counts := make([]int64, n*n)
		var mu sync.Mutex
		err := s.Each(t.Context(), run.Options{Threads: threads}, 0, decks, func(context.Context) func(int, Decks[uint16]) {
			return func(_ int, dealt Decks[uint16]) {
				mu.Lock()
				defer mu.Unlock()
				for decks := range dealt {
					for _, deck := range decks {
						for j, i := range deck {
							counts[int(i)*n+j]++
						}
					}
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return counts
	}
	follows := func(counts []int64, p func(i, j int) float64) {
		for k, seen := range counts {
			p := p(k/n, k%n)
			if d := float64(seen) - decks*p; math.Abs(d) > 6*math.Sqrt(decks*p*max(0, 1-p))+3 {
				t.Errorf("%d->%d: %d deals, expected %v", k/n, k%n, seen, decks*p)
			}
		}
	}
	word := count(OfWord(q.Alphabet, q.Word, "test", 3), 1)
	follows(word, func(i, j int) float64 { return e.At(i, j) + 1./n })
	follows(count(OfUniform(n, "test", 3), 2), func(int, int) float64 { return 1. / n })
	if !slices.Equal(word, count(OfWord(q.Alphabet, q.Word, "test", 3), 3)) {
		t.Error("three threads deal others than one")
	}
	for _, other := range []Source[uint16]{OfWord(q.Alphabet, q.Word, "test", 4), OfWord(q.Alphabet, q.Word, "other", 3)} {
		if slices.Equal(word, count(other, 1)) {
			t.Errorf("%s deals the same", other.purpose)
		}
	}
}
