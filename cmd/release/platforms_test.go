package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"dovetail/perm/longtest"
)

// The program is correct Go on every system that a release has. Types are checked without compiling, which takes a tenth
// of the time of a build, and of other modules without what their functions do; make platforms builds. No file is of both a processor and
// a system, so that Windows on another processor has all that this system lacks but what is of macOS. The others are left to the
// long tests.
func TestPlatforms(t *testing.T) {
	var read sync.Map // files, which most systems share
	files := token.NewFileSet()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		if (goarch == runtime.GOARCH || goos != "windows") && !longtest.On() {
			continue
		}
		loaded, err := packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax,
			Fset: files,
			Env:  append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
			ParseFile: func(files *token.FileSet, name string, src []byte) (*ast.File, error) {
				if f, ok := read.Load(name); ok {
					return f.(*ast.File), nil
				}
				f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
				if f != nil && !strings.HasPrefix(name, root) {
					bare(f)
				}
				if err == nil {
					read.Store(name, f)
				}
				return f, err
			},
		}, "dovetail/cmd/dovetail")
		if err != nil || len(loaded) != 1 {
			t.Fatalf("%s: %d packages, %v", system, len(loaded), err)
		}
		packages.Visit(loaded, nil, func(p *packages.Package) {
			for _, err := range p.Errors {
				if err.Kind == packages.ListError || strings.HasPrefix(err.Pos, root) {
					t.Errorf("%s: %v", system, err)
				}
			}
		})
	}
}

// bare leaves out what functions do, except those that could not do without, and what stands in tables.
func bare(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Type.TypeParams == nil && d.Name.Name != "init" {
				d.Body = nil
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					for _, x := range v.Values {
						empty(x)
					}
				}
			}
		}
	}
}

// empty leaves out the elements of a table whose type says how long it is.
func empty(x ast.Expr) {
	if table, ok := x.(*ast.CompositeLit); ok {
		if array, ok := table.Type.(*ast.ArrayType); ok {
			if _, counted := array.Len.(*ast.Ellipsis); counted {
				return
			}
		}
		table.Elts = nil
	}
}
