package results

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		if err := WriteFile(path, put(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, put("third")); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want that of the file replaced", info.Mode())
	}
}

func TestWriteFileKeepsOldOnFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.csv")
	if err := WriteFile(path, put("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := WriteFile(path, func(w io.Writer) error {
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
		WriteFile(path, func(w io.Writer) error {
			io.WriteString(w, "half")
			panic("stop")
		})
	}()
	holds(t, path, "old")
}

func TestWriteFileFollowsLinks(t *testing.T) {
	target := filepath.Join(t.TempDir(), "law.csv")
	link := filepath.Join(t.TempDir(), "link")
	if err := WriteFile(target, put("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, put("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "new")
}

func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none", "law.csv"): "no such file or directory",
		dir:                                   "it is a directory",
	} {
		err := WriteFile(path, put("x"))
		if err == nil || err.Error() != "cannot write "+path+": "+want {
			t.Errorf("%s: error %q", path, err)
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		err := WriteFile("/dev/full", put("x"))
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write /dev/full: ") {
			t.Errorf("full device: error %v", err)
		}
		if err := WriteFile("/dev/null", put("x")); err != nil {
			t.Error(err)
		}
	}
}
