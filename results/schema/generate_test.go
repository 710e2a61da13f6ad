package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/render"
)

// property is a field as it is in JSON.
type property struct {
	name     string
	optional bool // left out where there is nothing to say
	in       reflect.Type
	reflect.StructField
}

// id is the field's name among those of its type.
func (p property) id() string { return p.in.Name() + "." + p.Name }

// properties are those of a struct in the order in which they are written, those of
// embedded structs in the place of the struct.
func properties(t reflect.Type) (all []property) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous:
			all = append(all, properties(f.Type)...)
		case f.IsExported():
			all = append(all, property{name, strings.Contains(options, "omit"), t, f})
		}
	}
	return all
}

var (
	wholeType  = reflect.TypeFor[number.Int]()
	plainType  = reflect.TypeFor[json.Number]()
	rawType    = reflect.TypeFor[json.RawMessage]()
	nullable   = map[string]any{"type": "null"}
	wholeForms = map[string]any{"anyOf": []any{
		map[string]any{"type": "integer", "minimum": -(1 << 53), "maximum": 1 << 53},
		map[string]any{"type": "string", "pattern": `^-?[1-9][0-9]{15,}$`},
	}}
	digitForms = map[string]any{"type": "string", "pattern": `^(-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?|-?[0-9]+/[0-9]+)$`}
)

// forms describes the records of a schema.
func (c Comments) forms(schema string) map[string]any {
	kinds := map[string]any{}
	record := reflect.TypeOf(forms.Forms()[schema])
	form := c.form(record, kinds)
	top := kinds[record.Name()].(map[string]any)["properties"].(map[string]any)
	top["schema"].(map[string]any)["const"] = schema
	return map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:" + strings.ReplaceAll(schema, "/", ":"),
		"title": schema, "anyOf": []any{form}, "$defs": kinds,
	}
}

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

// form describes a type, and puts those that it names among the kinds.
func (c Comments) form(t reflect.Type, kinds map[string]any) map[string]any {
	switch t {
	case wholeType:
		return wholeForms
	case plainType:
		return map[string]any{"type": "number"}
	case rawType:
		return map[string]any{"type": "object"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return c.form(t.Elem(), kinds)
	case reflect.Slice:
		return map[string]any{"type": "array", "items": c.form(t.Elem(), kinds)}
	case reflect.Array:
		return map[string]any{"type": "array", "items": c.form(t.Elem(), kinds), "minItems": t.Len(),
			"maxItems": t.Len()}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": -(1 << 53), "maximum": 1 << 53}
	case reflect.Struct:
		c.object(t, kinds)
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	}
	panic(fmt.Sprintf("%v is no type of a record", t))
}

func (c Comments) object(t reflect.Type, kinds map[string]any) {
	if kinds[t.Name()] != nil {
		return
	}
	fields, required := map[string]any{}, []string{}
	object := map[string]any{"type": "object", "properties": fields, "additionalProperties": false}
	kinds[t.Name()] = object
	if text := c[t.Name()]; text != "" {
		object["description"] = text
	}
	for _, p := range properties(t) {
		names := []string{p.name}
		fields[p.name] = c.field(p, kinds)
		if p.isDigits() {
			near := strings.TrimSuffix(p.name, render.Exact)
			names = []string{near, p.name}
			fields[near] = c.field(p.double(near), kinds)
			fields[p.name].(map[string]any)["description"] = near + " in digits, or as a fraction."
		}
		if !p.optional {
			required = append(required, names...)
		}
	}
	object["required"] = required
}

// field describes a field: its type, whether it may be null, what it says and its unit.
func (c Comments) field(p property, kinds map[string]any) map[string]any {
	form := c.form(p.Type, kinds)
	if p.isDigits() {
		form = digitForms
		if p.Type.Kind() == reflect.Slice {
			form = map[string]any{"type": "array", "items": digitForms}
		}
	}
	if p.null() {
		form = map[string]any{"anyOf": []any{form, nullable}}
	}
	form = maps.Clone(form)
	if p.name == "kind" {
		form["enum"] = []string{results.Exact, results.Bound, results.Sampled}
	}
	if text := c[p.id()]; text != "" {
		form["description"] = text
	}
	if u := p.unit(); u != "" {
		form["unit"] = u
	}
	return form
}

// double is the field with the nearest doubles beside digits.
func (p property) double(name string) property {
	list := p.Type.Kind() == reflect.Slice
	if p.name, p.Type = name, reflect.TypeFor[float64](); list {
		p.Type = reflect.SliceOf(p.Type)
	}
	return p
}

// null reports whether the field is null where there is nothing to say.
func (p property) null() bool {
	return !p.optional && (p.Type.Kind() == reflect.Pointer || p.Tag.Get("none") == "null")
}

// isDigits reports whether a text, or a list of texts, is a number: it has a unit.
func (p property) isDigits() bool {
	t := p.Type
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() == reflect.String && t != plainType && p.unit() != ""
}

// unit is what a number is measured in; "" for what is none.
func (p property) unit() string { return p.Tag.Get("unit") }

// numeric reports whether the field is a number or has a list of them.
func (p property) numeric() bool {
	t := p.Type
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return true
	}
	return t == wholeType || t == plainType || p.isDigits()
}
