// Package docs has the pages and the records that the program itself shows.
package docs

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
	"io/fs"
)

// Glossary explains the words that answers use, in Markdown.
//
//go:embed glossary.md
var Glossary string

// Records are those of docs/records, in JSON, and list.jsonl, which says of each where it comes from.
//
//go:embed records
var Records embed.FS

// Distances are those that the records contain, in a table that takes less time to read than the records
// (search/known/table.go).
//
//go:embed distances.txt
var Distances string

// Schemas are the JSON Schemas of records, by the names of their files in schemas.
//
//go:embed schemas
var Schemas embed.FS

// LargeRecord is the size in bytes above which a record is kept by gzip.
const LargeRecord = 1 << 18

// File is the path of a record of the program, by its name.
func File(name string) string { return "docs/" + file(Records, name) }

// file is the path of a record in a folder such as docs.
func file(folder fs.FS, name string) string {
	path := "records/" + name + ".json"
	if _, err := fs.Stat(folder, path+".gz"); err == nil {
		return path + ".gz"
	}
	return path
}

// Open opens the text of a record in a folder such as docs.
func Open(folder fs.FS, name string) (io.ReadCloser, error) {
	path := file(folder, name)
	f, err := folder.Open(path)
	if err != nil || path == "records/"+name+".json" {
		return f, err
	}
	text, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{text, f}, nil
}

// Text is the text of a record in a folder such as docs.
func Text(folder fs.FS, name string) ([]byte, error) {
	f, err := Open(folder, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Made says by which command a record on file is made, and of one that is there when and by which revision of the
// program it was. Later revisions have put some into a new form, and verify what they say.
type Made struct {
	Name       string   `json:"name"`             // of its file, without .json
	Args       []string `json:"args"`             // of the command
	Schema     string   `json:"schema,omitempty"` // of a record that is there
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
