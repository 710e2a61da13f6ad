// Package results holds the answers of the project as typed records, and how
// they are rendered and stored. It knows none of the engines.
package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// WriteFile gives write a file to fill and puts it at path whole or not at
// all: the content goes to a hidden file beside path, which takes its place
// once it is complete, and which disappears when write fails or panics. A link
// is followed; a device or pipe is written in place; "-" is the standard
// output. The error of write is returned as it is, any other names the path.
func WriteFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(os.Stdout)
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	old, err := os.Stat(target)
	switch {
	case err == nil && old.IsDir():
		return fmt.Errorf("cannot write %s: it is a directory", path)
	case err == nil && !old.Mode().IsRegular():
		return writeInPlace(path, write)
	}
	f, err := createBeside(target)
	if err != nil {
		return unwritable(path, err)
	}
	kept := false
	defer func() {
		if !kept {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return unwritableFile(path, f, err)
	}
	if old != nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return unwritable(path, err)
		}
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return unwritable(path, err)
	}
	kept = true
	return nil
}

// createBeside makes a new file of a random hidden name next to path, with the
// permission that path itself would get.
func createBeside(path string) (*os.File, error) {
	name := fmt.Sprintf(".%s.%016x", filepath.Base(path), rand.Uint64())
	return os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	if err := write(f); err != nil {
		f.Close()
		return unwritableFile(path, f, err)
	}
	return f.Close()
}

// unwritableFile tells a failure of the file f itself, such as a full disk,
// from one of the caller's own.
func unwritableFile(path string, f *os.File, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) && failed.Path == f.Name() {
		return unwritable(path, err)
	}
	return err
}

// unwritable leaves the name of the hidden file out of the error: the user
// knows path only.
func unwritable(path string, err error) error {
	var failed *fs.PathError
	var moved *os.LinkError
	switch {
	case errors.As(err, &failed):
		err = failed.Err
	case errors.As(err, &moved):
		err = moved.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// CheckWritable tells now whether WriteFile will be able to write path later.
func CheckWritable(path string) error {
	if path == "-" || path == "" {
		return nil
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return fmt.Errorf("cannot write %s: it is a directory", path)
		}
		if !info.Mode().IsRegular() {
			return nil
		}
	}
	f, err := createBeside(target)
	if err != nil {
		return unwritable(path, err)
	}
	f.Close()
	return os.Remove(f.Name())
}
