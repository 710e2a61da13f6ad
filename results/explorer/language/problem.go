package language

import (
	"errors"
	"fmt"

	"dovetail/perm/fault"
)

// Problem is an error that pages show in the reader's language, whoever began the computation.
// Commands show it in English.
type Problem struct {
	key string
	of  []any // values, or fields by their names
}

// Wrong is a problem by its key in the texts.
func Wrong(key string, of ...any) error { return Problem{key, of} }

func (p Problem) Error() string { return English.Describe(p) }

// Is reports whether it is the same problem.
func (p Problem) Is(other error) bool {
	o, ok := other.(Problem)
	return ok && o.key == p.key
}

// Label is a text by its key, in any language.
type Label string

// Describe says what is wrong.
func (l Language) Describe(err error) string {
	var p Problem
	var f fault.Fault
	switch {
	case errors.As(err, &f):
		p = Problem{"wrong.fault", []any{f.Value}}
	case !errors.As(err, &p):
		return l.Message(err.Error())
	}
	of := make([]any, len(p.of))
	for i, x := range p.of {
		if key, ok := x.(Label); ok {
			x = l.Of(string(key))
		}
		if said, ok := x.(error); ok {
			x = l.Message(said.Error())
		}
		of[i] = x
	}
	if len(of) == 0 {
		return l.Of(p.key)
	}
	return fmt.Sprintf(l.Of(p.key), of...)
}
