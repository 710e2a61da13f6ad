//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

// Package platform has what each system does in its own way: locks of files, syncs of folders, the
// processor time of a process, and the signal for the end of a terminal.
package platform

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Lock takes the lock on an open file. If it is held it fails at once, or with wait waits until the
// lock is free.
func Lock(f *os.File, wait bool) error {
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	for {
		if err := unix.Flock(int(f.Fd()), how); err != unix.EINTR {
			return err
		}
	}
}

// Advisory reports whether a locked file can be read and written all the same.
const Advisory = true

// The errors of Lock where another process holds the lock, and where the file system has no locks,
// as NFS without its lock service.
var (
	Held     error = unix.EWOULDBLOCK
	Lockless       = []error{unix.ENOLCK, unix.ENOSYS, unix.EOPNOTSUPP, unix.ENOTSUP}
)

// SyncDir makes a rename inside the directory durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Hangup is the signal for the end of a terminal; nil where there is none.
var Hangup os.Signal = syscall.SIGHUP

// CPUTime is the processor time of the process so far. Where the system does not report it, it is
// the time on the clock.
func CPUTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Since(launch)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// launch is the zero of the clock.
var launch = time.Now()

// Nowhere reports whether what is written to f is lost although the user did not redirect it to
// /dev/null. If a program is started with its standard output closed (>&-), the runtime of Go
// replaces it by /dev/null, open for reading too, before the program can check. A program that starts
// this one with /dev/null open in that way looks the same.
func Nowhere(f *os.File) bool {
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
