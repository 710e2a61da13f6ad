//go:build unix

package topswops

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is what the process has computed so far, whatever else the machine
// does.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
