//go:build !unix

package topswops

import "time"

// cpuTime is the time on the clock, where the system does not tell more.
func cpuTime() time.Duration { return time.Since(started) }
