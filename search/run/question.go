package run

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Question is all that a search depends on: a struct from which the runner
// alone makes the job, so that nothing else can find its way into the answer.
//
// Its parameters are its fields, each under its name in lower case or that of
// its json tag; a state is taken up by an equal question only. What a field
// holds is written out in full, or by its own MarshalText, which then must tell
// apart all values that the search tells apart. A field that is not exported,
// or cannot be written so, is refused. A field tagged `json:"-"` is a matter of
// schedule and must not change an answer.
type Question[J Job] interface {
	// Name is the engine with the version of its tasks and results.
	Name() string

	// Job is the search for the answer, with the empty total. It reads nothing
	// but the question, and leaves what takes long to the first task.
	Job() (J, error)
}

// Params names a search completely: its engine under "job", and every field of
// the question under its name.
func Params[J Job](q Question[J]) (map[string]string, error) {
	p, err := describe(q.Name(), q)
	if err != nil {
		return nil, fmt.Errorf("the question of %s: %w", q.Name(), err)
	}
	return p, nil
}

func describe(name string, question any) (map[string]string, error) {
	fields, err := parameters(reflect.TypeOf(question))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(question)
	if err != nil {
		return nil, err
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, err
	}
	params := map[string]string{"job": name}
	for field, v := range values {
		s := string(v)
		if v[0] == '"' {
			if err := json.Unmarshal(v, &s); err != nil {
				return nil, err
			}
		}
		params[strings.ToLower(field)] = s
	}
	if len(params) != 1+fields {
		return nil, fmt.Errorf("%d fields make %d parameters: two share a name", fields, len(params)-1)
	}
	return params, nil
}

// parameters counts the fields of a question that are parameters.
func parameters(t reflect.Type) (count int, err error) {
	if t.Kind() != reflect.Struct || writesItself(t) {
		return 0, fmt.Errorf("%v is no plain struct", t)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := f.Tag.Get("json"); {
		case tag == "-":
			continue
		case strings.Contains(tag, ","):
			err = fmt.Errorf("%s may be left out", f.Name)
		case f.Anonymous && tag == "" && f.Type.Kind() == reflect.Struct && !writesItself(f.Type):
			var inner int
			inner, err = parameters(f.Type)
			count += inner
		case !f.IsExported():
			err = fmt.Errorf("%s is not exported", f.Name)
		default:
			err = written(f.Name, f.Type)
			count++
		}
		if err != nil {
			return 0, err
		}
	}
	return count, nil
}

// written refuses a field of which the text leaves something out.
func written(name string, t reflect.Type) error {
	if writesItself(t) {
		return nil
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Slice, reflect.Array:
		return written(name, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || f.Tag.Get("json") != "" {
				return fmt.Errorf("%s.%s is not exported, or tagged", name, f.Name)
			}
			if err := written(name+"."+f.Name, f.Type); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s is a %v, which has no text", name, t)
}

func writesItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
