//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package run

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lockFile takes the lock on an open file, or fails at once.
func lockFile(f *os.File) error {
	for {
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != unix.EINTR {
			return err
		}
	}
}

// What lockFile fails with where another process holds the lock, and where the
// file system has no locks, as NFS without its lock service.
var (
	lockHeld error = unix.EWOULDBLOCK
	lockless       = []error{unix.ENOLCK, unix.ENOSYS, unix.EOPNOTSUPP, unix.ENOTSUP}
)

// syncDir makes a rename inside the directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// hangup is the signal of a terminal that goes away.
var hangup os.Signal = syscall.SIGHUP

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
