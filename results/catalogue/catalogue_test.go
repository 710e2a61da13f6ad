package catalogue

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"dovetail/results/stored"
)

// TestMain also lets tests start writers, to run several at once and to kill them.
func TestMain(m *testing.M) {
	if path := os.Getenv("CATALOGUE_WRITER"); path != "" {
		write(path, os.Getenv("CATALOGUE_NAME"))
		return
	}
	os.Exit(m.Run())
}

// write saves records until it is killed, or a hundred, and prints each that is saved.
func write(path, name string) {
	for i := range 100 {
		c, err := Open(context.Background(), path)
		if err == nil {
			err = c.Save(context.Background(), entry(name, i, 100))
		}
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

// entry is a record of some length, the i-th answer to questions of a name.
func entry(name string, i, length int) stored.Entry {
	const record = `{"schema": "dovetail/none/1", "kind": "exact", "n": %d, "word": "RR", "fill": %q}`
	e, err := stored.Describe(fmt.Appendf(nil, record, i+1, strings.Repeat(name, length)))
	if err != nil {
		panic(err)
	}
	e.Manifest = Here("dovetail "+name, fmt.Sprintf("%s %d", name, i), time.Second, time.Now())
	return e
}

func open(t *testing.T, path string) *Catalogue {
	c, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func entries(t *testing.T, c *Catalogue, f Filter) (all []stored.Entry) {
	t.Helper()
	if err := c.Each(t.Context(), f, func(e stored.Entry) error { all = append(all, e); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// What is saved comes back as it was, once, and is found by what it is about.
func TestSaveAndFind(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "new folder", "a ?#%.sqlite"))
	var saved []stored.Entry
	for i, text := range []string{
		`{"schema": "dovetail/rank/1", "kind": "exact", "n": 52, "m": 7}`,
		`{"schema": "dovetail/rank-law/1", "kind": "exact", "n": 5, "m": 7, "sampling": {"seed": 3}}`,
		`{"schema": "dovetail/orders-deck/1", "kind": "exact", "n": "18446744073709551616"}`,
		`{"schema": "dovetail/tvd/3", "kind": "sampled", "n": 52, "word": "RRRRDRR", "seed": "18446744073709551615"}`,
	} {
		e, err := stored.Describe([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		e.Manifest = Here("dovetail x", fmt.Sprint("x ", i), time.Second, time.Now())
		e.Cards, e.Checked = []string{"A♠", "2♠"}, []string{"all"}
		for range 2 { // and the second time it is there
			if err := c.Save(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		e.ID, e.SHA256 = int64(i+1), Seal(e.Record)
		saved = append(saved, e)
	}
	for i, e := range entries(t, c, Filter{}) {
		if got, want := fmt.Sprintf("%+v", e), fmt.Sprintf("%+v", saved[i]); got != want {
			t.Errorf("%s, saved %s", got, want)
		}
	}
	today := time.Now().UTC().Format(time.DateOnly)
	for name, f := range map[string]struct {
		Filter
		want []int64
	}{
		"schema":         {Filter{Schema: "rank"}, []int64{1}},
		"version":        {Filter{Schema: "dovetail/rank-law/1"}, []int64{2}},
		"n":              {Filter{N: saved[0].N}, []int64{1, 4}},
		"large n":        {Filter{N: saved[2].N}, []int64{3}},
		"m":              {Filter{M: 7}, []int64{1, 2, 4}},
		"m and n":        {Filter{M: 7, N: saved[0].N, Word: "RRRRDRR"}, []int64{4}},
		"today":          {Filter{Since: today[:4] + "-01-01", Until: "9999-12-31"}, []int64{1, 2, 3, 4}},
		"before":         {Filter{Until: "2020-01-01"}, nil},
		"ids":            {Filter{IDs: []int64{4, 2}}, []int64{2, 4}},
		"no such schema": {Filter{Schema: "ran"}, nil},
	} {
		var ids []int64
		for _, e := range entries(t, c, f.Filter) {
			ids = append(ids, e.ID)
		}
		if !slices.Equal(ids, f.want) {
			t.Errorf("%s: %v, want %v", name, ids, f.want)
		}
	}
	if seed := saved[1].Seed.String() + " " + saved[3].Seed.String(); seed != "3 18446744073709551615" {
		t.Error(seed)
	}
	last, err := c.Answer(t.Context(), "x 3")
	if err != nil || len(last) != 1 || last[0].ID != 4 {
		t.Error(last, err)
	}
	if none, err := c.Answer(t.Context(), "y"); err != nil || none != nil {
		t.Error(none, err)
	}
}

// The last answer to a question counts, with all of its records.
func TestAnswers(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "c"))
	for i := range 3 {
		a, b := entry("a", i, 1), entry("a", i+10, 1)
		a.Question, b.Question = "same", "same"
		if err := c.Save(t.Context(), a, b); err != nil {
			t.Fatal(err)
		}
	}
	all, err := c.Answer(t.Context(), "same")
	if err != nil || len(all) != 2 || all[0].N.Int64() != 3 || all[1].N.Int64() != 13 {
		t.Error(all, err)
	}
}

func writer(t *testing.T, path, name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CATALOGUE_WRITER="+path, "CATALOGUE_NAME="+name)
	return cmd
}

// Processes that write to a new file at once all succeed.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	var g errgroup.Group
	for _, name := range []string{"a", "b", "c"} {
		g.Go(func() error {
			out, err := writer(t, path, name).CombinedOutput()
			if err != nil {
				return fmt.Errorf("%s: %v: %s", name, err, out)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(entries(t, open(t, path), Filter{})); n != 300 {
		t.Errorf("%d records, want 300", n)
	}
}

// While other processes create a file it is a catalogue or not yet one, never that of
// another program.
func TestFirstOpens(t *testing.T) {
	for i := range 20 {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i))
		var g errgroup.Group
		for range 6 {
			g.Go(func() error {
				c, err := Open(t.Context(), path)
				if err != nil {
					return err
				}
				return c.Close()
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// What a writer had saved when it was killed is there, and nothing in part.
func TestKilledWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	saved := 0
	for round := range 6 {
		cmd := writer(t, path, fmt.Sprint("w", round))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 1 + rand.IntN(10) {
			lines.Scan()
			saved++
		}
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
		cmd.Process.Kill()
		for lines.Scan() {
			saved++
		}
		cmd.Wait()
		// The one that was being saved when the writer died may be there or not.
		got := len(entries(t, open(t, path), Filter{}))
		if got != saved && got != saved+1 {
			t.Fatalf("round %d: %d records, %d were saved", round, got, saved)
		}
		saved = got
	}
}

// A damaged file is refused before anything is written, with what can be saved; the rest
// of the records come out of it as they were.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	c, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		if err := c.Save(t.Context(), entry("damage", i, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	whole := map[int64]string{}
	for _, e := range entries(t, c, Filter{}) {
		whole[e.ID] = string(e.Record)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	refused, some := 0, 0
	for at := page; at+page <= len(text); at += 5 * page {
		broken := bytes.Clone(text)
		for i := range page {
			broken[at+i] = byte(i * 7)
		}
		if err := os.WriteFile(path, broken, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), path)
		if err == nil { // in the text of a record: its checksum tells
			c := open(t, path)
			err = c.Each(t.Context(), Filter{}, func(stored.Entry) error { return nil })
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "is damaged") ||
			!strings.Contains(err.Error(), "can be recovered") {
			t.Fatalf("page %d: %v", at/page, err)
		}
		refused++
		l, lost, err := Saved(t.Context(), path)
		if err != nil {
			continue
		}
		some++
		if len(l.Entries)+lost > 60 {
			t.Errorf("page %d: %d records and %d lost", at/page, len(l.Entries), lost)
		}
		for _, e := range l.Entries {
			if string(e.Record) != whole[e.ID] {
				t.Fatalf("page %d: record %d is not what was saved", at/page, e.ID)
			}
		}
	}
	if refused < 10 || some < refused*3/4 {
		t.Errorf("%d damages refused, something saved from %d", refused, some)
	}
}

// Files of other kinds are no catalogues, and stay as they are.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.sqlite")
	db, err := sql.Open("sqlite", other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE x (y); INSERT INTO x VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	before, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no database\n"), 1000), 0o666); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(dir, "short")
	if err := os.WriteFile(short, []byte("5"), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{other: "another program", text: "not a catalogue",
		short: "not a catalogue", dir: "is a directory", filepath.Join(text, "x"): "not a directory"} {
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if after, err := os.ReadFile(other); err != nil || !bytes.Equal(before, after) {
		t.Error("another program's database is not what it was", err)
	}
	if _, err := Existing(t.Context(), filepath.Join(dir, "missing")); err == nil ||
		!strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

// The default is in the data directory of the user.
func TestDefaultPath(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data")
	t.Setenv("HOME", "/home/x")
	if path, err := DefaultPath(); err != nil || filepath.Base(path) != "catalogue.sqlite" || !filepath.IsAbs(path) {
		t.Error(path, err)
	}
}
