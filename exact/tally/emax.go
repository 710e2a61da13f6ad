package tally

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
)

// Confidence is the share of uniform shuffles whose every cell must stay within
// the tolerance: the paper drops the highest 5% of 1,000 maxima.
var Confidence = big.NewRat(19, 20)

// Published is the tolerance of Ide and Okuda, eq. (17), for 52 cards and 10^6
// deals.
var Published = big.NewRat(586, 1000000)

// MaxSamples is the largest number of deals.
const MaxSamples = 1e12

// Choose finds the tolerance that a user names: "paper" is Published, "auto" is
// Auto(n, s), a number stands for itself, and "" is "paper" for the paper's n
// and s and "auto" otherwise. from says in words where the value comes from.
func Choose(choice string, n int, s int64) (emax *big.Rat, from string, err error) {
	if choice == "" {
		choice = Default(n, s)
	}
	switch choice {
	case "paper":
		return Published, "paper: Ide and Okuda 2018, eq. (17)", nil
	case "auto":
		return Auto(n, s), fmt.Sprintf("auto: exact binomial tails at s=%d", s), nil
	}
	value, err := parseEmax(choice)
	if err != nil {
		return nil, "", err
	}
	return value, given(value), nil
}

// Default names the default tolerance of n cards and s deals.
func Default(n int, s int64) string {
	if n == 52 && s == 1000000 {
		return "paper"
	}
	return "auto"
}

// CheckChoice refuses a text that names no tolerance.
func CheckChoice(choice string) error {
	if choice == "paper" || choice == "auto" {
		return nil
	}
	_, err := parseEmax(choice)
	return err
}

func parseEmax(choice string) (*big.Rat, error) {
	value, err := number.ParseRat(choice)
	if err != nil || value.Sign() < 0 || value.Cmp(big.NewRat(1, 1)) > 0 {
		return nil, fmt.Errorf("emax=%q is not paper, auto or a number from 0 to 1", choice)
	}
	return value, nil
}

// given is the suffix of a tolerance whose nearest double does not identify it.
func given(value *big.Rat) string {
	f, _ := value.Float64()
	short, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	if short.Cmp(value) == 0 {
		return "given"
	}
	return "given: " + value.RatString()
}

// Auto is the tolerance for n cards and s deals from exact binomial tails: the
// least e such that n^2 independent cells of a uniform shuffle are all within e
// of 1/n with probability at least 0.95. |t/s - 1/n| is d/(n s) for the integer
// d = |n t - s|, so the answer is such a fraction.
//
// Probabilities are sums of positive terms, each from its neighbour by three roundings,
// with a relative error below 10^-9. The distance of the deciding one from the
// threshold is not checked further, as the next lattice point changes it by far more.
func Auto(n int, s int64) *big.Rat {
	if n == 1 {
		return new(big.Rat)
	}
	confidence, _ := Confidence.Float64()
	// Tails above this probability are too heavy for n^2 cells.
	allowed := -elementary.Expm1(elementary.Log(confidence) / float64(n) / float64(n))

	// Walk inwards from both ends, always over the farther count, adding
	// tail probability until the next count no longer fits.
	dist := newWindow(n, s)
	lo, hi := dist.first, dist.first+int64(len(dist.weight))-1
	gap := func(t int64) *big.Int {
		d := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(t))
		return d.Sub(d, big.NewInt(s)).Abs(d)
	}
	tail := 0.0
	for {
		low, high := gap(lo), gap(hi)
		far := low
		if high.Cmp(low) > 0 {
			far = high
		}
		add := 0.0
		if low.Cmp(far) == 0 {
			add += dist.at(lo)
		}
		if high.Cmp(far) == 0 && hi != lo {
			add += dist.at(hi)
		}
		if tail+add > allowed*dist.total {
			den := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(s))
			return new(big.Rat).SetFrac(far, den)
		}
		tail += add
		if low.Cmp(far) == 0 {
			lo++
		}
		if high.Cmp(far) == 0 {
			hi--
		}
	}
}

// window holds the law of Binomial(s, 1/n), unnormalised, over all counts except
// extremely improbable ones (relative weight 10^-30).
type window struct {
	first  int64
	weight []float64
	total  float64
}

func newWindow(n int, s int64) *window {
	odds := 1 / float64(n-1)
	mode := (s + 1) / int64(n)
	var below, above []float64
	for t, w := mode, 1.0; t > 0; t-- {
		w *= float64(t) / float64(s-t+1) / odds
		if w < 1e-30 {
			break
		}
		below = append(below, w)
	}
	for t, w := mode, 1.0; t < s; t++ {
		w *= float64(s-t) / float64(t+1) * odds
		if w < 1e-30 {
			break
		}
		above = append(above, w)
	}
	d := &window{first: mode - int64(len(below))}
	for i := len(below) - 1; i >= 0; i-- {
		d.weight = append(d.weight, below[i])
	}
	d.weight = append(append(d.weight, 1), above...)
	for i, j := 0, len(d.weight)-1; i <= j; {
		// Smallest first, so that the sum loses nothing.
		if d.weight[i] < d.weight[j] {
			d.total += d.weight[i]
			i++
		} else {
			d.total += d.weight[j]
			j--
		}
	}
	return d
}

func (d *window) at(t int64) float64 { return d.weight[t-d.first] }

// Formula is the closed form z sqrt((n-1)/s)/n, with z the normal quantile of
// 1 - (1 - confidence^(1/n^2))/2: the normal approximation of Auto at a confidence.
func Formula(n int, s int64, confidence float64) float64 {
	cells := float64(n) * float64(n)
	tail := -elementary.Expm1(elementary.Log(confidence)/cells) / 2
	z := -elementary.NormalQuantile(tail)
	return z * math.Sqrt(float64(n-1)/float64(s)) / float64(n)
}
