package cluster

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dovetail/search/run"
)

// smallDisk is a folder on a disk of its own, of some bytes.
func smallDisk(t *testing.T, size string) string {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("no disk can be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// The disk fills up on which the owner keeps its state and the server in it its messages: the
// answer is found all the same, and an owner that is interrupted ends at once.
func TestOwnDiskFull(t *testing.T) {
	t.Parallel()
	q := primes{N: 3000, Piece: 10, Pause: 5 * time.Millisecond, Blanks: 200}
	for name, interrupted := range map[string]bool{"to the end": false, "interrupted": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := owner(t, smallDisk(t, "64k"))
			if _, err := c.connect(t.Context()); err != nil {
				t.Fatal(err)
			}
			fire := hire(t, c, 1)
			defer fire()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var begun time.Time
			if interrupted {
				time.AfterFunc(5*testLease/2, func() { begun = time.Now(); cancel() })
			}
			saves := new(run.Saves)
			j, _, err := run.Run(ctx, q, run.Options{
				Threads: 1, Dir: filepath.Join(c.Dir, "state"), Interval: testLease, Cluster: c,
				Saves: saves,
			})
			if interrupted {
				if took := time.Since(begun); took > soon || !errors.Is(err, syscall.ENOSPC) && !errors.As(err, new(*run.Stopped)) {
					t.Errorf("%v after %v", err, took)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if saves.Lost() == nil {
				t.Log("the disk sufficed at the end")
			}
			got, err := j.Total()
			if want := answer(t, primes{N: q.N, Piece: q.Piece, Blanks: q.Blanks}, run.Options{}); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%v, %s, want %s", err, got, want)
			}
		})
	}
}
