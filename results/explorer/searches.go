package explorer

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/results/fault"
)

// A search is a command line that keeps its state in a directory of its own. It goes on when the
// page goes away, and when it is stopped, or the explorer ends or is killed, it goes on from its
// state: started again from a page, or by the same command. Its name is its question, so that the
// same question is never searched twice.

// search is one that this process runs or has run.
type search struct {
	line  []string
	state string // as those of jobs
	at    results.Progress
	err   error // what went wrong
	stop  context.CancelCauseFunc
}

// searches are those of this process, by name.
type searches struct {
	mu     sync.Mutex
	all    map[string]*search
	closed bool
	under  sync.WaitGroup // way
}

// mostSearches is how many go on at once.
const mostSearches = 4

// begin has a search go on, or start; one that goes on already does so.
func (s *Server) begin(name string, line []string) error {
	share := s.shareOf(name)
	all := &s.searches
	all.mu.Lock()
	defer all.mu.Unlock()
	under := 0
	for other, j := range all.all {
		if j.state == "runs" {
			under++
			if other == name {
				return nil
			}
		}
	}
	switch {
	case all.closed:
		return wrong("wrong.ends")
	case under >= mostSearches:
		return wrong("wrong.searches", under, s.Line(append(line[:len(line):len(line)], "--resume", "DIR")))
	case all.all == nil:
		all.all = map[string]*search{}
	}
	ctx, stop := context.WithCancelCause(context.Background())
	j := &search{line: line, state: "runs", at: results.Progress{Share: share, Left: -1}, stop: stop}
	all.all[name] = j
	all.under.Go(func() {
		defer stop(nil)
		kept := line
		if keepsState(line) {
			kept = append(line[:len(line):len(line)], "--resume", filepath.Join(s.Folder, name), "--checkpoint-interval", cmp.Or(s.Every, time.Minute).String())
		}
		var a Answer
		err := fault.Caught(func() (err error) {
			a, err = s.Ask(ctx, func(p results.Progress) {
				all.mu.Lock()
				defer all.mu.Unlock()
				j.at = onward(j.at, p)
			}, kept...)
			return err
		})
		if err == nil {
			s.memory.keep(line, a)
		}
		all.mu.Lock()
		defer all.mu.Unlock()
		j.at.Left = -1
		switch {
		case err == nil:
			j.state, j.at.Share = "done", 1
		case ctx.Err() != nil:
			j.state = "stopped"
		default:
			j.state, j.err = "failed", err
		}
	})
	return nil
}

// halted stops a search of this process.
func (all *searches) halted(name string) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	j := all.all[name]
	if j == nil {
		return false
	}
	j.stop(errStopped)
	return true
}

// close stops them all, and waits until their states are saved.
func (all *searches) close() {
	all.mu.Lock()
	all.closed = true
	for _, j := range all.all {
		j.stop(errStopped)
	}
	all.mu.Unlock()
	all.under.Wait()
}
