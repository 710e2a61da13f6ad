package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Tolerance requests the tolerance e_max of N cards and a number of deals. If runs of deals are
// simulated, it also requests the tolerance that they show.
type Tolerance struct {
	N       int         `json:"n"`
	Samples int64       `json:"samples"`
	Runs    int         `json:"runs,omitzero"`
	Seed    number.Uint `json:"seed,omitzero"` // of the runs
}

func (Tolerance) Schema() string { return results.EmaxSchema }

func (q *Tolerance) Params() param.List {
	return param.List{
		param.Cards(&q.N, "52", 1, words.MaxDeck),
		param.Int(&q.Samples, "samples", "1e6", 1, tally.MaxSamples,
			"number s of deals for which E[w] and the automatic e_max are computed"),
		param.Int(&q.Runs, "simulate", "0", 0, maxRuns, "also simulate this many runs of s uniform shuffles"),
		param.Seed(&q.Seed).If(func() bool { return q.Runs > 0 }, "nothing is dealt without --simulate"),
		param.After(func(given func(string) bool) error {
			if given("png") && q.Runs == 0 {
				return errors.New("png draws simulated runs: say how many with --simulate RUNS")
			}
			return nil
		}),
	}
}

func (q Tolerance) Check() error {
	err := cmp.Or(number.InRange("samples", q.Samples, 1, tally.MaxSamples), number.InRange("runs", q.Runs, 0, maxRuns))
	if err == nil && q.Runs == 0 && q.Seed != 0 {
		err = errors.New("nothing is dealt, so that there is no seed")
	}
	return cmp.Or(err, words.CheckDeck(q.N))
}

func (q Tolerance) Seconds() float64 { return 1e-3 + 2*Seconds(q.N, 1, q.Samples, q.Runs) }

func (q Tolerance) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	record := exactTolerance(q.N, q.Samples)
	record.QuestionText = results.TextOf(q)
	if q.Runs == 0 {
		return record, nil
	}
	s, err := q.simulated(ctx, env)
	if err == nil {
		record.Simulated = s.Record(uint64(q.Seed))
	}
	return record, err
}

// simulated is the runs that answer and picture share.
func (q Tolerance) simulated(ctx context.Context, env run.Options) (*simulated, error) {
	return run.Shared(env.Memo, q, func() (*simulated, error) {
		return maxErrors(ctx, q.N, q.Samples, q.Runs, uint64(q.Seed), forDeals(env))
	})
}

// Picture is the distribution of the runs' largest errors.
func (q Tolerance) Picture(ctx context.Context, env run.Options, _ []results.Record) ([]figure.Block, error) {
	s, err := q.simulated(ctx, env)
	if err != nil {
		return nil, err
	}
	return s.Histogram(q.N, q.Samples), nil
}

// Follows implements [run.Rechecker]. The exact tolerance takes no runs.
func (q Tolerance) Follows(_ context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	want := exactTolerance(q.N, q.Samples)
	want.QuestionText = results.TextOf(q)
	if s := r.(results.Emax).Simulated; s != nil {
		if s.Low != nil && *s.Low > s.Value || s.High != nil && *s.High < s.Value {
			return nil, "", fmt.Errorf("value %v is not within its interval", s.Value)
		}
		simulated := *s
		simulated.Kind, simulated.Runs, simulated.Seed = results.Sampled, q.Runs, number.OfUint(uint64(q.Seed))
		want.Simulated = &simulated
	}
	return want, "the exact tolerance and the formula, computed again", nil
}

// maxRuns is the most repetitions of a sample.
const maxRuns = 1e7

// exactTolerance is the tolerance for n cards and the given number of deals, without simulation.
func exactTolerance(n int, samples int64) results.Emax {
	exact := tally.Auto(n, samples)
	confidence, _ := tally.Confidence.Float64()
	e := results.Emax{
		Head:       results.Head{Schema: results.EmaxSchema, Kind: results.Exact},
		N:          n,
		Samples:    number.OfInt(samples),
		Confidence: tally.Confidence.RatString(),
		Exact:      exact.RatString(),
		Formula:    tally.Formula(n, samples, confidence),
	}
	if n == 52 && samples == 1000000 {
		e.Published, _ = tally.Published.Float64()
	}
	return e
}

// Record is the simulated tolerance of a seed.
func (s *simulated) Record(seed uint64) *results.Quantile {
	q := &results.Quantile{Kind: results.Sampled, Runs: len(s.Errors), Seed: number.OfUint(seed),
		StdError: known(s.Error)}
	q.Value, _ = s.Emax.Float64()
	for _, end := range []struct {
		from *big.Rat
		to   **float64
	}{{s.Low, &q.Low}, {s.High, &q.High}} {
		if end.from != nil {
			x, _ := end.from.Float64()
			*end.to = &x
		}
	}
	return q
}

// simulated is a tolerance found as the paper finds it, and how far to trust it. The tolerance
// estimates the 0.95 quantile q of the largest error of a run. The number of runs at or below q is
// Binomial(runs, 0.95) whatever the law of the errors, so if that number is between l and u-1 with
// a certain probability, q lies with that probability between the l-th and the u-th smallest error.
type simulated struct {
	Emax  *big.Rat
	Error float64 // half the width of such an interval at 68.27%: one standard error

	// Low and High enclose q with at least 95% confidence. They are nil where there are too few
	// runs for such a limit (High: fewer than 72). Error is NaN if there are too few even for that.
	Low, High *big.Rat

	Errors []*big.Rat // the largest error of every run, smallest first
}

// maxErrors is the procedure of section 3.2 for n cards. Each of a number of runs has s uniform
// shuffles and the largest |t_ij/s - 1/n|. The highest 5% of these are dropped, and the largest
// that remains is the tolerance.
func maxErrors(ctx context.Context, n int, s int64, runs int, seed uint64, o run.Options) (*simulated, error) {
	if s > math.MaxInt64>>17 {
		return nil, fmt.Errorf("%d deals: want at most 2^46", s)
	}
	largest := make([]int64, max(runs, 0))
	err := countRuns(ctx, o, uniform(n, fmt.Sprint("emax ", n), seed), s, runs, func(run int, counts []uint64) {
		for _, t := range counts {
			d := int64(n)*int64(t) - s
			largest[run] = max(largest[run], d, -d)
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(largest)
	r := &simulated{}
	for _, d := range largest {
		e := new(big.Rat).SetFrac(big.NewInt(d), new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(s)))
		r.Errors = append(r.Errors, e)
	}
	r.judge()
	return r, nil
}

// judge sets all fields except Errors.
func (r *simulated) judge() {
	runs := len(r.Errors)
	kept, of := int(tally.Confidence.Num().Int64()), int(tally.Confidence.Denom().Int64())
	r.Emax = r.Errors[runs-runs*(of-kept)/of-1]
	r.Low, r.High = r.between(0.95)
	r.Error = math.NaN()
	if low, high := r.between(oneDeviation); low != nil && high != nil {
		r.Error, _ = new(big.Rat).Sub(high, low).Float64()
		r.Error /= 2
	}
}

// oneDeviation is the probability of a normal value within a standard deviation of its mean, erf(1/sqrt 2).
const oneDeviation = 0.682689492137086

// between encloses the quantile with the given confidence.
func (r *simulated) between(confidence float64) (low, high *big.Rat) {
	share, _ := tally.Confidence.Float64()
	tail := float64((1 - confidence) / 2)
	for k, e := range r.Errors {
		// e is the (k+1)-th smallest: q is below it if at most k runs are
		// at or below q, above it if more than k are.
		upTo := elementary.BetaBelow(float64(len(r.Errors)-k), float64(k+1), 1-share)
		if upTo <= tail {
			low = e
		}
		if high == nil && upTo >= 1-tail {
			high = e
		}
	}
	return low, high
}

// Histogram is the picture of the largest errors of the runs, as in the paper's figure 3: the
// number of runs with each, rounded to a power of ten, and the tolerance.
func (s *simulated) Histogram(n int, samples int64) []figure.Block {
	const most = 100 // values
	errors := make([]float64, len(s.Errors))
	for k, e := range s.Errors {
		errors[k], _ = e.Float64()
	}
	first, last := errors[0], errors[len(errors)-1]
	unit := elementary.Pow(10, math.Ceil(elementary.Log10(max(last-first, last/most, 1e-9)/most)))
	value := func(x float64) int { return int(math.Round(x / unit)) }
	counts := make([]float64, value(last)-value(first)+1)
	for _, e := range errors {
		counts[value(e)-value(first)]++
	}
	emax, _ := s.Emax.Float64()
	return []figure.Block{
		figure.Title(fmt.Sprintf("The largest |e| in %d runs of %d uniform deals, n = %d", len(errors), samples, n)),
		figure.Curve{
			XLabel: fmt.Sprintf("largest |e| of a run, in units of %.0e", unit), YLabel: "runs",
			Series:  []figure.Series{{Name: "runs", First: value(first), Y: counts}},
			Markers: []figure.Marker{{Name: fmt.Sprintf("e_max = %.4g", emax), At: emax / unit, Vertical: true}},
		},
	}
}
