// Command mutants changes one line of the program at a time and wants the tests to
// notice. A change that no test notices is a claim that no test holds.
//
// The tree is left alone: go's -overlay puts a changed copy in the place of a file.
package main

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
	"time"
)

// mutant is a change to one place of a file, and the tests of a package that must fail
// by it.
type mutant struct {
	name     string // what it leaves out or turns round
	file     string // from the root of the module
	old, new string // old occurs once in the file
	tests    string // package, from the root, and a pattern of tests, with a blank between
}

// list is the file with all of them, from the root of the module.
const list = "cmd/mutants/testdata/mutants.txt"

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

func main() {
	only := flag.String("run", "", "only the mutants whose name or file matches")
	flag.Parse()
	root, err := moduleRoot()
	var mutants []mutant
	if err == nil {
		mutants, err = read(filepath.Join(root, list))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	wanted := regexp.MustCompile(*only)
	failed, ran := 0, 0
	for _, m := range mutants {
		if !wanted.MatchString(m.name) && !wanted.MatchString(m.file) {
			continue
		}
		ran++
		began := time.Now()
		verdict := m.try(root)
		fmt.Printf("%-8s %5.1fs  %s: %s\n", verdict, time.Since(began).Seconds(), m.file, m.name)
		if verdict != caught {
			failed++
		}
	}
	fmt.Printf("%d of %d mutants were caught\n", ran-failed, ran)
	if failed > 0 || ran == 0 {
		os.Exit(1)
	}
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

// try runs the tests of a mutant, with and without it.
func (m mutant) try(root string) string {
	if err := m.check(root); err != nil {
		fmt.Println(err)
		return stale
	}
	if out, err := m.test(root); err != nil || bytes.Contains(out, []byte("no tests to run")) {
		os.Stdout.Write(out)
		return idle
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		fmt.Println(err)
		return broken
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(root, dir)
	if err != nil {
		fmt.Println(err)
		return broken
	}
	out, err := m.test(root, "-overlay", overlay)
	switch {
	case err == nil:
		return survived
	case !bytes.Contains(out, []byte("--- FAIL")) && !bytes.Contains(out, []byte("panic: ")) && !bytes.Contains(out, []byte("fatal error: ")):
		os.Stdout.Write(out)
		return broken
	}
	return caught
}

// test runs the tests that are to fail. A mutant that never ends is stopped.
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

// overlay writes the changed file and what tells go of it.
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
