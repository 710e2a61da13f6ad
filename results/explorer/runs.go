package explorer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/catalogue"
	numbers "dovetail/results/number"
)

// runs is the view of what is computed, and of what was kept: searches, questions of pages, and the
// catalogue, as its own commands show it.
var runs = &view{
	name: "runs", inside: "catalogue",
	fields: []field{
		{name: "schema", choices: shortSchemas()},
		{name: "n", lo: 1, hi: math.MaxInt64, all: true},
		{name: "m", lo: 1, hi: math.MaxInt64, all: true},
		{name: "spell", form: wordForm},
		{name: "since", form: dayForm, date: true},
		{name: "until", form: dayForm, date: true},
		{name: "before", lo: 1, hi: math.MaxInt64, all: true, apart: true},
		{name: "id", lo: 1, hi: math.MaxInt64, all: true, apart: true},
		{name: "run", form: plainName, apart: true},
	},
	panels: []*panel{
		{name: "answer", open: true, when: about("run"), asks: func(q values) ([]ask, error) {
			a, _, ok := q.asks.search(q.text("run"))
			switch {
			case !ok:
				return nil, wrong("runs.unknown")
			case !q.asks.remembers(a.key):
				return nil, without{wrong("runs.unread")}
			}
			return []ask{a}, nil
		}},
		{name: "record", open: true, when: stored(about("id")), absent: "runs.nothing",
			asks: catalogued("show", false), extra: manifest},
		{name: "searches", extra: searchForms, when: func(q values) bool {
			return about("")(q) && (q.asks.Searches != nil || q.asks.Servers != "")
		}},
		{name: "jobs", when: about("")},
		{name: "catalogue", when: stored(about("")), absent: "runs.nothing", asks: catalogued("list", true), extra: browse},
		{name: "verify", slow: true, ask: "runs.check", asks: catalogued("verify", false),
			when: stored(func(q values) bool { return q.text("run") == "" })},
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

// stored is when there is a catalogue besides: a browser that has the program with it has none.
func stored(when func(values) bool) func(values) bool {
	return func(q values) bool { return q.asks.List != nil && when(q) }
}

var dayForm = form{pattern(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), "form.day"}

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

// filter chooses records by the fields of the page, and says so by flags.
func filter(q values) (f catalogue.Filter, flags string) {
	number := func(name string) int64 {
		if q.text(name) == "" {
			return 0
		}
		return q.number(name)
	}
	f = catalogue.Filter{
		Schema: q.text("schema"), M: int(number("m")), Word: letters(q.text("spell")),
		Since: q.text("since"), Until: q.text("until"), Before: number("before"),
	}
	if q.text("n") != "" {
		f.N = numbers.OfInt(number("n"))
	}
	if q.text("id") != "" {
		return catalogue.Filter{IDs: []int64{number("id")}}, " --id " + q.text("id")
	}
	for _, flag := range [][2]string{
		{"schema", "--schema"}, {"n", "-n"}, {"m", "-m"}, {"spell", "--word"}, {"since", "--since"}, {"until",
			"--until"}, {"before", "--before"},
	} {
		if value := letters(q.text(flag[0])); value != "" {
			flags += " " + flag[1] + " " + value
		}
	}
	return f, flags
}

// letters is a text without what may stand between letters.
var letters = strings.NewReplacer(",", "", " ", "").Replace

// catalogued asks the catalogue as its command of that name does: all that the filter lets pass, or the last.
func catalogued(command string, last bool) func(q values) ([]ask, error) {
	return func(q values) ([]ask, error) {
		s := q.asks
		f, flags := filter(q)
		if last {
			f.Last, flags = perPage, fmt.Sprint(" --last ", perPage, flags)
		}
		if command == "show" {
			flags = " " + q.text("id")
		}
		line := "dovetail catalogue " + command + flags + s.Store
		return []ask{{key: line, line: line, about: func(ctx context.Context, tell func(results.Progress)) (Answer, error) {
			if command == "verify" {
				return s.Verify(ctx, f, tell)
			}
			l, err := s.List(ctx, f, command == "show")
			if err != nil || command == "list" {
				return Answer{Records: []results.Record{l}}, err
			}
			if len(l.Entries) == 0 {
				return Answer{}, wrong("wrong.gone")
			}
			r, err := results.Read(l.Entries[0].Record, l.Entries[0].Cards)
			return Answer{Records: []results.Record{r}, Manifest: &l.Entries[0]}, err
		}}}, nil
	}
}

// page is the part of the catalogue that a page shows, the newest first.
type page struct {
	Entries  []results.Entry
	Older    string // the record that the next page is before, if there may be one
	First    bool
	Filtered bool
}

func browse(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	l := all[0].Records[0].(results.Listing)
	asked := func(f field) bool { return q.text(f.name) != f.byDefault }
	p := page{Entries: slices.Clone(l.Entries), First: q.text("before") == "", Filtered: slices.ContainsFunc(q.v.fields, asked)}
	if len(l.Entries) == perPage {
		p.Older = strconv.FormatInt(l.Entries[0].ID, 10)
	}
	slices.Reverse(p.Entries)
	return p, nil
}

// manifest is how a record came about, line by line.
func manifest(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
	var text strings.Builder
	err := all[0].Manifest.Lines(&text)
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
			form.Fields = append(form.Fields, values{v: k, of: map[string]string{field.name: field.byDefault},
				says: q.says}.show(field))
		}
		f.Kinds = append(f.Kinds, form)
	}
	return f, nil
}
