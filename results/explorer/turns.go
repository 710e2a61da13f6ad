package explorer

import (
	"context"
	"runtime"
)

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

type filesKey struct{}

// forFile is a context in which turns are those of downloads.
func forFile(ctx context.Context) context.Context { return context.WithValue(ctx, filesKey{}, true) }

// work waits for a turn of a page, or of a download.
func (s *Server) work(ctx context.Context) (func(), error) {
	if ctx.Value(filesKey{}) != nil {
		return s.files.take(ctx)
	}
	return s.pages.take(ctx)
}
