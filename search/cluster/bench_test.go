package cluster

import (
	"context"
	"testing"
	"time"

	"dovetail/perm/shuffle/notation"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/topswops"
	"dovetail/search/words"
)

// searches are worth a cluster, barely.
var searches = map[string]func(ctx context.Context, o run.Options) error{
	"topswops 14": func(ctx context.Context, o run.Options) error {
		_, err := topswops.Max{N: 14, Known: true, Engine: topswops.Bundles}.Answer(ctx, o)
		return err
	},
	"rank 18": func(ctx context.Context, o run.Options) error {
		letters, err := notation.New(52, []byte("HRD"), "literal", nil)
		if err != nil {
			return err
		}
		q, err := words.NewQuery(context.Background(), 52, letters, "", 1_000_000)
		if err != nil {
			return err
		}
		q.M, q.Key, q.Top = 18, words.ByMeanTVD, 10
		_, err = rank.Search(ctx, q, false, o)
		return err
	},
}

// asUsual has heartbeats of life as rare as they are in use.
func asUsual(b *testing.B) {
	short := testLease
	testLease = lease
	b.Cleanup(func() { testLease = short })
}

// What processors do in all, of owner, server and worker, in place of two threads.
func BenchmarkSearches(b *testing.B) {
	measure := func(b *testing.B, f func() error) {
		start := run.CPUTime()
		for b.Loop() {
			if err := f(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((run.CPUTime()-start).Seconds()/float64(b.N), "cpu-s/op")
	}
	for name, search := range searches {
		b.Run(name+"/alone", func(b *testing.B) {
			measure(b, func() error { return search(b.Context(), run.Options{Threads: 2, Dir: b.TempDir()}) })
		})
		b.Run(name+"/cluster", func(b *testing.B) {
			asUsual(b)
			c := owner(b, b.TempDir())
			if _, err := c.connect(b.Context()); err != nil {
				b.Fatal(err)
			}
			fire := hire(b, c, 1)
			measure(b, func() error {
				return search(b.Context(), run.Options{Threads: 1, Dir: b.TempDir(), Cluster: c})
			})
			b.ReportMetric(float64(fire())/float64(b.N), "tasks-there/op")
		})
	}
}

// Tasks without work: the time that the cluster itself takes for each. All are done by
// workers except those of one thread here, which waits before each.
func BenchmarkTasks(b *testing.B) {
	asUsual(b)
	c := owner(b, b.TempDir())
	if _, err := c.connect(b.Context()); err != nil {
		b.Fatal(err)
	}
	fire := hire(b, c, 2)
	start := run.CPUTime()
	for b.Loop() {
		answer(b, primes{N: 1_000_000, Piece: 10}, run.Options{
			Threads: 1, Dir: b.TempDir(), Cluster: c, Begin: func(run.Task) { time.Sleep(20 * time.Millisecond) },
		})
	}
	used := run.CPUTime() - start
	tasks := float64(fire())
	b.ReportMetric(tasks/b.Elapsed().Seconds(), "tasks/s")
	b.ReportMetric(float64(used.Microseconds())/tasks, "cpu-µs/task")
}
