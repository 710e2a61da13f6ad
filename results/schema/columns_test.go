package schema

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// A tag text:"..." makes a column of a table for reading, so its struct, or one in which that is embedded, is a row of one.
func TestTagsAreColumns(t *testing.T) {
	tagged := 0
	for _, dir := range []string{"..", "../games", "../powers", "../stored"} {
		files := token.NewFileSet()
		names := must.Have(filepath.Glob(filepath.Join(dir, "*.go")))(t)
		var parsed []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file := must.Have(parser.ParseFile(files, name, nil, 0))(t)
			parsed = append(parsed, file)
		}
		// Other packages need not be known: rows are structs of the record's own package.
		known := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
		lenient := types.Config{Importer: noImporter{}, Error: func(error) {}}
		lenient.Check(dir, files, parsed, &known)
		rows := map[types.Type]bool{}
		for _, file := range parsed {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				if f, ok := call.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "Show" || f.Sel.Name == "Table") {
					if list, ok := known.TypeOf(call.Args[0]).(*types.Slice); ok {
						embedded(list.Elem(), rows)
					}
				}
				return true
			})
		}
		for _, object := range known.Defs {
			name, ok := object.(*types.TypeName)
			if !ok {
				continue
			}
			s, ok := name.Type().Underlying().(*types.Struct)
			for i := 0; ok && i < s.NumFields(); i++ {
				if _, column := reflect.StructTag(s.Tag(i)).Lookup("text"); column {
					tagged++
					if !rows[name.Type()] {
						t.Errorf("%s: no table has %s.%s as a column", dir, name.Name(), s.Field(i).Name())
					}
				}
			}
		}
	}
	if tagged < 30 {
		t.Errorf("only %d columns are declared by tags", tagged)
	}
}

// embedded adds a struct and those embedded in it.
func embedded(row types.Type, rows map[types.Type]bool) {
	rows[row] = true
	s, ok := row.Underlying().(*types.Struct)
	for i := 0; ok && i < s.NumFields(); i++ {
		if f := s.Field(i); f.Embedded() {
			embedded(f.Type(), rows)
		}
	}
}

type noImporter struct{}

func (noImporter) Import(string) (*types.Package, error) { return nil, errors.New("not read") }
