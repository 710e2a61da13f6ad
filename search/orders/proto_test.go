package orders

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func TestProto(t *testing.T) {
	n, _ := strconv.ParseUint(os.Getenv("N"), 10, 64)
	if n == 0 {
		n = 1000000
	}
	t0 := time.Now()
	var ru0 syscall.Rusage
	syscall.Getrusage(0, &ru0)
	c0 := syscall.TimevalToNsec(ru0.Utime) + syscall.TimevalToNsec(ru0.Stime)
	tab := newTable(n / 3)
	var st Stats
	tab.extend(func(s *cells) { st.Merge(s.stats(3, n)) })
	for m := uint64(3); m < seedLimit; m += 2 {
		st.Add(m, tab.At(m), func() bool {
			for d := uint64(3); d*d <= m; d += 2 {
				if m%d == 0 {
					return false
				}
			}
			return true
		}())
	}
	t1 := time.Now()
	s := newSegment(tab, newPowers(n, tab))
	for first := tab.Limit() + 2; first <= n; first += 2 * segmentCells {
		s.run(first, int(min(segmentCells, (n-first)/2+1)))
		st.Merge(s.stats(3, n))
	}
	t2 := time.Now()
	fmt.Printf("%+v %s\n", st, st.Sum.Big())
	var ru syscall.Rusage
	syscall.Getrusage(0, &ru)
	fmt.Println("CPU ns/modulus", float64(syscall.TimevalToNsec(ru.Utime)+syscall.TimevalToNsec(ru.Stime)-c0)/float64(st.Count))
	fmt.Println(t1.Sub(t0), t2.Sub(t1), float64(t2.Sub(t0))/float64(st.Count))
}
