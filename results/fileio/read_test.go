package fileio

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What has no end is not read for ever, and what is as long as it may be is read.
func TestReadUpTo(t *testing.T) {
	endless, end := io.Pipe()
	defer endless.Close()
	go func() {
		for {
			if _, err := end.Write([]byte("x")); err != nil {
				return
			}
		}
	}()
	if text, err := ReadUpTo(endless, 100); err == nil || err.Error() != "more than 100 bytes" {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := ReadUpTo(strings.NewReader("four"), 4); err != nil || string(text) != "four" {
		t.Errorf("%q, %v", text, err)
	}
}

// An error says what could not be read, and not by which call of the system.
func TestReadFileErrors(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	if _, err := Read(missing); !errors.Is(err, fs.ErrNotExist) || err.Error() !=
		"cannot read "+missing+": no such file or directory" {
		t.Error(err)
	}
	if _, err := Read(dir); err == nil || err.Error() != "cannot read "+dir+": is a directory" {
		t.Error(err)
	}
}

// What a file holds is understood as the caller says, and so is the input; errors name the file.
func TestReadAs(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("two"), 0o666); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("line 1 is wrong")
	for _, c := range []struct {
		path   string
		wrong  error
		holds  string
		failed string
	}{
		{file, nil, "two", ""},
		{"-", nil, "input", ""},
		{file, wrong, "two", file + ": line 1 is wrong"},
		{"-", wrong, "input", "line 1 is wrong"},
		{file + "s", nil, "", "cannot read " + file + "s: no such file or directory"},
		{dir, nil, "", "cannot read " + dir + ": is a directory"},
	} {
		holds, err := ReadAs(c.path, strings.NewReader("input"), func(r io.Reader) (string, error) {
			text, err := io.ReadAll(r)
			return string(text), cmp.Or(err, c.wrong)
		})
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if holds != c.holds || failed != c.failed {
			t.Errorf("%s: %q, %q", c.path, holds, failed)
		}
	}
}
