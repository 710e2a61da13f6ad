package main

import (
	gosource "go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Imports point down only: perm and exact know neither questions nor records, and results knows none of those that
// fill its records. The packages of the explorer are in order too.
func TestLayers(t *testing.T) {
	for layer, below := range map[string]*regexp.Regexp{
		"perm":    regexp.MustCompile(`^perm\b`),
		"exact":   regexp.MustCompile(`^(exact|perm)\b`),
		"search":  regexp.MustCompile(`^(search|exact|perm|results|docs)\b`),
		"results": regexp.MustCompile(`^(results|perm/fault|perm/longtest|perm/must|perm/number)\b`),

		"results/explorer/language": regexp.MustCompile(`^(results|perm/fault)$`),
		"results/explorer/picture":  regexp.MustCompile(`^(results|results/drawing|results/explorer/language)$`),
		"results/explorer/view":     regexp.MustCompile(`^(results|perm/number|results/(figure|render)|results/explorer/language)$`),
		"results/explorer/routine":  regexp.MustCompile(`^(results|results/(drawing|games)|results/explorer/(language|picture|view))$`),
		"results/explorer/views":    regexp.MustCompile(`^(results|perm/number|results/(drawing|games|powers|render)|results/explorer/(language|picture|view|routine))$`),
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

// most is how many files a package has at most, tests apart, whatever they are built for.
const most = 15

// Packages stay small enough to understand.
func TestPackagesAreSmall(t *testing.T) {
	root, files := filepath.Join("..", ".."), map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), root+string(filepath.Separator)))]++
		}
		return err
	})
	if err != nil || len(files) < 50 {
		t.Errorf("%d packages, %v", len(files), err)
	}
	for dir, count := range files {
		if count > most {
			t.Errorf("%s has %d files, at most %d are allowed", dir, count, most)
		}
	}
}

// A context carries cancellation and progress alone; what else a computation needs are its parameters.
func TestContexts(t *testing.T) {
	for _, layer := range []string{"cmd", "search", "exact", "perm", "results"} {
		err := filepath.WalkDir(filepath.Join("..", "..", layer), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, filepath.Join("perm", "pace", "pace.go")) {
				return err
			}
			text, err := os.ReadFile(path)
			if strings.Contains(string(text), "context.With"+"Value(") {
				t.Errorf("%s hands a value by a context", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// No changing state belongs to the process: caches and locks are values, which are passed to
// everyone who shares them. Tables that are computed once are constants.
func TestNoProcessState(t *testing.T) {
	state := regexp.MustCompile(`(?m)^var .*\b(sync\.(Mutex|RWMutex|Map|Once)\b|atomic\.|make\(chan)|^var \w+ (= )?struct \{\n\tsync\.`)
	files := 0
	for _, layer := range []string{"search", "exact"} {
		err := filepath.WalkDir(filepath.Join("..", "..", layer), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "runtest") {
				return err
			}
			files++
			text, err := os.ReadFile(path)
			for _, found := range state.FindAllString(string(text), -1) {
				t.Errorf("%s: %q is shared by the whole process", path, found)
			}
			return err
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", layer, files, err)
		}
	}
}
