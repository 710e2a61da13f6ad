package explorer

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/results/fault"
)

// All that this process computes, or computed not long ago, is in one registry: answers by what was asked,
// so that nothing is computed twice, and runs, which pages list. A run is a job of a page, which lives as
// long as its request, or a search, which continues when its page is closed.

type registry struct {
	mu      sync.Mutex
	answers map[string]*answer // by key
	keys    []string           // of the answers, the last used is the last
	runs    []*run             // the last is the first
	next    int                // number of the last job
	closed  bool
	active  sync.WaitGroup // searches
}

// answer is one that is remembered once it is there. Who computes it has its turn.
type answer struct {
	Answer
	turn turns
	at   time.Time // when it was computed; zero for not yet
}

// run is one that is computed, or was.
type run struct {
	name  string // of a job #1, #2, ..., of a search that of its folder
	page  string // of a job
	label string // what its user calls a search
	asked ask    // the last of a job
	link  string // to a job's panel
	state string // waits, runs, done, stopped, failed
	at    results.Progress
	begun time.Time
	ended time.Time
	err   error // of one that failed
	stop  context.CancelCauseFunc
}

func (r *run) over() bool { return r.state != "waits" && r.state != "runs" }

const (
	maxAnswers  = 100
	maxRuns     = 50 // that are over and listed
	maxSearches = 4  // at once

	forever = time.Duration(1<<63 - 1)
)

// Errors that end a run, or refuse it.
var (
	errStopped = wrong("stopped")
	errBusy    = wrong("wrong.busy")
	errRuns    = errors.New("the search runs already")
)

// once is an answer not older than that, or else what is computed now. Who asks for what somebody computes
// waits for it.
func (g *registry) once(ctx context.Context, key string, age time.Duration, compute func() (Answer, error)) (Answer,
	error) {
	g.mu.Lock()
	a := g.answers[key]
	if a == nil {
		if g.answers == nil {
			g.answers = map[string]*answer{}
		}
		a = &answer{turn: make(turns, 1)}
		g.answers[key] = a
	}
	g.keys = append(slices.DeleteFunc(g.keys, func(k string) bool { return k == key }), key)
	for len(g.keys) > maxAnswers {
		delete(g.answers, g.keys[0])
		g.keys = g.keys[1:]
	}
	g.mu.Unlock()
	done, err := a.turn.take(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer done()
	if !a.at.IsZero() && time.Since(a.at) <= age {
		return a.Answer, nil
	}
	computed, err := compute()
	if err == nil {
		a.Answer, a.at = computed, time.Now()
	}
	return computed, err
}

// remembers reports whether there is an answer.
func (g *registry) remembers(key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.answers[key]
	if a == nil {
		return false
	}
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
		return !a.at.IsZero()
	default:
		return false
	}
}

// begin adds a run: the only one of its page, or the only search of its name.
func (g *registry) begin(r *run) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	searches, ended := 0, 0
	for _, other := range g.runs {
		switch {
		case other.over():
		case r.page != "" && other.page == r.page:
			return errBusy
		case other.name == r.name:
			return errRuns
		case other.page == "":
			searches++
		}
	}
	switch {
	case g.closed:
		return wrong("wrong.ends")
	case r.page == "" && searches >= maxSearches:
		return wrong("wrong.searches", searches, r.asked.line+" --resume DIR")
	case r.page != "":
		g.next++
		r.name = fmt.Sprint("#", g.next)
	}
	g.runs = slices.DeleteFunc(g.runs, func(old *run) bool {
		if old.over() {
			ended++
		}
		again := r.page != "" && old.page != "" && old.over() && old.asked.key == r.asked.key // the last time will do
		return old.name == r.name || again || old.over() && ended > maxRuns
	})
	g.runs = slices.Insert(g.runs, 0, r)
	r.begun = time.Now()
	return nil
}

// end says how a run ended.
func (g *registry) end(r *run, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r.ended, r.at.Left = time.Now(), -1
	switch {
	case err == nil:
		r.state, r.at.Share = "done", 1
	case errors.Is(err, context.Canceled), errors.Is(err, errStopped):
		r.state = "stopped"
	default:
		r.state, r.err = "failed", err
	}
}

// forget takes a search that is over off the list, and reports whether none of its name goes on.
func (g *registry) forget(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	of := func(r *run) bool { return r.name == name && r.page == "" }
	if slices.ContainsFunc(g.runs, func(r *run) bool { return of(r) && !r.over() }) {
		return false
	}
	g.runs = slices.DeleteFunc(g.runs, of)
	return true
}

// setLabel has a search be called something else.
func (g *registry) setLabel(name, label string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range g.runs {
		if r.name == name && r.page == "" {
			r.label = label
		}
	}
}

// named is a run as it stands.
func (g *registry) named(name string) (run, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range g.runs {
		if r.name == name {
			return *r, true
		}
	}
	return run{}, false
}

// close stops all, and waits until the states of searches are saved.
func (g *registry) close() {
	g.mu.Lock()
	g.closed = true
	for _, r := range g.runs {
		r.stop(errStopped)
	}
	g.mu.Unlock()
	g.active.Wait()
}

// compute answers what a run asks, part by part, and keeps how far it is.
func (s *Server) compute(ctx context.Context, r *run, asks []ask, hear func(results.Progress),
	each func([]Answer) error) (err error) {
	defer func() {
		if cause := context.Cause(ctx); err != nil && cause != nil {
			err = cause
		}
		s.end(r, err)
	}()
	s.mu.Lock()
	r.state = "runs"
	s.mu.Unlock()
	begun := time.Now()
	var all []Answer
	return fault.Caught(func() error {
		for i, a := range asks {
			age := forever
			if a.about != nil {
				age = 0
			}
			computed, err := s.once(ctx, a.key, age, func() (Answer, error) {
				return s.get(ctx, a, func(p results.Progress) {
					if len(asks) > 1 {
						p.Share = (float64(i) + p.Share) / float64(len(asks))
						p.Seconds = time.Since(begun).Seconds()
					}
					if i < len(asks)-1 {
						p.Left = -1 // what it knows of is the part at hand
					}
					s.mu.Lock()
					r.at = onward(r.at, p)
					p = r.at
					s.mu.Unlock()
					hear(p)
				})
			})
			if err != nil {
				return err
			}
			all = append(all, computed)
			if err := each(all); err != nil {
				return err
			}
		}
		return nil
	})
}

// turns limit how many compute at once, to the number of processors. Pages, jobs and downloads have
// turns of their own, so that what takes long never keeps a page waiting; and a turn is for computing
// alone: who writes to somebody who is slow to read has given it back.
type turns chan struct{}

func newTurns() turns { return make(turns, runtime.GOMAXPROCS(0)) }

// take waits for a turn, until ctx is done. Who got it calls the function.
func (t turns) take(ctx context.Context) (func(), error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
