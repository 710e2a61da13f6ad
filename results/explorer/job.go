package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// A computation that takes longer than a moment is a job. Its page sends a POST, and the answer to
// that request is a stream of events: progress, then the panel, part by part. The job lives as long
// as the request: closing the page ends the work. A page has one job at a time, and the whole
// server as many as there are processors. Others wait for their turn.

// jobs are the jobs of a server: the limit on how many compute at once, and the pages that have
// one.
type jobs struct {
	turns view.Turns
	mu    sync.Mutex
	busy  map[string]bool // by page
}

// errBusy refuses a second job of a page.
var errBusy = language.Wrong("wrong.busy")

// begin gives a page its only job, until the returned function is called.
func (j *jobs) begin(page string) (end func(), err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.busy[page] {
		return nil, errBusy
	}
	if j.busy == nil {
		j.busy = map[string]bool{}
	}
	j.busy[page] = true
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.busy, page)
	}, nil
}

// posted is the panel of a POST. It is not ok if there is nothing to compute, and the request is
// then answered.
func (s *Server) posted(w http.ResponseWriter, r *http.Request) (v *view.View, p *view.Panel, q view.Values, commands []view.Command, ok bool) {
	v, p, ok = s.find(r.PathValue("view"), r.PathValue("panel"))
	if !ok || p.Commands == nil {
		s.missing(w, r)
		return v, p, q, nil, false
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return v, p, q, nil, false
	}
	q, err := s.Read(r.Context(), v, r)
	if err == nil && p.Posted {
		q.Posted, err = bodyOf(r)
	}
	if err == nil {
		commands, err = p.Run(q)
	}
	if err == nil && len(commands) == 0 {
		err = language.Wrong("wrong.nothing")
	}
	if err != nil {
		http.Error(w, q.Says.Describe(err), statusOf(err))
		return v, p, q, nil, false
	}
	return v, p, q, commands, true
}

// bodyOf is the body of a request as text.
func bodyOf(r *http.Request) (string, error) {
	text, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return "", language.Wrong("check.large")
	}
	return string(text), err
}

// job answers a panel by a job.
func (s *Server) job(w http.ResponseWriter, r *http.Request) {
	v, p, q, commands, ok := s.posted(w, r)
	if !ok {
		return
	}
	end, err := s.begin(s.Page(r))
	if err != nil {
		http.Error(w, q.Says.Describe(err), http.StatusConflict)
		return
	}
	connection := http.NewResponseController(w)
	connection.SetReadDeadline(time.Time{})
	connection.SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	e := newEvents(w)
	defer e.close()
	e.send("waits", nil)
	ctx := r.Context()
	err = func() error {
		defer end() // before the page learns that its job is over, as it sends the next one at once
		done, err := s.jobs.turns.Take(ctx)
		if err != nil {
			return err
		}
		defer done()
		return s.compute(ctx, commands, func(p results.Progress) {
			e.send("progress", map[string]any{"share": p.Share, "says": q.Says.Progress(p), "best": q.Says.SaidAll(p.Best)})
		}, func(all []view.Answer) error {
			var b strings.Builder
			if err := s.drawPanel(ctx, &b, v, p, q, commands, all); err != nil {
				return err
			}
			e.send("panel", s.based(b.String()))
			return nil
		})
	}()
	if err != nil {
		e.send("failed", q.Says.Describe(err))
		return
	}
	e.send("done", nil)
}

// compute answers the commands of a job, one by one, each with the progress of the whole.
func (s *Server) compute(ctx context.Context, commands []view.Command, report func(results.Progress), each func([]view.Answer) error) error {
	begun, at := time.Now(), results.Progress{Left: -1}
	var mu sync.Mutex
	var all []view.Answer
	return fault.Caught(func() error {
		for i, a := range commands {
			age := view.Forever
			if a.Compute != nil {
				age = 0
			}
			computed, err := s.Once(ctx, a.Key, age, func() (view.Answer, error) {
				return s.Find(ctx, a, func(p results.Progress) {
					if len(commands) > 1 {
						p.Share = (float64(i) + p.Share) / float64(len(commands))
						p.Seconds = time.Since(begun).Seconds()
					}
					if i < len(commands)-1 {
						p.Left = -1 // it is about the present part only
					}
					mu.Lock()
					at = language.Onward(at, p)
					p = at
					mu.Unlock()
					report(p)
				})
			})
			if err != nil {
				return cmp.Or(context.Cause(ctx), err)
			}
			all = append(all, computed)
			if err := each(all); err != nil {
				return err
			}
		}
		return nil
	})
}

// events are sent to the page that waits for an answer. Computing never waits for the reader: of
// each kind of event the last is kept until it can be written, as a new panel or progress replaces
// the one before.
type events struct {
	w     http.ResponseWriter
	some  chan struct{} // signals that there is something to write, or that no more will come
	ended chan struct{}

	mu     sync.Mutex
	next   []event
	closed bool // nothing is sent any more
}

// event is one of them, as the page gets it.
type event struct{ name, text string }

// lastWords is how long a page that has not read its answer yet may take to read it, after the
// computation.
const lastWords = time.Minute

// newEvents starts writing the events that are sent.
func newEvents(w http.ResponseWriter) *events {
	e := &events{w: w, some: make(chan struct{}, 1), ended: make(chan struct{})}
	go e.write()
	return e
}

// send sends an event. It replaces the last one of its name that is not written yet.
func (e *events) send(name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	e.next = append(slices.DeleteFunc(e.next, func(old event) bool { return old.name == name }), event{name, string(text)})
	e.wake()
}

// wake lets the pending events be written.
func (e *events) wake() {
	select {
	case e.some <- struct{}{}:
	default:
	}
}

// write writes events until all are written and the stream is closed, or the reader is gone.
func (e *events) write() {
	defer close(e.ended)
	for range e.some {
		e.mu.Lock()
		next, closed := e.next, e.closed
		e.next = nil
		e.mu.Unlock()
		for _, event := range next {
			fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", event.name, event.text)
			if http.NewResponseController(e.w).Flush() != nil {
				return
			}
		}
		if closed {
			return
		}
	}
}

// close waits until all events are written.
func (e *events) close() {
	e.mu.Lock()
	e.closed = true
	e.wake()
	e.mu.Unlock()
	http.NewResponseController(e.w).SetWriteDeadline(time.Now().Add(lastWords))
	<-e.ended
}
