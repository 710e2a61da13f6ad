package statistic

import (
	"math"
	"math/big"
	"testing"

	"dovetail/exact/riffle"
	"dovetail/perm"
)

// Means, deviations and distribution functions against all n! decks.
func TestAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 7; n++ {
		g, deck := NewMeasurer(n), make([]uint32, n)
		var all []Values
		for rank := range perm.Factorial(n) {
			for j, c := range perm.Unrank(n, rank) {
				deck[j] = uint32(c)
			}
			v, err := g.Measure(t.Context(), deck)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
		for s := range Statistic(Count) {
			law := s.Fair(n)
			var sum, squares, largest int64
			for _, v := range all {
				sum += v[s]
				squares += v[s] * v[s]
				largest = max(largest, v[s])
			}
			mean, square := float64(sum)/float64(len(all)), float64(squares)/float64(len(all))
			if math.Abs(law.Mean-mean) > 1e-12 || math.Abs(law.SD*law.SD-square+mean*mean) > 1e-11 || law.By != Exact {
				t.Errorf("n=%d %s: mean %v, sd %v, %s; truly %v, %v", n, s, law.Mean, law.SD, law.By, mean, math.Sqrt(square-mean*mean))
			}
			if law.UpTo == nil {
				continue
			}
			for k := int64(-1); k <= largest+1; k++ {
				share := 0.0
				for _, v := range all {
					if v[s] <= k {
						share++
					}
				}
				if share /= float64(len(all)); math.Abs(law.UpTo(int64(k))-share) > FairError {
					t.Errorf("n=%d %s: P(<= %d) is %v, not %v", n, s, k, law.UpTo(int64(k)), share)
				}
			}
		}
	}
}

// The Fourier series against Eulerian numbers.
func TestIrwinHall(t *testing.T) {
	for _, n := range []int{maxCounted + 1, 150, 377} {
		sum, all := new(big.Int), new(big.Int).MulRange(1, int64(n))
		for k, count := range riffle.Eulerian(n) {
			sum.Add(sum, count)
			want, _ := new(big.Rat).SetFrac(sum, all).Float64()
			if got := eulerian(n)(int64(k)); math.Abs(got-want) > FairError {
				t.Fatalf("n=%d: P(descents <= %d) is %v, not %v", n, k, got, want)
			}
		}
	}
	// Large decks are symmetric, rise, and come close to the normal law as fast as the
	// first term that follows it in Edgeworth's series says: the fourth cumulant of a
	// uniform number is -1/120, that is -1.2 in units of its variance.
	for _, n := range []int{1e4, 1e6, 1e7} {
		upTo, sd := eulerian(n), math.Sqrt(float64(n+1)/12)
		last := 0.0
		for z := -4.0; z <= 4; z += 0.25 {
			k := int64(math.Round(float64(n-1)/2 + z*sd))
			p := upTo(k)
			if p < last-FairError || math.Abs(p+upTo(int64(n)-2-k)-1) > 2*FairError {
				t.Errorf("n=%d: P(<= %d) = %v after %v, P(<= %d) = %v", n, k, p, last, int64(n)-2-k, upTo(int64(n)-2-k))
			}
			last = p
			x := (float64(k) + 1 - float64(n)/2) / math.Sqrt(float64(n)/12)
			edgeworth := math.Erfc(-x/math.Sqrt2)/2 + 1.2/24/float64(n)*(x*x*x-3*x)*math.Exp(-x*x/2)/math.Sqrt(2*math.Pi)
			if math.Abs(p-edgeworth) > 1/float64(n)/float64(n)+FairError {
				t.Errorf("n=%d, x=%v: %v, Edgeworth %v", n, x, p, edgeworth)
			}
		}
	}
}

// Laws add up to 1 at any size, and have the means and deviations that are given.
func TestSmallLaws(t *testing.T) {
	for _, n := range []int{8, 52, 1000, 300_000} {
		for s, law := range map[Statistic][]float64{
			Fixed: fixed(n), Adjacencies: adjacencies(n), Cycles: cycles(n),
		} {
			sum, mean, square := 0.0, 0.0, 0.0
			for k, p := range law {
				sum += p
				mean += float64(k) * p
				square += float64(k*k) * p
			}
			want := s.Fair(n)
			if math.Abs(sum-1) > FairError || math.Abs(mean-want.Mean) > 1e-10 || math.Abs(math.Sqrt(square-mean*mean)-want.SD) > 1e-10 {
				t.Errorf("n=%d %s: sum %v, mean %v, sd %v; want %v, %v", n, s, sum, mean, math.Sqrt(square-mean*mean), want.Mean, want.SD)
			}
		}
	}
}

// The limit law comes close where shapes can still be gone through.
func TestIncreasing(t *testing.T) {
	exact, limit := increasing(maxShapes), increasing(maxShapes+1)
	if exact.By != Exact || limit.By == Exact || math.Abs(exact.Mean-limit.Mean) > 0.6 || math.Abs(exact.SD-limit.SD) > 0.4 {
		t.Errorf("%+v, beyond %+v", exact, limit)
	}
	if p := exact.UpTo(maxShapes); math.Abs(p-1) > FairError {
		t.Errorf("shapes have probability %v", p)
	}
}

// Rows that are laid from below give what the hooks of every whole shape give.
func TestShapes(t *testing.T) {
	for n := 1; n <= 24; n++ {
		want := make([]float64, n+1)
		var shape []int
		var grow func(left, most int)
		grow = func(left, most int) {
			if left == 0 {
				p := math.Gamma(float64(n) + 1)
				for i, row := range shape {
					for j := range row {
						hook := row - j
						for _, below := range shape[i+1:] {
							if below > j {
								hook++
							}
						}
						p /= float64(hook * hook)
					}
				}
				want[shape[0]] += p
				return
			}
			for k := min(left, most); k > 0; k-- {
				shape = append(shape, k)
				grow(left-k, k)
				shape = shape[:len(shape)-1]
			}
		}
		grow(n, n)
		law, sum := increasing(n), 0.0
		for k, p := range want {
			if sum += p; math.Abs(law.UpTo(int64(k))-sum) > 1e-12 {
				t.Errorf("n=%d: at most %d with probability %v, want %v", n, k, law.UpTo(int64(k)), sum)
			}
		}
	}
}
