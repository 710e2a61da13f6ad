package runtest

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// plain refuses a type of questions of whose fields JSON leaves something out, so that two
// different questions would have the same parameters. With omitzero only one value is left out, so that
// none has the same: by it a field comes to a type of which states are on file.
func plain(t reflect.Type) error { return distinct(t, map[string]bool{}) }

// distinct refuses also names that were seen before.
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

// written refuses a field of which the text leaves something out.
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
