package run

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A folder of searches has a directory for each, as a command with --resume leaves it: the state, and beside
// it a note of what is asked, so that others can list the search and resume it. The runner does not read it.

// Note is what a search asks.
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

// Folder is one with searches. It need not be there.
type Folder struct {
	Path string

	mu    sync.Mutex
	known map[string]loaded // by file
}

// loaded is a state that was read before.
type loaded struct {
	at    time.Time
	size  int64
	state *State
}

// The states of a search in a folder: SearchRuns is one of another process.
const (
	SearchRuns    = "running"
	SearchStopped = "stopped"
	SearchDone    = "done"
)

// Found is a search in a folder.
type Found struct {
	Note
	Name  string // of its directory
	State string
	Share float64 // of the work that is done
	Tasks uint64  // done
}

// List are the searches, by name. What has no note, or no state that can be read, is none.
func (f *Folder) List() (all []Found, err error) {
	inside, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range inside {
		if found, ok := f.search(d.Name()); ok {
			all = append(all, found)
		}
	}
	return all, nil
}

// search is the one of a name.
func (f *Folder) search(name string) (found Found, ok bool) {
	dir := filepath.Join(f.Path, name)
	text, err := os.ReadFile(noteFile(dir))
	if err != nil || json.Unmarshal(text, &found.Note) != nil || len(found.Questions) == 0 {
		return found, false
	}
	s, at := f.last(dir)
	if s == nil {
		return found, false
	}
	found.Name, found.State, found.Tasks = name, SearchStopped, s.Tasks
	if s.Roots > 0 {
		found.Share = float64(s.Finished.GetCardinality()) / float64(s.Roots)
	}
	switch {
	case found.Done:
		found.State, found.Share = SearchDone, 1
	case InUse(at):
		found.State = SearchRuns
	}
	return found, true
}

// last is the state that was saved last, there or in a directory of a part, and where it is.
func (f *Folder) last(dir string) (last *State, at string) {
	parts, err := fs.Glob(os.DirFS(dir), Checkpoint("*"))
	if err != nil {
		panic(err) // the pattern is good
	}
	var newest time.Time
	for _, part := range slices.Insert(parts, 0, Checkpoint("")) {
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
func (f *Folder) load(path string, info fs.FileInfo) *State {
	f.mu.Lock()
	defer f.mu.Unlock()
	if k := f.known[path]; k.state != nil && k.at.Equal(info.ModTime()) && k.size == info.Size() {
		return k.state
	}
	s, err := Load(path)
	if err != nil {
		return nil
	}
	if f.known == nil {
		f.known = map[string]loaded{}
	}
	f.known[path] = loaded{info.ModTime(), info.Size(), s}
	return s
}
