package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// asked is what a note says of a question.
func asked(q results.Question) []json.RawMessage {
	return []json.RawMessage{json.RawMessage(results.Canonical(q))}
}

// census counts games with the state in a directory, and leaves a note of it there.
func census(t *testing.T, ctx context.Context, dir string, begin func(run.Task)) error {
	t.Helper()
	note := run.Note{Questions: asked(topswops.Census{N: 8})}
	_, err := topswops.Census{N: 8}.Answer(run.With(ctx, run.Options{Dir: dir, Begin: begin, Begun: func() {
		if err := note.Write(dir); err != nil {
			t.Error(err)
		}
	}}), results.Env{Threads: 1})
	if note.Done = err == nil; note.Done {
		err = note.Write(dir)
	}
	return err
}

// A directory with the state of another kind of question is refused, and one with another question of the kind is
// left to the runner.
func TestNotesFit(t *testing.T) {
	dir := t.TempDir()
	note := run.Note{Questions: asked(topswops.Census{N: 8})}
	if err := errors.Join(note.Fits(dir), note.Fits(""), note.Write(dir), note.Fits(dir),
		run.Note{Questions: asked(topswops.Census{N: 9})}.Fits(dir), run.Note{}.Fits(dir)); err != nil {
		t.Error(err)
	}
	other := run.Note{Questions: []json.RawMessage{json.RawMessage(`{"schema":"dovetail/tvd/2","question":{}}`)}}
	if err := other.Fits(dir); err == nil || !strings.Contains(err.Error(), "needs a directory of its own") {
		t.Error(err)
	}
}

// A search is listed with its question, as it stands; what is none is not.
func TestList(t *testing.T) {
	f := &run.Folder{Path: filepath.Join(t.TempDir(), "runs")}
	list := func() []run.Found {
		t.Helper()
		all, err := f.List()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if len(list()) != 0 {
		t.Error("a folder that is not there has", list())
	}
	ctx, stop := context.WithCancel(t.Context())
	tasks := 0
	err := census(t, ctx, filepath.Join(f.Path, "half"), func(run.Task) {
		if tasks++; tasks == 10 {
			if all := list(); len(all) != 1 || all[0].State != run.SearchRuns || all[0].Name != "half" {
				t.Errorf("while it runs: %+v", all)
			}
			if f.Remove("half") == nil {
				t.Error("a search that runs is deleted")
			}
			stop()
		}
	})
	if stopped := new(run.Stopped); !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	if err := census(t, t.Context(), filepath.Join(f.Path, "parts", "f8"), nil); err != nil {
		t.Fatal(err)
	}
	if err := (run.Note{Questions: asked(topswops.Census{N: 7}), Threads: 3}).Write(filepath.Join(f.Path, "parts")); err != nil {
		t.Fatal(err)
	}
	if err := census(t, t.Context(), filepath.Join(f.Path, "whole"), nil); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"none/question": `{"questions": [{}]}`, "old/command": `{"command": ["x"]}`, "bad/question": "{", "bad/checkpoint": "x", "file": "x",
	} {
		path := filepath.Join(f.Path, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time as remembered
		all := list()
		if len(all) != 3 {
			t.Fatalf("%+v", all)
		}
		half, parts, whole := all[0], all[1], all[2]
		if half.State != run.SearchStopped || half.Share <= 0 || half.Share >= 1 || half.Tasks == 0 || string(half.Questions[0]) != results.Canonical(topswops.Census{N: 8}) {
			t.Errorf("%+v", half)
		}
		if parts.State != run.SearchStopped || parts.Share != 1 || parts.Threads != 3 {
			t.Errorf("%+v", parts)
		}
		if whole.State != run.SearchDone || whole.Share != 1 {
			t.Errorf("%+v", whole)
		}
	}
	if err := census(t, t.Context(), filepath.Join(f.Path, "half"), nil); err != nil {
		t.Fatal(err)
	}
	if all := list(); all[0].State != run.SearchDone {
		t.Errorf("once it is done: %+v", all[0])
	}
	for _, name := range []string{"", ".", "..", "none", filepath.Join("..", "runs", "half")} {
		if err := f.Remove(name); err == nil {
			t.Errorf("%q is deleted", name)
		}
	}
	before := len(list())
	if err := f.Remove("half"); err != nil || len(list()) != before-1 {
		t.Error("after it is deleted:", list(), err)
	}
}
