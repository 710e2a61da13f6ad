package explorer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/results"
)

// What takes longer than a moment is a job. The page that shows it asks by POST, and the answer to
// that request is a stream of events: progress, then the panel, part by part. The job lives as long
// as the request: who closes the page ends the work. A page has one job at a time, and the whole
// server as many as there are processors; others wait for their turn.

// job is one that runs, or ran not long ago.
type job struct {
	ID      int     `json:"id"`
	Line    string  `json:"line"`
	Link    string  `json:"link"`
	State   string  `json:"state"` // waits, runs, done, stopped, failed
	Share   float64 `json:"share"`
	Says    string  `json:"says"`
	Seconds float64 `json:"seconds"`

	page  string
	begun time.Time
	stop  context.CancelCauseFunc
}

func (j *job) over() bool { return j.State != "waits" && j.State != "runs" }

// jobs are those of this process, the last first.
type jobs struct {
	mu   sync.Mutex
	next int
	all  []*job
}

// remembered is how many jobs are listed.
const remembered = 50

// errs that end a job.
var (
	errStopped = errors.New("stopped")
	errBusy    = errors.New("this page is computing something: stop that, or wait for it")
)

// begin adds a job, if its page has none.
func (all *jobs) begin(j *job) error {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, other := range all.all {
		if other.page == j.page && !other.over() {
			return errBusy
		}
	}
	all.next++
	j.ID, j.State, j.begun = all.next, "waits", time.Now()
	all.all = append([]*job{j}, all.all...)
	for i := len(all.all) - 1; i >= 0 && len(all.all) > remembered; i-- {
		if all.all[i].over() {
			all.all = slices.Delete(all.all, i, i+1)
		}
	}
	return nil
}

// set changes a job.
func (all *jobs) set(j *job, change func()) {
	all.mu.Lock()
	defer all.mu.Unlock()
	change()
	j.Seconds = time.Since(j.begun).Seconds()
}

// end says how a job ended.
func (all *jobs) end(j *job, err error) {
	all.set(j, func() {
		switch {
		case err == nil:
			j.State, j.Share = "done", 1
		case errors.Is(err, context.Canceled), errors.Is(err, errStopped):
			j.State = "stopped"
		default:
			j.State, j.Says = "failed", err.Error()
		}
	})
}

// now are the jobs as they stand.
func (all *jobs) now() []job {
	all.mu.Lock()
	defer all.mu.Unlock()
	list := []job{}
	for _, j := range all.all {
		if !j.over() {
			j.Seconds = time.Since(j.begun).Seconds()
		}
		list = append(list, *j)
	}
	return list
}

// events are sent to the page that asked.
type events struct {
	w      http.ResponseWriter
	mu     sync.Mutex
	closed bool // who is slow to end tells nobody any more
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
	fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, text)
	http.NewResponseController(e.w).Flush()
}

func (e *events) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
}

// asked are the lines that a POST asks for; not ok if it is answered, as they are none.
func (s *Server) asked(w http.ResponseWriter, r *http.Request) (v *view, p *panel, q values, lines [][]string, ok bool) {
	v, p, ok = s.find(r.PathValue("view"), r.PathValue("panel"))
	if !ok || p.lines == nil {
		http.NotFound(w, r)
		return v, p, q, nil, false
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return v, p, q, nil, false
	}
	q, err := s.read(r.Context(), v, r)
	if err == nil {
		lines, err = p.lines(q)
	}
	if err == nil && len(lines) == 0 {
		err = errors.New("there is nothing to ask")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return v, p, q, nil, false
	}
	return v, p, q, lines, true
}

// job answers a panel by a job.
func (s *Server) job(w http.ResponseWriter, r *http.Request) {
	v, p, q, lines, ok := s.asked(w, r)
	if !ok {
		return
	}
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	j := &job{page: s.guard.page(r), stop: stop, Line: s.Line(lines[len(lines)-1]), Link: "/" + v.name + "?" + q.query().Encode() + "#" + p.name}
	if err := s.running.begin(j); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	wire := http.NewResponseController(w)
	wire.SetReadDeadline(time.Time{})
	wire.SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	e := &events{w: w}
	defer e.close()
	e.send("waits", j.ID)
	err := s.run(ctx, j, e, v, p, q, lines)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	s.running.end(j, err)
	if err != nil {
		e.send("failed", err.Error())
		return
	}
	e.send("done", nil)
}

// run asks the lines of a job one after the other, and sends the panel after each.
func (s *Server) run(ctx context.Context, j *job, e *events, v *view, p *panel, q values, lines [][]string) error {
	done, err := s.work(ctx)
	if err != nil {
		return err
	}
	defer done()
	s.running.set(j, func() { j.State = "runs" })
	var all []Answer
	for i, line := range lines {
		a, err := s.Ask(ctx, func(p results.Progress) {
			share, says := (float64(i)+p.Share)/float64(len(lines)), q.says.progress(p)
			s.running.set(j, func() { j.Share, j.Says = share, says })
			e.send("progress", map[string]any{"share": share, "says": says, "best": p.Best})
		}, line...)
		if err != nil {
			return err
		}
		s.memory.keep(line, a)
		all = append(all, a)
		var b strings.Builder
		if err := s.drawPanel(ctx, &b, v, p, q, lines, all); err != nil {
			return err
		}
		e.send("panel", b.String())
	}
	return nil
}

// list is the jobs as JSON.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(s.running.now())
}

// stop ends a job.
func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	s.running.mu.Lock()
	defer s.running.mu.Unlock()
	for _, j := range s.running.all {
		if fmt.Sprint(j.ID) == id {
			j.stop(errStopped)
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	http.NotFound(w, r)
}
