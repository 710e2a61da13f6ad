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
	"slices"
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
	Path     string  // of a file of the user's folder; "" for a record of the program
	Seconds  float64 // about what such a file takes to compute again on one processor
	Question results.Question
	Text     func() []byte         // read on first use
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
// list of all.
type file struct {
	schema string
	record func() Record
}

var files = sync.OnceValue(func() []file {
	return must(read(docs.Records))
})

// must is for what is part of the program.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// read reads the list of the records in a folder such as docs.
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
		if m.Schema == "" {
			return nil, fmt.Errorf("%s is listed without its schema: go run ./cmd/records", m.Name)
		}
		text := sync.OnceValue(func() []byte { return must(docs.Text(folder, m.Name)) })
		record := sync.OnceValue(func() results.Record { return must(forms.Read(text(), nil)) })
		all = append(all, file{m.Schema, sync.OnceValue(func() Record {
			return Record{Made: m, Question: must(question(folder, m)), Text: text, Read: record}
		})})
	}
	return all, nil
}

// question is that of a listed record.
func question(folder fs.FS, m docs.Made) (results.Question, error) {
	schema, q, err := headOf(folder, m.Name)
	if err == nil && schema != m.Schema {
		err = fmt.Errorf("it is listed as %q: go run ./cmd/records", m.Schema)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return questions.All.Question(schema, q)
}

// Schema is that of a record in a folder such as docs.
func Schema(folder fs.FS, name string) (string, error) {
	schema, _, err := headOf(folder, name)
	return schema, err
}

func headOf(folder fs.FS, name string) (schema string, question json.RawMessage, err error) {
	opened, err := docs.Open(folder, name)
	if err != nil {
		return "", nil, err
	}
	defer opened.Close()
	return head(opened)
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

// concerns reports whether a record that answers one question may answer another.
func concerns(answers, asked results.Question) bool {
	about, ok := answers.(results.Recorded)
	other, both := asked.(results.Recorded)
	return answers.Schema() == asked.Schema() &&
		(results.Canonical(answers) == results.Canonical(asked) || ok && both && about.About() == other.About())
}

// Answer is the record, of those of the program and of others, that says at least as much as the
// answer to a question would: the one with the narrowest intervals. Of equals it is the answer to
// that question itself, if there is one, and rather one of the program.
func Answer(q results.Question, others ...Record) (answer results.Record, best Record, found bool) {
	all := slices.Clone(others)
	for _, f := range files() {
		if f.schema == q.Schema() {
			all = append(all, f.record())
		}
	}
	narrowest := math.Inf(1)
	for _, k := range all {
		if !concerns(k.Question, q) {
			continue
		}
		r, width, itself := k.Read(), math.Inf(1), results.Canonical(k.Question) == results.Canonical(q)
		if asked, ok := q.(results.Recorded); ok {
			if part, w, fits := asked.AnsweredBy(r); fits && itself {
				width = w
			} else if fits {
				r, width = part, w
			}
		}
		if width < narrowest || itself && width == narrowest {
			answer, best, narrowest, found = r, k, width, true
		}
	}
	return answer, best, found
}

// Kind is the kind of the answer.
func (k Record) Kind() string {
	var head struct{ Kind string }
	if err := json.Unmarshal(k.Text(), &head); err != nil {
		return ""
	}
	return head.Kind
}

// Origin says where a record comes from.
func (k Record) Origin() string {
	if k.Path != "" {
		return fmt.Sprintf("On record since %s, not computed now (%s); --fresh computes it.", k.Day, k.Path)
	}
	cost := ""
	if k.CPUSeconds > 0 {
		cost = " in " + number.Span(k.CPUSeconds) + " of one processor"
	}
	return fmt.Sprintf("On record since %s, not computed now: made by dovetail %s%s with dovetail %s (%s); "+
		"--fresh computes it.", k.Day, k.Revision, cost, questions.Quote(k.Args), docs.File(k.Name))
}
