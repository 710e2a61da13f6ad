package view

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// store keeps the answers that were computed not long ago, so that nothing is computed twice.
type store struct {
	mu   sync.Mutex
	kept map[string]*answer // by key
	keys []string           // of the answers, the last used is the last
}

// answer is one that is kept once it is there. Who computes it has its turn.
type answer struct {
	Answer
	turn Turns
	at   time.Time // when it was computed; zero for not yet
}

// maxAnswers is how many are kept.
const maxAnswers = 100

// Forever is the age of an answer that may be of any.
const Forever = time.Duration(1<<63 - 1)

// Once is an answer not older than that, or else what is computed now. Who wants what somebody computes
// waits for it.
func (g *store) Once(ctx context.Context, key string, age time.Duration, compute func() (Answer, error)) (Answer,
	error) {
	g.mu.Lock()
	a := g.kept[key]
	if a == nil {
		if g.kept == nil {
			g.kept = map[string]*answer{}
		}
		a = &answer{turn: make(Turns, 1)}
		g.kept[key] = a
	}
	g.keys = append(slices.DeleteFunc(g.keys, func(k string) bool { return k == key }), key)
	for len(g.keys) > maxAnswers {
		delete(g.kept, g.keys[0])
		g.keys = g.keys[1:]
	}
	g.mu.Unlock()
	done, err := a.turn.Take(ctx)
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

// Turns limit how many compute at once, to the number of processors. Pages, jobs and downloads have
// turns of their own, so that what takes long never keeps a page waiting; and a turn is for computing
// alone: who writes to somebody who is slow to read has given it back.
type Turns chan struct{}

// NewTurns are as many as there are processors.
func NewTurns() Turns { return make(Turns, runtime.GOMAXPROCS(0)) }

// Take waits for a turn, until ctx is done. Who got it calls the function.
func (t Turns) Take(ctx context.Context) (func(), error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
