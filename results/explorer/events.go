package explorer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// events are sent to the page that wants an answer. Who computes never waits for who reads: of each kind of
// event the last is kept until it can be written, as a new panel or progress takes the place of the
// one before.
type events struct {
	w     http.ResponseWriter
	some  chan struct{} // there is something to write, or nothing any more
	ended chan struct{}

	mu     sync.Mutex
	next   []event
	closed bool // nothing is sent any more
}

// event is one of them, as the page gets it.
type event struct{ name, text string }

// lastWords is how long a page that has not read its answer yet may take to read it, once all is
// computed.
const lastWords = time.Minute

// newEvents begins to write what is sent.
func newEvents(w http.ResponseWriter) *events {
	e := &events{w: w, some: make(chan struct{}, 1), ended: make(chan struct{})}
	go e.write()
	return e
}

// send sends an event in place of the last one of its name that is not written yet.
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

// wake lets what there is be written.
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
