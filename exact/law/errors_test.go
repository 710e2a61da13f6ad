package law

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
)

const precision = 300

func float(x *big.Rat) *big.Float { return new(big.Float).SetPrec(precision).SetRat(x) }

// ln is the natural logarithm: x = m 2^e with m from 3/4 to 3/2, and ln m =
// 2 atanh((m-1)/(m+1)).
func ln(x *big.Float) *big.Float {
	m := new(big.Float).SetPrec(precision)
	e := x.MantExp(m)
	if m.Cmp(big.NewFloat(0.75)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	atanh := func(z *big.Float) *big.Float {
		square := new(big.Float).Mul(z, z)
		sum, power := new(big.Float).SetPrec(precision), new(big.Float).Set(z)
		for k := int64(1); k < precision; k += 2 {
			term := new(big.Float).SetPrec(precision).SetInt64(k)
			sum.Add(sum, term.Quo(power, term))
			power.Mul(power, square)
		}
		return sum.Add(sum, sum)
	}
	one := big.NewFloat(1).SetPrec(precision)
	out := atanh(m.Quo(new(big.Float).Sub(m, one), new(big.Float).Add(m, one)))
	two := atanh(new(big.Float).SetPrec(precision).Quo(one, big.NewFloat(3)))
	return out.Add(out, two.Mul(two, new(big.Float).SetInt64(int64(e))))
}

// distances are those of a law in rationals, to many digits.
func distances(truth []*big.Rat) map[string]*big.Float {
	n := big.NewRat(int64(len(truth)), 1)
	least := truth[0]
	deficit := new(big.Float).SetPrec(precision)
	for _, p := range truth {
		if p.Cmp(least) < 0 {
			least = p
		}
		if p.Sign() > 0 {
			deficit.Add(deficit, new(big.Float).Mul(float(p), ln(float(new(big.Rat).Mul(p, n)))))
		}
	}
	separation := new(big.Rat).Mul(n, least)
	tvd, l2 := sums(truth)
	return map[string]*big.Float{
		"TVD":        tvd,
		"separation": float(separation.Sub(big.NewRat(1, 1), separation)),
		"l-2":        l2,
		"deficit":    deficit.Quo(deficit, ln(new(big.Float).SetPrec(precision).SetInt64(2))),
	}
}

func sums(truth []*big.Rat) (tvd, l2 *big.Float) {
	n := big.NewRat(int64(len(truth)), 1)
	fair := new(big.Rat).Inv(n)
	above, square := new(big.Rat), new(big.Rat)
	for _, p := range truth {
		off := new(big.Rat).Sub(p, fair)
		if off.Sign() > 0 {
			above.Add(above, off)
		}
		square.Add(square, off.Mul(off, off))
	}
	return float(above), new(big.Float).Sqrt(float(square.Mul(square, n)))
}

// computed are those of a law in doubles.
func computed(l *Law) map[string]Value {
	root, _ := l.L2()
	return map[string]Value{"TVD": l.TVD(), "separation": l.Separation(), "l-2": root, "deficit": l.Deficit()}
}

// off is how far a value is from the truth.
func off(v Value, truth *big.Float) float64 {
	d, _ := new(big.Float).Sub(new(big.Float).SetPrec(precision).SetFloat64(v.Float), truth).Float64()
	return math.Abs(d)
}

func rationals(probs []float64) (truth []*big.Rat) {
	for _, p := range probs {
		truth = append(truth, new(big.Rat).SetFloat64(p))
	}
	return truth
}

// shares draws probabilities that are multiples of 2^-45 and add up to 1.
func shares(rng *rand.Rand, decks int) []float64 {
	weight, sum := make([]float64, decks), 0.0
	for d := range weight {
		weight[d] = math.Exp(6 * rng.Float64())
		sum += weight[d]
	}
	rest := 1.0
	for d := range weight[1:] {
		weight[d+1] = math.Floor(weight[d+1]/sum*0x1p45) * 0x1p-45
		rest -= weight[d+1]
	}
	weight[0] = rest
	return weight
}

// Laws of doubles that are exact: the errors are the roundings of the sums alone, and
// there are some.
func TestRoundingsOfDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst := map[string]float64{}
	for range 40 {
		l := &Law{N: 4, Probs: shares(rng, 24)}
		truth := distances(rationals(l.Probs))
		for what, v := range computed(l) {
			d := off(v, truth[what])
			if d > v.Error {
				t.Errorf("%s %v is off by %g", what, v, d)
			}
			worst[what] = max(worst[what], d/v.Error)
		}
	}
	for what, most := range worst {
		if most < 1e-3 && what != "separation" { // that has no sum
			t.Errorf("%s: no error above %g of its bound", what, most)
		}
	}
}

// 1 - n! P rounds twice.
func TestRoundingsOfSeparation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	worst := 0.0
	for range 200 {
		l := &Law{N: 5, Probs: make([]float64, 120)}
		for d := range l.Probs {
			l.Probs[d] = 1. / 100
		}
		l.Probs[7] = rng.Float64() / 120
		least := new(big.Rat).SetFloat64(l.Probs[7])
		v := l.Separation()
		d := off(v, float(least.Sub(big.NewRat(1, 1), least.Mul(least, big.NewRat(120, 1)))))
		if d > v.Error {
			t.Errorf("%v is off by %g", v, d)
		}
		worst = max(worst, d/v.Error)
	}
	if worst < 0.1 {
		t.Errorf("no error above %g of the bound", worst)
	}
}

// Probabilities as far from the truth as Roundings allows, those that are too large
// up and the others down.
func TestRelativeErrorOfDistances(t *testing.T) {
	const roundings = 1 << 20
	probs := make([]float64, 120)
	probs[0] = 0.25
	for d := range probs[1:] {
		probs[d+1] = math.Floor(0.75/119*0x1p50) * 0x1p-50
		probs[0] -= probs[d+1] - 0.75/119
	}
	sum := new(big.Rat)
	for _, p := range rationals(probs[1:]) {
		sum.Add(sum, p)
	}
	truth := rationals(probs)
	truth[0].Sub(big.NewRat(1, 1), sum)
	l := &Law{N: 5, Probs: probs, Roundings: roundings}
	factor := math.Exp(roundings * 0x1p-53)
	for d, p := range truth {
		f, _ := p.Float64()
		if f > 1./120 {
			l.Probs[d] = f * factor
		} else {
			l.Probs[d] = f / factor
		}
	}
	want := distances(truth)
	for what, v := range computed(l) {
		if d := off(v, want[what]); d > v.Error || d < v.Error/12 {
			t.Errorf("%s %v is off by %g", what, v, d)
		}
	}
}

// rising is a term of a sum that starts with first: those on the way of the first term
// to the sum of all that are added to it one after the other, each a little more than
// half a unit of its last place, so that every addition rounds up. All others are 0.
func rising(d int, first float64) float64 {
	tiny := first * 0x1p-53 * (1 + 0x1p-20)
	switch {
	case d == 0:
		return first
	case d < 64 && d%4 == 0, d == 1, d == 2, d >= 64 && d&(d-1) == 0:
		return tiny
	}
	return 0
}

// No term meets more roundings than sumRoundings, and many meet nearly as many.
func TestRoundingsOfSums(t *testing.T) {
	const halvings = 14
	got := blockSum(64<<halvings, func(d int) float64 { return rising(d, 1) })
	up := (got - 1) / 0x1p-52
	if up != 17+halvings {
		t.Errorf("%v additions rounded up, want %d", up, 17+halvings)
	}
	// All terms at once: one sum of them, or four, would lose most of them.
	all := 64 << halvings
	got = blockSum(all, func(d int) float64 {
		if d == 0 {
			return 1
		}
		return 0x1p-53
	})
	if lost := 1 + float64(all-1)*0x1p-53 - got; math.Abs(lost) > sumRoundings*unit {
		t.Errorf("the sum is off by %g", lost)
	}
	most := 17
	for decks := perm.Factorial(MaxCards); decks > 64; decks = (decks + 1) / 2 {
		most++
	}
	if most > sumRoundings || most < sumRoundings/2 {
		t.Errorf("%d roundings on the way of a term, %d stated", most, sumRoundings)
	}
}

// A law whose distance is such a sum: decks that are too likely by 1/8 or by a little,
// and as many that never come.
func TestSummationOfTVD(t *testing.T) {
	l := &Law{N: 5, Probs: make([]float64, 120)} // two blocks of 60
	for d := range 60 {
		l.Probs[d] = 1. / 120
		if d < 4 {
			l.Probs[d] += 1. / 8
		} else {
			l.Probs[d] += 0x1p-56 * (1 + 0x1p-3)
		}
	}
	truth, _ := sums(rationals(l.Probs))
	v := l.TVD()
	if d := off(v, truth); d > v.Error || d < v.Error/10 {
		t.Errorf("TVD %v is off by %g", v, d)
	}
}

// The same for the sum of squares: one deck is 65 times as likely as it should be, so
// that 64 never come, and the others are fair except for a little.
func TestSummationOfL2(t *testing.T) {
	worst := 0.0
	for k := range 64 {
		l := &Law{N: 5, Probs: make([]float64, 120)}
		fair := 1. / 120
		for d := range 56 {
			l.Probs[d] = fair * (1 + 0x1p-20*(1+float64(k)/64))
		}
		l.Probs[0] = fair * (65 + 0x1p-10*float64(k))
		_, truth := sums(rationals(l.Probs))
		v, _ := l.L2()
		d := off(v, truth)
		if d > v.Error {
			t.Errorf("l-2 %v is off by %g", v, d)
		}
		worst = max(worst, d/v.Error)
	}
	if worst < 1./9 {
		t.Errorf("no error above %g of the bound", worst)
	}
}

// log2(n!) to many digits.
func TestMaxEntropy(t *testing.T) {
	two := ln(new(big.Float).SetPrec(precision).SetInt64(2))
	worst := 0.0
	for n := 3; n <= MaxCards; n++ {
		truth := ln(new(big.Float).SetPrec(precision).SetInt64(int64(perm.Factorial(n))))
		v := (&Law{N: n}).MaxEntropy()
		d := off(v, truth.Quo(truth, two))
		if d > v.Error {
			t.Errorf("n=%d: %v is off by %g", n, v, d)
		}
		worst = max(worst, d/v.Error)
	}
	if worst < 0.01 {
		t.Errorf("no error above %g of its bound", worst)
	}
}

// The roundings of a law by what its letters do. Inverse by insertions, a riffle puts the
// first card of its upper packet anywhere among the s taken up before: of the states
// after s cards the one with most edges has s+1, and at each of n-1 states on the way a
// weight, its product and the sums are rounded. Reading a first letter takes 2, and so
// does reading counts, and one more a digit.
func TestRoundingsAddUp(t *testing.T) {
	const n, step = 6, (2 + 3 + 4 + 5 + 6) + 5
	a := alphabet(t, n, "riffle(cut=normal,sd=1)", "riffle", "deal(piles=2)")
	for word, want := range map[string]int{
		"A": 2, "AA": 2 + step, "AAAA": 2 + 3*step, "BBA": 3 + step, "BBABA": 3 + 3*step,
	} {
		if got := compute(t, a, word).Roundings; got != want {
			t.Errorf("%s: %d roundings, want %d", word, got, want)
		}
	}
	l := &Law{Roundings: 1000}
	truth := math.Pow(1+0x1p-40, 1000./(1<<13)) - 1 // (1 + 2^-53)^1000 to first order
	if e := l.RelativeError(); e < truth*(1-1e-9) || e > truth*1.0001 {
		t.Errorf("1000 roundings make %g, want %g", e, truth)
	}
}
