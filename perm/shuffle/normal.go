package shuffle

import "math/big"

// The normal distribution function in fixed point, for packets and cuts of
// rounded normal size.
//
//	Phi(x) = 1/2 + (2 pi)^(-1/2) * sum_k (-1)^k x^(2k+1) / (2^k k! (2k+1))
//
// The series converges for every x. Its largest term is below e^(x^2/2), which
// costs that many leading digits; x is cut off where the tail falls below the
// last bit, so twice the bits suffice.

type normal struct {
	bits  uint
	prec  uint
	scale *big.Float // (2 pi)^(-1/2)
	reach *big.Rat   // beyond +-reach the tail is under a quarter of a unit
}

func newNormal(bits uint) *normal {
	prec := 2*bits + 96
	twoPi := new(big.Float).SetPrec(prec).SetMantExp(pi(prec), 1)
	root := new(big.Float).SetPrec(prec).Sqrt(twoPi)
	// Phi(-x) <= e^(-x^2/2)/2 < 2^-(bits+2) as soon as x^2 >= 2 (bits+1) ln 2.
	square := new(big.Float).SetInt64(int64(bits+1) * 14 / 10)
	r, _ := new(big.Float).Sqrt(square.Add(square, big.NewFloat(1))).Rat(nil)
	return &normal{
		bits:  bits,
		prec:  prec,
		scale: new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), root),
		reach: r,
	}
}

// cdf is Phi(x) in units of 2^-bits, at most one unit off.
func (d *normal) cdf(x *big.Rat) *big.Int {
	one := new(big.Int).Lsh(big.NewInt(1), d.bits)
	if new(big.Rat).Abs(x).Cmp(d.reach) >= 0 {
		if x.Sign() < 0 {
			return new(big.Int)
		}
		return one
	}
	v := new(big.Float).SetPrec(d.prec).SetRat(x)
	square := new(big.Float).Mul(v, v)
	term := new(big.Float).Copy(v)
	sum := new(big.Float).SetPrec(d.prec)
	var part, k big.Float
	for i := int64(0); ; i++ {
		part.SetPrec(d.prec).Quo(term, k.SetInt64(2*i+1))
		sum.Add(sum, &part)
		if part.Sign() == 0 || part.MantExp(nil) < -int(d.bits)-32 {
			break
		}
		term.Mul(term, square)
		term.Quo(term, k.SetInt64(-2*(i+1)))
	}
	sum.Mul(sum, d.scale)
	sum.Add(sum, big.NewFloat(0.5))
	units, _ := sum.SetMantExp(sum, int(d.bits)).Int(nil)
	return units
}

// pi by Machin: pi/4 = 4 arctan(1/5) - arctan(1/239).
func pi(prec uint) *big.Float {
	bits := prec + 32
	sum := new(big.Int).Lsh(arccot(5, bits), 2)
	sum.Sub(sum, arccot(239, bits))
	f := new(big.Float).SetPrec(prec).SetInt(sum.Lsh(sum, 2))
	return f.SetMantExp(f, -int(bits))
}

// arccot is arctan(1/x) = sum_k (-1)^k / ((2k+1) x^(2k+1)) in units of 2^-bits.
func arccot(x int64, bits uint) *big.Int {
	square := big.NewInt(x * x)
	power := new(big.Int).Lsh(big.NewInt(1), bits)
	power.Quo(power, big.NewInt(x))
	sum := new(big.Int)
	var term big.Int
	for k := int64(0); power.Sign() != 0; k++ {
		term.Quo(power, big.NewInt(2*k+1))
		if k%2 == 0 {
			sum.Add(sum, &term)
		} else {
			sum.Sub(sum, &term)
		}
		power.Quo(power, square)
	}
	return sum
}
