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
	"dovetail/results/fault"
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
	at    results.Progress // of one that runs
	err   error            // of one that failed
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
	errStopped = wrong("stopped")
	errBusy    = wrong("wrong.busy")
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
			j.State, j.err = "failed", err
		}
	})
}

// now are the jobs as they stand, in the language of who asks.
func (all *jobs) now(t language) []job {
	all.mu.Lock()
	defer all.mu.Unlock()
	list := []job{}
	for _, j := range all.all {
		if !j.over() {
			j.Seconds = time.Since(j.begun).Seconds()
		}
		shown := *j
		switch {
		case j.State == "runs":
			shown.Says = t.progress(j.at)
		case j.err != nil:
			shown.Says = t.error(j.err)
		}
		list = append(list, shown)
	}
	return list
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
		err = wrong("wrong.nothing")
	}
	if err != nil {
		http.Error(w, q.says.error(err), http.StatusBadRequest)
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
		http.Error(w, q.says.error(err), http.StatusConflict)
		return
	}
	wire := http.NewResponseController(w)
	wire.SetReadDeadline(time.Time{})
	wire.SetWriteDeadline(time.Time{})
	defer wire.SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	e := newEvents(w)
	defer e.close()
	e.send("waits", j.ID)
	err := fault.Caught(func() error { return s.run(ctx, j, e, v, p, q, lines) })
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	s.running.end(j, err)
	if err != nil {
		e.send("failed", q.says.error(err))
		return
	}
	e.send("done", nil)
}

// run asks the lines of a job one after the other, and sends the panel after each.
func (s *Server) run(ctx context.Context, j *job, e *events, v *view, p *panel, q values, lines [][]string) error {
	done, err := s.longer.take(ctx)
	if err != nil {
		return err
	}
	defer done()
	begun := time.Now()
	s.running.set(j, func() { j.State = "runs" })
	var all []Answer
	var now results.Progress
	for i, line := range lines {
		a, err := s.Ask(ctx, func(p results.Progress) {
			p.Share = (float64(i) + p.Share) / float64(len(lines))
			p.Seconds = time.Since(begun).Seconds()
			if i < len(lines)-1 {
				p.Left = -1 // what it knows of is the line at hand
			}
			now = onward(now, p)
			s.running.set(j, func() { j.Share, j.at = now.Share, now })
			e.send("progress", map[string]any{"share": now.Share, "says": q.says.progress(now), "best": now.Best})
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
	_, t := languageOf(r)
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(s.running.now(t))
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
