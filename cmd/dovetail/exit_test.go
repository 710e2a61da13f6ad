package main

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// The help and docs/runner.md have every exit code that the program has, once, and no other.
func TestExitCodes(t *testing.T) {
	file := must.Have(goparser.ParseFile(token.NewFileSet(), "main.go", nil, 0))(t)
	var declared, listed []string
	ast.Inspect(file, func(n ast.Node) bool {
		if c, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(c.Names[0].Name, "exit") && len(c.Values) == 1 {
			if value, ok := c.Values[0].(*ast.BasicLit); ok {
				declared = append(declared, value.Value)
			}
		}
		return true
	})
	page := must.Have(os.ReadFile("../../docs/runner.md"))(t)
	root := newRoot()
	wrapHelp(root)
	help := strings.Join(strings.Fields(root.UsageString()), " ") + " "
	for _, e := range exitCodes {
		listed = append(listed, fmt.Sprint(e.code))
		if row := fmt.Sprintf("\n| %d | %s |\n", e.code, e.means); strings.Count(string(page), row) != 1 {
			t.Errorf("docs/runner.md lacks %q", row)
		}
		if line := fmt.Sprintf(" %d %s ", e.code, e.means); strings.Count(help, line) != 1 {
			t.Errorf("the help lacks %q", line)
		}
	}
	if len(declared) < 6 || !slices.Equal(declared, listed) {
		t.Errorf("the exit codes are %v, the help has %v", declared, listed)
	}
}
