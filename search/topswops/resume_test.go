package topswops

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dovetail/perm/must"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Trouble with the directory of a search is reported before any work: each of these
// would take minutes without its directory.
func TestTroubleWithTheDirectoryComesFirst(t *testing.T) {
	for what, trouble := range map[string]func(t *testing.T, dir string) (want string){
		"damaged": func(t *testing.T, dir string) string {
			write(t, run.Checkpoint(dir), "{}\n")
			return "damaged"
		},
		"of another size": func(t *testing.T, dir string) string {
			ran(t, longest(9, 30), dir)
			return `n is "9" in the state, but "18" here`
		},
		"counted": func(t *testing.T, dir string) string {
			s := longest(18, 191)
			s.CountOnly = true
			begun(t, s, dir)
			return `count_only is "true" in the state, but absent here`
		},
		"assumed": func(t *testing.T, dir string) string {
			s := longest(18, 191)
			s.Known = true
			begun(t, s, dir)
			return `known is "true" in the state, but absent here`
		},
		"of a shard": func(t *testing.T, dir string) string {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			run.Run(ctx, longest(18, 191), run.Options{Dir: dir, Shard: run.Shard{I: 1, N: 2}})
			return `shard is 1/2 in the state, but 1/1 here`
		},
		"of all lengths": func(t *testing.T, dir string) string {
			begun(t, atLeast(18, 191), dir)
			return `at_least is "191" in the state, but absent here`
		},
		"of another job": func(t *testing.T, dir string) string {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			run.Run(ctx, Census{15}, run.Options{Dir: dir})
			return `state of a different search: job is "topswops-census/3" in the state, but "` + BundlesJob + `" here`
		},
		"a file": func(t *testing.T, dir string) string {
			os.Remove(dir)
			write(t, dir, "")
			return "not a directory"
		},
		"a file below": func(t *testing.T, dir string) string {
			write(t, filepath.Join(dir, "f12"), "")
			return "not a directory"
		},
		"damaged below": func(t *testing.T, dir string) string {
			below := filepath.Join(dir, "f12")
			os.Mkdir(below, 0o777)
			write(t, run.Checkpoint(below), "{}\n")
			return "damaged"
		},
	} {
		t.Run(what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "d")
			os.Mkdir(dir, 0o777)
			want := trouble(t, dir)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			_, err := longestIn(ctx, 18, run.Options{Dir: dir})
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// Two searches in one directory: the second is refused while the first is busy
// with smaller decks.
func TestDirectoryInUse(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	first, busy, free := make(chan error), make(chan struct{}), make(chan struct{})
	var once sync.Once
	begin := func(run.Task) {
		if _, err := os.Stat(filepath.Join(dir, "f13")); err == nil {
			once.Do(func() { close(busy); <-free })
		}
	}
	go func() {
		_, err := longestIn(ctx, 18, run.Options{Dir: dir, Threads: 1, Begin: begin})
		first <- err
	}()
	<-busy
	soon, give := context.WithTimeout(t.Context(), 5*time.Minute)
	defer give()
	if _, err := longestIn(soon, 18, run.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error(err)
	}
	cancel()
	close(free)
	var stopped *run.Stopped
	if err := <-first; !errors.As(err, &stopped) {
		t.Error(err)
	}
}

// What a search begun has found is not computed again, and what it finds is
// the same.
func TestGoesOnFromItsCheckpoint(t *testing.T) {
	const n = 13
	want := must.Have(longestIn(t.Context(), n, run.Options{}))(t)
	dir := t.TempDir()
	begun(t, longest(n, want.Length-1), dir)
	got, err := longestIn(t.Context(), n, run.Options{Dir: dir})
	if err != nil || got.Length != want.Length || !slices.EqualFunc(got.Decks, want.Decks, slices.Equal[[]int]) {
		t.Errorf("%v, %+v, want %+v", err, got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "f12")); err == nil {
		t.Error("f(12) is computed again")
	}
}

// longestIn requests the longest games on n cards.
func longestIn(ctx context.Context, n int, o run.Options) (games.TopswopsMax, error) {
	o, release, err := o.Hold()
	if err != nil {
		return games.TopswopsMax{}, err
	}
	defer release()
	return Max{N: n}.find(ctx, o, nil)
}

// ran does a search.
func ran(t *testing.T, s search, dir string) *run.State {
	t.Helper()
	_, state, err := run.Run(t.Context(), s, run.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// begun leaves a search as it is before its first task.
func begun(t *testing.T, s search, dir string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := run.Run(ctx, s, run.Options{Dir: dir}); err == nil {
		t.Fatal("not stopped")
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(content), 0o666))
}
