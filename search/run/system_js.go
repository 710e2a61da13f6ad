package run

import (
	"errors"
	"os"
	"time"
)

// In a browser nothing is stored, and there is no other process.

func lockFile(*os.File) error { return nil }

// No lock is held by anybody, and no file system is without locks.
var (
	lockHeld = errors.New("locked")
	lockless []error
)

func syncDir(string) error { return nil }

// hangup is no signal here.
var hangup os.Signal

// CPUTime is the time on the clock.
func CPUTime() time.Duration { return time.Since(launch) }

// launch is the zero of the clock.
var launch = time.Now()
