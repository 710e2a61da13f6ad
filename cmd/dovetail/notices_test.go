package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const noticesFile = "../../THIRD_PARTY_NOTICES"

// THIRD_PARTY_NOTICES has the licences of all that is linked into the program, as they lie in the
// module cache; -update writes it, for every system that the program is built for.
func TestNotices(t *testing.T) {
	if *update {
		of := notices(t, "linux", "darwin", "windows")
		var texts []string
		for text, modules := range of {
			slices.Sort(modules)
			texts = append(texts, strings.Join(modules, "\n")+"\n\n"+text+"\n")
		}
		slices.Sort(texts)
		rule := "\n" + strings.Repeat("=", 80) + "\n\n"
		all := "The program dovetail has in it what follows, under these licences.\n" + rule + strings.Join(texts, rule)
		if err := os.WriteFile(noticesFile, []byte(all), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := os.ReadFile(noticesFile)
	if err != nil {
		t.Fatal(err)
	}
	for text, modules := range notices(t, runtime.GOOS) {
		for _, module := range modules {
			if !bytes.Contains(all, []byte("\n"+module+"\n")) || !bytes.Contains(all, []byte(text)) {
				t.Errorf("THIRD_PARTY_NOTICES does not have %s, or not its licence: make docs writes it", module)
			}
		}
	}
}

// licence is a file that goes with code, by its name.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|third_party_licenses|ftl\.txt)`)

// notices are the texts, with the modules that have each, of the program on some systems.
func notices(t *testing.T, systems ...string) map[string][]string {
	var packages []byte
	for _, system := range systems {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", ".")
		list.Env, list.Stderr = append(os.Environ(), "GOOS="+system), os.Stderr
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, out...)
	}
	of := map[string][]string{} // modules by text
	add := func(module, dir string) (found bool) {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.IsDir() || !licence.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			found = true
			if key := string(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r"), nil))); !slices.Contains(of[key], module) {
				of[key] = append(of[key], module)
			}
		}
		return found
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	add("Go", strings.TrimSpace(string(root)))
	licensed := map[string]bool{}
	for line := range strings.Lines(string(packages)) {
		part := strings.Split(strings.TrimSpace(line), "\t")
		if len(part) != 3 {
			continue
		}
		module, root, dir := part[0], part[1], part[2]
		for ; len(dir) >= len(root); dir = filepath.Dir(dir) {
			for _, at := range []string{dir, filepath.Join(dir, "licenses")} {
				if _, err := os.Stat(at); err == nil && add(module, at) {
					licensed[module] = true
				}
			}
		}
		if !licensed[module] {
			licensed[module] = false // to be missed below
		}
	}
	for module, ok := range licensed {
		if !ok {
			t.Errorf("%s has no licence", module)
		}
	}
	return of
}
