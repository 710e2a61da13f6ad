package anneal

import (
	"math"
	"math/rand/v2"
	"testing"

	"dovetail/perm/shuffle/riffles"
)

// Logarithms of uniform numbers are those of package math.
func TestLogUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 100000 {
		r := rng.Uint64() >> (i % 64)
		got, want := logUniform(r), math.Log((float64(r>>11)+0.5)*0x1p-53)
		if math.Abs(got-want) > 0x1p-50*math.Abs(want)+0x1p-53 {
			t.Fatalf("ln of %d: %v, want %v", r>>11, got, want)
		}
	}
}

// The kernel has the thresholds of plain Go, for any number of words and any slope.
func TestThresholds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 20000 {
		var a [riffles.MaxInterleaved]int64
		for j := range a {
			a[j] = int64(rng.Uint64() >> (rng.IntN(4) * i % 64))
		}
		b, n, by := a, 1+i%len(a), math.Ldexp(1+rng.Float64(), rng.IntN(80))
		if i%100 == 0 {
			by = math.Inf(1)
		}
		thresholdsGo(a[:n], by)
		thresholds(b[:n], by)
		if a != b {
			t.Fatalf("%v by %v: the kernel has %v", a[:n], by, b[:n])
		}
		for _, x := range a[:n] {
			if x > 0 || x < neverLess {
				t.Fatalf("a threshold of %d", x)
			}
		}
	}
}

func BenchmarkThresholds(b *testing.B) {
	var words [riffles.MaxInterleaved]int64
	for name, way := range map[string]func([]int64, float64){"go": thresholdsGo, "kernel": thresholds} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				way(words[:52], 1e12)
			}
		})
	}
}
