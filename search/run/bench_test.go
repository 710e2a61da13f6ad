package run

import (
	"context"
	"fmt"
	"testing"

	"dovetail/perm/must"
)

// idle has roots that take no time: what remains is the runner's own.
type idle struct{ tasks int }

func (j idle) Params() map[string]string { return nil }
func (j idle) Roots() ([]Piece, error) {
	p := make([]Piece, j.tasks)
	for i := range p {
		p[i] = Piece{Payload: []byte{byte(i), byte(i >> 8)}, Weight: 1}
	}
	return p, nil
}
func (idle) Run(context.Context, Task) (Result, error) { return Result{Found: []byte{1}}, nil }
func (idle) Check([]byte) error                        { return nil }
func (idle) Merge([]byte) error                        { return nil }
func (idle) Total() ([]byte, error)                    { return []byte{1}, nil }

// BenchmarkTask is the overhead of one task, beginning and end of the run
// included.
func BenchmarkTask(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			b.ReportAllocs()
			if _, err := start(context.Background(), idle{b.N}, Options{Threads: threads}); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkCheckpoint is one save of a run with 100000 roots, every second of
// them finished.
func BenchmarkCheckpoint(b *testing.B) {
	dir := must.Have(openStore(b.TempDir(), nil))(b)
	defer dir.close()
	p := must.Have(planOf(idle{100_000}))(b)
	q := newQueue(idle{}, nil)
	for r := uint32(0); r < 100_000; r += 2 {
		q.finished.Add(r)
	}
	for b.Loop() {
		s := must.Have(q.snapshot(p))(b)
		must.Do(b, dir.save(s))
	}
}
