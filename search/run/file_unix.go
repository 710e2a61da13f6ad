//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package run

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes the lock on an open file, or fails at once.
func lockFile(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// syncDir makes a rename inside the directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
