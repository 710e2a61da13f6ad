// Package fileio reads and writes whole files. A new file replaces the old one completely or not at
// all, and errors name the file in one line.
package fileio

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dovetail/results/platform"
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
		return nil, fmt.Errorf("more than %d bytes", most)
	}
	return text, err
}

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
	}
	f, release, err := createBeside(resolve(path))
	if err != nil {
		return unwritable(path, err)
	}
	defer release()
	f.Close()
	return os.Remove(f.Name())
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
// disappears when write fails or panics. A link is followed; a device or pipe is written in place;
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
	case err != nil:
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
			os.Remove(f.Name())
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
	if err := os.Rename(f.Name(), target); err != nil {
		return unwritable(path, err)
	}
	complete = true
	return nil
}

// fill writes to f. Errors name path.
func fill(f *os.File, path string, write func(io.Writer) error) error {
	out := &strict{w: f}
	err := write(out)
	if out.err != nil {
		return unwritable(path, out.err)
	}
	if out.begun && platform.Nowhere(f) {
		platform.Warn("the standard output is closed, so the answer is lost; write it to a file with --out FILE")
	}
	return err
}

// strict passes writes on until one fails, and keeps that error.
type strict struct {
	w     io.Writer
	begun bool
	err   error
}

// Write implements [io.Writer].
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

// createBeside makes a new file with a random hidden name next to path, with the permission that
// path itself would get. It removes those that killed writers of path left there. A writer holds a
// lock on its file until it calls release, and the system releases the locks of dead processes. So
// a file that can be locked belongs to nobody.
func createBeside(path string) (f *os.File, release func(), err error) {
	removeOrphans(path)
	for {
		name := fmt.Sprintf("%s%016x", besidePrefix(path), rand.Uint64())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, nil, err
		}
		release, err := lock(name, true)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, release, nil // without a lock where there are none: nobody else can take it either
		}
		f.Close() // removed before it was locked
	}
}

func removeOrphans(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		random, ours := strings.CutPrefix(name, besidePrefix(path))
		if !ours || !e.Type().IsRegular() || len(random) != 16 || strings.Trim(random, "0123456789abcdef") != "" {
			continue
		}
		if release, err := lock(name, false); err == nil {
			os.Remove(name)
			release()
		}
	}
}

// lock takes the lock on the file of a name, now or, with wait, when it is free. The error is
// fs.ErrNotExist if there is no such file once the lock is held. Where a lock would keep the file
// from being written it takes none.
func lock(name string, wait bool) (release func(), err error) {
	release = func() {}
	if !platform.Advisory {
		return release, errors.ErrUnsupported
	}
	f, err := os.Open(name)
	if err != nil {
		return release, err
	}
	if err = platform.Lock(f, wait); err == nil {
		locked, unknown := f.Stat()
		named, gone := os.Stat(name)
		if err = cmp.Or(unknown, gone); err == nil && !os.SameFile(locked, named) {
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		f.Close()
		return release, err
	}
	return func() { f.Close() }, nil
}

func besidePrefix(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".")
}
