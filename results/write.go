// Package results holds the answers of the project as typed records, and how
// they are rendered and stored. It knows none of the engines.
package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile gives write a file to fill and puts it at path whole or not at
// all: the content goes to a temporary file of the same directory, which takes
// the place of path once it is complete. The temporary file disappears when
// write fails or panics. Path "-" is the standard output.
func WriteFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(os.Stdout)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInPlace(path, info, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
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
		return err
	}
	if err := f.Chmod(modeOf(path)); err != nil {
		return unwritable(path, err)
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return unwritable(path, err)
	}
	kept = true
	return nil
}

// writeInPlace serves what a rename would destroy: devices and pipes.
func writeInPlace(path string, info os.FileInfo, write func(io.Writer) error) error {
	if info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a directory", path)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	defer f.Close()
	return write(f)
}

// modeOf is the permission of the file that is replaced, or that of a new
// file, since temporary files are private to their owner.
func modeOf(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// unwritable drops the name of the temporary file from the error: the user
// knows path only.
func unwritable(path string, err error) error {
	switch e := err.(type) {
	case *os.PathError:
		err = e.Err
	case *os.LinkError:
		err = e.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}
