package runtest

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// plain refuses a type of questions if JSON leaves out something of their fields, because two
// different questions would then have the same parameters. omitzero is allowed, as it leaves out
// one value only. With it a field can be added to a type that has states on file.
func plain(t reflect.Type) error { return distinct(t, map[string]bool{}) }

// distinct refuses also names that occurred before.
func distinct(t reflect.Type, seen map[string]bool) error {
	if t.Kind() != reflect.Struct || writesItself(t) {
		return fmt.Errorf("%v is no plain struct", t)
	}
	for f := range t.Fields() {
		tag := strings.TrimSuffix(f.Tag.Get("json"), ",omitzero")
		name := strings.ToLower(cmp.Or(tag, f.Name))
		var err error
		switch {
		case tag == "-":
			continue
		case strings.Contains(tag, ","):
			err = fmt.Errorf("%s may be left out", f.Name)
		case f.Anonymous && tag == "" && f.Type.Kind() == reflect.Struct && !writesItself(f.Type):
			err = distinct(f.Type, seen)
		case !f.IsExported():
			err = fmt.Errorf("%s is not exported", f.Name)
		case seen[name]:
			err = fmt.Errorf("two fields are %s", name)
		default:
			seen[name] = true
			err = written(f.Name, f.Type)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// written refuses a field if its text leaves something out.
func written(name string, t reflect.Type) error {
	switch kind := t.Kind(); {
	case writesItself(t), kind == reflect.Bool, kind == reflect.String, kind == reflect.Float64,
		kind >= reflect.Int && kind <= reflect.Uint64:
		return nil
	case kind == reflect.Slice, kind == reflect.Array:
		return written(name, t.Elem())
	case kind == reflect.Struct:
		for f := range t.Fields() {
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
