package topswops

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/search/population"
	"dovetail/search/run"
)

// Whatever takes long ends soon after its context: within a second of processors, and, as
// others may be busy on the machine, some of the clock.
func TestAllEndWithTheirContext(t *testing.T) {
	for name, f := range map[string]func(ctx context.Context) error{
		"census": func(ctx context.Context) error {
			_, err := census(ctx, 14, run.Options{Threads: 2})
			return err
		},
		"bundles": func(ctx context.Context) error {
			_, err := Max{N: 18, Known: true}.Answer(ctx, run.Options{})
			return err
		},
		"lengths below": func(ctx context.Context) error {
			_, err := Max{N: 18, AtLeast: 191}.Answer(ctx, run.Options{})
			return err
		},
		"table": func(ctx context.Context) error {
			_, err := Table{1, 18}.Answer(ctx, run.Options{})
			return err
		},
		"a long game": func(ctx context.Context) error {
			_, err := incumbent(ctx, 20, false)
			return err
		},
		"a long game in order": func(ctx context.Context) error {
			_, err := Max{N: 20, Sorted: true, Known: true}.Answer(ctx, run.Options{})
			return err
		},
		"bounds": func(ctx context.Context) error {
			_, err := Bounds{8 * boundsMax}.Answer(ctx, run.Options{})
			return err
		},
		"a population": func(ctx context.Context) error {
			_, err := population.Deck(ctx, 255)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
			defer cancel()
			used := make(chan time.Duration, 1)
			context.AfterFunc(ctx, func() { used <- run.CPUTime() })
			if err := f(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			if work := run.CPUTime() - <-used; work > time.Second {
				t.Errorf("it computes for %v", work)
			}
		})
	}
}

// What ends before anything is kept does not say that something is; what is kept of fewer cards is named.
func TestStoppedWithWhatIsKept(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	o := run.Options{Dir: dir}
	var stopped *run.Stopped
	if _, err := (Max{N: 15}).start(over, o); !errors.Is(err, context.Canceled) || errors.As(err, &stopped) {
		t.Errorf("nothing is kept: %v", err)
	}
	if _, _, err := (Max{N: 13}).below(t.Context(), o, 0, false); err != nil { // f(12)
		t.Fatal(err)
	}
	for _, o := range []run.Options{o, o.Part("f14", "f14")} {
		if _, err := (Max{N: 15}).start(over, o); !errors.As(err, &stopped) || stopped.Dir != dir {
			t.Errorf("f(12) is kept: %v", err)
		}
	}
}

// The best so far of a search that ends early is of its own question, and never less than is known without it.
func TestBestOfWhatEndsEarly(t *testing.T) {
	known := "published: f(14) = 101, reached by 4 decks (OEIS A000375, A123398)"
	for _, c := range []struct {
		asked  Max
		during string
		best   []string
	}{
		{Max{N: 14}, "f(9)", []string{known}},
		{Max{N: 14, Sorted: true}, "f(9)", nil},
		{Max{N: 14, AtLeast: 60}, "f(9)", nil},
		{Max{N: 14, Known: true}, "", []string{known}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var parts atomic.Int32
		o := run.Options{Begin: func(task run.Task) {
			if task.ID == "0" {
				parts.Add(1)
			}
			if c.during == "" || parts.Load() == 9 {
				cancel()
			}
		}}
		ended := new(run.Ended)
		if _, err := c.asked.find(ctx, o, nil); !errors.As(err, &ended) {
			t.Fatalf("%+v: %v", c.asked, err)
		}
		if ended.During != c.during || !slices.Equal(ended.Best, c.best) {
			t.Errorf("%+v: %v", c.asked, ended)
		}
	}
}
