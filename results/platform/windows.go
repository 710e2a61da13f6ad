//go:build windows

package platform

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// Lock is as on Unix.
func Lock(f *os.File, wait bool) error {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if !wait {
		flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
}

// Advisory is false: nobody else reads or writes what is locked.
const Advisory = false

// Errors of Lock.
var (
	Held     error = windows.ERROR_LOCK_VIOLATION
	Lockless       = []error{windows.ERROR_INVALID_FUNCTION, windows.ERROR_NOT_SUPPORTED}
)

// SyncDir does nothing: Windows cannot sync a directory, and journals renames.
func SyncDir(string) error { return nil }

// Hangup is as on Unix.
var Hangup os.Signal = syscall.SIGHUP

// CPUTime is the time on the clock.
func CPUTime() time.Duration { return time.Since(launch) }

var launch = time.Now()

// Nowhere is not known.
func Nowhere(*os.File) bool { return false }
