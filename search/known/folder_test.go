package known

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/search/decks"
	"dovetail/search/topswops"
)

// census is a record, with its question.
func census(t *testing.T) (topswops.Census, results.Record) {
	q := topswops.Census{N: 14}
	r, _, found := Answer(q)
	if !found {
		t.Fatal("no record")
	}
	return q, r
}

// put writes a file into a folder.
func put(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What is saved is there for the same question and for no other, under one name however often it is saved.
func TestSave(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "records")
	q, r := census(t)
	if all, refused := Saved(folder, q); all != nil || refused != nil {
		t.Error("no folder:", all, refused)
	}
	for range 2 {
		if err := Save(folder, r); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 || files[0].Name() != fileName(q) || !named.MatchString(files[0].Name()) {
		t.Errorf("%v, %v", files, err)
	}
	for _, asked := range []results.Question{q, nil} {
		all, refused := Saved(folder, asked)
		if len(all) != 1 || refused != nil || results.Canonical(all[0].Question) != results.Canonical(q) || all[0].Kind() != results.Exact ||
			!strings.Contains(all[0].Origin(), filepath.Join(folder, fileName(q))) {
			t.Errorf("%v: %v, %v", asked, all, refused)
		}
	}
	for _, other := range []results.Question{topswops.Census{N: 9}, topswops.Max{N: 14}} {
		if all, refused := Saved(folder, other); all != nil || refused != nil {
			t.Errorf("%s: %v, %v", results.Canonical(other), all, refused)
		}
	}
}

// Whatever else lies in a folder, its records are there, and each file that is none is named in one line.
func TestStrangeFiles(t *testing.T) {
	q, r := census(t)
	name := fileName(q)
	folder := t.TempDir()
	if err := Save(folder, r); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(good)
	hands := func(rows string) string {
		return `{"schema":"dovetail/hands/2","kind":"bound","question":` + string(results.TextOf(handsOf(t)).Question) + `,"rows":` + rows + `}`
	}
	for _, c := range []struct {
		what, name, text string
		asked            results.Question
	}{
		{"cut off", name, text[:len(text)/2], q},
		{"cut off in its question", name, text[:60], q},
		{"empty", name, "", q},
		{"no JSON", "notes.json", "my notes\nof today", q},
		{"no record", "package.json", `{"name":"x","version":"1.0.0"}`, q},
		{"a list of records", "two.json", "[" + text + "," + text + "]", q},
		{"an unknown field", "more.json", strings.Replace(text, `"n":`, `"m": 1, "n":`, 2), q},
		{"an impossible number", "less.json", strings.Replace(text, `"total": `, `"total": -`, 1), q},
		{"a double that is not the nearest", "near.json", strings.Replace(text, `"mean": `, `"mean": 1`, 1), q},
		{"another question", name, strings.Replace(text, `"n": 14`, `"n": 13`, 1), q},
		{"another version", strings.Replace(name, "census-3", "census-2", 1), strings.Replace(text, "census/3", "census/2", 1), q},
		{"a later version", strings.Replace(name, "census-3", "census-99", 1), strings.Replace(text, "census/3", "census/99", 1), q},
		{"no rows, of which one is read", "hands.json", hands("[]"), handsOf(t)},
	} {
		folder := t.TempDir()
		put(t, folder, "copy.json", text)
		put(t, folder, c.name, c.text)
		for _, asked := range []results.Question{c.asked, nil} {
			all, refused := Saved(folder, asked)
			if len(refused) != 1 || !strings.HasPrefix(refused[0].Error(), filepath.Join(folder, c.name)+" is not used: ") ||
				strings.Contains(refused[0].Error(), "\n") {
				t.Errorf("%s: %v", c.what, refused)
			}
			served := len(all) == 1 && strings.HasSuffix(all[0].Path, "copy.json")
			if about := asked == nil || asked.Schema() == q.Schema(); served != about || !about && all != nil {
				t.Errorf("%s: %d records", c.what, len(all))
			}
		}
	}
	put(t, folder, ".hidden.json", "")
	put(t, folder, "README", "")
	if err := os.Mkdir(filepath.Join(folder, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, folder, "rank-3-0123456789abcdef.json", "is not opened for another question")
	if all, refused := Saved(folder, q); len(all) != 1 || refused != nil {
		t.Errorf("%v, %v", all, refused)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	if all, refused := Saved(folder, q); len(all) != 1 || len(refused) != 1 {
		t.Errorf("%v, %v", all, refused)
	}
	if all, refused := Saved(filepath.Join(folder, name), q); all != nil || len(refused) != 1 {
		t.Errorf("a file as a folder: %v, %v", all, refused)
	}
}

// handsOf is a question about hands.
func handsOf(t *testing.T) results.Question {
	for _, k := range Records() {
		if _, ok := k.Question.(decks.Hands); ok {
			return k.Question
		}
	}
	t.Fatal("no record of hands")
	return nil
}

// A record of the user's does not hide a narrower one of the program, and hides a wider one.
func TestNarrowest(t *testing.T) {
	_, k, _ := Answer(distanceOf(t, "RRRRDRR", nil))
	for width, own := range map[float64]bool{0.001: true, 0.02: false, 0.04: false, 0.06: false, 0.5: false} {
		for _, asked := range []results.Question{distanceOf(t, "RRRRDRR", nil), distanceOf(t, "RRRRDRR", map[string]any{"work": "1m"})} {
			r := k.Read().(results.TVD)
			r.QuestionText = results.TextOf(asked)
			r.Lower, r.Upper = 0.25, 0.25+width
			folder := t.TempDir()
			if err := Save(folder, r); err != nil {
				t.Fatal(err)
			}
			all, refused := Saved(folder, distanceOf(t, "RRRRDRR", nil))
			_, best, found := Answer(distanceOf(t, "RRRRDRR", nil), all...)
			if len(all) != 1 || refused != nil || !found || (best.Path != "") != own {
				t.Errorf("width %v: %v, %v, %v", width, all, refused, best.Path)
			}
		}
	}
	// A wide one answers its own question where nothing else does.
	asked := distanceOf(t, "RRRRDRR", map[string]any{"width": 0.001})
	r := k.Read().(results.TVD)
	r.QuestionText = results.TextOf(asked)
	folder := t.TempDir()
	if err := Save(folder, r); err != nil {
		t.Fatal(err)
	}
	all, _ := Saved(folder, asked)
	if _, best, found := Answer(asked, all...); !found || best.Path == "" {
		t.Error("its own question is not answered")
	}
}

// Writers of the same and of different records, and readers, may be at work at once. Every reader sees whole records.
func TestAtOnce(t *testing.T) {
	folder := t.TempDir()
	_, r := census(t)
	var records []results.Record
	for n := range 4 {
		k := r
		text := strings.Replace(jsonOf(t, k), `"n": 14`, fmt.Sprintf(`"n": %d`, 10+n), 1)
		read, err := forms.Read([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, read)
	}
	var writers sync.WaitGroup
	for range 3 {
		for _, r := range records {
			writers.Go(func() {
				for range 4 {
					if err := Save(folder, r); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for writing := true; writing; {
		select {
		case <-done:
			writing = false
		default:
		}
		all, refused := Saved(folder, nil)
		if refused != nil || len(all) > len(records) || !writing && len(all) != len(records) {
			t.Errorf("%d records, %v", len(all), refused)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != len(records) {
		t.Errorf("%v, %v", files, err)
	}
}

func jsonOf(t *testing.T, r results.Record) string {
	folder := t.TempDir()
	if err := Save(folder, r); err != nil {
		t.Fatal(err)
	}
	all, _ := Saved(folder, nil)
	return string(all[0].Text())
}

// The folder is where the environment says.
func TestFolder(t *testing.T) {
	t.Setenv(Variable, "mine")
	if path, err := Folder(); path != "mine" || err != nil {
		t.Error(path, err)
	}
	t.Setenv(Variable, "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if path, err := Folder(); err != nil || !strings.HasSuffix(path, filepath.Join("dovetail", "records")) {
		t.Error(path, err)
	}
}
