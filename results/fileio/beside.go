package fileio

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"dovetail/results/platform"
)

// unfinished are the new files that have not taken their place yet, by name.
var unfinished = struct {
	sync.Mutex
	files map[string]*os.File
}{files: map[string]*os.File{}}

// Create makes a new file in place of any that has the name. [Rename] or [Remove] finishes it.
func Create(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return create(path)
}

// create makes a new file under a name that no file has.
func create(path string) (*os.File, error) {
	unfinished.Lock()
	defer unfinished.Unlock()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		unfinished.files[path] = f
	}
	return f, err
}

// Rename gives a finished file its name.
func Rename(from, to string) error {
	unfinished.Lock()
	defer unfinished.Unlock()
	err := os.Rename(from, to)
	if err == nil {
		delete(unfinished.files, from)
	}
	return err
}

// Remove removes a file that will not be finished.
func Remove(path string) error {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.files, path)
	return os.Remove(path)
}

// Abandon removes all unfinished files, because the program ends. Writers that are still at work wait from then on for
// ever.
func Abandon() {
	unfinished.Lock()
	for path, f := range unfinished.files {
		f.Close()
		os.Remove(path)
	}
}

// createBeside makes a new file with a random hidden name next to path, with the permission that
// path itself would get. It removes those that killed writers of path left there. A writer holds a
// lock on its file until it calls release, and the system releases the locks of dead processes. So
// a file that can be locked belongs to nobody.
func createBeside(path string) (f *os.File, release func(), err error) {
	removeOrphans(path)
	for {
		name := fmt.Sprintf("%s%016x", besidePrefix(path), rand.Uint64())
		f, err := create(name)
		if err != nil {
			return nil, nil, err
		}
		release, err := lock(name, true)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, release, nil // without a lock where there are none: nobody else can take it either
		}
		f.Close() // removed before it was locked
		Remove(name)
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
