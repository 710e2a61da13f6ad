package schema

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/results/forms"
	"dovetail/results/render"
)

var update = flag.Bool("update", false, "write docs/schemas")

const docs = "../../docs"

func comments(t *testing.T) Comments {
	c, err := ReadComments("..", "../games", "../powers", "../stored")
	if err != nil || c["Rank"] == "" || c["WordRow.C"] == "" {
		t.Fatal(err, c["Rank"], c["WordRow.C"])
	}
	return c
}

// The schemas are those of the types.
func TestUpToDate(t *testing.T) {
	c := comments(t)
	files := map[string][]byte{}
	for _, name := range forms.Schemas() {
		files[filepath.Join(docs, "schemas", forms.FileName(name))] = c.JSON(name)
	}
	for path, want := range files {
		got, err := os.ReadFile(path)
		if err == nil && bytes.Equal(got, want) {
			continue
		}
		if !*update {
			t.Errorf("%s is not what the types say: go test ./results/schema -update", path)
		} else if err := os.WriteFile(path, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	onDisk := must.Have(filepath.Glob(filepath.Join(docs, "schemas", "*.json")))(t)
	for _, path := range onDisk {
		if _, known := files[path]; !known {
			t.Errorf("%s belongs to no record", path)
		}
	}
}

// all calls visit for every field of every record.
func all(visit func(p property)) {
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == wholeType || seen[t] {
			return
		}
		seen[t] = true
		for _, p := range properties(t) {
			visit(p)
			walk(p.Type)
		}
	}
	for _, r := range forms.Forms() {
		walk(reflect.TypeOf(r))
	}
}

// Every number has a unit, and nothing else has. Every number that is a text has a double beside it, by its name.
func TestUnits(t *testing.T) {
	all(func(p property) {
		if p.numeric() != (p.unit() != "") {
			t.Errorf("%s: a number %v, measured in %q", p.id(), p.numeric(), p.unit())
		}
		if p.isDigits() != strings.HasSuffix(p.name, render.Exact) {
			t.Errorf("%s is called %s: %s ends the names of numbers that are texts, and of nothing else", p.id(), p.name, render.Exact)
		}
	})
}

// The schema of a record refuses another, numbers as the wrong kind, fields that are
// missing and fields that it does not have.
func TestValidatorRefuses(t *testing.T) {
	v := must.Have(Open(filepath.Join(docs, "schemas")))(t)
	const good = `{"schema": "dovetail/orders/2", "kind": "exact", "question": {}, "from": 2, ` +
		`"to": "9007199254740993", "rows": [{"n": 2, "out": 1}]}`
	must.Do(t, v.Check([]byte(good)))
	for _, change := range [][2]string{
		{`"kind": "exact"`, `"kind": "likely"`}, {`"from": 2, `, ``}, {`"from": 2`, `"from": "2"`},
		{`"from": 2`, `"from": 2.5`},
		{`"to": "9007199254740993"`, `"to": 9007199254740993`}, {`"out": 1`, `"out": null`}, {`"out": 1`, `"inn": 1`},
		{`"n": 2, `, ``}, {`orders/2`, `orders/1`}, {`[{"n": 2, "out": 1}]`, `{}`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good || v.Check([]byte(bad)) == nil {
			t.Errorf("%s is allowed", bad)
		}
	}
}

// Every field is explained, by a comment or by its name. Comments use the field names of
// JSON, which readers in other languages see.
func TestNames(t *testing.T) {
	all(func(p property) {
		if p.name == "" || strings.ToLower(p.name) != p.name {
			t.Errorf("%s.%s is called %q", p.in.Name(), p.Name, p.name)
		}
	})
	if names := forms.Schemas(); !slices.IsSorted(names) || len(names) < 40 {
		t.Error(names)
	}
}
