package runtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/search/run"
)

// session is one life of a process that searches.
type session struct {
	begun  []string // the tasks begun, except for the one at which it ended
	killed string   // a copy of the directory as a kill would have left it then
	total  []byte   // nil if it was interrupted
	state  *run.State
	took   time.Duration // of processors
}

// session searches in a directory until a task begins after the given number of others, and
// is then interrupted. With after < 0 it searches to the end.
func (s *suite[J]) session(dir string, after, threads int) (*session, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var end session
	var failed error
	var mu sync.Mutex
	begin := func(t run.Task) {
		mu.Lock()
		defer mu.Unlock()
		if len(end.begun) == after && ctx.Err() == nil {
			end.killed = s.tmp()
			failed = os.CopyFS(end.killed, os.DirFS(dir))
			cancel()
		}
		if ctx.Err() == nil {
			end.begun = append(end.begun, t.ID)
		}
	}
	start := run.CPUTime()
	j, state, err := run.Run(ctx, s.question, run.Options{Threads: threads, Dir: dir, Interval: time.Hour, Begin: begin})
	end.state, end.took = state, run.CPUTime()-start
	if failed != nil {
		return nil, failed
	}
	if stopped := new(run.Stopped); errors.As(err, &stopped) {
		return &end, nil
	}
	if err == nil {
		end.total, err = j.Total()
	}
	return &end, err
}

// kills lets one process save its state at some moment. Another resumes from there and dies
// some time later. A third finds the answer, and repeats only those tasks that came after the
// save.
func (s *suite[J]) kills() error {
	tasks := int(s.state.Tasks)
	for _, saved := range []int{0, tasks / 2, tasks - 1} {
		for _, more := range slices.Compact([]int{0, (tasks - saved) / 2}) {
			if err := s.killed(saved, more); err != nil {
				return fmt.Errorf("killed %d tasks after a save after %d of %d: %w", more, saved, tasks, err)
			}
		}
	}
	return nil
}

func (s *suite[J]) killed(saved, more int) error {
	dir := s.tmp()
	first, err := s.session(dir, saved, 1)
	if err != nil {
		return err
	}
	state, err := run.Load(run.Checkpoint(dir))
	if err != nil {
		return err
	}
	if state.Tasks < uint64(saved) {
		return fmt.Errorf("the state has %d tasks done of %d", state.Tasks, saved)
	}
	second, err := s.session(dir, more, 1)
	if err != nil {
		return err
	}
	if second.killed != "" { // the last task may have been done in spite of an interrupt
		dir = second.killed
	}
	third, err := s.session(dir, -1, 2)
	if err != nil {
		return err
	}
	for _, id := range third.begun {
		if slices.Contains(first.begun, id) {
			return fmt.Errorf("task %s was saved and is done again", id)
		}
	}
	if again := s.state.Tasks - state.Tasks; uint64(len(third.begun)) != again {
		return fmt.Errorf("%d tasks are done, %d were left: %s", len(third.begun), again, strings.Join(third.begun, " "))
	}
	if third.state.Tasks != s.state.Tasks {
		return fmt.Errorf("%d tasks in all, not %d", third.state.Tasks, s.state.Tasks)
	}
	return s.same(third.total)
}

// attempts is how often a time is measured, as the machine may be busy with something else.
const attempts = 5

// again repeats what is slow.
func again(measure func() error) error {
	err := measure()
	for range attempts {
		if !errors.Is(err, errSlow) {
			break
		}
		err = measure()
	}
	return err
}

func (s *suite[J]) resumes() error { return again(s.resumesSoon) }

// errSlow is the error of a search that took long, perhaps because the machine was busy.
var errSlow = errors.New("a search is slow")

func (s *suite[J]) resumesSoon() error {
	whole, err := s.session(s.tmp(), -1, 1)
	if err != nil {
		return err
	}
	dir := s.tmp()
	if _, err := s.session(dir, len(whole.begun)-1, 1); err != nil {
		return err
	}
	last, err := s.session(dir, -1, 1)
	if err == nil && len(last.begun) > 1 {
		err = fmt.Errorf("%d tasks instead of the last", len(last.begun))
	}
	if err == nil && last.took > whole.took/4 {
		err = fmt.Errorf("%w to resume: before the last of %d tasks it takes %v of %v", errSlow, len(whole.begun), last.took,
			whole.took)
	}
	return err
}

// An interrupted search ends soon: within a second of processor time. One that does not compute, but waits, is given up by the
// clock, late enough for a machine that does much besides.
const (
	soon     = time.Second
	patience = 4 * time.Minute
)

func (s *suite[J]) stops(after, patience time.Duration) error {
	return again(func() error { return s.stopsSoon(after, patience) })
}

func (s *suite[J]) stopsSoon(after, patience time.Duration) error {
	dir := s.tmp()
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	used := make(chan time.Duration, 1)
	context.AfterFunc(ctx, func() { used <- run.CPUTime() })
	start := time.Now()
	_, _, err := run.Run(ctx, s.question, run.Options{Dir: dir, Interval: time.Hour})
	late := time.Since(start) - after
	if stopped := new(run.Stopped); !errors.As(err, &stopped) {
		return fmt.Errorf("not stopped, but: %v", err)
	}
	work := run.CPUTime() - <-used
	switch {
	case late > patience:
		return fmt.Errorf("it goes on for %v", late)
	case work > soon:
		return fmt.Errorf("%w to stop: it computes for %v", errSlow, work)
	}
	_, err = run.Load(run.Checkpoint(dir))
	return err
}

// spoilt corrupts the totals of states that are otherwise sound, and seals them. The search
// must not resume from such a state.
func (s *suite[J]) spoilt() error {
	for _, after := range []int{0, int(s.state.Tasks) / 2, -1} {
		dir := s.tmp()
		if _, err := s.session(dir, after, 1); err != nil {
			return err
		}
		state, err := run.Load(run.Checkpoint(dir))
		if err != nil {
			return err
		}
		for _, bad := range nonsense(state.Total) {
			if err := s.refused(dir, state, bad); err != nil {
				return fmt.Errorf("the total\n%s\ninstead of\n%s\n%w", bad, state.Total, err)
			}
		}
	}
	return nil
}

func (s *suite[J]) refused(dir string, good *run.State, total []byte) error {
	bad := *good
	bad.Total = total
	b, err := bad.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(run.Checkpoint(dir), b, 0o666); err != nil {
		return err
	}
	_, _, err = run.Run(context.Background(), s.question, run.Options{Threads: 1, Dir: dir})
	if err := oneLine(err); err != nil {
		return err
	}
	if after, _ := os.ReadFile(run.Checkpoint(dir)); !bytes.Equal(after, b) {
		return fmt.Errorf("the refused checkpoint was changed")
	}
	return nil
}

// value matches a number, a text or a constant in JSON, and a text that is the name of a
// field with its colon.
var value = regexp.MustCompile(`-?[0-9][0-9.eE+-]*|true|false|null|"[^"]*":?`)

// nonsense returns texts near a total that no search can have written. If the total is JSON,
// each of its first and last values is replaced by impossible ones.
func nonsense(total []byte) [][]byte {
	bad := [][]byte{nil, []byte("null"), []byte("[{}]"), []byte("{}"), []byte(`"x"`), []byte("-1"), []byte("\xff"),
		total[:len(total)/2], append(bytes.Clone(total), '0'), append(bytes.Clone(total), ' ')}
	const most = 15
	places := value.FindAllIndex(total, -1)
	for i, at := range places {
		if total[at[1]-1] == ':' || i >= most && i < len(places)-most {
			continue
		}
		for _, other := range []string{"null", "-1", "1e300", `"x"`, "[]", "{}"} {
			bad = append(bad, slices.Concat(total[:at[0]], []byte(other), total[at[1]:]))
		}
	}
	return slices.DeleteFunc(bad, func(b []byte) bool { return bytes.Equal(b, total) })
}
