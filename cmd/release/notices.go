package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licence is a file that goes with code, by its name.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|third_party_licenses|ftl\.txt)`)

// notices are the licences of all that is linked into the program, on any system, as they lie in the module cache: each
// text once, below the modules that have it. A module without a licence is an error.
func notices() ([]byte, error) {
	of := map[string][]string{} // modules by text
	add := func(module, dir string) (found bool, err error) {
		files, err := os.ReadDir(dir)
		for _, f := range files {
			if f.IsDir() || !licence.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return false, err
			}
			found = true
			if key := string(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r"), nil))); !slices.Contains(of[key], module) {
				of[key] = append(of[key], module)
			}
		}
		return found, err
	}
	root, err := run(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if _, err := add("Go", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	licensed := map[string]bool{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list, err := run([]string{"GOOS=" + system, "GOFLAGS="}, "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", "dovetail/cmd/dovetail")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(list)) {
			part := strings.Split(strings.TrimSpace(line), "\t")
			if len(part) != 3 {
				continue
			}
			module, root := part[0], part[1]
			if _, seen := licensed[module]; !seen {
				licensed[module] = false
			}
			for dir := part[2]; len(dir) >= len(root); dir = filepath.Dir(dir) {
				for _, at := range []string{dir, filepath.Join(dir, "licenses")} {
					if _, err := os.Stat(at); err != nil {
						continue
					}
					found, err := add(module, at)
					if err != nil {
						return nil, err
					}
					licensed[module] = licensed[module] || found
				}
			}
		}
	}
	for module, ok := range licensed {
		if !ok {
			return nil, fmt.Errorf("%s has no licence", module)
		}
	}
	var texts []string
	for text, modules := range of {
		slices.Sort(modules)
		texts = append(texts, strings.Join(modules, "\n")+"\n\n"+text+"\n")
	}
	slices.Sort(texts)
	rule := "\n" + strings.Repeat("=", 80) + "\n\n"
	return []byte("The program dovetail has in it what follows, under these licences.\n" + rule + strings.Join(texts, rule)), nil
}
