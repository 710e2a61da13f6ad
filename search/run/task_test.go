package run

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestPiecesShareTheWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parent := Task{ID: "4.2", Root: 4, Weight: rapid.Float64Range(0, 1).Draw(t, "weight")}
		pieces := make([]Piece, rapid.IntRange(1, 20).Draw(t, "pieces"))
		for i := range pieces {
			pieces[i].Weight = rapid.Float64Range(0, 1e9).Draw(t, "piece")
		}
		tasks, err := parent.split(pieces)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, c := range tasks {
			sum += c.Weight
			if c.Root != 4 || c.isRoot() {
				t.Fatal(c)
			}
		}
		if math.Abs(sum-parent.Weight) > 1e-12 {
			t.Fatalf("weights add up to %v, want %v", sum, parent.Weight)
		}
	})
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := (Task{}).split([]Piece{{Weight: bad}}); err == nil {
			t.Errorf("weight %v is accepted", bad)
		}
	}
}

func TestParseShard(t *testing.T) {
	for _, bad := range []string{"0/3", "4/3", "1", "/", "1/", "a/b", "1/3/5", "-1/3", "1/0"} {
		if s, err := ParseShard(bad); err == nil {
			t.Errorf("%q is read as %v", bad, s)
		}
	}
	if s, err := ParseShard("2/3"); err != nil || s != (Shard{2, 3}) || s.String() != "2/3" {
		t.Error(s, err)
	}
}

func FuzzParseShard(f *testing.F) {
	for _, s := range []string{"2/3", "1/1", "0/3", "4/3", "", "/", "1/4294967295", "1/4294967296", "1/3/5", "+1/2", "01/2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		shard, err := ParseShard(s)
		if err != nil {
			return
		}
		again, err := ParseShard(shard.String())
		if shard.N > 0 && (err != nil || again != shard || shard.I < 1 || shard.I > shard.N) {
			t.Errorf("%q is %v, which reads back as %v, %v", s, shard, again, err)
		}
	})
}

// failing gives up at one task.
type failing struct{ *queens }

var errBroken = errors.New("broken")

func (j failing) Run(ctx context.Context, t Task) (Result, error) {
	if t.ID == "7" {
		return Result{}, errBroken
	}
	return j.queens.Run(ctx, t)
}

// A failure is reported with its task; what was done before is kept.
func TestFailedTask(t *testing.T) {
	dir := t.TempDir()
	_, err := start(context.Background(), failing{&queens{n: 8, depth: 2}}, Options{Threads: 1, Dir: dir})
	if !errors.Is(err, errBroken) || err.Error() != "task 7: broken" {
		t.Error(err)
	}
	j := &queens{n: 8, depth: 2}
	if _, err := start(context.Background(), j, Options{Dir: dir}); err != nil || j.total.Count != known[8] {
		t.Error(err, j.total.Count)
	}
	if n := j.started.Load(); n != 42-7 {
		t.Errorf("%d tasks after the failure, want %d", n, 42-7)
	}
}
