// Package serve answers questions that come as lines of JSON, so that a program of another language
// can keep one process and ask it much. A line is a request, and what comes back are lines too, each
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
// Each request ends with one line that has "done" or "error". Requests are answered side by side, so
// many at a time; others wait. The package knows no engine: what it asks is handed in.
package serve

import (
	"bufio"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/results/fault"
)

// Program is what is asked.
type Program struct {
	Questions results.Registry
	// Read is what a command line asks, without the name of the program.
	Read func(ctx context.Context, line string) ([]results.Question, error)
	// Ask answers questions; tell hears how far the answers are.
	Ask func(ctx context.Context, tell func(results.Progress), questions ...results.Question) ([]results.Record, error)
	// Code is the exit code that the program would have ended with.
	Code func(err error) (code int, says string)

	AtOnce int    // answers at a time
	Token  string // that requests over HTTP must show
}

// Limits of requests.
const (
	maxRequest = 1 << 20 // bytes of one
	maxWaiting = 1000    // requests of one client that are not answered yet
)

// request is a line that comes in.
type request struct {
	ID       json.RawMessage `json:"id"`
	Command  string          `json:"command"`  // either a command line,
	Schema   string          `json:"schema"`   // or the form of the answer
	Question json.RawMessage `json:"question"` // and the question, as records contain it
	Progress bool            `json:"progress"` // whether to say how far the answer is
	Seconds  float64         `json:"seconds"`  // after which it is given up; 0 for never
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
	Left    float64 `json:"left,omitempty"` // as far as one can tell
	Part    string  `json:"part,omitempty"` // at hand
}

// Server answers the requests of all its clients.
type Server struct {
	Program
	turns chan struct{}
}

// New is a server of a program.
func New(p Program) *Server { return &Server{p, make(chan struct{}, max(1, p.AtOnce))} }

// client is where requests come from, and answers go to.
type client struct {
	*Server
	mu      sync.Mutex
	out     *json.Encoder
	flush   func()
	lost    error                         // why no answer can be written any more
	waiting map[string]context.CancelFunc // by id
}

// Lines answers the requests that it reads, and returns once all are answered, or with the error of
// ctx or of writing.
func (s *Server) Lines(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &client{Server: s, out: json.NewEncoder(out), flush: func() {}, waiting: map[string]context.CancelFunc{}}
	if f, ok := out.(http.Flusher); ok {
		c.flush = f.Flush
	}
	c.out.SetEscapeHTML(false)
	var all sync.WaitGroup
	lines := make(chan string)
	ended := make(chan error, 1)
	go func() { // a read cannot be interrupted
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, maxRequest)
		for scan.Scan() {
			select {
			case lines <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
		ended <- scan.Err()
	}()
	for {
		select {
		case line := <-lines:
			if strings.TrimSpace(line) != "" {
				c.take(ctx, &all, line, cancel)
			}
		case err := <-ended:
			if errors.Is(err, bufio.ErrTooLong) {
				err = results.Refuse(fmt.Errorf("a request is longer than %d bytes", maxRequest))
			}
			all.Wait()
			return errors.Join(err, context.Cause(ctx))
		case <-ctx.Done():
			all.Wait()
			return context.Cause(ctx)
		}
	}
}

// take begins to answer a request.
func (c *client) take(ctx context.Context, all *sync.WaitGroup, line string, broken context.CancelCauseFunc) {
	send := func(r reply) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.lost == nil {
			if c.lost = c.out.Encode(r); c.lost != nil {
				broken(c.lost)
			}
			c.flush()
		}
	}
	r, err := read(line)
	refuse := func(err error) {
		code, says := c.Code(err)
		send(reply{ID: r.ID, Error: says, Code: code})
	}
	if err != nil {
		refuse(results.Refuse(err))
		return
	}
	if r.Cancel != nil {
		c.mu.Lock()
		if cancel := c.waiting[string(r.Cancel)]; cancel != nil {
			cancel()
		}
		c.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	if r.Seconds > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(r.Seconds*float64(time.Second)))
	}
	id := string(r.ID)
	c.mu.Lock()
	_, twice := c.waiting[id]
	many := len(c.waiting) >= maxWaiting
	if !twice && !many {
		c.waiting[id] = cancel
	}
	c.mu.Unlock()
	switch {
	case twice:
		cancel()
		refuse(results.Refuse(fmt.Errorf("a request with the id %s is not answered yet", id)))
		return
	case many:
		cancel()
		refuse(fmt.Errorf("%d requests wait already", maxWaiting))
		return
	}
	all.Go(func() {
		defer cancel()
		err := fault.Caught(func() error { return c.answer(ctx, r, send) })
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil {
			err = fmt.Errorf("not answered within %g s", r.Seconds)
		}
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		if err != nil {
			refuse(err)
			return
		}
		send(reply{ID: r.ID, Done: true})
	})
}

// read reads a request.
func read(line string) (r request, err error) {
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return request{}, fmt.Errorf("request: %w", results.Misread(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return r, errors.New("request: unexpected text after it")
	}
	asks := r.Command != "" || r.Schema != "" || r.Question != nil
	switch {
	case r.Cancel != nil && (asks || r.ID != nil):
		return r, errors.New("a request with cancel has nothing else")
	case r.Cancel != nil:
		return r, nil
	case r.ID == nil:
		return r, errors.New("a request needs an id")
	case r.Command != "" && (r.Schema != "" || r.Question != nil):
		return r, errors.New("a request has a command, or a schema and a question")
	case !asks:
		return r, errors.New("a request needs a command, or a schema and a question")
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return r, fmt.Errorf("seconds %g is not from 0 to 1e9", r.Seconds)
	}
	return r, nil
}

// answer answers a request once it has its turn.
func (c *client) answer(ctx context.Context, r request, send func(reply)) error {
	asked, err := c.questions(ctx, r)
	if err != nil {
		return err
	}
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-ctx.Done():
		return ctx.Err()
	}
	records, err := c.Ask(ctx, func(p results.Progress) {
		if r.Progress && ctx.Err() == nil {
			send(reply{ID: r.ID, Progress: &progress{p.Share, p.Seconds, max(0, p.Left), p.Part}})
		}
	}, asked...)
	if err != nil {
		records = results.Known(err) // what is true as it stands, before the error
	}
	for _, record := range records {
		send(reply{ID: r.ID, Record: record})
	}
	return err
}

// questions are those of a request.
func (c *client) questions(ctx context.Context, r request) ([]results.Question, error) {
	if r.Command != "" {
		return c.Read(ctx, r.Command)
	}
	q, err := c.Questions.Question(r.Schema, r.Question)
	return []results.Question{q}, results.Refuse(err)
}

// ServeHTTP answers the lines of a POST to / that shows the token, as long as its client is there. No page
// of a browser can ask: it does not know the token, and is not allowed to send it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	ip := net.ParseIP(host)
	switch {
	case host != "localhost" && (ip == nil || !ip.IsLoopback()):
		http.Error(w, "this server is reached by a name of its machine alone", http.StatusForbidden)
	case subtle.ConstantTimeCompare([]byte(given), []byte(s.Token)) == 0:
		http.Error(w, "the header Authorization: Bearer TOKEN is missing or wrong", http.StatusUnauthorized)
	case r.Method != http.MethodPost || r.URL.Path != "/":
		http.Error(w, "POST lines of JSON to /", http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "application/x-ndjson")
		http.NewResponseController(w).EnableFullDuplex()
		_ = s.Lines(r.Context(), r.Body, w) // who asked is gone
	}
}
