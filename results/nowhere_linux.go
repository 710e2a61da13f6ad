package results

import (
	"os"

	"golang.org/x/sys/unix"
)

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
