// Package states lists the searches that are kept in one folder: a directory for each, as a
// command with --resume leaves it, with the command line beside the state.
package states

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/search/run"
)

// Folder is one with searches. It need not be there.
type Folder struct {
	Path string

	mu    sync.Mutex
	known map[string]known // by file
}

// known is a state that was read before.
type known struct {
	at    time.Time
	size  int64
	state *run.State
}

// The states of a search in a folder: Running is one of another process.
const (
	Running = "running"
	Stopped = "stopped"
	Done    = "done"
)

// List are the searches, by name. What has no note, or no state that can be read, is none.
func (f *Folder) List() (all []results.Job, err error) {
	inside, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range inside {
		if j, ok := f.search(d.Name()); ok {
			all = append(all, j)
		}
	}
	return all, nil
}

// search is the one of a name.
func (f *Folder) search(name string) (j results.Job, ok bool) {
	dir := filepath.Join(f.Path, name)
	text, err := os.ReadFile(run.NoteFile(dir))
	if err != nil {
		return j, false
	}
	var note run.Note
	if json.Unmarshal(text, &note) != nil || len(note.Command) == 0 {
		return j, false
	}
	s, at := f.last(dir)
	if s == nil {
		return j, false
	}
	j = results.Job{Job: name, Engine: s.Params["job"], State: Stopped, Tasks: s.Tasks, Left: -1, Command: note.Command}
	if params, err := json.Marshal(s.Params); err == nil {
		j.Params = string(params)
	}
	if s.Roots > 0 {
		j.Share = float64(s.Finished.GetCardinality()) / float64(s.Roots)
	}
	switch {
	case note.Done:
		j.State, j.Share = Done, 1
	case run.InUse(at):
		j.State = Running
	}
	return j, true
}

// last is the state that was saved last, there or in a directory of a part, and where it is.
func (f *Folder) last(dir string) (last *run.State, at string) {
	parts, err := fs.Glob(os.DirFS(dir), run.Checkpoint("*"))
	if err != nil {
		panic(err) // the pattern is good
	}
	var newest time.Time
	for _, part := range slices.Insert(parts, 0, run.Checkpoint("")) {
		path := filepath.Join(dir, part)
		info, err := os.Stat(path)
		if err != nil || !info.ModTime().After(newest) {
			continue
		}
		if s := f.load(path, info); s != nil {
			last, at, newest = s, filepath.Dir(path), info.ModTime()
		}
	}
	return last, at
}

// load reads a state, or remembers it as long as its file is the same.
func (f *Folder) load(path string, info fs.FileInfo) *run.State {
	f.mu.Lock()
	defer f.mu.Unlock()
	if k := f.known[path]; k.state != nil && k.at.Equal(info.ModTime()) && k.size == info.Size() {
		return k.state
	}
	s, err := run.Load(path)
	if err != nil {
		return nil
	}
	if f.known == nil {
		f.known = map[string]known{}
	}
	f.known[path] = known{info.ModTime(), info.Size(), s}
	return s
}
