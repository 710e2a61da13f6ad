package orders

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"dovetail/search/run"
)

const keptTo = 2e7 // a dozen stretches of the table and 4 pieces beyond it

var kept = sums{3, keptTo - 1, Full}

var keptTotal = sync.OnceValue(func() Stats {
	p, err := NewPlan(3, keptTo, Full)
	if err != nil {
		panic(err)
	}
	st, err := p.Total(context.Background(), run.Options{Threads: 1})
	if err != nil {
		panic(err)
	}
	return st
})

func keptPlan(t *testing.T) Plan {
	t.Helper()
	p, err := NewPlan(3, keptTo, Full)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// diskAfter is what a run leaves on the disk if it is killed after a number of tasks,
// an hour before its first checkpoint: nothing but the blank state and the table. With
// saved set it ends by itself instead and saves its state.
func diskAfter(t *testing.T, tasks int, saved bool) (dir string) {
	t.Helper()
	running, killed := t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := 0
	begin := func(run.Task) {
		if begun++; begun == tasks+1 {
			if err := os.CopyFS(killed, os.DirFS(running)); err != nil {
				t.Error(err)
			}
			cancel()
		}
	}
	_, _, err := run.Run(ctx, kept, run.Options{Threads: 1, Dir: running, Begin: begin})
	if stopped := new(run.Stopped); !errors.As(err, &stopped) {
		t.Fatalf("the run was not stopped: %v", err)
	}
	if saved {
		return running
	}
	return killed
}

// resume goes on from a directory to the end and counts the moduli that it computes.
func resume(t *testing.T, dir string, threads int) (table, beyond uint64) {
	t.Helper()
	j, _, err := run.Run(t.Context(), kept, run.Options{Threads: threads, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if want := keptTotal(); j.total != want {
		t.Errorf("resumed: %+v, want %+v", j.total, want)
	}
	for k, w := range j.waves {
		for _, p := range w.parts {
			switch count := (p.to-p.from)/2 + 1; {
			case !p.there || p.read:
			case k < len(j.waves)-1:
				table += count
			default:
				beyond += count
			}
		}
	}
	return table, beyond
}

// A kill costs what was in progress, in the table or beyond, and no checkpoint is
// needed for the table.
func TestKillCostsWhatWasInProgress(t *testing.T) {
	p := keptPlan(t)
	limit := limitOf(tableEntries(p.table))
	var before []uint64 // before[k]: moduli in the first k stretches
	sum := uint64(0)
	for _, w := range tableWaves(p.table) {
		for _, s := range w {
			before = append(before, sum)
			sum += (s.to-s.from)/2 + 1
		}
	}
	before = append(before, sum)
	whole := (keptTo-(limit+2))/2 + 1
	for threads, tasks := range map[int]int{1: 1, 2: len(before) - 2, 3: 7} {
		table, beyond := resume(t, diskAfter(t, tasks, false), threads)
		if table != sum-before[tasks] || beyond != whole {
			t.Errorf("killed after %d stretches, %d workers computed %d moduli of the table, want %d, and %d beyond it", tasks, threads, table, sum-before[tasks], beyond)
		}
	}
	table, beyond := resume(t, diskAfter(t, len(before)+1, true), 2)
	if table != 0 || beyond >= whole || beyond == 0 {
		t.Errorf("stopped beyond the table, then computed %d moduli of the table and %d of %d beyond it", table, beyond, whole)
	}
}

// What is wrong with a kept table costs time only.
func TestDamagedTableIsComputedAgain(t *testing.T) {
	dir := diskAfter(t, 9, true)
	path := storedPath(dir)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	state, err := os.ReadFile(run.Checkpoint(dir))
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func() error{
		"a bit in the entries": func() error {
			good[len(good)/2] ^= 4
			defer func() { good[len(good)/2] ^= 4 }()
			return os.WriteFile(path, good, 0o666)
		},
		"a bit in the statistics": func() error {
			good[20] ^= 1
			defer func() { good[20] ^= 1 }()
			return os.WriteFile(path, good, 0o666)
		},
		"its end missing": func() error { return os.WriteFile(path, good[:len(good)-1], 0o666) },
		"no file":         func() error { return os.Remove(path) },
		"no file to be had": func() error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o777)
		},
		"another question's": func() error {
			f := openStored(dir, Plan{From: 5, To: keptTo, Method: Full, table: keptPlan(t).table})
			defer f.close()
			f.write(newTable(keptPlan(t).table), stretch{1, seedLimit - 1, 0}, Stats{})
			return nil
		},
	} {
		os.RemoveAll(path)
		if err := errors.Join(os.WriteFile(path, good, 0o666), os.WriteFile(run.Checkpoint(dir), state, 0o666), damage()); err != nil {
			t.Fatal(err)
		}
		if table, _ := resume(t, dir, 2); table == 0 {
			t.Errorf("%s: nothing was computed again", what)
		}
	}
}

// A run that is finished leaves its state and no table.
func TestFinishedRunDropsItsTable(t *testing.T) {
	dir := t.TempDir()
	p, err := NewPlan(3, 1e5, Full)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := p.Total(t.Context(), run.Options{Dir: dir})
		if err != nil || got != total(t, 3, 1e5, Single, 2) {
			t.Fatalf("%+v (%v)", got, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "table")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the table is left: %v", err)
		}
	}
}
