// Package known has the records on file, which the program made and which verify, by what they answer. An answer from
// here says so, and nothing that is computed depends on it.
package known

import (
	"encoding/json"
	"fmt"
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
	Read     func() results.Record // when it is first wanted
}

// Records are those on file, in the order of docs/records/list.jsonl.
var Records = sync.OnceValue(func() []Record {
	all, err := read(docs.Records)
	if err != nil {
		panic(err) // they are part of the program
	}
	return all
})

func read(files fs.FS) (all []Record, err error) {
	list, err := fs.ReadFile(files, "records/list.jsonl")
	if err != nil {
		return nil, err
	}
	made, err := docs.List(list)
	if err != nil {
		return nil, err
	}
	for _, m := range made {
		if m.Day == "" {
			continue // it is to be made, or being made
		}
		text, err := fs.ReadFile(files, "records/"+m.Name+".json")
		if err != nil {
			return nil, err
		}
		var asked struct {
			Schema string
			results.Asked
		}
		if err := json.Unmarshal(text, &asked); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		q, err := questions.All.Question(asked.Schema, asked.Question)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		all = append(all, Record{m, text, q, sync.OnceValue(func() results.Record {
			record, err := forms.Read(text, nil)
			if err != nil {
				panic(err)
			}
			return record
		})})
	}
	return all, nil
}

// byAbout are the records by the form of their answers and what they are about.
var byAbout = sync.OnceValue(func() map[string][]Record {
	all := map[string][]Record{}
	for _, k := range Records() {
		if q, ok := k.Question.(results.Recorded); ok {
			all[key(q)] = append(all[key(q)], k)
		}
	}
	return all
})

// byQuestion are the records by the questions that they answer.
var byQuestion = sync.OnceValue(func() map[string]Record {
	all := map[string]Record{}
	for _, k := range Records() {
		all[results.Canonical(k.Question)] = k
	}
	return all
})

func key(q results.Recorded) string { return q.Schema() + " " + q.About() }

// Answer is what a record on file says that is at least as much as the answer to a question would be, and the record: the
// answer to that question itself, or of several the one with the narrowest intervals.
func Answer(q results.Question) (answer results.Record, best Record, found bool) {
	if k, ok := byQuestion()[results.Canonical(q)]; ok {
		return k.Read(), k, true
	}
	asked, ok := q.(results.Recorded)
	if !ok {
		return nil, best, false
	}
	narrowest := math.Inf(1)
	for _, k := range byAbout()[key(asked)] {
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
