package forms

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dovetail/results"
)

// Object describes the objects of one kind in the records of a schema.
type Object struct {
	About  string // a sentence that begins with its name
	Fields []Field
}

// Field is a field of an object.
type Field struct {
	Name  string
	Type  string // such as "list of integer or null"
	Unit  string
	About string
}

// FileName is the name of the file of docs/schemas for a schema: rank-1.json for dovetail/rank/1.
func FileName(schema string) string {
	return strings.ReplaceAll(strings.TrimPrefix(schema, "dovetail/"), "/", "-") + ".json"
}

// Named is the schema with a name such as tvd, tvd/4 or dovetail/tvd/4.
func Named(name string) (string, error) {
	for _, schema := range Schemas() {
		short := strings.TrimPrefix(schema, "dovetail/")
		form, _, _ := strings.Cut(short, "/")
		if name == schema || name == short || name == form {
			return schema, nil
		}
	}
	return "", results.UnknownSchema(name, Schemas())
}

// Describe reads a file of docs/schemas: the record first, then the objects in it by their names.
func Describe(file []byte) (all []Object, err error) {
	var root form
	if err := json.Unmarshal(file, &root); err != nil {
		return nil, err
	}
	record := root.AnyOf[0].named()
	for _, name := range slices.Sorted(maps.Keys(root.Defs)) {
		object := root.Defs[name].object(name)
		if name == record {
			all = slices.Insert(all, 0, object)
		} else {
			all = append(all, object)
		}
	}
	return all, nil
}

// form is a part of a JSON Schema as package schema makes them.
type form struct {
	Type, Pattern, Unit, Description string
	Ref                              string `json:"$ref"`
	AnyOf                            []form
	Items                            *form
	Properties                       map[string]form
	Required                         []string
	Defs                             map[string]form `json:"$defs"`
}

func (f form) named() string { return f.Ref[strings.LastIndexByte(f.Ref, '/')+1:] }

// object has the fields that are always there in the order of the record, then the others.
func (f form) object(name string) (o Object) {
	o.About = f.Description
	if o.About == "" {
		o.About = name
	}
	add := func(name, optional string) {
		p := f.Properties[name]
		o.Fields = append(o.Fields, Field{Name: name, Type: p.words() + optional, Unit: p.Unit, About: p.Description})
	}
	for _, name := range f.Required {
		add(name, "")
	}
	for _, name := range slices.Sorted(maps.Keys(f.Properties)) {
		if !slices.Contains(f.Required, name) {
			add(name, ", may be absent")
		}
	}
	return o
}

// words are the type of a field in words.
func (f form) words() string {
	switch {
	case f.Ref != "":
		return f.named()
	case f.Items != nil:
		return "list of " + f.Items.words()
	case len(f.AnyOf) == 2 && f.AnyOf[1].Type == "null":
		return f.AnyOf[0].words() + " or null"
	case len(f.AnyOf) > 0:
		return f.AnyOf[0].words() // an integer, which is a text where it is large
	case f.Pattern != "":
		return "digits"
	case f.Type == "number":
		return "double"
	}
	return f.Type
}
