package shuffle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sort"

	"dovetail/perm/pace"
)

// Laws of the size of a packet or of a cut, in fixed point. They are differences
// of a distribution function, so they add up to exactly 1 and every tail is as
// good as a single value of that function.

// rounding says which integer stands for a real size: the size k covers the
// reals in [k+shift, k+shift+1).
type rounding struct {
	name  string
	shift *big.Rat
}

// roundings are all of them, the usual one first.
var roundings = []rounding{
	{"nearest", big.NewRat(-1, 2)},
	{"floor", big.NewRat(0, 1)},
	{"ceiling", big.NewRat(-1, 1)},
}

// sizes is the law of a size clamped to [lo, hi], by its distribution function.
type sizes struct {
	lo, hi   int
	from, to int                  // the size is never below or above these
	upTo     func(k int) *big.Int // P(size <= k) in fixed point, for from <= k < to
	about    func(k int) float64  // the same within 1e-9, if that is quicker
	bits     uint
}

// roundedNormal is the law of a N(mean, sd^2) size, rounded, then clamped to
// [lo, hi], at most two units off. The tails that fall below the last bit are none.
func roundedNormal(mean, sd *big.Rat, round rounding, lo, hi int, bits uint) *sizes {
	d := newNormal(bits)
	reach := new(big.Rat).Mul(d.reach, sd)
	m, _ := mean.Float64()
	r, _ := reach.Float64()
	scale, _ := sd.Float64()
	shift, _ := round.shift.Float64()
	within := func(x float64, fallback int) int {
		switch {
		case math.IsNaN(x):
			return fallback
		case x < float64(lo):
			return lo
		case x > float64(hi):
			return hi
		}
		return int(x)
	}
	return &sizes{lo: lo, hi: hi, bits: bits,
		from: within(math.Floor(m-r)-2, lo),
		to:   within(math.Ceil(m+r)+2, hi),
		upTo: func(k int) *big.Int {
			x := new(big.Rat).SetInt64(int64(k) + 1)
			x.Add(x, round.shift)
			x.Sub(x, mean)
			return d.cdf(x.Quo(x, sd))
		},
		about: func(k int) float64 {
			return math.Erfc((m-shift-float64(k)-1)/(scale*math.Sqrt2)) / 2
		},
	}
}

// flooredUniform is the law of floor(u), u uniform on the reals of [from, to),
// clamped to [lo, hi], at most one unit off.
func flooredUniform(from, to *big.Rat, lo, hi int, bits uint) *sizes {
	length := new(big.Rat).Sub(to, from)
	floor := func(x *big.Rat) int { // clamped
		k := new(big.Int).Div(x.Num(), x.Denom()) // Euclidean, which is floor here
		switch {
		case k.Cmp(big.NewInt(int64(lo))) < 0:
			return lo
		case k.Cmp(big.NewInt(int64(hi))) > 0:
			return hi
		}
		return int(k.Int64())
	}
	return &sizes{lo: lo, hi: hi, bits: bits, from: floor(from), to: floor(to),
		upTo: func(k int) *big.Int {
			x := new(big.Rat).SetInt64(int64(k) + 1)
			x.Sub(x, from).Quo(x, length)
			switch {
			case x.Sign() <= 0:
				return new(big.Int)
			case x.Cmp(big.NewRat(1, 1)) >= 0:
				return unit(bits)
			}
			return ratio(x.Num(), x.Denom(), bits)
		},
	}
}

// between are the weights of the sizes from one to another, those beyond being none.
func (s *sizes) between(from, to int) []*big.Int {
	weights := make([]*big.Int, to-from+1)
	below := new(big.Int)
	for k := from; k <= to; k++ {
		at := below
		switch {
		case k >= s.to:
			at = unit(s.bits)
		case k >= s.from:
			pace.Yield()
			at = s.upTo(k)
		}
		weights[k-from] = new(big.Int).Sub(at, below)
		below = at
	}
	return weights
}

// weights are those of all sizes from lo to hi.
func (s *sizes) weights() []*big.Int { return s.between(s.lo, s.hi) }

// maxTabled is how many sizes a dealer lists with their probabilities. Of more it
// computes those that it needs to draw one.
const maxTabled = 1 << 12

// drawn draws a size, from the law as it is in choiceBits.
func (s *sizes) drawn() draw {
	if s.to-s.from < maxTabled {
		return s.tabled()
	}
	return s.searched()
}

func (s *sizes) tabled() draw {
	c := newChoice(s.between(s.from, s.to))
	c.first = s.from
	return c.draw
}

// searched draws as tabled does, without the table.
func (s *sizes) searched() draw {
	return func(rng *rand.ChaCha8) int {
		u := rng.Uint64()
		exact, about := new(big.Int).SetUint64(u), float64(float64(u)*0x1p-64)
		return s.from + sort.Search(s.to-s.from, func(i int) bool {
			k := s.from + i
			if s.about != nil {
				if p := s.about(k); math.Abs(p-about) > 1e-9 {
					return about < p
				}
			}
			return exact.Cmp(s.upTo(k)) < 0
		})
	}
}
