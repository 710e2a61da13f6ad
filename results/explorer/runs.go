package explorer

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
)

// runs is the view of what is computed, and of what was kept: searches, questions of pages, and the
// catalogue, by its own commands.
var runs = &view{
	name: "runs", inside: "catalogue",
	fields: []field{
		{name: "schema", choices: shortSchemas()},
		{name: "n", form: manyForm},
		{name: "m", form: manyForm},
		{name: "spell", form: wordForm},
		{name: "since", form: dayForm, date: true},
		{name: "until", form: dayForm, date: true},
		{name: "before", form: manyForm, apart: true},
		{name: "id", form: manyForm, apart: true},
		{name: "run", form: plainName, apart: true},
	},
	panels: []*panel{
		{name: "answer", open: true, when: about("run"), lines: func(q values) ([][]string, error) {
			line, answered, ok := q.asks.lineOf(q.text("run"))
			switch {
			case !ok:
				return nil, wrong("runs.unknown")
			case !answered:
				return nil, wrong("runs.unread")
			}
			return [][]string{line}, nil
		}},
		{name: "record", open: true, when: about("id"), absent: "runs.nothing", lines: asks(func(q values) []string {
			return []string{"catalogue", "show", q.text("id")}
		}), extra: manifest},
		{name: "searches", when: about(""), extra: searchForms},
		{name: "jobs", when: about("")},
		{name: "catalogue", when: about(""), absent: "runs.nothing", lines: asks(func(q values) []string {
			line := append([]string{"catalogue", "list", "--last", strconv.Itoa(perPage)}, filters(q)...)
			if before := q.text("before"); before != "" {
				line = append(line, "--before", before)
			}
			return line
		}), extra: browse},
		{name: "verify", when: func(q values) bool { return q.text("run") == "" }, slow: true, ask: "runs.check", lines: asks(func(q values) []string {
			if id := q.text("id"); id != "" {
				return []string{"catalogue", "verify", "--id", id}
			}
			return append([]string{"catalogue", "verify"}, filters(q)...)
		})},
	},
}

// about reports whether a page is about one search or record, by the field that names it, or about
// none of them.
func about(name string) func(values) bool {
	return func(q values) bool {
		if name == "" {
			return q.text("run") == "" && q.text("id") == ""
		}
		return q.text(name) != ""
	}
}

var dayForm = form{regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), "form.day"}

// perPage is how many records of the catalogue are listed at once.
const perPage = 25

// shortSchemas are the names of the schemas, without their versions; "" stands for all of them.
func shortSchemas() []string {
	names := []string{""}
	for _, name := range results.Schemas() {
		name, _, _ = strings.Cut(strings.TrimPrefix(name, "dovetail/"), "/")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// filters are the flags of the commands about the catalogue that choose records.
func filters(q values) (line []string) {
	for _, flag := range [][2]string{{"schema", "--schema"}, {"n", "-n"}, {"m", "-m"}, {"spell", "--word"}, {"since", "--since"}, {"until", "--until"}} {
		if value := q.text(flag[0]); value != "" {
			line = append(line, flag[1], value)
		}
	}
	return line
}

// page is the part of the catalogue that a page shows, the newest first.
type page struct {
	Entries []results.Entry
	Older   string // the record that the next page is before, if there may be one
	First   bool
}

func browse(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	l := all[0].Records[0].(results.Listing)
	p := page{Entries: slices.Clone(l.Entries), First: q.text("before") == ""}
	if len(l.Entries) == perPage {
		p.Older = strconv.FormatInt(l.Entries[0].ID, 10)
	}
	slices.Reverse(p.Entries)
	return p, nil
}

// manifest is how a record came about, line by line.
func manifest(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	all, err := s.asking(ctx, [][]string{{"catalogue", "list", "--id", q.text("id")}})
	if err != nil {
		return nil, err
	}
	l := all[0].Records[0].(results.Listing)
	if len(l.Entries) == 0 {
		return nil, wrong("wrong.gone")
	}
	var text strings.Builder
	err = l.Entries[0].Lines(&text)
	return text.String(), err
}

// forms of searches, and whether there is a cluster.
type forms struct {
	Kinds   []startForm
	Folder  string
	Servers string
}

type startForm struct {
	Name   string
	Fields []shownField
}

func searchForms(_ context.Context, s *Server, q values, _ []Answer) (any, error) {
	f := forms{Folder: s.Folder, Servers: s.Servers}
	for _, k := range kinds {
		form := startForm{Name: k.name}
		for _, field := range k.fields {
			field.says = cmp.Or(field.says, "runs."+k.name+"."+field.name)
			form.Fields = append(form.Fields, values{v: k, of: map[string]string{field.name: field.otherwise}, says: q.says}.show(field))
		}
		f.Kinds = append(f.Kinds, form)
	}
	return f, nil
}
