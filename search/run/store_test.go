package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// halfway stops a run in dir at a moment when some roots are finished and one
// is begun, and returns the bytes of its checkpoint.
func halfway(t *testing.T, dir string) []byte {
	t.Helper()
	for after := int64(5); after < 40; after++ {
		ctx, cancel := context.WithCancel(context.Background())
		j := &stopping{queens: &queens{n: 8, depth: 2, budget: 20}, after: after, cancel: cancel}
		_, err := start(ctx, j, Options{Threads: 1, Dir: dir})
		cancel()
		if err == nil {
			break
		}
		b := must.Have(os.ReadFile(Checkpoint(dir)))(t)
		s := must.Have(decode(b))(t)
		if len(s.Pending) > 0 && !s.Finished.IsEmpty() {
			return b
		}
	}
	t.Fatal("no such moment")
	return nil
}

func TestDamageIsRefusedAtEveryByte(t *testing.T) {
	good := halfway(t, t.TempDir())
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			if _, err := decode(bad); err == nil {
				t.Fatalf("bit %d of byte %d flipped: accepted", bit, i)
			}
		}
		if _, err := decode(good[:i]); err == nil {
			t.Fatalf("cut to %d bytes: accepted", i)
		}
	}
	if _, err := decode(append(bytes.Clone(good), '\n')); err == nil {
		t.Error("one byte too many: accepted")
	}
}

func TestRefusals(t *testing.T) {
	base := func() *queens { return &queens{n: 8, depth: 2} }
	for _, c := range []struct {
		name  string
		spoil func(dir string, good []byte) error
		job   described
		shard Shard
		want  string
	}{
		{"another n", nil, &queens{n: 9, depth: 2}, Shard{}, `state of a different search: n is "8" in the state, but "9" here`},
		{"another depth and n", nil, &queens{n: 7, depth: 3}, Shard{}, `depth is "2" in the state, but "3" here; n is "8" in the state, but "7" here`},
		{"another shard", nil, base(), Shard{2, 3}, `shard is 1/1 in the state, but 2/3 here`},
		{"other parameters", nil, renamed{base()}, Shard{}, `job is "queens/1" in the state, but absent here; kind is absent in the state, but "toy" here`},
		{"other roots", nil, reordered{base()}, Shard{}, `its list of tasks differs`},
		{"cut", func(dir string, good []byte) error {
			return os.WriteFile(Checkpoint(dir), good[:len(good)/2], 0o666)
		}, base(), Shard{}, `damaged: cut short`},
		{"flipped", func(dir string, good []byte) error {
			good[len(good)/2] ^= 4
			return os.WriteFile(Checkpoint(dir), good, 0o666)
		}, base(), Shard{}, `damaged: its checksum`},
		{"another version", func(dir string, good []byte) error {
			line, _, _ := bytes.Cut(bytes.Replace(good, []byte("run/1"), []byte("run/9"), 1), []byte("\n"))
			line = append(line, '\n')
			return os.WriteFile(Checkpoint(dir), append(line, seal(line)...), 0o666)
		}, base(), Shard{}, `its format is "dovetail/run/9", this program reads "dovetail/run/1"`},
	} {
		dir := t.TempDir()
		good := halfway(t, dir)
		if c.spoil != nil {
			must.Do(t, c.spoil(dir, bytes.Clone(good)))
		}
		before, _ := os.ReadFile(Checkpoint(dir))
		_, err := start(context.Background(), c.job, Options{Dir: dir, Shard: c.shard})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %s", c.name, err, c.want)
		}
		if after, _ := os.ReadFile(Checkpoint(dir)); !bytes.Equal(before, after) {
			t.Errorf("%s: the refused checkpoint was changed", c.name)
		}
	}
}

type renamed struct{ *queens }

func (j renamed) Params() map[string]string {
	p := j.queens.Params()
	delete(p, "job")
	p["kind"] = "toy"
	return p
}

type reordered struct{ *queens }

func (j reordered) Roots() ([]Piece, error) {
	r, err := j.queens.Roots()
	r[0], r[1] = r[1], r[0]
	return r, err
}

func TestOneRunADirectory(t *testing.T) {
	dir := t.TempDir()
	s, err := openStore(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = start(context.Background(), &queens{n: 4}, Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Error(err)
	}
	s.close()
	if _, err := start(context.Background(), &queens{n: 4}, Options{Dir: dir}); err != nil {
		t.Error(err)
	}
}

// A finished run is taken up again at no cost, and its checkpoint is a part.
func TestFinishedRunIsAPart(t *testing.T) {
	dir := t.TempDir()
	for round := range 2 {
		j := &queens{n: 8, depth: 2}
		if _, err := start(context.Background(), j, Options{Dir: dir}); err != nil {
			t.Fatal(err)
		}
		if n := j.started.Load(); j.total.Count != known[8] || round == 1 && n > 0 {
			t.Errorf("round %d: %d placements, %d tasks", round, j.total.Count, n)
		}
	}
	s := must.Have(Load(Checkpoint(dir)))(t)
	j := &queens{n: 8, depth: 2}
	if err := unite(j, s); err != nil || j.total.Count != known[8] {
		t.Error(err, j.total.Count)
	}
}

func TestUnfinishedPartIsRefused(t *testing.T) {
	s, err := decode(halfway(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	err = unite(&queens{n: 8, depth: 2}, s)
	if err == nil || !strings.Contains(err.Error(), "unfinished") {
		t.Error(err)
	}
}

func TestNoPlaceToSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	j := &queens{n: 8, depth: 2}
	if _, err := start(context.Background(), j, Options{Dir: file}); err == nil || j.started.Load() > 0 {
		t.Errorf("error %v after %d tasks", err, j.started.Load())
	}
}
