package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	source   = regexp.MustCompile(`\b(?:cmd|perm|exact|search|results|docs)/[\w/-]+\.(?:go|s|md|json(?:\.gz)?|txt|png)\b`)
	goTest   = regexp.MustCompile("go test [^`\n]*(?:\n[^`\n]*)?")
	selected = regexp.MustCompile(`-(?:run|bench) '?([^\s']+)'?`)
	folder   = regexp.MustCompile(`(?:^|\s)\./([\w/.]*)`)
	function = regexp.MustCompile(`(?m)^func (?:Test|Benchmark|Fuzz|Example)(\w+)\(`)
)

// anchor is the name by which a heading is linked to.
func anchor(heading string) string {
	heading = regexp.MustCompile(`[^\w\s-]`).ReplaceAllString(strings.ToLower(heading), "")
	return strings.ReplaceAll(heading, " ", "-")
}

// broken are the links of a page to files and headings that are not there, and the files that
// it speaks of and are not there.
func broken(name, text string) (faults []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		path, part, _ := strings.Cut(m[1], "#")
		if strings.Contains(path, "://") {
			continue
		}
		target, page := filepath.Join("../..", filepath.Dir(name), path), text
		if path != "" {
			b, err := os.ReadFile(target)
			if _, missing := os.Stat(target); missing != nil {
				faults = append(faults, m[1]+" is not there")
				continue
			} else if err == nil {
				page = string(b)
			}
		}
		found := part == ""
		for _, h := range heading.FindAllStringSubmatch(page, -1) {
			found = found || anchor(h[1]) == part
		}
		if !found {
			faults = append(faults, m[1]+": no such heading")
		}
	}
	for _, path := range source.FindAllString(text, -1) {
		if _, err := os.Stat(filepath.Join("../..", path)); err != nil {
			faults = append(faults, path+" is not there")
		}
	}
	return faults
}

// idle are the commands of a page that would run no test.
func idle(text string) (faults []string) {
	for _, command := range goTest.FindAllString(text, -1) {
		where := folder.FindAllStringSubmatch(command, -1)
		if len(where) == 0 || strings.Contains(command, "...") {
			continue
		}
		var names []string
		for _, dir := range where {
			files, _ := filepath.Glob(filepath.Join("../..", dir[1], "*_test.go"))
			for _, file := range files {
				b, err := os.ReadFile(file)
				if err != nil {
					return append(faults, err.Error())
				}
				for _, f := range function.FindAllString(string(b), -1) {
					names = append(names, strings.TrimSuffix(strings.TrimPrefix(f, "func "), "("))
				}
			}
		}
		runs := len(names) > 0
		for _, s := range selected.FindAllStringSubmatch(command, -1) {
			if s[1] == "^$" || s[1] == "xxx" { // none, for benchmarks alone
				continue
			}
			re, err := regexp.Compile(s[1])
			if err != nil {
				return append(faults, err.Error())
			}
			found := false
			for _, name := range names {
				found = found || re.MatchString(name)
			}
			runs = runs && found
		}
		if !runs {
			faults = append(faults, fmt.Sprintf("%q runs nothing", command))
		}
	}
	return faults
}

// accidental are lines in the middle of a sentence that a reader would be shown as the item of
// a list: a plus or minus came to stand first.
func accidental(text string) (faults []string) {
	before := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		within := before != "" && !strings.HasPrefix(before, "#") && !strings.HasPrefix(before, "- ") && !strings.HasPrefix(before, "  ") && !strings.ContainsAny(before[len(before)-1:], ".:;")
		if strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "- ") && within {
			faults = append(faults, fmt.Sprintf("%q after %q is no item of a list", line, before))
		}
		before = line
	}
	return faults
}

// What the pages point to is there: pages, headings, files, tests and benchmarks.
func TestDocsLinks(t *testing.T) {
	files := pageList(t)
	files["CHANGELOG.md"] = "../../CHANGELOG.md"
	for name, file := range files {
		text := readPage(t, file)
		for _, fault := range slices.Concat(broken(name, text), idle(text), accidental(text)) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

func TestBrokenLinks(t *testing.T) {
	const page = "# A page\n\n[a](laws.md), [b](laws.md#small-decks-whole-laws), [c](#a-page), [d](https://example.org/x), exact/law/law.go, " +
		"`go test -run '^$' -bench Rank ./search/laws`"
	if got := slices.Concat(broken("docs/page.md", page), idle(page), accidental("One of:\n- a\n- b\n  c\n- d, x\n")); len(got) > 0 {
		t.Error(got)
	}
	for _, text := range []string{"x = a\n+ b", "x of m\n- s"} {
		if len(accidental(text)) != 1 {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"[a](law.md)", "[a](laws.md#none)", "[a](#none)", "exact/law/none.go", "`go test -run None ./search/laws`", "`go test -bench Rank ./search/none`"} {
		if got := append(broken("docs/page.md", text), idle(text)...); len(got) != 1 {
			t.Errorf("%s: %v", text, got)
		}
	}
}
