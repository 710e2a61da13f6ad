package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
)

// MaxRead is more than any file has that the program writes: a set of moduli takes half of it.
// What has no end, such as /dev/zero, is read no further.
const MaxRead = 1 << 30

// ReadFile is a whole file. Its errors name the path.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Cannot("read", path, err)
	}
	defer f.Close()
	text, err := ReadUpTo(f, MaxRead)
	if err != nil {
		return nil, Cannot("read", path, err)
	}
	return text, nil
}

// ReadUpTo is all that there is to read, if that is not more than most bytes.
func ReadUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("more than %d bytes", most)
	}
	return text, err
}

// Cannot is the error of what could not be done about a file or an address: without the call of
// the system that failed, and the names that the call had for it.
func Cannot(do, path string, err error) error {
	var failed *fs.PathError
	var moved *os.LinkError
	var called *os.SyscallError
	var network *net.OpError
	switch {
	case errors.As(err, &failed):
		err = failed.Err
	case errors.As(err, &moved):
		err = moved.Err
	case errors.As(err, &called):
		err = called.Err
	case errors.As(err, &network):
		err = network.Err
	}
	return fmt.Errorf("cannot %s %s: %w", do, path, err)
}

// Unread is the error of a file that could not be read, or that holds what it should not.
func Unread(path string, err error) error {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return Cannot("read", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// CheckWritable tells now whether WriteFile will be able to write path later.
func CheckWritable(path string) error {
	if path == "" || isStandard(path) {
		return nil
	}
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("cannot write %s: it is a directory", path)
		}
		if !info.Mode().IsRegular() {
			return nil
		}
	}
	f, release, err := createBeside(resolve(path))
	if err != nil {
		return unwritable(path, err)
	}
	defer release()
	f.Close()
	return os.Remove(f.Name())
}

// CheckApart refuses two outputs that are one file: the second would take the
// place of the first. "" is none.
func CheckApart(paths ...string) error {
	seen := map[string]string{}
	for _, path := range paths {
		if path == "" {
			continue
		}
		file := "-"
		if !isStandard(path) {
			var err error
			if file, err = filepath.Abs(resolve(path)); err != nil {
				return err
			}
		}
		other, twice := seen[file]
		switch {
		case twice && file == "-":
			return errors.New("two outputs go to the standard output; write one of them to a file")
		case twice:
			return fmt.Errorf("%s and %s are the same file; one would overwrite the other", other, path)
		}
		seen[file] = path
	}
	return nil
}

// isStandard reports whether a path means the standard output, by any of its names.
func isStandard(path string) bool {
	return path == "-" || slices.Contains([]string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, filepath.Clean(path))
}

// resolve is the place that a path leads to, whether or not there is a file.
func resolve(path string) string {
	for range 40 { // links
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(dir, filepath.Base(path))
}
