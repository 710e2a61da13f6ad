// Package runtest checks the promises of package run for the jobs of an engine. An engine calls
// [Test] with a small question of each of its jobs, and [Stops] and [Resumes] with one that takes
// a few seconds. It fuzzes what its jobs read from files by [FuzzMerge] and [FuzzTask].
package runtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/search/run"
)

// Test runs the search for a small question, of a second at most, in all the ways that must not
// matter: with several threads, in shards, killed at any moment and resumed. It changes every
// field of the question. This must change the parameters, or nothing at all if the field is one of
// schedule. Fields with a text of their own, which it cannot change itself, are changed in the
// neighbours. It corrupts totals, which must then be refused.
func Test[J run.Job](t *testing.T, q run.Question[J], neighbours ...run.Question[J]) {
	t.Helper()
	s := &suite[J]{question: q, tmp: scratch(t)}
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func() error{
		"parameters": func() error { return s.parameters(neighbours) },
		"threads":    s.threads,
		"shards":     s.shards,
		"kills":      s.kills,
		"spoilt":     s.spoilt,
		"shows":      s.shows,
	} {
		if err := check(); err != nil {
			t.Errorf("%s: %s: %v", q.Name(), name, err)
		}
	}
}

// Stops interrupts the search for a question that takes some seconds. It must return within about
// one, with its state saved.
func Stops[J run.Job](t *testing.T, q run.Question[J]) {
	t.Helper()
	s := &suite[J]{question: q, tmp: scratch(t)}
	for _, after := range []time.Duration{0, 50 * time.Millisecond, 500 * time.Millisecond} {
		if err := s.stops(after, patience); err != nil {
			t.Errorf("%s: stopped after %v: %v", q.Name(), after, err)
		}
	}
}

// Resumes kills the search for a question that takes a few seconds before its last task. Resuming
// it must take less than a quarter of the time of the whole: what a job prepares for its tasks is
// not lost with them.
func Resumes[J run.Job](t *testing.T, q run.Question[J]) {
	t.Helper()
	s := &suite[J]{question: q, tmp: scratch(t)}
	if err := s.resumes(); err != nil {
		t.Errorf("%s: %v", q.Name(), err)
	}
}

// suite is a question with its answer.
type suite[J run.Job] struct {
	question run.Question[J]
	tmp      func() string // makes a directory

	total []byte
	state *run.State
}

// scratch makes directories in memory, where the system has such a place. There are many saves,
// and a disk would take its time to sync each.
func scratch(t *testing.T) func() string {
	return func() string {
		dir, err := os.MkdirTemp("/dev/shm", "dovetail-test-")
		if err != nil {
			return t.TempDir()
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		return dir
	}
}

// prepare finds the answer on one thread.
func (s *suite[J]) prepare() (err error) {
	s.total, s.state, err = s.run(run.Options{Threads: 1})
	if err == nil && s.state.Tasks < 3 {
		err = fmt.Errorf("%d tasks are too few for a test", s.state.Tasks)
	}
	return err
}

// run runs the search to its end.
func (s *suite[J]) run(o run.Options) ([]byte, *run.State, error) {
	j, state, err := run.Run(context.Background(), s.question, o)
	if err != nil {
		return nil, nil, err
	}
	total, err := j.Total()
	return total, state, err
}

// same compares an answer with that of one thread.
func (s *suite[J]) same(total []byte) error {
	if !bytes.Equal(total, s.total) {
		return fmt.Errorf("the total is\n%s\nnot\n%s", total, s.total)
	}
	return nil
}

func (s *suite[J]) threads() error {
	for threads := 2; threads <= 4; threads++ {
		total, _, err := s.run(run.Options{Threads: threads})
		if err == nil {
			err = s.same(total)
		}
		if err != nil {
			return fmt.Errorf("%d threads: %w", threads, err)
		}
	}
	return nil
}

// shards adds up parts. Some of them are written and read before.
func (s *suite[J]) shards() error {
	const n = 3
	var parts []*run.State
	for i := uint32(n); i > 0; i-- {
		dir := s.tmp()
		_, _, err := s.run(run.Options{Threads: 2, Dir: dir, Shard: run.Shard{I: i, N: n}})
		if !errors.As(err, new(*run.PartDone)) {
			return fmt.Errorf("part %d of %d is taken for the whole: %w", i, n, err)
		}
		part, err := run.Load(run.Checkpoint(dir))
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	total, _, err := s.run(run.Options{Parts: parts})
	if err == nil {
		err = s.same(total)
	}
	if err != nil {
		return err
	}
	for i, part := range parts {
		twice := append(slices.Delete(slices.Clone(parts), i, i+1), part, part)
		if _, err := run.Combine(s.question, twice...); err == nil && part.Tasks > 0 {
			return errors.New("a part is counted twice")
		}
		if _, err := run.Combine(s.question, twice[:len(parts)-1]...); err == nil && part.Tasks > 0 {
			return errors.New("a part is left out")
		}
	}
	return nil
}

// shows calls SoFar of a job that has it, with nothing found and with everything. That must change
// neither total.
func (s *suite[J]) shows() error {
	j, err := s.question.Job()
	shower, ok := any(j).(run.Reporter)
	if err != nil || !ok {
		return err
	}
	empty, err := j.Total()
	if err != nil {
		return err
	}
	shower.SoFar()
	if after, err := j.Total(); err != nil || !bytes.Equal(after, empty) {
		return fmt.Errorf("the empty total is %s once it was shown (%v)", after, err)
	}
	if err := j.Merge(s.total); err != nil {
		return err
	}
	best := shower.SoFar()
	total, err := j.Total()
	if again := shower.SoFar(); len(best) == 0 || !slices.Equal(best, again) {
		return fmt.Errorf("it shows %q and then %q", best, again)
	}
	return errors.Join(err, s.same(total))
}

// oneLine refuses a nil error, and one of several lines.
func oneLine(err error) error {
	if err == nil {
		return errors.New("accepted")
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		return fmt.Errorf("more than a line: %w", err)
	}
	return nil
}
