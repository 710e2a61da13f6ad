package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// Comments are what the sources say about types, by their names, and about fields, as
// Type.Field.
type Comments map[string]string

// ReadComments reads those of the packages in folders.
func ReadComments(dirs ...string) (Comments, error) {
	var files []string
	for _, dir := range dirs {
		more, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	c := Comments{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				c.read(d)
			}
		}
	}
	return c, nil
}

func (c Comments) read(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.TypeSpec)
		object, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		c[spec.Name.Name] = prose(d.Doc)
		for _, field := range object.Fields.List {
			for _, name := range field.Names {
				c[spec.Name.Name+"."+name.Name] = strings.TrimSpace(prose(field.Doc) + " " + prose(field.Comment))
			}
		}
	}
}

// prose is a comment on one line.
func prose(g *ast.CommentGroup) string { return strings.Join(strings.Fields(g.Text()), " ") }
