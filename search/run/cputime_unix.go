//go:build unix

package run

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime is what the process has computed so far, whatever else the machine
// does.
func CPUTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Since(launch)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// launch is the zero of the clock.
var launch = time.Now()
