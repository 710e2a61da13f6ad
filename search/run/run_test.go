package run

import (
	"context"
	"errors"
	"slices"
	"testing"

	"dovetail/perm/must"
)

// known are the numbers of placements (OEIS A000170).
var known = map[int]uint64{4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}

func total(t *testing.T, j *queens) string {
	t.Helper()
	b := must.Have(j.Total())(t)
	return string(b)
}

// alone is the answer of one thread without splitting.
func alone(t *testing.T, n int) string {
	t.Helper()
	j := &queens{n: n, depth: 1}
	if _, err := start(context.Background(), j, Options{Threads: 1}); err != nil {
		t.Fatal(err)
	}
	if j.total.Count != known[n] {
		t.Fatalf("%d queens: %d placements, want %d", n, j.total.Count, known[n])
	}
	return total(t, j)
}

func TestThreadsDepthsAndBudgets(t *testing.T) {
	for n := 4; n <= 8; n++ {
		want := alone(t, n)
		for _, threads := range []int{1, 2, 8} {
			for depth := range 4 {
				for _, budget := range []int{0, 1, 7, 100} {
					j := &queens{n: n, depth: depth, budget: budget}
					s := must.Have(start(context.Background(), j, Options{Threads: threads}))(t)
					if got := total(t, j); got != want {
						t.Errorf("n=%d threads=%d depth=%d budget=%d: %s, want %s", n, threads, depth, budget, got, want)
					}
					if len(s.Pending) > 0 || int(s.Finished.GetCardinality()) != s.Roots {
						t.Errorf("the final state is not complete")
					}
				}
			}
		}
	}
}

func TestStopsAndResumes(t *testing.T) {
	want := alone(t, 8)
	for cut := range 12 {
		dir := t.TempDir()
		for round := 0; ; round++ {
			ctx, cancel := context.WithCancel(context.Background())
			j := &stopping{queens: &queens{n: 8, depth: 2, budget: 20}, after: int64(1 + cut*(round+1)), cancel: cancel}
			_, err := start(ctx, j, Options{Threads: 1 + round%3, Dir: dir})
			cancel()
			if err == nil {
				if got := total(t, j.queens); got != want {
					t.Errorf("cut %d: %s, want %s", cut, got, want)
				}
				break
			}
			if stopped := new(Stopped); !errors.As(err, &stopped) || stopped.Dir != dir {
				t.Fatal(err)
			}
		}
	}
}

// stopping cancels its own context after some tasks.
type stopping struct {
	*queens
	after  int64
	cancel func()
}

func (j *stopping) Run(ctx context.Context, t Task) (Result, error) {
	if j.started.Load() >= j.after {
		j.cancel()
	}
	return j.queens.Run(ctx, t)
}

func TestShardsAddUp(t *testing.T) {
	want := alone(t, 8)
	for _, n := range []uint32{1, 3, 7} {
		var parts []*State
		for i := range n {
			j := &queens{n: 8, depth: 3, budget: 30}
			s := must.Have(start(context.Background(), j, Options{Threads: 2, Shard: Shard{i + 1, n}}))(t)
			parts = append(parts, s)
		}
		slices.Reverse(parts)
		j := &queens{n: 8, depth: 3}
		must.Do(t, unite(j, parts...))
		if got := total(t, j); got != want {
			t.Errorf("%d shards: %s, want %s", n, got, want)
		}
		refused := map[string][]*State{"a gap": parts[1:], "a part more": append(parts[:n:n], parts[0])}
		if n > 1 {
			refused["a part in place of another"] = append(parts[1:n:n], parts[1])
		}
		for what, p := range refused {
			if err := unite(&queens{n: 8, depth: 3}, p...); err == nil {
				t.Errorf("%d shards: %s passes", n, what)
			}
		}
	}
}

// polite hands back its whole task when it is interrupted, which is then
// finished, with one piece pending.
type polite struct {
	*queens
	cancel func()
}

func (j polite) Run(ctx context.Context, t Task) (Result, error) {
	j.cancel()
	return Result{Rest: []Piece{{Payload: t.Payload}}}, nil
}

func TestInterruptedTaskMayLeavePieces(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := start(ctx, polite{&queens{n: 8, depth: 1}, cancel}, Options{Threads: 1, Dir: dir})
	if stopped := new(Stopped); !errors.As(err, &stopped) || len(s.Pending) != 1 || s.Pending[0].ID != "0.0" {
		t.Fatal(s, err)
	}
	j := &queens{n: 8, depth: 1}
	if _, err := start(context.Background(), j, Options{Dir: dir}); err != nil || j.total.Count != known[8] {
		t.Error(err, j.total.Count)
	}
}
