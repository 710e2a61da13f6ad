package explorer

import (
	"context"
	"strings"
	"sync"

	"dovetail/results"
)

// asked are the answers that a page has got so far, or is waiting for: panels that put the same
// line share its answer.
type asked struct {
	mu      sync.Mutex
	answers map[string]func() (Answer, error)
}

type askedKey struct{}

// remembering is a context in which no line is asked twice.
func remembering(ctx context.Context) context.Context {
	return context.WithValue(ctx, askedKey{}, &asked{answers: map[string]func() (Answer, error){}})
}

// once asks a line, or waits for who asks it already.
func (s *Server) once(ctx context.Context, line []string) (Answer, error) {
	ask := func() (Answer, error) {
		if a, ok := s.memory.find(line); ok {
			return a, nil
		}
		done, err := s.work(ctx)
		if err != nil {
			return Answer{}, err
		}
		defer done()
		return s.Ask(ctx, func(results.Progress) {}, line...)
	}
	if all, ok := ctx.Value(askedKey{}).(*asked); ok {
		key := strings.Join(line, "\x00")
		all.mu.Lock()
		if all.answers[key] == nil {
			all.answers[key] = sync.OnceValues(ask)
		}
		ask = all.answers[key]
		all.mu.Unlock()
	}
	return ask()
}

// asking asks the lines of a panel within the patience of a page.
func (s *Server) asking(ctx context.Context, lines [][]string) (all []Answer, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.patience, wrong("wrong.patience"))
	defer stop()
	for _, line := range lines {
		a, err := s.once(ctx, line)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}
