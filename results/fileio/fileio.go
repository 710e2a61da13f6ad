// Package fileio reads and writes whole files. A new file replaces the old one completely or not at
// all, and errors name the file in one line.
package fileio

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MaxRead is larger than any file that the program writes: a set of moduli takes half of it. An
// endless file, such as /dev/zero, is read no further.
const MaxRead = 1 << 30

// Read is a whole file. Its errors name the path.
func Read(path string) ([]byte, error) {
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

// CheckRegular refuses what exists and is no regular file: a pipe or a device can keep its reader waiting for ever.
func CheckRegular(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	return nil
}

// ReadAs is the content of a file, parsed by read, or of the input if the name is -. Its errors
// name the file.
func ReadAs[T any](path string, input io.Reader, read func(io.Reader) (T, error)) (T, error) {
	if path == "-" {
		return read(input)
	}
	var holds T
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		holds, err = read(f)
	}
	failed := (*fs.PathError)(nil)
	switch {
	case errors.As(err, &failed):
		err = Cannot("read", path, err)
	case err != nil:
		err = fmt.Errorf("%s: %w", path, err)
	}
	return holds, err
}

// ReadUpTo is the rest of the input, if that is at most most bytes.
func ReadUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, Longer(most)
	}
	return text, err
}

// Longer is the error for an input of more bytes.
type Longer int64

func (most Longer) Error() string { return fmt.Sprintf("more than %d bytes", int64(most)) }

// Cannot is the error for a failed operation on a file or an address, without the failed system
// call and the names in it.
func Cannot(do, path string, err error) error {
	var moved *os.LinkError
	var called *os.SyscallError
	var named interface { // of package fs, or net, which a program without a network does not link
		error
		Timeout() bool
		Unwrap() error
	}
	switch {
	case errors.As(err, &moved):
		err = moved.Err
	case errors.As(err, &called):
		err = called.Err
	case errors.As(err, &named):
		err = cmp.Or(named.Unwrap(), err)
	}
	if path == "" {
		return fmt.Errorf("cannot %s a file with an empty name: %w", do, err)
	}
	return fmt.Errorf("cannot %s %s: %w", do, path, err)
}
