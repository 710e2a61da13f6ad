package view

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/language"
)

// Answers are the answers of one process to the questions of its pages, with the program that
// computes them.
type Answers struct {
	Program
	store
	pages, files Turns         // limits for computing for pages, and for downloads
	Timeout      time.Duration // how long a page waits for its answers
}

// NewAnswers is empty.
func NewAnswers(p Program) *Answers {
	return &Answers{Program: p, pages: NewTurns(), files: NewTurns(), Timeout: 10 * time.Second}
}

// Filed are the records on file.
func (s *Answers) Filed() []Known {
	if s.Known == nil {
		return nil
	}
	return s.Known()
}

// Find is the answer to a command: from a record on file, or otherwise computed now.
func (s *Answers) Find(ctx context.Context, c Command, report func(results.Progress)) (Answer, error) {
	if c.Compute != nil {
		return c.Compute(ctx, report)
	}
	if len(c.Questions) == 1 && s.OnFile != nil {
		if r, ok := s.OnFile(c.Questions[0]); ok {
			return Answer{Records: []results.Record{r}}, nil
		}
	}
	return s.Compute(ctx, report, c.How, c.Questions...)
}

// Answer answers commands for a page.
func (s *Answers) Answer(ctx context.Context, commands ...Command) ([]Answer, error) {
	return s.answered(ctx, s.pages, commands)
}

// AtOnce answers those commands that are answered while the page is made, until one is exact:
// narrower ones would add nothing.
func (s *Answers) AtOnce(ctx context.Context, commands []Command) (all []Answer, err error) {
	for _, a := range commands {
		if !a.Quick {
			break
		}
		answers, err := s.Answer(ctx, a)
		if err != nil {
			return nil, err
		}
		if all = append(all, answers...); Exact(answers[0].Records[0]) {
			break
		}
	}
	return all, nil
}

// Download answers commands for a file. Its turns are separate from those of pages, and any answer
// that is kept is accepted.
func (s *Answers) Download(ctx context.Context, commands ...Command) ([]Answer, error) {
	return s.answered(ctx, s.files, commands)
}

// answered answers commands one after the other, within the time limit of a page.
func (s *Answers) answered(ctx context.Context, of Turns, commands []Command) (all []Answer, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.Timeout, language.Wrong("wrong.patience"))
	defer stop()
	for _, a := range commands {
		age := Forever
		if a.Compute != nil && of == s.pages {
			age = 0
		}
		answer, err := s.Once(ctx, a.Key, age, func() (Answer, error) {
			done, err := of.Take(ctx)
			if err != nil {
				return Answer{}, err
			}
			defer done()
			return s.Find(ctx, a, func(results.Progress) {})
		})
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return nil, err
		}
		all = append(all, answer)
	}
	return all, nil
}

// EachOrder yields the orders of a range in a turn to compute.
func (s *Answers) EachOrder(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
	done, err := s.files.Take(ctx)
	if err != nil {
		return err
	}
	defer done()
	return s.Orders(ctx, from, to, yield)
}

// Exact reports whether a distance is known exactly.
func Exact(record results.Record) bool {
	switch r := record.(type) {
	case results.Interval:
		return r.Kind == results.Exact
	case results.TVD:
		return r.Kind == results.Exact
	case results.Hands:
		return r.Kind == results.Exact
	}
	return false
}

// store keeps recent answers, so that nothing is computed twice.
type store struct {
	mu   sync.Mutex
	kept map[string]*answer // by key
	keys []string           // of the answers, the most recently used last
}

// answer is an answer that is kept once it is there. The goroutine that computes it holds a turn.
type answer struct {
	Answer
	turn Turns
	at   time.Time // when it was computed; zero for not yet
}

// maxAnswers is the most answers that are kept.
const maxAnswers = 100

// Forever is a limit of age that admits all.
const Forever = time.Duration(1<<63 - 1)

// Once is an answer not older than that, or otherwise one that is computed now. If another
// goroutine computes it already, Once waits for that.
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
		computed.printed = &printed{}
		a.Answer, a.at = computed, time.Now()
	}
	return computed, err
}

// Turns limit the number of concurrent computations to the number of processors. Pages, jobs and
// downloads have separate turns, so that long computations never keep a page waiting. A turn is for
// computing alone: it is returned before writing to a slow reader.
type Turns chan struct{}

// NewTurns are as many as there are processors.
func NewTurns() Turns { return make(Turns, runtime.GOMAXPROCS(0)) }

// Take waits for a turn, until ctx is done. The caller returns it by the function.
func (t Turns) Take(ctx context.Context) (func(), error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
