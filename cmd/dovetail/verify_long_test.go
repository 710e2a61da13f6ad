//go:build long && unix

package main

import (
	"sync"

	"dovetail/results/schema"
)

func init() {
	forms := sync.OnceValues(func() (schema.Validator, error) { return schema.Open("../../docs/schemas") })
	fits = func(record []byte) error {
		all, err := forms()
		if err != nil {
			return err
		}
		return all.Check(record)
	}
}
