// Package schema checks in tests the JSON of records. Its tests make a JSON Schema of every record
// type from the type itself, its comments and its tags. These are the files of docs/schemas.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"dovetail/results/forms"
)

// Validator checks records against JSON Schemas.
type Validator struct{ schemas map[string]*jsonschema.Schema }

// Open compiles the schemas in a folder.
func Open(dir string) (Validator, error) {
	v := Validator{map[string]*jsonschema.Schema{}}
	for _, name := range forms.Schemas() {
		compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(dir, forms.FileName(name)))
		if err != nil {
			return v, err
		}
		v.schemas[name] = compiled
	}
	return v, nil
}

// Check checks a record.
func (v Validator) Check(text []byte) error {
	var head struct{ Schema string }
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	s, ok := v.schemas[head.Schema]
	if !ok {
		return fmt.Errorf("no schema %q", head.Schema)
	}
	record, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(record)
}
