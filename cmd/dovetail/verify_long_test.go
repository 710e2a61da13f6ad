//go:build long && unix

package main

import (
	"path/filepath"
	"runtime"

	"dovetail/results/schema"
)

// The tests start this program in other folders too.
func init() {
	_, here, _, _ := runtime.Caller(0)
	forms, err := schema.Open(filepath.Join(filepath.Dir(here), "../../docs/schemas"))
	if err != nil {
		panic(err)
	}
	fits = forms.Check
}
