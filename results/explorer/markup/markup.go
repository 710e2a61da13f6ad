// Package markup fills the templates of pages with values. The templates are those of text/template, and
// what an action writes is escaped as html/template escapes it: in text, in attributes, and in addresses. The
// tests hold both against each other on every page.
//
// Why not html/template itself: it looks methods up by their names, and a program in which that can happen keeps
// every method of every type that it has. In a browser, which loads the program, that is a third of it. Here a
// value names the methods that templates may call ([Methods]). What may stand where is less than there: no
// action within a tag's name, an attribute's name, a script or a style; [Parse] refuses those.
package markup

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"reflect"
	"text/template/parse"
)

// HTML is markup that is written as it is.
type HTML string

// Methods is a value some of whose methods, or things like them, templates may call by their names.
type Methods interface {
	// Method is the function of a name, or nil if there is none.
	Method(name string) any
}

// Funcs are functions by the names that templates call them by.
type Funcs map[string]any

// Set has templates by their names.
type Set struct {
	funcs Funcs
	trees map[string]*parse.Tree
	spots map[*parse.ActionNode]spot
}

// Parse reads the templates of files; each is what {{define}} says.
func Parse(files fs.FS, pattern string, funcs Funcs) (*Set, error) {
	s := &Set{funcs: Funcs{}, trees: map[string]*parse.Tree{}, spots: map[*parse.ActionNode]spot{}}
	for name, f := range builtins {
		s.funcs[name] = f
	}
	for name, f := range funcs {
		s.funcs[name] = f
	}
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		trees, err := parse.Parse(path.Base(name), string(text), "", "", s.funcs, map[string]any{"and": true, "or": true})
		if err != nil {
			return nil, err
		}
		for name, tree := range trees {
			if parse.IsEmptyTree(tree.Root) {
				continue
			}
			s.trees[name] = tree
			if _, err := s.place(place{}, tree.Root); err != nil {
				return nil, fmt.Errorf("template %s: %w", name, err)
			}
		}
	}
	return s, nil
}

// Has reports whether there is a template of a name.
func (s *Set) Has(name string) bool { return s.trees[name] != nil }

// Execute writes a template with a value. What is written before an error stays written.
func (s *Set) Execute(w io.Writer, name string, data any) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = fmt.Errorf("template %s: %w", name, r.error)
		default:
			panic(r)
		}
	}()
	s.execute(w, name, reflect.ValueOf(data))
	return nil
}

func (s *Set) execute(w io.Writer, name string, dot reflect.Value) {
	tree := s.trees[name]
	if tree == nil {
		fail("there is no template %q", name)
	}
	e := &execution{Set: s, w: w}
	e.vars = []variable{{"$", dot}}
	e.walk(dot, tree.Root)
}

// failure ends an execution.
type failure struct{ error }

func fail(format string, of ...any) { panic(failure{fmt.Errorf(format, of...)}) }
