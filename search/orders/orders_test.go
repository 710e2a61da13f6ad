package orders

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"dovetail/perm/faro"
	"dovetail/perm/modular"
	"dovetail/perm/must"
	"dovetail/search/run"

	"dovetail/perm/longtest"
	"pgregory.net/rapid"
)

// total runs a plan for the range.
func total(t fataler, from, to uint64, method Method, threads int) Stats {
	p, err := NewPlan(from, to, method)
	if err != nil {
		t.Fatalf("%v", err)
	}
	st, err := p.Total(context.Background(), run.Options{Threads: threads})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return st
}

type fataler interface{ Fatalf(string, ...any) }

func TestEveryMethodAgainstNaive(t *testing.T) {
	for _, method := range InOrder {
		testAgainstNaive(t, 1, 20000, method)
		for _, to := range []uint64{1, 3, 7, 26} {
			testAgainstNaive(t, 1, to, method)
			testAgainstNaive(t, to, to+2, method)
		}
	}
	everyForm(func(string) { testAgainstNaive(t, 1, 20000, Window) })
}

// naiveOrders are those modulo 1, 3, ..., 20003, found once.
var naiveOrders = sync.OnceValue(func() (all []uint64) {
	for m := uint64(1); m < 20004; m += 2 {
		all = append(all, modular.NaiveOrder(2, m))
	}
	return all
})

func naive(m uint64) uint64 { return naiveOrders()[m/2] }

func testAgainstNaive(t *testing.T, from, to uint64, method Method) {
	p, err := NewPlan(from, to, method)
	if err != nil {
		t.Fatal(err)
	}
	next := from | 1
	err = p.Each(t.Context(), func(m, order uint64) bool {
		if m != next || order != naive(m) {
			t.Fatalf("%s, form %d: order %d of %d, after %d", method, active, order, m, next-2)
		}
		next += 2
		return true
	})
	if err != nil || next != (to-1|1)+2 {
		t.Fatalf("%s, form %d: ended before %d: %v", method, active, next, err)
	}
}

// Sums by largest primes are those of one modulus after the other, for ranges of every kind: from the
// beginning, within the base, across its end, and within a third and an octave of the end.
func TestStreamsAgainstNaive(t *testing.T) {
	everyForm(func(form string) {
		rapid.Check(t, func(t *rapid.T) {
			from := rapid.OneOf(rapid.Just[uint64](3), rapid.Uint64Range(3, 20003)).Draw(t, "from") | 1
			to := rapid.Uint64Range(from, 20003).Draw(t, "to")
			to -= 1 - to&1
			var want Stats
			for m := from; m <= to; m += 2 {
				want.Add(m, naive(m), modular.IsPrime(m))
			}
			if got := total(t, from, to, Full, 1); got != want {
				t.Fatalf("%s, %d..%d: %+v, want %+v", form, from, to, got, want)
			}
		})
	})
}

// A table holds the order modulo every odd number, and knows the primes.
func TestTable(t *testing.T) {
	table := newTable(20001)
	for m := uint64(1); m <= 20001; m += 2 {
		if got := table.At(m); got != naive(m) || table.isPrime(m) != modular.IsPrime(m) {
			t.Fatalf("order %d of %d, want %d; prime: %v", got, m, naive(m), table.isPrime(m))
		}
	}
}

// The values were computed independently of this program.
func TestCheckValues(t *testing.T) {
	pseudoprimes := map[uint64]uint64{1e3: 3, 1e4: 22, 1e5: 78, 1e6: 245} // OEIS A055550
	for to, sum := range map[uint64]uint64{1e3: 81100, 1e4: 6349069, 1e5: 524766856, 1e6: 45167607408} {
		st := total(t, 3, to, Full, 1)
		if st.Sum != (Sum{0, sum}) || st.Pseudoprimes != pseudoprimes[to] || st.Count != (to-1)/2 {
			t.Errorf("3..%d: %+v, want sum %d", to, st, sum)
		}
		if to == 1e6 && (st.Primes != 78497 || st.PrimitiveRootPrimes != 29341) {
			t.Errorf("3..1e6: %d primes, %d with primitive root 2", st.Primes, st.PrimitiveRootPrimes)
		}
	}
}

// Primes and pseudoprimes to 10^7 and 10^8, as OEIS A006880 and A055550 count them; the sums are those of an engine with a
// table of all orders.
func TestSumsTo1e8(t *testing.T) {
	for to, want := range map[uint64][5]uint64{
		1e7: {4003267327447, 69748866489447, 664579 - 1, 248491, 750},
		1e8: {360868792364584, 15611283337889462, 5761455 - 1, 2154733, 2057},
	} {
		st := total(t, 3, to, Full, 2)
		if got := [...]uint64{st.Sum.Lo, st.Xor, st.Primes, st.PrimitiveRootPrimes, st.Pseudoprimes}; got != want || st.Sum.Hi > 0 {
			t.Errorf("3..%d: %d, want %d", to, got, want)
		}
	}
}

// Primes of windows are counted as by a test of each number, where sieves change their form and far above.
func TestPrimesOfWindows(t *testing.T) {
	const width = 20_000
	for _, from := range []uint64{1<<26 - width/2 + 1, 99_999_001, 1<<32 - width/2 + 1, 1e10 + 1, 1e12 + 1} {
		primes, sum := uint64(0), uint64(0)
		for m := from; m < from+width; m += 2 {
			if modular.IsPrime(m) {
				c := must.Have(modular.Order(2, m))(t)
				primes, sum = primes+1, sum+c.Order
			}
		}
		if st := total(t, from, from+width-1, Window, 1); st.Primes != primes || st.PrimeSum != (Sum{0, sum}) {
			t.Errorf("from %d: %d primes with sum %v, want %d and %d", from, st.Primes, st.PrimeSum, primes, sum)
		}
	}
}

// Decks up to 10^6, each by its own modulus.
func TestSumOverDecks(t *testing.T) {
	p, err := NewPlan(1, 1e6+1, Window)
	if err != nil {
		t.Fatal(err)
	}
	var out, in uint64
	err = p.Each(t.Context(), func(m, order uint64) bool {
		for _, n := range []uint64{m, m + 1} {
			if 1 <= n && n <= 1e6 {
				out += order
			}
		}
		for _, n := range []uint64{m - 1, m} {
			if 1 <= n && n <= 1e6 {
				in += order
			}
		}
		return true
	})
	if err != nil || out != 90335214818 || in != 90335224717 {
		t.Errorf("out %d, in %d (%v)", out, in, err)
	}
}

func TestWieferichModuli(t *testing.T) {
	for _, m := range []uint64{1093 * 1093, 3511 * 3511, 3 * 1093 * 1093, 1093 * 3511, 5 * 3511 * 3511} {
		c := must.Have(modular.Order(2, m))(t)
		for _, method := range []Method{Full, Window} {
			if st := total(t, m, m, method, 1); st.Max != c.Order || st.Count != 1 {
				t.Errorf("%s: order %d of %d, want %d", method, st.Max, m, c.Order)
			}
		}
	}
}

// Windows at random, against one modulus at a time and the full-range engine,
// and at the edges of segments.
func TestWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.Uint64Range(3, longtest.Of[uint64](1e5, 3e6)).Draw(t, "from")
		to := from + rapid.Uint64Range(1, longtest.Of[uint64](3e4, 3e5)).Draw(t, "width")
		want := total(t, from, to, Full, 1)
		if got := total(t, from, to, Window, 1); got != want {
			t.Fatalf("%d..%d: window %+v, full %+v", from, to, got, want)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		from := uint64(1) << rapid.IntRange(20, longtest.Of(32, 40)).Draw(t, "bits")
		from += rapid.Uint64Range(0, from).Draw(t, "more")
		to := from + longtest.Of[uint64](40, 100)
		want := total(t, from, to, Single, 1)
		if got := total(t, from, to, Window, 1); got != want {
			t.Fatalf("%d..%d: window %+v, single %+v", from, to, got, want)
		}
	})
}

// Where segments, blocks and pieces meet.
func TestEdges(t *testing.T) {
	const to = 3 * 3000001
	root := rootOf(to)
	edges := []uint64{kernelFrom, root, to / 3, root + 2*segmentCells, blockEnd(root + 2), blockEnd(blockEnd(root+2) + 2), 6000001 + 2*windowCells}
	for _, edge := range edges {
		edge |= 1
		want := total(t, edge-20, edge+20, Single, 1)
		for _, method := range []Method{Full, Window} {
			if got := total(t, edge-20, edge+20, method, 1); got != want {
				t.Errorf("at %d: %s %+v, single %+v", edge, method, got, want)
			}
		}
		whole := total(t, 3, edge-22, Full, 1)
		whole.Merge(want)
		if got := total(t, 3, edge+20, Full, 1); got != whole {
			t.Errorf("3..%d: %+v, by two parts %+v", edge+20, got, whole)
		}
	}
}

func TestThreadsAndParts(t *testing.T) {
	const a, b, c = 3, 2100001, 9000001
	whole := total(t, a, c, Full, 1)
	if got := total(t, a, c, Full, 3); got != whole {
		t.Errorf("3 threads: %+v, 1 thread: %+v", got, whole)
	}
	parts := total(t, b+2, c, Window, 2)
	parts.Merge(total(t, a, b, Full, 1))
	if parts != whole {
		t.Errorf("parts: %+v, whole: %+v", parts, whole)
	}
}

func TestPlans(t *testing.T) {
	for _, bad := range []struct {
		from, to uint64
		method   Method
	}{{4, 4, Full}, {3, Plan{Method: Full}.limit() + 2, Full}, {3, kernelLimit + 1, Window}} {
		if p, err := NewPlan(bad.from, bad.to, bad.method); err == nil {
			t.Errorf("%+v: %+v", bad, p)
		}
	}
	for _, want := range []struct {
		from, to uint64
		method   Method
	}{
		{3, 1e9, Full}, {5e8, 1e9, Full}, {1e12, 1e12 + 1e6, Window}, {1e12, 1e12 + 10, Single},
		{1 << 62, 1<<62 + 100, Single}, {3, 1e12, Full}, {3, 1e13, Window},
	} {
		p, err := NewPlan(want.from, want.to, Methods...)
		if err != nil || p.Method != want.method {
			t.Errorf("%d..%d: %s, want %s (%v)", want.from, want.to, p.Method, want.method, err)
		}
	}
	p, err := NewPlan(3, 1e9, Methods...)
	if err != nil || p.CheckMemory(100<<20, 2) != nil || p.CheckMemory(20<<20, 2) == nil || p.CheckMemory(0, 2) != nil {
		t.Errorf("memory for 3..1e9: %d bytes (%v)", p.Memory(2), err)
	}
}

func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOf(rapid.Uint64()).Draw(t, "xs")
		var s, left, right Sum
		for i, x := range xs {
			s.Add(x)
			if i%2 == 0 {
				left.Add(x)
			} else {
				right.Add(x)
			}
		}
		left.add(right)
		if s != left || s.Big().Cmp(left.Big()) != 0 {
			t.Fatal(s, left)
		}
		for _, x := range xs {
			s.subtract(x)
		}
		if s != (Sum{}) {
			t.Fatal(s)
		}
	})
}

// Benchmarks report CPU time on one worker; the table is part of it.
func benchmark(b *testing.B, from, to uint64, method Method) {
	for b.Loop() {
		total(b, from, to, method, 1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64((to-from)/2+1), "ns/modulus")
}

func BenchmarkFull(b *testing.B) {
	for _, to := range []uint64{1e7, 1e8, 1e9} {
		b.Run(fmt.Sprintf("%.0e", float64(to)), func(b *testing.B) { benchmark(b, 3, to, Full) })
	}
}

func BenchmarkWindow(b *testing.B) { benchmark(b, 1e12+1, 1e12+2e7, Window) }

func TestDecks(t *testing.T) {
	for _, r := range [][2]uint64{{2, 2}, {2, 5000}, {3, 4}, {8191, 8194}, {1e12, 1e12 + 9}, {1<<63 - 3, 1<<63 - 1}} {
		p, err := PlanDecks(r[0], r[1], Auto)
		if err != nil {
			t.Fatal(err)
		}
		next := r[0]
		err = p.Decks(t.Context(), r[0], r[1], func(n, out, in uint64) bool {
			o, errOut := faro.Out.Order(n)
			i, errIn := faro.In.Order(n)
			if n != next || errOut != nil || errIn != nil || out != o.Order || in != i.Order {
				t.Fatalf("%d (after %d): out %d, in %d", n, next-1, out, in)
			}
			next++
			return true
		})
		if err != nil || next != r[1]+1 {
			t.Errorf("%v ended before %d: %v", r, next, err)
		}
	}
}

// Within an octave the smallest order of a wide range is that of a divisor of some 2^k-1.
func TestSmallestWithinAnOctave(t *testing.T) {
	const from, to = 270001, 500001
	want := total(t, from, to, Window, 1)
	order, at, err := smallest(t.Context(), from, to)
	if err != nil || order != want.Min || at != want.MinAt {
		t.Errorf("%d of %d, want %d of %d (%v)", order, at, want.Min, want.MinAt, err)
	}
}
