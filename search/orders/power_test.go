package orders

import (
	"testing"

	"dovetail/perm/modular"

	"pgregory.net/rapid"
)

// drawBatch fills a batch with primes below limit; every other exponent is a
// multiple of the order, so that both answers occur.
func drawBatch(t *rapid.T, limit uint64) (b batch, squarings int, want uint64) {
	squarings = rapid.IntRange(0, 42).Draw(t, "squarings")
	for i := range lanes {
		p := rapid.Uint64Range(kernelFrom, limit-1000).Draw(t, "p") | 1
		for !modular.IsPrime(p) {
			p += 2
		}
		e := rapid.Uint64Range(0, 1<<(squarings+prefixBits)-1).Draw(t, "e")
		if i%2 == 0 {
			if c, err := modular.Order(2, p); err == nil {
				e -= e % c.Order
			}
		}
		b.P[i], b.T[i], b.Rest[i] = float64(p), e>>squarings, e<<(64-squarings)
		if modular.Power(2, e, p) == 1 {
			want |= 1 << i
		}
	}
	return b, squarings, want
}

func TestKernels(t *testing.T) {
	for _, limit := range []uint64{1 << 15, 1 << 32, kernelLimit} {
		rapid.Check(t, func(t *rapid.T) {
			b, squarings, want := drawBatch(t, limit)
			if got := powersAreOne(&b, squarings); got != want {
				t.Fatalf("kernel: %b, want %b", got, want)
			}
			if got := powersAreOneGo(&b, squarings); got != want {
				t.Fatalf("Go: %b, want %b", got, want)
			}
		})
	}
}

func benchmarkKernel(bm *testing.B, kernel func(*batch, int) uint64) {
	var b batch
	for i := range lanes {
		b.P[i], b.T[i], b.Rest[i] = float64(1000000007+uint64(2*i)), 40, 0x123456789abcdef0*uint64(i+1)
	}
	const squarings = 24
	for bm.Loop() {
		kernel(&b, squarings)
	}
	bm.ReportMetric(float64(bm.Elapsed().Nanoseconds())/float64(bm.N)/lanes/squarings, "ns/squaring")
}

func BenchmarkKernel(b *testing.B)   { benchmarkKernel(b, powersAreOne) }
func BenchmarkKernelGo(b *testing.B) { benchmarkKernel(b, powersAreOneGo) }
