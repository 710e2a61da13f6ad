package orders

import (
	"math/big"
	"math/bits"
	"testing"

	"dovetail/perm/modular"

	"pgregory.net/rapid"
)

// drawBatch fills a batch with primes below limit, some of them close to it; every
// other exponent is a multiple of the order where one is as long, so that both
// answers occur.
func drawBatch(t *rapid.T, limit uint64) (b batch, squarings int, want uint64) {
	squarings = rapid.IntRange(0, bits.Len64(limit-1)-prefixBits).Draw(t, "squarings")
	least := uint64(1) << (squarings + prefixBits - 1)
	low := least / 2
	if limit < shortLimit && squarings <= 13 {
		low = 8
	}
	primes := rapid.OneOf(rapid.Uint64Range(kernelFrom, limit-1), rapid.Uint64Range(limit-2000, limit-1))
	for i := range lanes {
		p := primes.Draw(t, "p") | 1
		for !modular.IsPrime(p) {
			p -= 2
		}
		e := rapid.Uint64Range(low, 2*least-1).Draw(t, "e")
		if i%2 == 0 {
			c, err := modular.Order(2, p)
			if err != nil {
				t.Fatal(err)
			}
			if multiple := e - e%c.Order; multiple >= low {
				e = multiple
			}
		}
		b.P[i], b.E[i] = p, e
		var power big.Int
		power.Exp(big.NewInt(2), new(big.Int).SetUint64(e), new(big.Int).SetUint64(p))
		if power.IsUint64() && power.Uint64() == 1 {
			want |= 1 << i
		}
	}
	return b, squarings, want
}

func TestKernels(t *testing.T) {
	for _, limit := range []uint64{1 << 15, 1 << 32, kernelLimit} {
		rapid.Check(t, func(t *rapid.T) {
			b, squarings, want := drawBatch(t, limit)
			everyForm(func(form string) {
				if got := powersAreOne(&b, squarings); got != want {
					t.Fatalf("%s: %b, want %b", form, got, want)
				}
			})
		})
	}
}

func BenchmarkKernel(bm *testing.B) {
	const squarings = 24
	var b batch
	for i := range lanes {
		b.P[i], b.E[i] = uint64(1000000007+2*i), 40<<squarings+0x123456*uint64(i+1)%(1<<squarings)
	}
	everyForm(func(form string) {
		bm.Run(form, func(bm *testing.B) {
			for bm.Loop() {
				powersAreOne(&b, squarings)
			}
			bm.ReportMetric(float64(bm.Elapsed().Nanoseconds())/float64(bm.N)/lanes/squarings, "ns/squaring")
		})
	})
}
