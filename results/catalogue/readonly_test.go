package catalogue

import (
	"os"
	"path/filepath"
	"testing"

	"dovetail/results/stored"
)

// Where SQLite can keep nothing beside the file, it is read as it is, and not written.
func TestReadOnlyFolder(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "c.sqlite")
	c, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	e, err := stored.Describe([]byte(`{"schema":"dovetail/score/1","kind":"exact","n":52,"word":"HR"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Save(ctx, e); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // root may write anywhere, but not where a folder is in the way
		err = os.Mkdir(path+"-shm", 0o777)
	} else {
		err = os.Chmod(filepath.Dir(path), 0o555)
		defer os.Chmod(filepath.Dir(path), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err = Existing(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	count := 0
	if err := c.Each(ctx, Filter{}, func(stored.Entry) error { count++; return nil }); err != nil || count != 1 {
		t.Error(count, err)
	}
	e.Question = "another"
	if err := c.Save(ctx, e); err == nil {
		t.Error("saved")
	}
}
