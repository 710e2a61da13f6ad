package orders

import (
	"dovetail/perm/modular"
	"fmt"
	"syscall"
	"testing"
)

func cpuNow() float64 {
	var ru syscall.Rusage
	syscall.Getrusage(0, &ru)
	return float64(syscall.TimevalToNsec(ru.Utime) + syscall.TimevalToNsec(ru.Stime))
}

func TestWindowProto(t *testing.T) {
	a := uint64(1000000000001)
	n := 4000000
	c0 := cpuNow()
	tab := newTable(1 << 24)
	tab.extend(func(*cells) {})
	c1 := cpuNow()
	w := newWindow(tab, a+2*uint64(n))
	c2 := cpuNow()
	var st Stats
	for i := 0; i < n; i += windowCells {
		c := w.run(a+2*uint64(i), min(windowCells, n-i))
		st.Merge(c.stats(0, 1<<62))
		if i == 0 {
			for j := 0; j < 3000; j++ {
				o, _ := modular.Order(2, c.modulus(j))
				if o.Order != c.orders[j] {
					t.Fatal(c.modulus(j), o.Order, c.orders[j])
				}
			}
			c2 = cpuNow()
		}
	}
	c3 := cpuNow()
	fmt.Printf("%+v\n", st)
	fmt.Println((c1-c0)/1e6, "ms table", (c2-c1)/1e6, "ms init", (c3-c2)/float64(n), "ns/modulus")
}
