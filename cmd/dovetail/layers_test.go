package main

import (
	gosource "go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Imports point down only: perm and exact know neither questions nor records, and results knows none of those that
// fill its records.
func TestLayers(t *testing.T) {
	for layer, below := range map[string]*regexp.Regexp{
		"perm":    regexp.MustCompile(`^perm\b`),
		"exact":   regexp.MustCompile(`^(exact|perm)\b`),
		"search":  regexp.MustCompile(`^(search|exact|perm|results|docs)\b`),
		"results": regexp.MustCompile(`^(results|perm/fault|perm/longtest|perm/number)\b`),
	} {
		files := 0
		err := filepath.WalkDir(filepath.Join("..", "..", layer), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			files++
			file, err := gosource.ParseFile(token.NewFileSet(), path, nil, gosource.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range file.Imports {
				from, own := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "dovetail/")
				if own && !below.MatchString(from) {
					t.Errorf("%s imports %s", path, from)
				}
			}
			return nil
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", layer, files, err)
		}
	}
}
