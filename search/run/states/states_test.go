package states

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// census counts games with the state in a directory, and leaves the note of one more line there.
func census(t *testing.T, ctx context.Context, dir string, begin func(run.Task)) error {
	t.Helper()
	note := run.Note{Command: []string{"topswops", "census", "8"}}
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

// A search is listed with its line, as it stands; what is none is not.
func TestList(t *testing.T) {
	f := &Folder{Path: filepath.Join(t.TempDir(), "runs")}
	list := func() []results.Job {
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
			if all := list(); len(all) != 1 || all[0].State != Running || all[0].Job != "half" {
				t.Errorf("while it runs: %+v", all)
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
	if err := (run.Note{Command: []string{"all", "parts"}}).Write(filepath.Join(f.Path, "parts")); err != nil {
		t.Fatal(err)
	}
	if err := census(t, t.Context(), filepath.Join(f.Path, "whole"), nil); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"none/command": `{"command": ["x"]}`, "bad/command": "{", "bad/checkpoint": "x", "file": "x"} {
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
		if half.State != Stopped || half.Share <= 0 || half.Share >= 1 || half.Tasks == 0 || half.Engine != "topswops-census/1" || !slices.Equal(half.Command, []string{"topswops", "census", "8"}) {
			t.Errorf("%+v", half)
		}
		if parts.State != Stopped || parts.Share != 1 || parts.Command[1] != "parts" {
			t.Errorf("%+v", parts)
		}
		if whole.State != Done || whole.Share != 1 {
			t.Errorf("%+v", whole)
		}
	}
	if err := census(t, t.Context(), filepath.Join(f.Path, "half"), nil); err != nil {
		t.Fatal(err)
	}
	if all := list(); all[0].State != Done {
		t.Errorf("once it is done: %+v", all[0])
	}
}
