package results

import (
	"errors"
	"io"
	"io/fs"
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
	if _, err := ReadFile(missing); !errors.Is(err, fs.ErrNotExist) || err.Error() !=
		"cannot read "+missing+": no such file or directory" {
		t.Error(err)
	}
	if _, err := ReadFile(dir); err == nil || err.Error() != "cannot read "+dir+": is a directory" {
		t.Error(err)
	}
}
