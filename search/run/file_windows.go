package run

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes the lock on an open file, or fails at once.
func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
}

// syncDir does nothing: Windows cannot sync a directory, and journals renames.
func syncDir(string) error { return nil }
