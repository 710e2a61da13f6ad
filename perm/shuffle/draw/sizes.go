package draw

import (
	"math"
	"math/big"
	"sort"

	"dovetail/perm/pace"
	"dovetail/perm/shuffle/fixed"
)

// Laws of the size of a packet or of a cut, in fixed point. They are differences of a
// distribution function, so they add up to exactly 1 and every tail is as precise as a
// single value of that function.

// Rounding says which integer stands for a real size: the size k covers the
// reals in [k+shift, k+shift+1).
type Rounding struct {
	Name  string
	shift *big.Rat
}

// Roundings are all of them, the usual one first.
var Roundings = []Rounding{
	{"nearest", big.NewRat(-1, 2)},
	{"floor", big.NewRat(0, 1)},
	{"ceiling", big.NewRat(-1, 1)},
}

// Sizes is the law of a size clamped to [lo, hi], by its distribution function.
type Sizes struct {
	Lo, Hi   int
	From, To int                  // the size is never below or above these
	UpTo     func(k int) *big.Int // P(size <= k) in fixed point, for from <= k < to
	About    func(k int) float64  // the same within 1e-9, if that is faster
	Bits     uint
}

// RoundedNormal is the law of a N(mean, sd^2) size, rounded, then clamped to [lo, hi],
// at most two units off. Tails below the last bit are 0.
func RoundedNormal(mean, sd *big.Rat, round Rounding, lo, hi int, bits uint) *Sizes {
	d := fixed.NewNormal(bits)
	reach := new(big.Rat).Mul(d.Reach, sd)
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
	return &Sizes{Lo: lo, Hi: hi, Bits: bits,
		From: within(math.Floor(m-r)-2, lo),
		To:   within(math.Ceil(m+r)+2, hi),
		UpTo: func(k int) *big.Int {
			x := new(big.Rat).SetInt64(int64(k) + 1)
			x.Add(x, round.shift)
			x.Sub(x, mean)
			return d.CDF(x.Quo(x, sd))
		},
		About: func(k int) float64 {
			return math.Erfc((m-shift-float64(k)-1)/(scale*math.Sqrt2)) / 2
		},
	}
}

// FlooredUniform is the law of floor(u), u uniform on the reals of [from, to),
// clamped to [lo, hi], at most one unit off.
func FlooredUniform(from, to *big.Rat, lo, hi int, bits uint) *Sizes {
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
	return &Sizes{Lo: lo, Hi: hi, Bits: bits, From: floor(from), To: floor(to),
		UpTo: func(k int) *big.Int {
			x := new(big.Rat).SetInt64(int64(k) + 1)
			x.Sub(x, from).Quo(x, length)
			switch {
			case x.Sign() <= 0:
				return new(big.Int)
			case x.Cmp(big.NewRat(1, 1)) >= 0:
				return fixed.Unit(bits)
			}
			return fixed.Ratio(x.Num(), x.Denom(), bits)
		},
	}
}

// between are the weights of the sizes from one to another; the sizes beyond have none.
func (s *Sizes) between(from, to int) []*big.Int {
	weights := make([]*big.Int, to-from+1)
	below := new(big.Int)
	for k := from; k <= to; k++ {
		at := below
		switch {
		case k >= s.To:
			at = fixed.Unit(s.Bits)
		case k >= s.From:
			pace.Yield()
			at = s.UpTo(k)
		}
		weights[k-from] = new(big.Int).Sub(at, below)
		below = at
	}
	return weights
}

// Weights are those of all sizes from lo to hi.
func (s *Sizes) Weights() []*big.Int { return s.between(s.Lo, s.Hi) }

// maxTabled is the most sizes whose probabilities a dealer tabulates. With more it
// computes those that it needs for a draw.
const maxTabled = 1 << 12

// Sampler draws a size, from the law as it is in [Bits].
func (s *Sizes) Sampler() Func {
	if s.To-s.From < maxTabled {
		return s.tabled()
	}
	return s.searched()
}

func (s *Sizes) tabled() Func {
	c := NewChoice(s.between(s.From, s.To))
	c.First = s.From
	return c.Draw
}

// searched draws like tabled, without the table.
func (s *Sizes) searched() Func {
	return func(rng *Stream) int {
		u := rng.Uint64()
		exact, about := new(big.Int).SetUint64(u), float64(float64(u)*0x1p-64)
		return s.From + sort.Search(s.To-s.From, func(i int) bool {
			k := s.From + i
			if s.About != nil {
				if p := s.About(k); math.Abs(p-about) > 1e-9 {
					return about < p
				}
			}
			return exact.Cmp(s.UpTo(k)) < 0
		})
	}
}
