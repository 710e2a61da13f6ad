package run

import (
	"encoding/json"
	"path/filepath"
)

// Note is the command line that a search was asked by, as it lies beside its state, so that others
// can go on with it. The runner does not read it.
type Note struct {
	Command []string `json:"command"` // its words, without the program and the directory
	Done    bool     `json:"done"`    // whether it has answered
}

// NoteFile is where the note lies in the directory of a state.
func NoteFile(dir string) string { return filepath.Join(dir, "command") }

// Write puts a note in a directory, in place of the one before.
func (n Note) Write(dir string) error {
	b, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return system.replace(NoteFile(dir), append(b, '\n'))
}
