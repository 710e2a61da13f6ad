package fileio

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/perm/must"
)

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// holds checks that the directory of path holds the file alone, with the text.
func holds(t *testing.T, path, text string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, text)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("the directory holds %v, want one file", entries)
	}
}

func TestWriteFileReplacesWholly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.csv")
	for _, text := range []string{"first, and longer", "second"} {
		must.Do(t, Write(path, put(text)))
		holds(t, path, text)
	}
	must.Do(t, os.Chmod(path, 0o600))
	must.Do(t, Write(path, put("third")))
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want that of the file replaced", info.Mode())
	}
}

func TestWriteFileKeepsOldOnFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.csv")
	must.Do(t, Write(path, put("old")))
	broken := errors.New("broken")
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if err != broken {
		t.Errorf("error %v, want that of the writer", err)
	}
	holds(t, path, "old")

	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		Write(path, func(w io.Writer) error {
			io.WriteString(w, "half")
			panic("stop")
		})
	}()
	holds(t, path, "old")
}

// What a killed writer left beside the file goes; what a living one is at, and
// what bears another name, stays.
func TestOrphansAreRemoved(t *testing.T) {
	dir := t.TempDir()
	if _, err := lock(dir, true); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	path := filepath.Join(dir, "law.csv")
	orphan := filepath.Join(dir, ".law.csv.0123456789abcdef")
	var kept []string
	for _, name := range []string{".law.csv", ".law.csv.0123", ".law.csv.0123456789abcdeg",
		".law.csv.d.0123456789abcdef"} {
		kept = append(kept, filepath.Join(dir, name))
	}
	for _, name := range append(kept, orphan) {
		must.Do(t, os.WriteFile(name, nil, 0o666))
	}
	alive, release, err := createBeside(path)
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	there := func(name string) bool {
		_, err := os.Lstat(name)
		return err == nil
	}
	for _, again := range []func() error{
		func() error { return Write(path, put("new")) },
		func() error { return CheckWritable(path) },
	} {
		must.Do(t, again())
		if there(orphan) || !there(alive.Name()) {
			t.Errorf("orphan there: %v; file of a living writer there: %v", there(orphan), there(alive.Name()))
		}
	}
	release()
	if err := CheckWritable(path); err != nil || there(alive.Name()) {
		t.Errorf("%v; file of a dead writer there: %v", err, there(alive.Name()))
	}
	for _, name := range kept {
		if !there(name) {
			t.Errorf("%s was removed", name)
		}
	}
}

// A writer that does not look at the errors of its prints cannot pass off half an
// answer as a whole one.
func TestNoFailureIsOverlooked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.csv")
	must.Do(t, Write(path, put("old")))
	err := Write(path, func(w io.Writer) error {
		w.(*strict).w.(*os.File).Close()
		fmt.Fprintln(w, "lost")
		return nil
	})
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+path+": ") {
		t.Errorf("error %v", err)
	}
	holds(t, path, "old")
}

func TestCheckApart(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, err := range []error{os.Mkdir("d", 0o777), os.Symlink("d", "link"), os.Symlink("x.png", "y"),
		os.WriteFile("x.png", nil, 0o666), os.Symlink("new", "to"), os.Symlink("loop", "loop")} {
		if err != nil {
			t.Skip(err)
		}
	}
	for _, same := range [][]string{
		{"x.png", "x.png"}, {"x.png", "./x.png"}, {"x.png", filepath.Join(dir, "x.png")}, {"x.png", "d/../x.png"},
		{"x.png", "y"}, {"d/new", "link/new"}, {"to", "new"}, {"loop", "loop"}, {"-", "-"}, {"-", "", "x.png",
			"y"}, {"new", "./new"}, {"none/x", "none/../none/x"},
	} {
		if CheckApart(same...) == nil {
			t.Errorf("%q are taken for different files", same)
		}
	}
	for _, apart := range [][]string{{"x.png", "x.svg"}, {"-", ""}, {"", ""}, {"d/x.png", "x.png"}, {"d/new", "new"}} {
		if err := CheckApart(apart...); err != nil {
			t.Errorf("%q: %v", apart, err)
		}
	}
}

func TestWriteFileFollowsLinks(t *testing.T) {
	target := filepath.Join(t.TempDir(), "law.csv")
	link := filepath.Join(t.TempDir(), "link")
	must.Do(t, Write(target, put("old")))
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	must.Do(t, Write(link, put("new")))
	holds(t, target, "new")
	must.Do(t, os.Remove(target))
	must.Do(t, Write(link, put("newer")))
	holds(t, target, "newer")
	holds(t, link, "newer")
}

func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none", "law.csv"): "no such file or directory",
		dir:                                   "it is a directory",
	} {
		err := Write(path, put("x"))
		if err == nil || err.Error() != "cannot write "+path+": "+want {
			t.Errorf("%s: error %q", path, err)
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		err := Write("/dev/full", put("x"))
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write /dev/full: ") {
			t.Errorf("full device: error %v", err)
		}
		if err := Write("/dev/null", put("x")); err != nil {
			t.Error(err)
		}
	}
}

// A program that ends removes what its writers have not finished, and what they go on with takes no place.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "law.csv")
	begun, goOn, ended := make(chan bool), make(chan bool), make(chan error)
	go func() {
		ended <- Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, "half")
			begun <- true
			<-goOn
			return err
		})
	}()
	<-begun
	Abandon()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	close(goOn)
	unfinished.Unlock() // which a program that ends does not
	if err := <-ended; err == nil {
		t.Error("an abandoned file was written")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left %v after all", left)
	}
}

// What may not be written is not replaced.
func TestReadOnlyIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.csv")
	must.Do(t, os.WriteFile(path, []byte("old"), 0o444))
	for _, err := range []error{CheckWritable(path), Write(path, put("new"))} {
		if err == nil || err.Error() != "cannot write "+path+": it is read-only" {
			t.Error(err)
		}
	}
	holds(t, path, "old")
}
