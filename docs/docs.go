// Package docs has the pages and the records that the program itself shows.
package docs

import (
	"bytes"
	"embed"
	"encoding/json"
)

// Glossary explains the words that answers use, in Markdown.
//
//go:embed glossary.md
var Glossary string

// Records are those of docs/records, in JSON, and list.jsonl, which says of each where it comes from.
//
//go:embed records
var Records embed.FS

// Made says by which command a record on file is made, and of one that is there when and by which revision of the
// program it was. Later revisions have put some into a new form, and verify what they say.
type Made struct {
	Name       string   `json:"name"` // of its file, without .json
	Args       []string `json:"args"` // of the command
	Day        string   `json:"day,omitempty"`
	Revision   string   `json:"revision,omitempty"`
	CPUSeconds float64  `json:"cpu_seconds,omitempty"` // of processors; 0 where that was not kept
}

// List reads list.jsonl, a line for each record, in the order in which they are made.
func List(text []byte) (all []Made, err error) {
	for line := range bytes.Lines(text) {
		var m Made
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
