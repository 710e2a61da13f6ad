package explorer

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/views"
	"dovetail/results/stored"
)

// quoted are the keys that templates and code look up.
var quoted = regexp.MustCompile(`(?:\.Of |\.Of\(|\bWrong\(|Label\(|Matching\(.*, |\.says, |results\.[A-Za-z]+: |\t\{)"([^"]+)"`)

// stray is a space within Japanese, which has none.
var stray = regexp.MustCompile(`[\p{Hiragana}\p{Katakana}\p{Han}。、] [\p{Hiragana}\p{Katakana}\p{Han}]`)

// Everything that the pages say is in the table in both languages, and nothing else is.
func TestLanguages(t *testing.T) {
	used := map[string]bool{}
	for _, v := range views.All() {
		used[v.Name], used[v.Name+".lead"] = true, true
		for _, f := range v.Fields {
			used[v.Name+"."+f.Name] = !f.Apart
		}
		for _, p := range v.Panels {
			used[v.Name+"."+p.Name] = p.File == nil || p.Commands != nil || p.Extra != nil // others are files alone
			used[cmp.Or(p.Button, "ask")] = true
			if help := v.Name + "." + p.Name + ".help"; language.Texts()[language.English][help] != "" {
				used[help] = true
			}
		}
	}
	for _, kind := range []string{results.Exact, results.Bound, results.Sampled} {
		used["kind."+kind] = true
	}
	for _, said := range []string{
		"protagonist", "support", "largest", "critical", "verdict." + stored.Holds, "verdict." + stored.Partly, "verdict." + stored.Fails,
		"verdict." + stored.Unknown, "wrong.fault", "verdict.shuffle", "verdict.riffle", "verdict.sure", "verdict.shuffle.one", "verdict.least", "verdict.least.one",
		"verdict.riffle.one", "verdict.sure.one",
	} {
		used[said] = true
	}
	for _, file := range sources(t) {
		for _, m := range quoted.FindAllStringSubmatch(file, -1) {
			if !strings.Contains(m[1], "%") && !strings.HasSuffix(m[1], ".") {
				used[m[1]] = true
			}
		}
	}
	english, japanese := language.Texts()[language.English], language.Texts()[language.Japanese]
	for key := range english {
		if strings.HasPrefix(key, "model.") || strings.HasPrefix(key, "choice.") || strings.HasPrefix(key, "kind.") ||
			strings.HasPrefix(key, "term.") {
			used[key] = true // of what the program says of its models, and calls the columns of its tables
		}
	}
	for key, is := range used {
		if en, ja := english[key], japanese[key]; is && (en == "" || ja == "") {
			t.Errorf("%s is not said in both languages: %q, %q", key, en, ja)
		}
	}
	if len(english) != len(japanese) {
		t.Errorf("%d texts in English, %d in Japanese", len(english), len(japanese))
	}
	for key, ja := range japanese {
		if !used[key] {
			t.Errorf("%s is said nowhere", key)
		}
		if key != "language" && !slices.ContainsFunc([]rune(ja), func(c rune) bool { return c > 0x3000 }) {
			t.Errorf("%s is not Japanese: %q", key, ja)
		}
		if stray.MatchString(ja) {
			t.Errorf("%s has a space within Japanese: %q", key, ja)
		}
	}
}

// sources are the files of this package and of those below it.
func sources(t *testing.T) (all []string) {
	for _, pattern := range []string{"*.go", "*/*.go", "assets/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") {
				all = append(all, string(text))
			}
		}
	}
	return all
}
