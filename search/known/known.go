// Package known has the records on file, which the program made and which verify, by the questions
// that they answer. An answer from here says so, and nothing that is computed depends on it.
package known

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"sync"

	"dovetail/docs"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/search/questions"
)

// Record is a record on file.
type Record struct {
	docs.Made
	Text     []byte
	Question results.Question
	Read     func() results.Record // read on first use
}

// Records are those on file, in the order of docs/records/list.jsonl.
var Records = sync.OnceValue(func() (all []Record) {
	for _, f := range files() {
		all = append(all, f.record())
	}
	return all
})

// file is a record whose form alone is read so far: every command that answers a question reads the
// forms of all.
type file struct {
	schema string
	record func() Record
}

var files = sync.OnceValue(func() []file {
	all, err := read(docs.Records)
	if err != nil {
		panic(err) // they are part of the program
	}
	return all
})

func read(folder fs.FS) (all []file, err error) {
	list, err := fs.ReadFile(folder, "records/list.jsonl")
	if err != nil {
		return nil, err
	}
	made, err := docs.List(list)
	if err != nil {
		return nil, err
	}
	for _, m := range made {
		if m.Day == "" {
			continue // a record that must be made, or is being made
		}
		path := "records/" + m.Name + ".json"
		opened, err := folder.Open(path)
		if err != nil {
			return nil, err
		}
		schema, question, err := head(opened)
		if err = errors.Join(err, opened.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		all = append(all, file{schema, sync.OnceValue(func() Record {
			q, err := questions.All.Question(schema, question)
			text, unread := fs.ReadFile(folder, path)
			if err = errors.Join(err, unread); err != nil {
				panic(fmt.Errorf("%s: %w", m.Name, err))
			}
			return Record{m, text, q, sync.OnceValue(func() results.Record {
				record, err := forms.Read(text, nil)
				if err != nil {
					panic(err)
				}
				return record
			})}
		})})
	}
	return all, nil
}

// head is the form of a record and its question. They stand at its beginning, and the rest is not
// read.
func head(text io.Reader) (schema string, question json.RawMessage, err error) {
	d := json.NewDecoder(text)
	_, err = d.Token()
	for err == nil && d.More() && (schema == "" || question == nil) {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err == nil {
			err = d.Decode(&value)
		}
		switch {
		case err == nil && name == "schema":
			err = json.Unmarshal(value, &schema)
		case err == nil && name == "question":
			question = value
		}
	}
	if err == nil && (schema == "" || question == nil) {
		err = errors.New("it has no question")
	}
	return schema, question, err
}

// Answer is the record on file that says at least as much as the answer to a question would. It is
// the answer to that question itself, or the one with the narrowest intervals of several.
func Answer(q results.Question) (answer results.Record, best Record, found bool) {
	asked, _ := q.(results.Recorded)
	narrowest := math.Inf(1)
	for _, f := range files() {
		if f.schema != q.Schema() {
			continue
		}
		k := f.record()
		if results.Canonical(k.Question) == results.Canonical(q) {
			return k.Read(), k, true
		}
		about, ok := k.Question.(results.Recorded)
		if asked == nil || !ok || about.About() != asked.About() {
			continue
		}
		if r, width, ok := asked.AnsweredBy(k.Read()); ok && width < narrowest {
			answer, best, narrowest, found = r, k, width, true
		}
	}
	return answer, best, found
}

// Origin says where a record comes from.
func (k Record) Origin() string {
	cost := ""
	if k.CPUSeconds > 0 {
		cost = " in " + number.Span(k.CPUSeconds) + " of one processor"
	}
	return fmt.Sprintf("on record since %s, not computed now: made by dovetail %s%s with dovetail %s (docs/records/%s.json); "+
		"--fresh computes it", k.Day, k.Revision, cost, questions.Quote(k.Args), k.Name)
}
