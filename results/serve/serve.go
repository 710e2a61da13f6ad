// Package serve answers questions that come as lines of JSON, so that a program in another language
// can keep one process and ask many questions. A line is a request. The replies are lines too, each
// with the id of its request:
//
//	{"id": 1, "command": "score HDR -n 8"}
//	{"id": 2, "schema": "dovetail/orders-deck/2", "question": {"n": 52}, "progress": true, "seconds": 10}
//	{"cancel": 2}
//
//	{"id": 1, "record": {"schema": "dovetail/score/3", ...}}
//	{"id": 1, "done": true}
//	{"id": 2, "progress": {"share": 0.25, "seconds": 1.5, "left": 4.5}}
//	{"id": 2, "error": "interrupted", "code": 130}
//
// Each request ends with one line that has "done" or "error". AtOnce requests are answered at a
// time; others wait. The package depends on no engine: its answers are passed in.
package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/results/render"
)

// Program computes the answers.
type Program struct {
	Questions results.Registry
	// Read are the questions of a command line, without the name of the program.
	Read func(ctx context.Context, line string) ([]results.Question, error)
	// Answer answers questions and reports its progress.
	Answer func(ctx context.Context, report func(results.Progress), questions ...results.Question) ([]results.Record, error)
	// Code is the exit code that the program would have ended with.
	Code func(err error) (code int, says string)

	AtOnce int // answers at a time
}

// reply is a line that goes out.
type reply struct {
	ID       json.RawMessage `json:"id"`
	Record   json.RawMessage `json:"record,omitempty"`
	Progress *progress       `json:"progress,omitempty"`
	Done     bool            `json:"done,omitempty"`
	Error    string          `json:"error,omitempty"`
	Code     int             `json:"code,omitempty"` // the exit code of a command with this error
}

// progress is how far an answer is.
type progress struct {
	Share   float64 `json:"share"`          // done, from 0 to 1
	Seconds float64 `json:"seconds"`        // so far
	Left    float64 `json:"left,omitempty"` // estimated
	Part    string  `json:"part,omitempty"` // in progress
}

// server answers the requests of one client.
type server struct {
	Program
	reads  chan struct{}           // a place for the request whose question is read
	turns  chan struct{}           // places for requests that are answered
	broken context.CancelCauseFunc // cancels all requests
	all    sync.WaitGroup

	mu      sync.Mutex
	out     *json.Encoder
	lost    error                         // why no reply can be written any more
	waiting map[string]context.CancelFunc // by id
	held    int                           // bytes of the lines of those
}

// Lines answers the requests that it reads, and returns once all are answered, or with the error of
// ctx or of writing.
func (p Program) Lines(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &server{Program: p, reads: make(chan struct{}, 1), turns: make(chan struct{}, max(1, p.AtOnce)), broken: cancel,
		out: json.NewEncoder(out), waiting: map[string]context.CancelFunc{}}
	s.out.SetEscapeHTML(false)
	lines := make(chan string)
	ended := make(chan error, 1)
	go func() { ended <- readLines(ctx, in, lines) }() // a read cannot be interrupted
	for {
		select {
		case line := <-lines:
			s.take(ctx, line)
		case err := <-ended:
			s.all.Wait()
			return errors.Join(err, context.Cause(ctx))
		case <-ctx.Done():
			s.all.Wait()
			return context.Cause(ctx)
		}
	}
}

// readLines passes on the lines, and of a longer one the first maxRequest bytes.
func readLines(ctx context.Context, in io.Reader, lines chan<- string) error {
	r := bufio.NewReaderSize(in, maxRequest)
	for {
		part, err := r.ReadSlice('\n')
		line := string(part)
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n')
		}
		if line != "" {
			select {
			case lines <- line:
			case <-ctx.Done():
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// send writes a reply.
func (s *server) send(r reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost == nil {
		if s.lost = s.out.Encode(r); s.lost != nil {
			s.broken(s.lost)
		}
	}
}

// refuse ends a request with an error.
func (s *server) refuse(id json.RawMessage, err error) {
	code, says := s.Code(err)
	s.send(reply{ID: id, Error: says, Code: code})
}

// take starts answering a request.
func (s *server) take(ctx context.Context, line string) {
	r, err := read(line)
	if err != nil {
		s.refuse(idOf(line), results.Refuse(err))
		return
	}
	if r.Cancel != nil {
		s.mu.Lock()
		if cancel := s.waiting[string(r.Cancel)]; cancel != nil {
			cancel()
		}
		s.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	if r.Seconds > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(r.Seconds*float64(time.Second)))
	}
	id := string(r.ID)
	s.mu.Lock()
	_, twice := s.waiting[id]
	many, large := len(s.waiting) >= maxWaiting, s.held+len(line) > maxHeld
	if !twice && !many && !large {
		s.waiting[id] = cancel
		s.held += len(line)
	}
	s.mu.Unlock()
	switch {
	case twice:
		cancel()
		s.refuse(r.ID, results.Refuse(fmt.Errorf("a request with the id %s is not answered yet", id)))
		return
	case many:
		cancel()
		s.refuse(r.ID, fmt.Errorf("%d requests wait already", maxWaiting))
		return
	case large:
		cancel()
		s.refuse(r.ID, fmt.Errorf("the requests that wait would have more than %d bytes", maxHeld))
		return
	}
	s.all.Go(func() {
		defer cancel()
		err := fault.Caught(func() error { return s.answer(ctx, r) })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil {
			err = fmt.Errorf("not answered within %g s", r.Seconds)
		}
		s.mu.Lock()
		delete(s.waiting, id)
		s.held -= len(line)
		s.mu.Unlock()
		if err != nil {
			s.refuse(r.ID, err)
			return
		}
		s.send(reply{ID: r.ID, Done: true})
	})
}

// answer answers a request once it has its turn.
func (s *server) answer(ctx context.Context, r request) error {
	all, err := s.questions(ctx, r)
	if err != nil {
		return err
	}
	done, err := turn(ctx, s.turns)
	if err != nil {
		return err
	}
	defer done()
	records, err := s.Answer(ctx, func(p results.Progress) {
		if r.Progress && ctx.Err() == nil {
			s.send(reply{ID: r.ID, Progress: &progress{p.Share, p.Seconds, max(0, p.Left), p.Part}})
		}
	}, all...)
	if err != nil {
		records = results.Known(err) // results that are true, before the error
	}
	for _, record := range records {
		line, err := render.JSON(record)
		if err != nil {
			return err
		}
		s.send(reply{ID: r.ID, Record: line})
	}
	return err
}

// turn waits for a place until ctx is done.
func turn(ctx context.Context, places chan struct{}) (done func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// questions are those of a request. They are read one after the other: reading a command line takes some milliseconds, in
// which requests to cancel are read too.
func (s *server) questions(ctx context.Context, r request) ([]results.Question, error) {
	done, err := turn(ctx, s.reads)
	if err != nil {
		return nil, err
	}
	defer done()
	if r.Command != "" {
		return s.Read(ctx, r.Command)
	}
	q, err := s.Questions.Question(r.Schema, r.Question)
	return []results.Question{q}, results.Refuse(err)
}
