package deals

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/tally"
	"dovetail/perm/shuffle"

	"gonum.org/v1/gonum/stat/distuv"
)

// Simulated is a tolerance found as the paper finds it, and how far to trust
// it. The tolerance estimates the 0.95 quantile q of the largest error of a
// run. The number of runs at or below q is Binomial(runs, 0.95) whatever the
// law of the errors, so if that number is between l and u-1 with a certain
// probability, then with that probability q lies between the l-th and the u-th
// smallest error.
type Simulated struct {
	Emax  *big.Rat
	Error float64 // half the width of such an interval at 68.27%: one standard error

	// Low and High enclose q with at least 95% confidence. They are nil where
	// there are too few runs for such a limit (High: fewer than 72), and Error
	// is then NaN if there are too few even for that.
	Low, High *big.Rat

	Errors []*big.Rat // the largest error of every run, smallest first
}

// MaxErrors is the procedure of section 3.2 for n cards: in each of a number of
// runs, s uniform shuffles and the largest |t_ij/s - 1/n|; the highest 5% of
// these are dropped and the largest left is the tolerance.
func MaxErrors(ctx context.Context, n int, s int64, runs int, seed uint64, o Options) (*Simulated, error) {
	if s > math.MaxInt64>>17 {
		return nil, fmt.Errorf("%d deals: want at most 2^46", s)
	}
	largest := make([]int64, max(runs, 0))
	q := sample{
		n:       n,
		s:       s,
		runs:    runs,
		seed:    seed,
		purpose: fmt.Sprintf("emax %d", n),
		dealers: func() []shuffle.Dealer { return []shuffle.Dealer{shuffle.Uniform(n)} },
	}
	err := q.each(ctx, o, func(run int, counts []uint64) {
		for _, t := range counts {
			d := int64(n)*int64(t) - s
			largest[run] = max(largest[run], d, -d)
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(largest)
	r := &Simulated{}
	for _, d := range largest {
		e := new(big.Rat).SetFrac(big.NewInt(d), new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(s)))
		r.Errors = append(r.Errors, e)
	}
	r.judge()
	return r, nil
}

// judge fills in all but Errors.
func (r *Simulated) judge() {
	runs := len(r.Errors)
	kept, of := int(tally.Confidence.Num().Int64()), int(tally.Confidence.Denom().Int64())
	r.Emax = r.Errors[runs-runs*(of-kept)/of-1]
	r.Low, r.High = r.between(0.95)
	r.Error = math.NaN()
	if low, high := r.between(math.Erf(1 / math.Sqrt2)); low != nil && high != nil {
		r.Error, _ = new(big.Rat).Sub(high, low).Float64()
		r.Error /= 2
	}
}

// between encloses the quantile with the given confidence.
func (r *Simulated) between(confidence float64) (low, high *big.Rat) {
	share, _ := tally.Confidence.Float64()
	law := distuv.Binomial{N: float64(len(r.Errors)), P: share}
	tail := (1 - confidence) / 2
	for k, e := range r.Errors {
		// e is the (k+1)-th smallest: q is below it if at most k runs are
		// at or below q, above it if more than k are.
		upTo := law.CDF(float64(k))
		if upTo <= tail {
			low = e
		}
		if high == nil && upTo >= 1-tail {
			high = e
		}
	}
	return low, high
}
