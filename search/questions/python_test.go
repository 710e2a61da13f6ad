package questions

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/longtest"
)

// table prints what check/record.py knows of questions, and of objects in them: by name the fields, with their types, and
// ? for those that may be left out.
const table = `
import json, sys
sys.path.insert(0, "../../check")
sys.dont_write_bytecode = True
from record import Fields, MEMBERS, OTHERWISE, QUESTIONS, TYPES
called = {str: "text", bool: "truth", list: "list", int: "whole", Fields: "object"}
def of(name, field):
    kind = OTHERWISE.get((name, field)) or next((t for t, fields in TYPES.items() if field in fields), int)
    return called.get(kind, "number")
print(json.dumps({name: {f.rstrip("?"): of(name, f.rstrip("?")) + "?" * f.endswith("?") for f in fields.split()}
                  for name, fields in [*QUESTIONS.items(), *(("members of " + key, fields) for key, fields in MEMBERS.items())]}))
`

// What check.py takes for a question is the struct of that question: a field that is added here is added there.
func TestPythonKnowsQuestions(t *testing.T) {
	python := longtest.Needs(t, "python3")
	if _, err := os.ReadFile("../../check/record.py"); err != nil { // so that the test runs anew when it changes
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-I", "-c", table)
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var known map[string]map[string]string
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for schema, k := range kinds {
		fieldsOf(reflect.TypeOf(k.form().At).Elem(), strings.Split(schema, "/")[1], all)
	}
	for name, fields := range all {
		if want := known[name]; !maps.Equal(fields, want) {
			t.Errorf("%s has the fields\n%s\nand in check/record.py\n%s", name, sorted(fields), sorted(want))
		}
		delete(known, name)
	}
	if len(known) > 0 {
		t.Errorf("nobody asks the questions of check/record.py for %v", slices.Sorted(maps.Keys(known)))
	}
}

func sorted(fields map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		all = append(all, fmt.Sprintf("%s: %s", name, fields[name]))
	}
	return strings.Join(all, ", ")
}

// fieldsOf adds the fields of a struct as they stand in JSON, with what their values are there, by the name of the struct;
// and those of the structs in it.
func fieldsOf(of reflect.Type, called string, all map[string]map[string]string) {
	if all[called] == nil {
		all[called] = map[string]string{}
	}
	for f := range of.Fields() {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if f.Anonymous && name == "" {
			fieldsOf(f.Type, called, all)
			continue
		}
		if name == "-" {
			continue
		}
		says := says(f.Type)
		if strings.Contains(options, "omit") {
			says += "?"
		}
		all[called][name] = says
		if inside := f.Type; strings.HasPrefix(says, "object") || inside.Kind() == reflect.Slice && inside.Elem().Kind() == reflect.Struct && strings.HasPrefix(says, "list") {
			if inside.Kind() == reflect.Slice {
				inside = inside.Elem()
			}
			if !inside.Implements(textual) {
				fieldsOf(inside, "members of "+name, all)
			}
		}
	}
}

var textual = reflect.TypeFor[encoding.TextMarshaler]()

// says is what a value is in JSON.
func says(of reflect.Type) string {
	switch kind := of.Kind(); {
	case of.Name() == "Uint": // a whole number, whatever its text
		return "whole"
	case of.Implements(textual) || kind == reflect.String:
		return "text"
	case kind == reflect.Bool:
		return "truth"
	case kind == reflect.Slice:
		return "list"
	case kind == reflect.Float64:
		return "number"
	case kind == reflect.Struct:
		return "object"
	}
	return "whole"
}
