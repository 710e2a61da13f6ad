package explorer

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Answers that this process computed not long ago are remembered, so that nothing is computed twice, and it is
// known which pages have a job. A job lives as long as the request of its page.

type registry struct {
	mu      sync.Mutex
	answers map[string]*answer // by key
	keys    []string           // of the answers, the last used is the last
	busy    map[string]bool    // pages with a job
}

// answer is one that is remembered once it is there. Who computes it has its turn.
type answer struct {
	Answer
	turn turns
	at   time.Time // when it was computed; zero for not yet
}

const (
	maxAnswers = 100
	forever    = time.Duration(1<<63 - 1)
)

// errBusy refuses a second job of a page.
var errBusy = wrong("wrong.busy")

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

// begin gives a page a job, its only one, until it calls the function.
func (g *registry) begin(page string) (end func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy[page] {
		return nil, errBusy
	}
	if g.busy == nil {
		g.busy = map[string]bool{}
	}
	g.busy[page] = true
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.busy, page)
	}, nil
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
