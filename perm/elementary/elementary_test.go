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
			if off := math.Abs(got - want); off > f.ulps*0x1p-52*math.Abs(want) || same && got != want {
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
