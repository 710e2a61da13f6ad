package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"dovetail/results/forms"
)

// JSON is the JSON Schema of a record.
func (c Comments) JSON(schema string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(c.forms(schema)); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Page is the page on all schemas below its introduction.
func (c Comments) Page() string {
	var b strings.Builder
	for _, schema := range forms.Schemas() {
		fmt.Fprintf(&b, "\n## %s\n\n[JSON Schema](schemas/%s)\n", schema, fileName(schema))
		c.table(&b, reflect.TypeOf(forms.Forms()[schema]), map[reflect.Type]bool{})
	}
	return b.String()
}

// table lists the fields of a type, then those of the types in it.
func (c Comments) table(b *strings.Builder, t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	fmt.Fprintf(b, "\n**%s** %s\n\n| field | type | unit | |\n|---|---|---|---|\n", t.Name(),
		cellText(strings.TrimPrefix(c[t.Name()], t.Name()+" ")))
	var inside []reflect.Type
	for _, p := range properties(t) {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", p.name, p.kind(), p.unit(), cellText(c[p.id()]))
		e := p.Type
		for e.Kind() == reflect.Pointer || e.Kind() == reflect.Slice || e.Kind() == reflect.Array {
			e = e.Elem()
		}
		if e.Kind() == reflect.Struct && e != wholeType {
			inside = append(inside, e)
		}
	}
	for _, e := range inside {
		c.table(b, e, seen)
	}
}

// cellText is a text that can stand in a table.
func cellText(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;").Replace(s)
}

// kind is the type of a field in words.
func (p property) kind() string {
	words := kindOf(p.Type)
	if p.isDigits() {
		words = strings.Replace(words, "string", "digits", 1)
	}
	switch {
	case p.optional:
		words += ", may be absent"
	case p.null():
		words += " or null"
	}
	return words
}

func kindOf(t reflect.Type) string {
	switch t {
	case wholeType:
		return "integer"
	case rawType:
		return "object"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + kindOf(t.Elem())
	case reflect.Bool:
		return "boolean"
	case reflect.Float64:
		return "double"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return "integer"
	case reflect.Struct:
		return t.Name()
	}
	return t.Kind().String()
}
