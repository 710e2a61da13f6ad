// Package mutants changes one line of the program at a time and wants the tests to
// notice. A change that no test notices is a claim that no test holds.
//
// The tree is left alone: go's -overlay puts a changed copy in the place of a file.
package mutants

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// mutant is a change to one place of a file, and the tests of a package that must fail
// by it.
type mutant struct {
	name     string // what it leaves out or turns round
	file     string // from the root of the module
	old, new string // old occurs once in the file
	tests    string // package, from the root, and a pattern of tests, with a blank between
}

// read reads the list: entries with blank lines between, after a remark.
func read(path string) (all []mutant, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, entry := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
		lines := strings.Split(entry, "\n")
		if len(lines) < 5 {
			return nil, fmt.Errorf("%s: %q is no mutant", path, entry)
		}
		m := mutant{name: lines[0], file: lines[1], tests: lines[2]}
		var parts [2][]string
		for _, line := range lines[3:] {
			switch {
			case strings.HasPrefix(line, "-"):
				parts[0] = append(parts[0], line[1:])
			case strings.HasPrefix(line, "+"):
				parts[1] = append(parts[1], line[1:])
			default:
				return nil, fmt.Errorf("%s: %q neither goes nor comes", path, line)
			}
		}
		m.old, m.new = strings.Join(parts[0], "\n"), strings.Join(parts[1], "\n")
		all = append(all, m)
	}
	return all, nil
}

// only are the mutants that are tried: their name or file matches. Without it none is.
var only = flag.String("mutants", "", "try the mutants whose name or file matches")

// Every mutant is caught. That takes hours: make mutants.
func TestMutants(t *testing.T) {
	if *only == "" {
		t.Skip("make mutants tries them")
	}
	root, mutants := listed(t)
	wanted := regexp.MustCompile(*only)
	ran := 0
	for _, m := range mutants {
		if !wanted.MatchString(m.name) && !wanted.MatchString(m.file) {
			continue
		}
		ran++
		t.Run(m.name, func(t *testing.T) {
			if verdict := m.try(t, root); verdict != caught {
				t.Errorf("%s: %s", verdict, m.file)
			}
		})
	}
	if ran == 0 {
		t.Errorf("no mutant matches %q", *only)
	}
}

// listed are all mutants, with the root of the module.
func listed(t *testing.T) (string, []mutant) {
	root := must.Have(moduleRoot())(t)
	mutants, err := read("testdata/mutants.txt")
	if err != nil || len(mutants) < 100 {
		t.Fatal(len(mutants), err)
	}
	return root, mutants
}

// What becomes of a mutant. Only caught is right; a stale one no longer fits its file,
// a broken one does not compile, and an idle one has tests that fail without it, or
// none at all.
const (
	caught   = "caught"
	survived = "SURVIVED"
	stale    = "STALE"
	broken   = "BROKEN"
	idle     = "IDLE"
)

// failed is what tests say that were compiled.
var failed = regexp.MustCompile("--- FAIL|panic: |fatal error: ")

// try runs the tests of a mutant, with and without it.
func (m mutant) try(t *testing.T, root string) string {
	if err := m.check(root); err != nil {
		t.Log(err)
		return stale
	}
	if out, err := m.test(root); err != nil || bytes.Contains(out, []byte("no tests to run")) {
		t.Logf("%s", out)
		return idle
	}
	overlay, err := m.overlay(root, t.TempDir())
	if err != nil {
		t.Log(err)
		return broken
	}
	out, err := m.test(root, "-overlay", overlay)
	switch {
	case err == nil:
		return survived
	case !failed.Match(out):
		t.Logf("%s", out)
		return broken
	}
	return caught
}

// test runs the tests that must fail. A mutant that never ends is stopped.
func (m mutant) test(root string, flags ...string) ([]byte, error) {
	pkg, pattern, _ := strings.Cut(m.tests, " ")
	args := append([]string{"test", "-vet=off", "-timeout=60s", "-failfast", "-run", pattern}, flags...)
	cmd := exec.Command("go", append(args, "./"+pkg)...)
	cmd.Dir = root
	return cmd.CombinedOutput()
}

// check says why a mutant does not fit its file, or nil.
func (m mutant) check(root string) error {
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		return fmt.Errorf("%s holds %q %d times, not once", m.file, m.old, n)
	}
	return nil
}

// tests are the names of tests in a file.
var tests = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)

// tested reports whether a package has tests of a mutant.
func (m mutant) tested(t *testing.T, root string) bool {
	pkg, pattern, _ := strings.Cut(m.tests, " ")
	pattern, _, _ = strings.Cut(pattern, "/") // what follows names parts of them
	wanted := regexp.MustCompile(pattern)
	files := must.Have(filepath.Glob(filepath.Join(root, pkg, "*_test.go")))(t)
	for _, file := range files {
		text := must.Have(os.ReadFile(file))(t)
		for _, name := range tests.FindAllSubmatch(text, -1) {
			if wanted.Match(name[1]) {
				return true
			}
		}
	}
	return false
}

// overlay writes the changed file, and the file that names it for go build.
func (m mutant) overlay(root, dir string) (string, error) {
	file := filepath.Join(root, m.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(m.file))
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600); err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, replace, 0o600)
}

// moduleRoot is where go.mod lies.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
}

// Every mutant still fits its file, and its tests are there, so that none is lost when a line changes or a test is
// renamed. TestMutants shows whether tests catch it.
func TestMutantsFit(t *testing.T) {
	root, mutants := listed(t)
	seen := map[string]bool{}
	for _, m := range mutants {
		if err := m.check(root); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if !m.tested(t, root) {
			t.Errorf("%s: no test of %s", m.name, m.tests)
		}
		if key := m.file + m.old + m.new; seen[key] || m.old == m.new {
			t.Errorf("%s: twice, or no change", m.name)
		} else {
			seen[key] = true
		}
	}
}
