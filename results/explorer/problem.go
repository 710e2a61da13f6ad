package explorer

import (
	"errors"
	"fmt"

	"dovetail/results/fault"
)

// problem is an error that pages say in the language of who reads it, who need not be who asked. What
// the commands say stays as they say it.
type problem struct {
	key string
	of  []any // values, or fields by their names
}

// wrong is a problem by its key in says.
func wrong(key string, of ...any) error { return problem{key, of} }

// Error implements error.
func (p problem) Error() string { return english.error(p) }

// Is reports whether it is the same problem.
func (p problem) Is(other error) bool {
	o, ok := other.(problem)
	return ok && o.key == p.key
}

// labelled is a text that languages have by its key.
type labelled string

func (l language) error(err error) string {
	var p problem
	var f fault.Fault
	switch {
	case errors.As(err, &f):
		p = problem{"wrong.fault", []any{f.Value}}
	case !errors.As(err, &p):
		return err.Error()
	}
	of := make([]any, len(p.of))
	for i, x := range p.of {
		if key, ok := x.(labelled); ok {
			x = l.of(string(key))
		}
		of[i] = x
	}
	if len(of) == 0 {
		return l.of(p.key)
	}
	return fmt.Sprintf(l.of(p.key), of...)
}
