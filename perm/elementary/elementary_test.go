package elementary

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/mathext"
)

// functions are all of the package beside those of package math.
var functions = []struct {
	name       string
	ours, math func(float64) float64
	argument   func(*rand.Rand) float64
	ulps       float64 // how far math's may be away on other machines
	bits       uint64  // a hash of the values at 100,000 arguments
}{
	{"Exp", Exp, math.Exp, wide(-700, 709), 2, 0xe5ce5aa97113198f},
	{"Log", Log, math.Log, scaled(-900, 900), 2, 0xdf6260393fde064d},
	{"Log near 1", Log, math.Log, wide(0.5, 2), 2, 0x53ca5268fb0da9f4},
	{"Log2", Log2, math.Log2, scaled(-900, 900), 1e5, 0x15b5b7c976dc3edf},
	{"Log10", Log10, math.Log10, scaled(-900, 900), 2, 0x35bf86f83b307fb4},
	{"Log1p", Log1p, math.Log1p, scaled(-60, 60), 2, 0xa353b25d70317e16},
	{"Log1p below 0", Log1p, math.Log1p, wide(-1, 0), 2, 0xb4f3173f16cf9c29},
	{"Expm1", Expm1, math.Expm1, wide(-math.Ln2/2, math.Ln2/2), 2, 0x431ae34dfc69d89f},
	{"Expm1 of tiny", Expm1, math.Expm1, scaled(-60, -2), 2, 0x2c28ed3efe066060},
	{"Lgamma", Lgamma, lgamma, whole(1, 1e6), 4, 0xc9d83d9eafb9f173},
	{"Lgamma of few", Lgamma, lgamma, whole(1, 100), 4, 0x779dd59eb4b5d0fa},
	{"Hypot", func(x float64) float64 { return Hypot(x, 1/x) }, func(x float64) float64 { return math.Hypot(x, 1/x) },
		scaled(-30, 30), 2, 0x66a5affddc82901e},
	{"Pow of whole exponents", powers(Pow, 0), powers(math.Pow, 0), wide(-50, 50), 64, 0xb91a6905c2570386},
	{"Pow", powers(Pow, 0.3), powers(math.Pow, 0.3), wide(-50, 50), 64, 0x8165020f0ec4325},
	{"Gamma", Gamma, math.Gamma, whole(1, 144), 8, 0x58d3d3e0afbdcd89},
	{"Zeta", Zeta, func(x float64) float64 { return mathext.Zeta(x, 1) }, whole(2, 100), 4, 0xaf836ae5d4048dfd},
	{"Sin", Sin, math.Sin, wide(-400, 400), 64, 0xde680a0cb157718f},
	{"Cos", Cos, math.Cos, wide(-400, 400), 64, 0x1c6291edade5fd54},
	{"NormalQuantile", NormalQuantile, mathext.NormalQuantile, wide(0, 1), 64, 0x6dbde4026ddf6409},
	{"NormalQuantile of tails", NormalQuantile, mathext.NormalQuantile, scaled(-100, -1), 64, 0xe96aebbd562026a2},
	{"BetaBelow", betas(BetaBelow), betas(mathext.RegIncBeta), wide(0, 1), 1e9, 0x98924e17d7d345ef},
}

// powers are of bases from 0 on, to exponents that follow from a number, and a part more.
func powers(pow func(x, y float64) float64, part float64) func(float64) float64 {
	return func(x float64) float64 { return pow(math.Abs(x)/7+0.01, math.Round(x)+part) }
}

// betas have parameters from 1 to a million, in any proportion, that the digits of x tell.
func betas(below func(a, b, x float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		digits := math.Float64bits(x)
		a := 1 + digits%(1<<20)>>(digits>>20%20)
		b := 1 + digits>>10%(1<<20)>>(digits>>30%20)
		if digits>>40%2 == 0 { // near the mean
			x = float64(a) / float64(a+b) * (1 + float64((x-0.5)/math.Sqrt(float64(a+b))))
		}
		return below(float64(a), float64(b), min(x, 1))
	}
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

func wide(from, to float64) func(*rand.Rand) float64 {
	return func(rng *rand.Rand) float64 { return from + float64((to-from)*rng.Float64()) }
}

func scaled(from, to int) func(*rand.Rand) float64 {
	return func(rng *rand.Rand) float64 { return math.Ldexp(1+rng.Float64(), from+rng.IntN(to-from)) }
}

func whole(from, to int) func(*rand.Rand) float64 {
	return func(rng *rand.Rand) float64 { return float64(from + rng.IntN(to-from)) }
}

// root has a square that rounds.
var root, minus = 1 + 0x1p-30, -1.0

// The same bits on every machine; on amd64 with fused multiply-adds those of package math.
func TestFunctions(t *testing.T) {
	same := runtime.GOARCH == "amd64" && cpu.X86.HasFMA && root*root+minus == 0x1p-29 // this build does not fuse
	for _, f := range functions {
		rng := rand.New(rand.NewPCG(1, 2))
		all := fnv.New64a()
		for range 100_000 {
			x := f.argument(rng)
			got, want := f.ours(x), f.math(x)
			if off := math.Abs(got - want); off > f.ulps*max(0x1p-52*math.Abs(want), math.SmallestNonzeroFloat64) || same && got != want {
				t.Fatalf("%s(%v) = %v, package math has %v", f.name, x, got, want)
			}
			binary.Write(all, binary.LittleEndian, got)
		}
		if got := all.Sum64(); got != f.bits {
			t.Errorf("%s: the values have the hash %#x, want %#x", f.name, got, f.bits)
		}
	}
}

// What is no number, or has no finite value.
func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, f := range map[string][2]func(float64) float64{
		"Exp": {Exp, math.Exp}, "Log": {Log, math.Log}, "Log1p": {Log1p, math.Log1p}, "Expm1": {Expm1, math.Expm1},
		"Hypot": {func(x float64) float64 { return Hypot(x, 0) }, math.Abs},
	} {
		for _, x := range []float64{0, 1, -1, -2, 0x1p-1000, 709, 710, -708, -746, -1e9, 1e300, inf, -inf, nan} {
			if got, want := f[0](x), f[1](x); fmt.Sprint(got) != fmt.Sprint(want) && math.Abs(got-want) > 0x1p-51*math.Abs(want) {
				t.Errorf("%s(%v) = %v, want %v", name, x, got, want)
			}
		}
	}
}
