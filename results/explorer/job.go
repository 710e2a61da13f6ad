package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results"
)

// What takes longer than a moment is a job. The page that shows it asks by POST, and the answer to
// that request is a stream of events: progress, then the panel, part by part. The job lives as long
// as the request: who closes the page ends the work. A page has one job at a time, and the whole
// server as many as there are processors; others wait for their turn.

// posted is what a POST asks for; not ok if it is answered, as that is nothing.
func (s *Server) posted(w http.ResponseWriter, r *http.Request) (v *view, p *panel, q values, asks []ask, ok bool) {
	v, p, ok = s.find(r.PathValue("view"), r.PathValue("panel"))
	if !ok || p.asks == nil {
		s.missing(w, r)
		return v, p, q, nil, false
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return v, p, q, nil, false
	}
	q, err := s.read(r.Context(), v, r)
	if err == nil && p.posted {
		q.posted, err = bodyOf(r)
	}
	if err == nil {
		asks, err = p.questions(q)
	}
	if err == nil && len(asks) == 0 {
		err = wrong("wrong.nothing")
	}
	if err != nil {
		http.Error(w, q.says.error(err), statusOf(err))
		return v, p, q, nil, false
	}
	return v, p, q, asks, true
}

// job answers a panel by a job.
func (s *Server) job(w http.ResponseWriter, r *http.Request) {
	v, p, q, asks, ok := s.posted(w, r)
	if !ok {
		return
	}
	end, err := s.begin(s.Page(r))
	if err != nil {
		http.Error(w, q.says.error(err), http.StatusConflict)
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
		defer end() // before the page learns that its job is over, as it asks for the next one at once
		done, err := s.longer.take(ctx)
		if err != nil {
			return err
		}
		defer done()
		return s.compute(ctx, asks, func(p results.Progress) {
			e.send("progress", map[string]any{"share": p.Share, "says": q.says.progress(p), "best": q.says.best(p.Best)})
		}, func(all []Answer) error {
			var b strings.Builder
			if err := s.drawPanel(ctx, &b, v, p, q, asks, all); err != nil {
				return err
			}
			e.send("panel", s.based(b.String()))
			return nil
		})
	}()
	if err != nil {
		e.send("failed", q.says.error(err))
		return
	}
	e.send("done", nil)
}

// compute answers what a job asks, part by part, each with the progress of the whole.
func (s *Server) compute(ctx context.Context, asks []ask, report func(results.Progress), each func([]Answer) error) error {
	begun, at := time.Now(), results.Progress{Left: -1}
	var mu sync.Mutex
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
					mu.Lock()
					at = onward(at, p)
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

// events are sent to the page that asked. Who computes never waits for who reads: of each kind of
// event the last is kept until it can be written, as a new panel or progress takes the place of the
// one before.
type events struct {
	w     http.ResponseWriter
	some  chan struct{} // there is something to write, or nothing any more
	ended chan struct{}

	mu     sync.Mutex
	next   []event
	closed bool // who is slow to end tells nobody any more
}

type event struct{ name, text string }

// lastWords is how long a page that has not read yet what it asked for may take to read it, once all
// is computed.
const lastWords = time.Minute

func newEvents(w http.ResponseWriter) *events {
	e := &events{w: w, some: make(chan struct{}, 1), ended: make(chan struct{})}
	go e.write()
	return e
}

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

func (e *events) wake() {
	select {
	case e.some <- struct{}{}:
	default:
	}
}

// write writes what there is until all is written and the events are closed, or nobody reads them.
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

// close waits until all is written.
func (e *events) close() {
	e.mu.Lock()
	e.closed = true
	e.wake()
	e.mu.Unlock()
	http.NewResponseController(e.w).SetWriteDeadline(time.Now().Add(lastWords))
	<-e.ended
}
