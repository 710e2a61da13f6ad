package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/results"
)

// A search is a command line that keeps its state in a directory of its own. It goes on when the
// page goes away, and when it is stopped, or the explorer ends or is killed, it goes on from its
// state: started again from a page, or by the same command. Its name is its question, so that the
// same question is never searched twice.

// search is one that this process runs or has run.
type search struct {
	line  []string
	state string // as those of jobs
	at    Progress
	says  string // what went wrong
	stop  context.CancelCauseFunc
}

// searches are those of this process, by name.
type searches struct {
	mu     sync.Mutex
	all    map[string]*search
	closed bool
	under  sync.WaitGroup // way
}

// mostSearches is how many go on at once.
const mostSearches = 4

// kinds are the searches that pages start: each is a form with its line, as a panel has it.
var kinds = []*view{
	{name: "longest", fields: []field{
		{name: "n", otherwise: "13", lo: 2, hi: 18}, threads,
	}, panels: []*panel{{lines: asks(func(q values) []string { return q.shared("topswops", "max", q.text("n")) })}}},
	{name: "rank", fields: []field{
		{name: "m", otherwise: "12", lo: 1, hi: 24},
		{name: "n", otherwise: "52", lo: 2, hi: 120},
		{name: "by", otherwise: "tvd", choices: []string{"tvd", "worst", "maxerror", "c", "ew"}}, threads,
	}, panels: []*panel{{lines: asks(func(q values) []string {
		return q.shared("rank", "-n", q.text("n"), "-m", q.text("m"), "--by", q.text("by"))
	})}}},
	{name: "orders", fields: []field{
		{name: "from", otherwise: "3", lo: 3, hi: 1e15},
		{name: "upto", otherwise: "100000000", lo: 3, hi: 1e15}, threads,
	}, panels: []*panel{{lines: func(q values) ([][]string, error) {
		if q.number("upto")-q.number("from") > widest {
			return nil, errors.New(q.says.of("runs.toowide"))
		}
		return [][]string{q.shared("orders", "stats", q.text("from")+".."+q.text("upto"))}, nil
	}}}},
}

// threads is how many a search takes.
var threads = field{name: "threads", says: "runs.threads", otherwise: "0", lo: 0, hi: 256}

// shared is a line with its number of threads, if that is not as usual.
func (q values) shared(line ...string) []string {
	if q.text("threads") != threads.otherwise {
		line = append(line, "--threads", q.text("threads"))
	}
	return line
}

// widest is the widest range of moduli that a page asks for.
const widest = 1_000_000_000

// plainName is what names of directories have.
var plainName = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]{0,120}$`)

// nameOf is the name of a search, whatever its threads.
func nameOf(line []string) string {
	if i := slices.Index(line, "--threads"); i >= 0 {
		line = line[:i]
	}
	name := regexp.MustCompile(`[^0-9A-Za-z.]+`).ReplaceAllString(strings.Join(line, " "), "-")
	return strings.Trim(name, "-.")
}

// begin has a search go on, or start; one that goes on already does so.
func (s *Server) begin(name string, line []string) error {
	all := &s.searches
	all.mu.Lock()
	defer all.mu.Unlock()
	under := 0
	for other, j := range all.all {
		if j.state == "runs" {
			under++
			if other == name {
				return nil
			}
		}
	}
	switch {
	case all.closed:
		return errors.New("the explorer ends")
	case under >= mostSearches:
		return fmt.Errorf("%d searches go on: stop one of them, or give this one to the command: %s", under, s.Line(append(line[:len(line):len(line)], "--resume", "DIR")))
	case all.all == nil:
		all.all = map[string]*search{}
	}
	ctx, stop := context.WithCancelCause(context.Background())
	j := &search{line: line, state: "runs", at: Progress{Left: -1}, stop: stop}
	all.all[name] = j
	all.under.Go(func() {
		defer stop(nil)
		kept := append(line[:len(line):len(line)], "--resume", filepath.Join(s.Folder, name), "--checkpoint-interval", cmp.Or(s.Every, time.Minute).String())
		a, err := s.Ask(ctx, func(p Progress) {
			all.mu.Lock()
			defer all.mu.Unlock()
			j.at = p
		}, kept...)
		if err == nil {
			s.memory.keep(line, a)
		}
		all.mu.Lock()
		defer all.mu.Unlock()
		j.at.Left = -1
		switch {
		case err == nil:
			j.state, j.at.Share = "done", 1
		case ctx.Err() != nil:
			j.state = "stopped"
		default:
			j.state, j.says = "failed", err.Error()
		}
	})
	return nil
}

// halted stops a search of this process.
func (all *searches) halted(name string) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	j := all.all[name]
	if j == nil {
		return false
	}
	j.stop(errStopped)
	return true
}

// close stops them all, and waits until their states are saved.
func (all *searches) close() {
	all.mu.Lock()
	all.closed = true
	for _, j := range all.all {
		j.stop(errStopped)
	}
	all.mu.Unlock()
	all.under.Wait()
}

// listed is a search as pages show it.
type listed struct {
	Name  string   `json:"name"`
	Of    string   `json:"of"` // here, or cluster
	Line  string   `json:"line"`
	State string   `json:"state"`
	Share float64  `json:"share"`
	Says  string   `json:"says"`
	Best  []string `json:"best"`
	Can   []string `json:"can"` // what can be done about it: stop, go, or show its answer
}

// kept are the searches of this machine, those under way first, by name.
func (s *Server) kept(t language) (list []listed, err error) {
	var onDisk []results.Job
	if s.Folder != "" && s.Kept != nil {
		if onDisk, err = s.Kept(); err != nil {
			return nil, err
		}
	}
	s.searches.mu.Lock()
	defer s.searches.mu.Unlock()
	for _, k := range onDisk {
		if s.searches.all[k.Job] != nil || !plainName.MatchString(k.Job) {
			continue
		}
		l := listed{Name: k.Job, Of: "here", Line: s.Line(k.Command), State: k.State, Share: k.Share, Says: t.tasks(k)}
		switch k.State {
		case "running":
			l.State, l.Says = "runs", t.of("runs.elsewhere")+" · "+l.Says
		case "done":
			l.Can = []string{"read"}
		default:
			l.Can = []string{"go"}
		}
		list = append(list, l)
	}
	for name, j := range s.searches.all {
		l := listed{Name: name, Of: "here", Line: s.Line(j.line), State: j.state, Share: j.at.Share, Says: t.progress(j.at), Best: j.at.Best}
		switch j.state {
		case "runs":
			l.Can = []string{"stop"}
		case "done":
			l.Says, l.Can = "", []string{"read"}
			if _, there := s.memory.find(j.line); there {
				l.Can = []string{"show"}
			}
		case "failed":
			l.Says, l.Can = j.says, []string{"go"}
		default:
			l.Can = []string{"go"}
		}
		list = append(list, l)
	}
	order := func(l listed) int { return slices.Index([]string{"runs", "failed", "stopped", "done"}, l.State) }
	slices.SortFunc(list, func(a, b listed) int { return cmp.Or(order(a)-order(b), cmp.Compare(a.Name, b.Name)) })
	return list, nil
}

// lineOf is the command line of a search, and whether its answer is at hand.
func (s *Server) lineOf(name string) (line []string, answered, ok bool) {
	s.searches.mu.Lock()
	if j := s.searches.all[name]; j != nil {
		line = j.line
	}
	s.searches.mu.Unlock()
	if line == nil && s.Kept != nil {
		onDisk, err := s.Kept()
		i := slices.IndexFunc(onDisk, func(k results.Job) bool { return k.Job == name })
		if err != nil || i < 0 {
			return nil, false, false
		}
		line = onDisk[i].Command
	}
	_, answered = s.memory.find(line)
	return line, answered, line != nil
}

// listSearches is all searches as JSON: of this machine, and of the cluster.
func (s *Server) listSearches(w http.ResponseWriter, r *http.Request) {
	_, t := languageOf(r)
	var all struct {
		Here    []listed `json:"here"`
		Cluster []listed `json:"cluster"`
		Wrong   string   `json:"wrong"`
	}
	var err error
	if all.Here, err = s.kept(t); err == nil && s.Cluster != nil {
		all.Cluster, err = s.distant.list(r.Context(), s, t)
	}
	if err != nil {
		all.Wrong = err.Error()
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(all)
}

// startSearch starts one of the kinds.
func (s *Server) startSearch(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	i := slices.IndexFunc(kinds, func(k *view) bool { return k.name == r.FormValue("search") })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	q, err := s.read(r.Context(), kinds[i], r)
	var lines [][]string
	if err == nil {
		lines, err = kinds[i].panels[0].lines(q)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.begun(w, q.says, nameOf(lines[0]), lines[0])
}

// goOn has a search go on from its state.
func (s *Server) goOn(w http.ResponseWriter, r *http.Request) {
	_, t := languageOf(r)
	name := r.FormValue("name")
	line, _, ok := s.lineOf(name)
	if !ok || !plainName.MatchString(name) {
		http.NotFound(w, r)
		return
	}
	s.begun(w, t, name, line)
}

// begun answers a request that has a search start or go on.
func (s *Server) begun(w http.ResponseWriter, t language, name string, line []string) {
	err := errors.New(t.of("runs.nofolder"))
	if s.Folder != "" {
		err = s.begin(name, line)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// halt stops a search, whose state is saved: of this process, or of the cluster.
func (s *Server) halt(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	switch {
	case r.FormValue("of") == "cluster" && s.Cluster != nil:
		if _, err := s.distant.ask(r.Context(), s, name); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
	case !s.searches.halted(name):
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// distant are the searches of a cluster, as they were a moment ago: pages ask every second.
type distant struct {
	mu   sync.Mutex
	at   time.Time
	jobs results.Jobs
	err  error
}

// moment is how old a list of the cluster may be, and patience how long one is waited for.
const (
	moment          = 3 * time.Second
	clusterPatience = 5 * time.Second
)

// ask asks the servers, after a search was stopped if it has a name.
func (d *distant) ask(ctx context.Context, s *Server, stop string) (results.Jobs, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if stop == "" && time.Since(d.at) < moment {
		return d.jobs, d.err
	}
	ctx, done := context.WithTimeout(ctx, clusterPatience)
	defer done()
	d.jobs, d.err = s.Cluster(ctx, stop, "")
	d.at = time.Now()
	return d.jobs, d.err
}

func (d *distant) list(ctx context.Context, s *Server, t language) (list []listed, err error) {
	all, err := d.ask(ctx, s, "")
	for _, j := range all.Jobs {
		l := listed{Name: j.Job, Of: "cluster", Line: j.Engine + " " + j.Params, State: j.State, Share: j.Share, Says: t.ofCluster(j), Best: j.Best}
		switch j.State {
		case "running":
			l.State, l.Can = "runs", []string{"stop"}
		case "waiting", "silent":
			l.State = "stopped"
		}
		list = append(list, l)
	}
	return list, err
}
