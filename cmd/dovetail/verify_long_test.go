//go:build long && unix

package main

import "dovetail/results/schema"

func init() {
	forms, err := schema.Open("../../docs/schemas")
	if err != nil {
		panic(err)
	}
	fits = forms.Check
}
