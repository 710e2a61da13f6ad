package runtest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// Address is an address at which no process listens. None will by chance, as its port is below the
// range from which systems choose ports. No two calls return the same.
func Address(t testing.TB) string {
	for range 1000 {
		at := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		if _, given := addresses.LoadOrStore(at, true); given {
			continue
		}
		if l, err := net.Listen("tcp", at); err == nil {
			l.Close()
			return at
		}
	}
	t.Fatal("all ports are taken")
	return ""
}

var addresses sync.Map
