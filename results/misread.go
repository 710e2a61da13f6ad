package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Misread is the error of reading JSON in the words of JSON: a field has the name that it has there, and
// values and types are called as there, also where an entry of a list is meant.
func Misread(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	steps := slices.DeleteFunc(strings.Split(wrong.Field, "."), func(step string) bool {
		return step == "" || unicode.IsUpper(rune(step[0])) // a part of the struct that has no name in JSON
	})
	where := strings.Join(steps, ".")
	if where == "" {
		where = "it"
	}
	return fmt.Errorf("%s has %s where %s belongs", where, valueOf(wrong.Value), kindOf(wrong.Type))
}

// valueOf names a value as package json does, in words.
func valueOf(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "string", "number":
		return "a " + value
	}
	return "the " + value // number 1.5
}

// kindOf names the type of a field in the words of JSON.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint64:
		return "a whole number within its range"
	}
	return "a number that fits its field"
}
