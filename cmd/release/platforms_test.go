package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"dovetail/perm/longtest"
)

// The program is correct Go on every system that a release has. Types are checked without compiling, which takes a tenth
// of the time of a build, and of other modules without what their functions do; make platforms builds. No file is of both a processor and a system: systems with a processor
// like this one differ from these by what this one compiles.
func TestPlatforms(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		if goarch == runtime.GOARCH && !longtest.On() {
			continue
		}
		loaded, err := packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax,
			Env:  append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
			ParseFile: func(files *token.FileSet, name string, src []byte) (*ast.File, error) {
				f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
				if f != nil && !strings.HasPrefix(name, root) {
					bare(f)
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

// bare leaves out what functions do, but for those that could not do without.
func bare(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Type.TypeParams == nil && fn.Name.Name != "init" {
			fn.Body = nil
		}
	}
}
