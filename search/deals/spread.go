package deals

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// Query asks how w varies over repetitions of real deals of a word.
type Query struct {
	Alphabet *position.Laws
	Word     word.Word
	Deals    int64 // s, of one repetition
	Runs     int   // repetitions
	Seed     uint64
	Emax     *big.Rat
}

// Spread is the number w of white cells in each repetition: those whose count t
// has |t/s - 1/n| <= e_max, decided on integers. Deterministic letters at the
// ends of the word only rename cells and are not dealt.
func Spread(ctx context.Context, q Query, o Options) ([]int, error) {
	a, b := tally.Bounds(q.Alphabet.N, q.Deals, q.Emax)
	white := make([]int, q.Runs)
	err := q.sample(q.Runs).each(ctx, o, func(run int, counts []uint64) {
		for _, t := range counts {
			if a <= int64(t) && int64(t) <= b {
				white[run]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return white, nil
}

// sample is so many runs of deals of the word's core.
func (q Query) sample(runs int) *sample {
	_, core, _ := q.Alphabet.Split(q.Word)
	return &sample{
		n:       q.Alphabet.N,
		s:       q.Deals,
		runs:    runs,
		seed:    q.Seed,
		purpose: purpose(q.Alphabet, q.Word),
		dealers: func() []shuffle.Dealer { return dealers(q.Alphabet, core) },
	}
}

// dealers performs the letters of a core, runs of deterministic letters at one
// stroke.
func dealers(a *position.Laws, core word.Word) []shuffle.Dealer {
	var steps []shuffle.Dealer
	var run perm.Perm
	for _, k := range core {
		l := a.Letters[k]
		if l.Perm != nil {
			run = run.Append(l.Perm)
			continue
		}
		if run != nil {
			steps = append(steps, shuffle.Fixed(run))
			run = nil
		}
		steps = append(steps, l.Model.Dealer(a.N))
	}
	return steps
}

// purpose names a word with everything that its deals depend on.
func purpose(a *position.Laws, w word.Word) string {
	var s strings.Builder
	fmt.Fprintf(&s, "spread %d", a.N)
	for _, k := range w {
		s.WriteByte(' ')
		s.WriteString(a.Letters[k].Model.String())
	}
	return s.String()
}

// PredictDeals are enough deals for the predicted deviation to be within 0.5% in most words.
const PredictDeals = 1 << 15

// Predict predicts w for one deviation matrix e of the word (or of its core).
// The part of the variance that only the law of two cards would tell, Var(F) of
// tally.Spread, is sampled by a number of real deals, at least two, of a stream
// apart from all those of Spread; one goroutine, same answer every time. It fails
// only if ctx is cancelled.
func Predict(ctx context.Context, a *position.Laws, word word.Word, white *tally.White, deals int, seed uint64) (results.Prediction, error) {
	_, core, _ := a.Split(word)
	e, err := position.NewChain(a).Core(ctx, core)
	if err != nil {
		return results.Prediction{}, err
	}
	spread := tally.NewSpread(white, a.N, e.Row)

	var f moments
	rng := stream(seed, "predict "+purpose(a, word), 0, 0)
	t := newTable(a.N, dealers(a, core))
	for left := deals; left > 0; left -= batch {
		if err := ctx.Err(); err != nil {
			return results.Prediction{}, err
		}
		for _, deck := range t.decks(rng, min(left, batch)) {
			sum := 0.0
			for j, i := range deck {
				sum += spread.Slope[int(i)*a.N+j]
			}
			f.add(sum)
		}
	}
	variance, stderr := f.variance()
	sd := math.Sqrt(spread.Variance(variance))
	p := results.Prediction{Expected: spread.Mean, PredictedSD: sd, IndependentSD: math.Sqrt(spread.Independent)}
	if sd > 0 {
		p.PredictedSDError = stderr * spread.PerUnit() / (2 * sd)
	}
	return p, nil
}

// summarize describes the white counts of at least one repetition.
func summarize(white []int) results.Summary {
	var m moments
	for _, w := range white {
		m.add(float64(w))
	}
	mean := m.mean()
	variance, err := m.variance()
	sd := math.Sqrt(variance)
	s := results.Summary{Mean: mean, MeanError: known(sd / math.Sqrt(float64(len(white)))), SD: known(sd), SDError: new(float64)}
	if sd != 0 {
		s.SDError = known(err / (2 * sd))
	}
	return s
}

// moments collects values; two passes keep the digits.
type moments struct{ values []float64 }

func (m *moments) add(x float64) { m.values = append(m.values, x) }

func (m *moments) mean() float64 {
	sum := 0.0
	for _, x := range m.values {
		sum += x
	}
	return sum / float64(len(m.values))
}

// variance is the unbiased sample variance v, with its standard error for any
// law: sqrt((m_4 - v^2 (k-3)/(k-1))/k) for k values, m_4 being their fourth
// central moment. It is NaN for one value.
func (m *moments) variance() (v, err float64) {
	k, mean := float64(len(m.values)), m.mean()
	var second, fourth float64
	for _, x := range m.values {
		d := (x - mean) * (x - mean)
		second += d
		fourth += d * d
	}
	v = second / (k - 1)
	return v, math.Sqrt(max(0, fourth/k-v*v*(k-3)/(k-1)) / k)
}
