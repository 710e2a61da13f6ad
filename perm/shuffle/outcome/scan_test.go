package outcome

import (
	"testing"

	"dovetail/perm/shuffle/draw"
)

// Scans exchange the same pairs whatever makes them, and count rising sequences as they are, forwards and in reverse.
func TestScan(t *testing.T) {
	kernel := scan
	defer func() { scan = kernel }()
	for _, a := range []int{2, 3, 4, 8, 16} {
		for _, n := range []int{2, 3, 8, 33, 52, 63, 64} {
			var all [2][]*Tilted
			for k := range all {
				for seed := range 3 {
					all[k] = append(all[k], walk(NewLabels(n, a), n, draw.NewStream([32]byte{byte(seed), byte(n)})))
				}
			}
			for step := range 40 {
				weight := fall(n, 1-0.05*float64(step%20))
				scan = kernel
				Scan(all[0], weight, 2, step%3 == 0)
				scan = scanGo
				Scan(all[1], weight, 2, step%3 == 0)
				for k, w := range all[0] {
					v := all[1][k]
					if *w.Sources() != *v.Sources() || w.Rises != v.Rises || w.scanned.used != v.scanned.used {
						t.Fatalf("a=%d n=%d walk %d: %v %d, %v %d", a, n, k, w.Sources(), w.Rises, v.Sources(), v.Rises)
					}
					r := w.Rises
					if w.Count(); r != w.Rises {
						t.Fatalf("a=%d n=%d walk %d: %d rising sequences, counted %d", a, n, k, r, w.Rises)
					}
				}
			}
		}
	}
}

// Every exchange is undone by the same one, is made as the weights say, and leads to as many rising sequences as are
// counted: of all labellings of small decks, between any orders. A scan in which all are made is undone in reverse.
func TestScanPairs(t *testing.T) {
	for _, size := range []struct{ n, a int }{{2, 2}, {5, 2}, {4, 3}, {4, 4}} {
		n, a := size.n, size.a
		all := 1
		for range n {
			all *= a
		}
		for seed := range 10 {
			w := walk(NewLabels(n, a), n, draw.NewStream([32]byte{byte(seed)}))
			l, s := w.Outcome.(*labels), new(scanned)
			begin := func(labelling int) {
				for p := range n {
					l.of[p] = uint8(labelling % a)
					labelling /= a
				}
				sortLabels(l)
				w.Count()
				s.set(l, w)
			}
			end := func() (labelling int) {
				s.leave(l, w)
				r := w.Rises
				if w.Count(); w.Rises != r {
					t.Fatalf("n=%d a=%d: %d rising sequences, counted %d", n, a, r, w.Rises)
				}
				for p := n - 1; p >= 0; p-- {
					labelling = labelling*a + int(l.of[p])
				}
				return labelling
			}
			even, tilt := fall(n, 1), fall(n, 0.3)
			var evenly, tilted candidates
			evenly.set(even)
			tilted.set(tilt)
			for x := range all {
				for d := 1; d <= min(ScanPasses, a-1, n-1); d++ {
					for p := range n - d {
						// u is just below or above a share.
						try := func(x int, c *candidates, weight []float64, u float64) (y, before, after int) {
							begin(x)
							before = s.rises
							coarse := int(u * 256)
							s.try(p, p+d, c, weight, uint8(min(255, coarse)), uint64(min(1-0x1p-53, u*256-float64(coarse))*0x1p53)<<11)
							after = s.rises
							return end(), before, after
						}
						y, before, after := try(x, &evenly, even, 0.999)
						if z, _, _ := try(y, &evenly, even, 0.999); z != x {
							t.Fatalf("n=%d a=%d: %d to %d, back to %d", n, a, x, y, z)
						}
						ratio := tilt[after] / tilt[before]
						if z, _, _ := try(x, &tilted, tilt, min(ratio, 1)*0.999); z != y {
							t.Fatalf("n=%d a=%d: %d to %d is refused", n, a, x, y)
						}
						if z, _, _ := try(x, &tilted, tilt, min(1, ratio*1.001)); ratio < 1 && z != x {
							t.Fatalf("n=%d a=%d: %d to %d is accepted", n, a, x, y)
						}
					}
				}
				begin(x)
				words := make([]uint64, wordsOfScan)
				for d := 1; d <= s.farthest; d++ {
					s.d = d
					s.pass(&evenly, even, words, false)
				}
				for d := s.farthest; d > 0; d-- {
					s.d = d
					s.pass(&evenly, even, words, true)
				}
				if y := end(); y != x {
					t.Fatalf("n=%d a=%d: a scan of %d is undone to %d", n, a, x, y)
				}
			}
		}
	}
}

func BenchmarkScanR(b *testing.B)  { benchScan(b, 2) }
func BenchmarkScanR2(b *testing.B) { benchScan(b, 4) }

// benchScan is the time of a pair.
func benchScan(b *testing.B, a int) {
	const count, scans = 8, 8
	var walks []*Tilted
	for k := range count {
		walks = append(walks, walk(NewLabels(52, a), 52, draw.NewStream([32]byte{byte(k)})))
	}
	weight := fall(52, 0.05)
	pairs := 0
	for b.Loop() {
		Scan(walks, weight, scans, false)
		pairs += count * scans * 51
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(pairs)*51, "ns/scan")
}
