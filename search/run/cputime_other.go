//go:build !unix

package run

import "time"

// CPUTime is the time on the clock, where the system does not tell more.
func CPUTime() time.Duration { return time.Since(launch) }

// launch is the zero of the clock.
var launch = time.Now()
