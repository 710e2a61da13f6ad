// Package serve answers questions that come as lines of JSON, so that a program in another language
// can keep one process and ask many questions. A line is a request. The replies are lines too, each
// with the id of its request:
//
//	{"id": 1, "command": "score HDR -n 8"}
//	{"id": 2, "schema": "dovetail/orders-deck/2", "question": {"n": 52}, "progress": true, "seconds": 10}
//	{"cancel": 2}
//
//	{"id": 1, "record": {"schema": "dovetail/score/2", ...}}
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
	"strings"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results"
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

// Limits of requests.
const (
	maxRequest = 1 << 20 // bytes of one
	maxWaiting = 1000    // requests that are not answered yet
)

// request is a line that comes in.
type request struct {
	ID       json.RawMessage `json:"id"`
	Command  string          `json:"command"`  // either a command line,
	Schema   string          `json:"schema"`   // or the form of the answer
	Question json.RawMessage `json:"question"` // and the question, as records contain it
	Progress bool            `json:"progress"` // whether to report progress
	Seconds  float64         `json:"seconds"`  // limit of time; 0 for none
	Cancel   json.RawMessage `json:"cancel"`   // the id of a request to give up, with nothing else
}

// reply is a line that goes out.
type reply struct {
	ID       json.RawMessage `json:"id"`
	Record   results.Record  `json:"record,omitempty"`
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
	turns  chan struct{}
	broken context.CancelCauseFunc // cancels all requests
	all    sync.WaitGroup

	mu      sync.Mutex
	out     *json.Encoder
	lost    error                         // why no reply can be written any more
	waiting map[string]context.CancelFunc // by id
}

// Lines answers the requests that it reads, and returns once all are answered, or with the error of
// ctx or of writing.
func (p Program) Lines(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &server{Program: p, turns: make(chan struct{}, max(1, p.AtOnce)), broken: cancel, out: json.NewEncoder(out),
		waiting: map[string]context.CancelFunc{}}
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

// readLines passes on the lines that are not blank, and of a longer one the first maxRequest bytes.
func readLines(ctx context.Context, in io.Reader, lines chan<- string) error {
	r := bufio.NewReaderSize(in, maxRequest)
	for {
		part, err := r.ReadSlice('\n')
		line := string(part)
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n')
		}
		if strings.TrimSpace(line) != "" {
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
	many := len(s.waiting) >= maxWaiting
	if !twice && !many {
		s.waiting[id] = cancel
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
	}
	s.all.Go(func() {
		defer cancel()
		err := fault.Caught(func() error { return s.answer(ctx, r) })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil {
			err = fmt.Errorf("not answered within %g s", r.Seconds)
		}
		s.mu.Lock()
		delete(s.waiting, id)
		s.mu.Unlock()
		if err != nil {
			s.refuse(r.ID, err)
			return
		}
		s.send(reply{ID: r.ID, Done: true})
	})
}

// read reads a request.
func read(line string) (r request, err error) {
	if len(line) >= maxRequest {
		return r, fmt.Errorf("a request is longer than %d bytes", maxRequest)
	}
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return r, fmt.Errorf("request: %w", results.Misread(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return r, errors.New("request: unexpected text after it")
	}
	question := r.Command != "" || r.Schema != "" || r.Question != nil
	switch {
	case r.Cancel != nil && (question || r.ID != nil):
		return r, errors.New("a request with cancel has nothing else")
	case r.Cancel != nil:
		return r, nil
	case r.ID == nil:
		return r, errors.New("a request needs an id")
	case r.Command != "" && (r.Schema != "" || r.Question != nil):
		return r, errors.New("a request has a command, or a schema and a question")
	case !question:
		return r, errors.New("a request needs a command, or a schema and a question")
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return r, fmt.Errorf("seconds %g is not from 0 to 1e9", r.Seconds)
	}
	return r, nil
}

// idOf is the id of a line that is no valid request, as far as the line is JSON; nil if there is
// none.
func idOf(line string) (id json.RawMessage) {
	dec := json.NewDecoder(strings.NewReader(line))
	if begins, err := dec.Token(); err != nil || begins != json.Delim('{') {
		return nil
	}
	for dec.More() {
		var value json.RawMessage
		name, err := dec.Token()
		if err != nil || dec.Decode(&value) != nil {
			return id
		}
		if name, is := name.(string); is && strings.EqualFold(name, "id") {
			id = value
		}
	}
	return id
}

// answer answers a request once it has its turn.
func (s *server) answer(ctx context.Context, r request) error {
	all, err := s.questions(ctx, r)
	if err != nil {
		return err
	}
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return ctx.Err()
	}
	records, err := s.Answer(ctx, func(p results.Progress) {
		if r.Progress && ctx.Err() == nil {
			s.send(reply{ID: r.ID, Progress: &progress{p.Share, p.Seconds, max(0, p.Left), p.Part}})
		}
	}, all...)
	if err != nil {
		records = results.Known(err) // results that are true, before the error
	}
	for _, record := range records {
		s.send(reply{ID: r.ID, Record: record})
	}
	return err
}

// questions are those of a request.
func (s *server) questions(ctx context.Context, r request) ([]results.Question, error) {
	if r.Command != "" {
		return s.Read(ctx, r.Command)
	}
	q, err := s.Questions.Question(r.Schema, r.Question)
	return []results.Question{q}, results.Refuse(err)
}
