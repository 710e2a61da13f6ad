package run

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// lockFile takes the lock on an open file, or fails at once.
func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
}

// What lockFile fails with where another process holds the lock, and where the
// file system has no locks.
var (
	lockHeld error = windows.ERROR_LOCK_VIOLATION
	lockless       = []error{windows.ERROR_INVALID_FUNCTION, windows.ERROR_NOT_SUPPORTED}
)

// syncDir does nothing: Windows cannot sync a directory, and journals renames.
func syncDir(string) error { return nil }

// hangup is the signal of a terminal that goes away.
var hangup os.Signal = syscall.SIGHUP

// CPUTime is the time on the clock, where the system does not tell more.
func CPUTime() time.Duration { return time.Since(launch) }

// launch is the zero of the clock.
var launch = time.Now()
