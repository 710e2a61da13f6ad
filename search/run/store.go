package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/platform"
)

// store is the directory of one run: "checkpoint", its next version while it is written, and
// "lock". The lock is held from open to close, and the system releases it when the process dies in
// any way; it is nil where another process holds it. A nil store keeps nothing.
type store struct {
	path string
	lock *os.File
	disk *disk
}

// openStore locks the directory. Where the file system has no locks it continues with a warning. A
// checkpoint is replaced as a whole, so that two runs in one directory could at worst lose work to
// one another.
func openStore(dir string, on *disk) (*store, error) {
	if dir == "" {
		return nil, nil
	}
	if on == nil {
		on = &system
	}
	err := os.MkdirAll(dir, 0o777)
	var f *os.File
	if err == nil {
		err = fileio.CheckRegular(lockFile(dir))
	}
	if err == nil {
		f, err = os.OpenFile(lockFile(dir), os.O_RDWR|os.O_CREATE, 0o666)
	}
	if err != nil {
		err = fileio.Cannot("keep the state in", dir, err)
		if !errors.Is(err, syscall.ENOSPC) {
			err = results.Refuse(err)
		}
		return nil, err
	}
	for range 5 { // a process that only tests whether it is in use holds the lock for a moment
		if err = on.lock(f); !errors.Is(err, platform.Held) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	switch {
	case err == nil:
	case errors.Is(err, platform.Held):
		err = fmt.Errorf("%s is in use by another run (%w)", dir, err)
	case slices.ContainsFunc(platform.Lockless, func(none error) bool { return errors.Is(err, none) }):
		platform.Warn("the file system does not support locks; make sure that no other run uses the directory", "dir", dir, "err",
			err)
		err = nil
	default:
		err = fmt.Errorf("%s cannot be locked: %w", dir, err)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &store{dir, f, on}, nil
}

func (s *store) close() {
	if s != nil && s.lock != nil {
		s.lock.Close()
	}
}

// load is the state to start from: the directory's, checked to be of the
// plan's job, or the blank one.
func (s *store) load(p *plan) (*State, error) {
	if s == nil {
		return &p.blank, nil
	}
	path := Checkpoint(s.path)
	state, err := Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &p.blank, nil
	}
	if err != nil {
		return nil, err
	}
	if err := state.check(p); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return state, nil
}

func (s *store) save(state *State) error {
	if s == nil {
		return nil
	}
	b, err := state.Encode()
	if err != nil {
		return err
	}
	if err := s.disk.replace(Checkpoint(s.path), b); err != nil {
		return fileio.Cannot("save the state in", s.path, err)
	}
	return nil
}

func lockFile(dir string) string { return filepath.Join(dir, "lock") }

// Checkpoint is the file in which a run with Options.Dir keeps its state.
func Checkpoint(dir string) string { return filepath.Join(dir, "checkpoint") }

// Load reads a state from a file.
func Load(path string) (*State, error) {
	if err := fileio.CheckRegular(path); err != nil {
		return nil, results.Refuse(err)
	}
	b, err := fileio.Read(path)
	if err != nil {
		return nil, err
	}
	s, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// disk is what a store needs of the file system. Tests replace it by ones that fail, or that record
// the calls and their order.
type disk struct {
	lock    func(*os.File) error
	create  func(path string) (file, error)
	rename  func(from, to string) error
	remove  func(path string) error
	syncDir func(path string) error
}

type file interface {
	io.WriteCloser
	Sync() error
}

var system = disk{
	lock:    func(f *os.File) error { return platform.Lock(f, false) },
	create:  func(path string) (file, error) { return fileio.Create(path) },
	rename:  fileio.Rename,
	remove:  fileio.Remove,
	syncDir: platform.SyncDir,
}

// replace writes b to a name. Whatever happens, the name leads to the complete old file or the
// complete new one: the new one is on the disk before it takes the name, and the directory is
// synced after.
func (d *disk) replace(path string, b []byte) error {
	next := path + ".next"
	err := d.writeSynced(next, b)
	if err == nil {
		err = d.rename(next, path)
	}
	if err != nil {
		d.remove(next)
		return err
	}
	return d.syncDir(filepath.Dir(path))
}

func (d *disk) writeSynced(path string, b []byte) error {
	f, err := d.create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// Beside the state in a directory stands a note of the question, as a command with --resume leaves it, so that a later
// command can compare it with its own. The runner does not read it.

// Note is the question of a search.
type Note struct {
	Questions []json.RawMessage `json:"questions"`
	Threads   int               `json:"threads,omitzero"` // 0 for one on each processor
	Done      bool              `json:"done"`             // whether all are answered
}

func noteFile(dir string) string { return filepath.Join(dir, "question") }

// Write puts a note in a directory, in place of the one before.
func (n Note) Write(dir string) error {
	b, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return system.replace(noteFile(dir), append(b, '\n'))
}

// Fits refuses a directory in which another kind of question has its state; "" is none.
func (n Note) Fits(dir string) error {
	if dir == "" {
		return nil
	}
	if err := fileio.CheckRegular(noteFile(dir)); err != nil {
		return err
	}
	there, ok := noteIn(dir)
	if !ok {
		return nil
	}
	if now, before := kindOf(n), kindOf(there); now != "" && before != "" && now != before {
		return fmt.Errorf("%s has the state of a question of %s; one of %s needs another directory", dir, before, now)
	}
	return nil
}

// Begun reports whether the search for the answers to the same questions has its state in a directory; "" is none.
func (n Note) Begun(dir string) bool {
	there, ok := noteIn(dir)
	now, err := json.Marshal(n.Questions)
	before, _ := json.Marshal(there.Questions)
	return ok && err == nil && bytes.Equal(now, before)
}

// noteIn is the note in a directory, if there is one.
func noteIn(dir string) (n Note, ok bool) {
	if dir == "" {
		return n, false
	}
	n, err := NoteIn(dir)
	return n, err == nil
}

// NoteIn is the note in a directory.
func NoteIn(dir string) (n Note, err error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return n, fmt.Errorf("%s is a file; give the directory of --resume", dir)
	}
	file := noteFile(dir)
	if err := fileio.CheckRegular(file); err != nil {
		return n, err
	}
	text, err := fileio.Read(file)
	if err == nil && json.Unmarshal(text, &n) != nil {
		err = fmt.Errorf("%s is damaged", file)
	}
	return n, err
}

// kindOf is the schema of the answers to a note's first question.
func kindOf(n Note) string {
	var q struct {
		Schema string `json:"schema"`
	}
	if len(n.Questions) > 0 {
		json.Unmarshal(n.Questions[0], &q)
	}
	return q.Schema
}
