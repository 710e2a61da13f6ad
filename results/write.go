package results

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile gives write a file to fill and puts it at path whole or not at
// all: the content goes to a hidden file beside path, which takes its place
// once it is complete and on the disk, and which disappears when write fails or
// panics. A link is followed; a device or pipe is written in place; "-" is the
// standard output. A failure to write is an error even if write looks away from
// it. The error of write is returned as it is, any other names the path.
func WriteFile(path string, write func(io.Writer) error) error {
	if isStandard(path) {
		return fill(os.Stdout, "the standard output", write)
	}
	// Of the path as it is: where the link of an open pipe leads to has no name.
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

// fill writes to f, which errors call by its path.
func fill(f *os.File, path string, write func(io.Writer) error) error {
	out := &strict{w: f}
	err := write(out)
	if out.err != nil {
		return unwritable(path, out.err)
	}
	if out.begun && nowhere(f) {
		slog.Warn("the standard output is closed, so the answer is lost; write it to a file with --out FILE")
	}
	return err
}

// strict passes writes on until one fails, and remembers why.
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

// createBeside makes a new file of a random hidden name next to path, with the
// permission that path itself would get, and removes those that writers of path
// left there when they were killed. A writer holds a lock on its file until it
// calls release, and the system lets go of what the dead held; so a file that
// can be locked is nobody's.
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
			return f, release, nil // without a lock where there are none: nobody can take it either
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

func besidePrefix(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".")
}
