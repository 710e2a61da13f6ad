package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// store is the directory of one run: "checkpoint", its next version while it
// is being written, and "lock", held from open to close and let go by the
// system when the process dies in any way. A nil store keeps nothing.
type store struct {
	path string
	lock *os.File
}

func openStore(dir string) (*store, error) {
	if dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s is in use by another run (%w)", dir, err)
	}
	return &store{dir, f}, nil
}

func (s *store) close() {
	if s != nil {
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
	return state.Save(Checkpoint(s.path))
}

// Checkpoint is the file in which a run with Options.Dir keeps its state.
func Checkpoint(dir string) string { return filepath.Join(dir, "checkpoint") }

// Load reads a state from a file.
func Load(path string) (*State, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s, err := Decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Save puts the state under a name, so that whatever happens the name leads
// to the old file or to the new one, each whole: the new one is on the disk
// before it takes the name, and the directory is synced after.
func (s *State) Save(path string) error {
	b, err := s.Encode()
	if err != nil {
		return err
	}
	next := path + ".next"
	if err := writeSynced(next, b); err != nil {
		return err
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func writeSynced(path string, b []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
