package run

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"dovetail/perm/must"
	"dovetail/results/platform"
)

// recorder is a disk that writes down what is asked of it.
type recorder struct {
	disk
	asked []string
}

type recorded struct {
	file
	r    *recorder
	name string
}

func (f recorded) Write(b []byte) (int, error) { f.r.note("write", f.name); return f.file.Write(b) }
func (f recorded) Sync() error                 { f.r.note("sync", f.name); return f.file.Sync() }
func (f recorded) Close() error                { f.r.note("close", f.name); return f.file.Close() }

func (r *recorder) note(what, path string) {
	r.asked = append(r.asked, what+" "+filepath.Base(path))
}

func newRecorder() *recorder {
	r := &recorder{disk: system}
	r.create = func(path string) (file, error) {
		f, err := system.create(path)
		return recorded{f, r, path}, err
	}
	r.rename = func(from, to string) error {
		r.note("rename", from)
		return system.rename(from, to)
	}
	r.syncDir = func(path string) error {
		r.note("sync directory", path)
		return system.syncDir(path)
	}
	return r
}

// A checkpoint is on the disk before it takes its name, and its name is before
// anything else is done.
func TestSavesAreSynced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	r := newRecorder()
	if _, err := start(t.Context(), &queens{n: 4}, Options{Dir: dir, disk: &r.disk}); err != nil {
		t.Fatal(err)
	}
	save := []string{"write checkpoint.next", "sync checkpoint.next", "close checkpoint.next", "rename checkpoint.next", "sync directory state"}
	if want := slices.Concat(save, save); !slices.Equal(r.asked, want) {
		t.Errorf("%q, want %q", r.asked, want)
	}
}

// failingFile is a file with a failing operation.
type failingFile struct {
	file
	write, sync, close error
}

func (f failingFile) Write(b []byte) (int, error) {
	if f.write != nil {
		n, _ := f.file.Write(b[:len(b)/2])
		return n, f.write
	}
	return f.file.Write(b)
}
func (f failingFile) Sync() error  { return errors.Join(f.sync, f.file.Sync()) }
func (f failingFile) Close() error { f.file.Close(); return f.close }

// faults are disks on which a save fails from the given one on, in every way.
func faults(from int) map[string]*disk {
	broken := errors.New("broken")
	saves := 0
	due := func() bool { saves++; return saves > from }
	with := func(change func(file) file) *disk {
		d := system
		d.create = func(path string) (file, error) {
			f, err := system.create(path)
			if err == nil && due() {
				f = change(f)
			}
			return f, err
		}
		return &d
	}
	renaming, syncing, creating := system, system, system
	renaming.rename = func(from, to string) error {
		if due() {
			return broken
		}
		return system.rename(from, to)
	}
	syncing.syncDir = func(path string) error {
		if due() {
			return broken
		}
		return system.syncDir(path)
	}
	creating.create = func(path string) (file, error) {
		if due() {
			return nil, syscall.ENOSPC
		}
		return system.create(path)
	}
	return map[string]*disk{
		"create": &creating,
		"write":  with(func(f file) file { return failingFile{file: f, write: syscall.ENOSPC} }),
		"sync":   with(func(f file) file { return failingFile{file: f, sync: syscall.EIO} }),
		"close":  with(func(f file) file { return failingFile{file: f, close: syscall.EDQUOT} }),
		"rename": &renaming,
		"folder": &syncing,
	}
}

// An answer that was found is given, whatever becomes of its last save.
func TestAnswerOutlivesItsLastSave(t *testing.T) {
	for name := range faults(0) {
		dir := t.TempDir()
		j := &queens{n: 8, depth: 2}
		s, err := start(t.Context(), j, Options{Dir: dir, disk: faults(1)[name]})
		unsaved := new(Unsaved)
		if !errors.As(err, &unsaved) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%s: %v", name, err)
		}
		if s == nil || int(s.Finished.GetCardinality()) != s.Roots || j.total.Count != known[8] {
			t.Errorf("%s: %d placements, state %v", name, j.total.Count, s)
		}
		if _, err := os.Stat(filepath.Join(dir, "checkpoint.next")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a piece of the state is left behind (%v)", name, err)
		}
		if _, err := Load(Checkpoint(dir)); err != nil {
			t.Errorf("%s: the state from before is gone: %v", name, err)
		}

		saves := new(Saves)
		o := Options{Dir: t.TempDir(), disk: faults(1)[name], Saves: saves}
		if _, err := start(t.Context(), &queens{n: 8, depth: 2}, o); err != nil || !errors.As(saves.Lost(), &unsaved) {
			t.Errorf("%s: error %v, lost %v", name, err, saves.Lost())
		}
	}
}

// Of several runs for one answer the disk may fill up at any save: those after it do without a state, also one that
// was to begin with it, and the first state that is lost is known. Without room for the very first nothing begins.
func TestLaterRunsDoWithout(t *testing.T) {
	for name := range faults(0) {
		for from := range 7 {
			d, saves, dir := faults(from)[name], new(Saves), t.TempDir()
			for part := range 3 {
				j := &queens{n: 6, depth: 2}
				o := Options{Dir: filepath.Join(dir, strconv.Itoa(part)), disk: d, Saves: saves}
				_, err := start(t.Context(), j, o)
				if from == 0 {
					if err == nil || j.started.Load() > 0 || saves.Lost() != nil {
						t.Errorf("%s: %v after %d tasks, lost %v", name, err, j.started.Load(), saves.Lost())
					}
					break
				}
				if lost := saves.Lost() != nil; err != nil || j.total.Count != known[6] || lost != (from < 2*part+2) || o.Keeps() == lost {
					t.Errorf("%s at save %d, run %d: %v, %d placements, lost %v", name, from, part, err, j.total.Count, saves.Lost())
				}
			}
		}
	}
}

// A run whose folder cannot be made does without it, but not with one that another has.
func TestLaterFolderFails(t *testing.T) {
	dir, saves := t.TempDir(), new(Saves)
	run := func(name string) error {
		_, err := start(t.Context(), &queens{n: 4}, Options{Dir: filepath.Join(dir, name), Saves: saves})
		return err
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	if err := run("file"); err == nil || saves.Lost() != nil {
		t.Errorf("the first: %v, lost %v", err, saves.Lost())
	}
	must.Do(t, run("one"))
	held := must.Have(openStore(filepath.Join(dir, "held"), nil))(t)
	defer held.close()
	if err := run("held"); !errors.Is(err, platform.Held) || saves.Lost() != nil {
		t.Errorf("in use: %v, lost %v", err, saves.Lost())
	}
	if err := run("file"); err != nil || saves.Lost() == nil {
		t.Errorf("%v, lost %v", err, saves.Lost())
	}
}

// A run whose first save fails does not begin.
func TestFirstSaveFails(t *testing.T) {
	for name, d := range faults(0) {
		j := &queens{n: 8, depth: 2}
		_, err := start(t.Context(), j, Options{Dir: t.TempDir(), disk: d})
		if err == nil || j.started.Load() > 0 {
			t.Errorf("%s: error %v after %d tasks", name, err, j.started.Load())
		}
	}
}

// An interrupt and a failure whose state is lost say so, and in one line.
func TestStopsUnsaved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	j := &stopping{queens: &queens{n: 8, depth: 2}, after: 3, cancel: cancel}
	_, err := start(ctx, j, Options{Threads: 1, Dir: t.TempDir(), disk: faults(1)["write"]})
	if err == nil || errors.Is(err, context.Canceled) || !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "\n") {
		t.Errorf("interrupted: %v", err)
	}
	_, err = start(t.Context(), failing{&queens{n: 8, depth: 2}}, Options{Threads: 1, Dir: t.TempDir(), disk: faults(1)["write"]})
	if !errors.Is(err, errBroken) || !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "\n") {
		t.Errorf("failed: %v", err)
	}
}

// A folder that goes away during the run takes the state along, not the answer.
func TestFolderGoesAway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	j := &queens{n: 8, depth: 2}
	remove := func(task Task) {
		if task.ID == "7" {
			if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o666)); err != nil {
				t.Error(err)
			}
		}
	}
	_, err := start(t.Context(), j, Options{Threads: 1, Dir: dir, Begin: remove})
	if unsaved := new(Unsaved); !errors.As(err, &unsaved) || j.total.Count != known[8] {
		t.Errorf("%v, %d placements", err, j.total.Count)
	}
}

// What the lock says: another run is refused; a file system without locks is
// pointed out, and used.
func TestLocks(t *testing.T) {
	var notes bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(&notes, nil)))
	open := func(err error) error {
		notes.Reset()
		d := system
		d.lock = func(*os.File) error { return err }
		_, err = start(t.Context(), &queens{n: 4}, Options{Dir: t.TempDir(), disk: &d})
		return err
	}
	if err := open(platform.Held); err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Error(err)
	}
	for _, none := range platform.Lockless {
		err := open(&fs.PathError{Op: "flock", Path: "lock", Err: none})
		if err != nil || !strings.Contains(notes.String(), "does not support locks") {
			t.Errorf("%v: %v, %s", none, err, notes.String())
		}
	}
	err := open(syscall.EIO)
	if err == nil || strings.Contains(err.Error(), "in use") || !strings.Contains(err.Error(), "cannot be locked") {
		t.Error(err)
	}
	if notes.Len() > 0 {
		t.Error(notes.String())
	}
}
