//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package results

import (
	"cmp"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the lock on the file of a name, now or when it is free. The error is
// fs.ErrNotExist if there is no such file once the lock is held.
func lock(name string, wait bool) (release func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return func() {}, err
	}
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	if err := unix.Flock(int(f.Fd()), how); err != nil {
		f.Close()
		return func() {}, err
	}
	locked, err := f.Stat()
	named, gone := os.Stat(name)
	if err = cmp.Or(err, gone); err == nil && !os.SameFile(locked, named) {
		err = fs.ErrNotExist
	}
	if err != nil {
		f.Close()
		return func() {}, err
	}
	return func() { f.Close() }, nil
}

// nowhere reports whether what is written to f is lost though nobody threw it away. A program that
// is started with its standard output closed (>&-) gets /dev/null in its place from the runtime of
// Go, open for reading too, before it can look. Some programs start others so on purpose: it is
// worth a warning, and no error.
func nowhere(f *os.File) bool {
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
