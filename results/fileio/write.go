package fileio

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dovetail/results/platform"
)

// CheckWritableAs is CheckWritable for a file with one format: its extension must be one of those
// of the format.
func CheckWritableAs(extensions ...string) func(path string) error {
	return func(path string) error {
		if err := CheckExtension(path, extensions); err != nil {
			return err
		}
		return CheckWritable(path)
	}
}

// CheckExtension refuses a path with another extension. A name that begins with its only dot has
// none.
func CheckExtension(path string, known []string) error {
	name := strings.ToLower(filepath.Base(path))
	if ext := filepath.Ext(name); ext == "" || ext == name || slices.Contains(known, ext) {
		return nil
	}
	return fmt.Errorf("%s: unknown extension; known are %s", path, strings.Join(known, ", "))
}

// CheckWritable reports now whether Write will be able to write path later.
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
		if err := replaceable(path, info); err != nil {
			return err
		}
	}
	f, release, err := createBeside(resolve(path))
	if err != nil {
		return unwritable(path, err)
	}
	defer release()
	f.Close()
	return Remove(f.Name())
}

// replaceable refuses a file that may not be written. A rename would replace it all the same, and so would root.
func replaceable(path string, info os.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("cannot write %s: it is read-only", path)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	return f.Close()
}

// CheckApart refuses two outputs that are one file, as the second would replace the first. "" is no
// output.
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

// Write lets write fill a file and puts it at path, completely or not at all. The content goes to a
// hidden file beside path, which replaces path once it is complete and on the disk, and which
// disappears when write fails or panics, or in [Abandon]. A link is followed; a device or pipe is written in place;
// "-" is the standard output. A failure to write is an error even if write ignores it. The error of
// write is returned unchanged, and any other names the path.
func Write(path string, write func(io.Writer) error) error {
	if isStandard(path) {
		return fill(os.Stdout, "the standard output", write)
	}
	// Check the original path: the target of an open pipe's link has no name.
	old, err := os.Stat(path)
	switch {
	case err == nil && old.IsDir():
		return fmt.Errorf("cannot write %s: it is a directory", path)
	case err == nil && !old.Mode().IsRegular():
		return writeInPlace(path, write)
	case err == nil:
		if err := replaceable(path, old); err != nil {
			return err
		}
	default:
		old = nil
	}
	target := resolve(path)
	f, release, err := createBeside(target)
	if err != nil {
		return unwritable(path, err)
	}
	defer release()
	complete := false
	defer func() {
		if !complete {
			f.Close()
			Remove(f.Name())
		}
	}()
	if err := fill(f, path, write); err != nil {
		return err
	}
	if old != nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return unwritable(path, err)
		}
	}
	if err := cmp.Or(f.Sync(), f.Close()); err != nil {
		return unwritable(path, err)
	}
	if err := Rename(f.Name(), target); err != nil {
		return unwritable(path, err)
	}
	complete = true
	return nil
}

// ErrClosed is that the standard output was closed when the program began. On Linux, a program that was started with
// /dev/null for reading and writing, as by Python's subprocess.DEVNULL, cannot tell the difference.
var ErrClosed = errors.New("it is closed")

// fill writes to f. Errors name path.
func fill(f *os.File, path string, write func(io.Writer) error) error {
	out := &strict{w: f}
	err := write(out)
	if out.err != nil {
		return unwritable(path, out.err)
	}
	if err == nil && out.begun && platform.Nowhere(f) {
		return fmt.Errorf("cannot write %s: %w; --out FILE writes elsewhere, such as to /dev/null", path, ErrClosed)
	}
	return err
}

// strict passes writes on until one fails, and keeps that error.
type strict struct {
	w     io.Writer
	begun bool
	err   error
}

func (s *strict) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.begun, s.err = true, err
	return n, err
}

func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	if err := fill(f, path, write); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// unwritable leaves the name of the hidden file out of the error: the user
// knows path only.
func unwritable(path string, err error) error { return Cannot("write", path, err) }
