package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/web"
)

// A search is a question that keeps its state in a directory of its own. It continues when its page is
// closed, and when it is stopped, or the explorer ends or is killed, it resumes from its state: started
// again from a page, or by the same command. Its name is its question, so that the same question is never
// searched twice.

// Search is one with a state in the folder.
type Search struct {
	Name      string
	Label     string // what its user calls it, or ""
	State     string // running (in another process), stopped, or done
	Share     float64
	Tasks     uint64
	Threads   int // 0 for one on each processor
	Questions []results.Question
}

// kinds are the searches that pages start: each is a form with its question, as a panel has it.
var kinds = []*view{
	{name: "longest", fields: []field{
		{name: "n", byDefault: "13", lo: 2, hi: 18}, labelField, threads,
	}, panels: []*panel{{asks: one(results.TopswopsMaxSchema, func(q values) fields { return longest(q.number("n")) })}}},
	{name: "rank", fields: []field{
		{name: "m", byDefault: "7", lo: 1, hi: 24},
		{name: "n", byDefault: "52", lo: 2, hi: 120},
		{name: "by", byDefault: "decks", choices: rankings}, labelField, threads,
	}, letters: true, panels: []*panel{{asks: func(q values) ([]ask,
		error) {
		return q.ranking(paper, 10, 10*time.Minute)
	}}}},
	{name: "tvd", fields: append(slices.Clone(wordFields),
		field{name: "minutes", byDefault: "10", lo: 1, hi: 10_000}, labelField, threads), letters: true,
		panels: []*panel{{asks: one(results.TVDSchema, func(q values) fields {
			return with(q.own(q.text("word")), fields{"walks": 2, "finer": true, "both": true, "width": 0.01, "delta": 1e-6,
				"seed": 1, "nanoseconds": q.number("minutes") * int64(time.Minute)})
		})}}},
	{name: "hands", fields: []field{
		{name: "switch", byDefault: "13/20", form: plainForm}, {name: "n", byDefault: "52", lo: 2, hi: 128},
		{name: "most", byDefault: "10", lo: 1, hi: mostHands},
		{name: "minutes", byDefault: "10", lo: 1, hi: 10_000}, labelField, threads,
	}, panels: []*panel{{asks: one(results.HandsSchema, func(q values) fields {
		return fields{"n": q.number("n"), "riffle": "clumpy(switch=" + q.text("switch") + ")", "max": q.number("most"),
			"width": 0.03, "finer": true, "both": true, "priced": true, "early": true, "delta": 1e-6, "seed": 1,
			"nanoseconds": q.number("minutes") * int64(time.Minute)}
	})}}},
	{name: "records", fields: []field{
		{name: "from", byDefault: "18", lo: 2, hi: 97}, {name: "upto", byDefault: "30", lo: 2, hi: 97},
		{name: "rounds", byDefault: "10", lo: 1, hi: 12}, labelField, threads,
	}, panels: []*panel{{asks: one(results.TopswopsRecordsSchema, func(q values) fields {
		return fields{"from": q.number("from"), "to": q.number("upto"), "seed": 1, "rounds": q.number("rounds")}
	})}}},
	{name: "orders", fields: []field{
		{name: "from", byDefault: "3", lo: 3, hi: 1e15},
		{name: "upto", byDefault: "100000000", lo: 3, hi: 1e15}, labelField, threads,
	}, panels: []*panel{{asks: func(q values) ([]ask, error) {
		if q.number("upto")-q.number("from") > maxRange {
			return nil, wrong("runs.toowide")
		}
		return each(q, results.OrdersStatsSchema, fields{"from": q.number("from"), "to": q.number("upto")})
	}}}},
}

func init() {
	for _, k := range kinds {
		for i, f := range k.fields {
			k.fields[i].says = cmp.Or(f.says, "runs."+k.name+"."+f.name)
		}
	}
}

// wordFields are those of a search about one word.
var wordFields = []field{
	{name: "word", byDefault: "RRRRDRR", letters: 20, word: true}, {name: "n", byDefault: "52", lo: 2, hi: 120},
}

// labelField is what its user calls a search: any text, which is shown as it is.
var labelField = field{name: "label", says: "runs.label", form: form{pattern(`^\PC{1,60}$`), "form.label"}}

// threads is how many a search takes.
var threads = field{name: "threads", says: "runs.threads", byDefault: "0", lo: 0, hi: 256}

// maxRange is the widest range of moduli that a page asks for.
const maxRange = 1_000_000_000

// plainName is what names of directories have.
var plainName = form{pattern(`^[0-9A-Za-z][0-9A-Za-z._-]{0,120}$`), "form.name"}

var unnamed = regexp.MustCompile(`[^0-9A-Za-z.]+`)

// nameOf is the name of a search.
func nameOf(a ask) string {
	return strings.Trim(unnamed.ReplaceAllString(strings.TrimPrefix(a.line, "dovetail "), "-"), "-.")
}

// stored are the searches in the folder.
func (s *Server) stored() (all []Search, err error) {
	if s.Folder == "" || s.Searches == nil {
		return nil, nil
	}
	if all, err = s.Searches(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(found Search) bool { return !plainName.matches(found.Name) }), nil
}

// search is what a search asks, by its name, and how far its state is.
func (s *Server) search(name string) (a ask, share float64, ok bool) {
	if r, ok := s.named(name); ok && r.page == "" {
		return r.asked, r.at.Share, true
	}
	all, _ := s.stored()
	for _, found := range all {
		if found.Name == name {
			return s.put(How{Threads: found.Threads}, found.Questions...), found.Share, true
		}
	}
	return ask{}, 0, false
}

// listed is what is computed as pages show it.
type listed struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Of      string   `json:"of"` // page, here, or cluster
	Line    string   `json:"line"`
	Link    string   `json:"link"`
	State   string   `json:"state"`
	Share   float64  `json:"share"`
	Says    string   `json:"says"`
	Seconds float64  `json:"seconds"`
	Best    []string `json:"best"`
	Can     []string `json:"can"` // what can be done about it: stop, go, read or show its answer, delete
}

// listed is a run in the language of who asks.
func (r run) listed(s *Server, t language) listed {
	l := listed{
		Name: r.name, Label: r.label, Of: "here", Line: r.asked.line, Link: r.link, State: r.state,
		Share: r.at.Share, Best: t.best(r.at.Best),
		Says: t.progress(r.at), Seconds: time.Since(r.begun).Seconds(), Can: []string{"go", "delete"},
	}
	if r.page != "" {
		l.Of = "page"
	}
	if r.over() {
		l.Seconds = r.ended.Sub(r.begun).Seconds()
	}
	switch r.state {
	case "waits", "runs":
		l.Can = []string{"stop"}
	case "done":
		l.Says, l.Can = "", []string{"read", "delete"}
		if s.remembers(r.asked.key) {
			l.Can[0] = "show"
		}
	case "failed":
		l.Says = t.error(r.err)
	}
	return l
}

// list is all that is computed: for pages, on this machine and on the cluster, searches that run first.
func (s *Server) list(ctx context.Context, t language) (all []listed, err error) {
	onDisk, err := s.stored()
	s.mu.Lock()
	runs := make([]run, len(s.runs))
	for i, r := range s.runs {
		runs[i] = *r
	}
	s.mu.Unlock()
	labels := map[string]string{}
	for _, found := range onDisk {
		labels[found.Name] = found.Label
	}
	known := map[string]bool{}
	for _, r := range runs {
		r.label = cmp.Or(labels[r.name], r.label)
		all, known[r.name] = append(all, r.listed(s, t)), true
	}
	for _, found := range onDisk {
		if known[found.Name] {
			continue
		}
		l := listed{Name: found.Name, Label: found.Label, Of: "here", Line: s.put(How{}, found.Questions...).line, State: found.State,
			Share: found.Share, Says: t.tasks(found.Tasks)}
		switch found.State {
		case "running":
			l.State, l.Says = "runs", t.of("runs.elsewhere")+" · "+l.Says
		case "done":
			l.Can = []string{"read", "delete"}
		default:
			l.Can = []string{"go", "delete"}
		}
		all = append(all, l)
	}
	order := func(l listed) int {
		if l.Of == "page" {
			return -1 // as they come
		}
		return slices.Index([]string{"runs", "failed", "stopped", "done"}, l.State)
	}
	slices.SortStableFunc(all, func(a, b listed) int {
		if order(a) < 0 && order(b) < 0 {
			return 0
		}
		return cmp.Or(order(a)-order(b), cmp.Compare(a.Name, b.Name))
	})
	if s.Cluster != nil && err == nil {
		var there results.Jobs
		there, err = s.cluster(ctx, "", clusterAge)
		for _, j := range there.Jobs {
			all = append(all, ofCluster(j, t))
		}
	}
	return all, err
}

// clusterAge is how old a list of the cluster may be, as pages ask every second, and clusterTimeout how long
// one is waited for.
const (
	clusterAge     = 3 * time.Second
	clusterTimeout = 5 * time.Second
)

// cluster is the searches of a cluster, after one was stopped if it has a name.
func (s *Server) cluster(ctx context.Context, stop string, age time.Duration) (results.Jobs, error) {
	a, err := s.once(ctx, "cluster", age, func() (Answer, error) {
		ctx, done := context.WithTimeout(ctx, clusterTimeout)
		defer done()
		jobs, err := s.Cluster(ctx, stop, "")
		return Answer{Records: []results.Record{jobs}}, err
	})
	if err != nil {
		return results.Jobs{}, err
	}
	return a.Records[0].(results.Jobs), nil
}

func ofCluster(j results.Job, t language) listed {
	l := listed{Name: j.Job, Of: "cluster", Line: j.Engine + " " + j.Params, State: j.State, Share: j.Share,
		Says: t.ofCluster(j), Best: t.best(j.Best)}
	switch j.State {
	case "running":
		l.State, l.Can = "runs", []string{"stop"}
	case "waiting", "silent":
		l.State = "stopped"
	}
	return l
}

// listRuns is the list as JSON.
func (s *Server) listRuns(w web.Response, r *web.Request) {
	_, t := languageOf(r)
	var all struct {
		Runs  []listed `json:"runs"`
		Wrong string   `json:"wrong"`
	}
	var err error
	if all.Runs, err = s.list(r.Context(), t); err != nil {
		all.Wrong = t.error(err)
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(all)
}

// startSearch starts one of the kinds.
func (s *Server) startSearch(w web.Response, r *web.Request) {
	if err := r.ParseForm(); err != nil {
		_, t := languageOf(r)
		web.Error(w, t.error(err), web.TooLarge)
		return
	}
	i := slices.IndexFunc(kinds, func(k *view) bool { return k.name == r.FormValue("search") })
	if i < 0 {
		noSearch(w, r)
		return
	}
	q, err := s.read(r.Context(), kinds[i], r)
	var asks []ask
	if err == nil {
		asks, err = kinds[i].panels[0].questions(q)
	}
	if err != nil {
		web.Error(w, q.says.error(err), statusOf(err))
		return
	}
	asks[0].how.Threads = int(q.number(threads.name))
	s.start(w, q.says, run{name: nameOf(asks[0]), label: q.text(labelField.name), asked: asks[0]})
}

// noSearch says that there is no such search.
func noSearch(w web.Response, r *web.Request) {
	_, t := languageOf(r)
	web.Error(w, t.of("runs.unknown"), web.NotThere)
}

// resumeSearch has a search continue from its state.
func (s *Server) resumeSearch(w web.Response, r *web.Request) {
	_, t := languageOf(r)
	name := r.FormValue("name")
	a, share, ok := s.search(name)
	if !ok {
		noSearch(w, r)
		return
	}
	s.start(w, t, run{name: name, asked: a, at: results.Progress{Share: share}})
}

// labelSearch has a search be called something else, or nothing.
func (s *Server) labelSearch(w web.Response, r *web.Request) {
	_, t := languageOf(r)
	name, label := r.FormValue("name"), strings.TrimSpace(r.FormValue("label"))
	if _, _, ok := s.search(name); !ok || s.Label == nil || !plainName.matches(name) {
		noSearch(w, r)
		return
	}
	err := labelField.check(labelled(labelField.says), label)
	if err == nil {
		err = s.Label(name, label)
	}
	if err != nil {
		web.Error(w, t.error(err), web.BadRequest)
		return
	}
	s.setLabel(name, label)
	w.WriteHeader(web.NoContent)
}

// start answers a request that has a search start or continue; one that runs does so already.
func (s *Server) start(w web.Response, t language, r run) {
	err := wrong("runs.nofolder")
	if s.Folder != "" {
		ctx, stop := context.WithCancelCause(context.Background())
		r.asked.how.Dir = filepath.Join(s.Folder, r.name)
		r.state, r.at.Left, r.stop = "runs", -1, stop
		if err = s.begin(&r); err == nil {
			if r.label != "" && s.Label != nil {
				if err = s.Label(r.name, r.label); err != nil {
					s.end(&r, err)
					web.Error(w, t.error(err), web.Conflict)
					return
				}
			}
			s.active.Go(func() {
				defer stop(nil)
				s.compute(ctx, &r, []ask{r.asked}, func(results.Progress) {}, func([]Answer) error { return nil })
			})
		}
	}
	if err != nil && err != errRuns {
		web.Error(w, t.error(err), web.Conflict)
		return
	}
	w.WriteHeader(web.NoContent)
}

// removeSearch deletes a search that does not run, with its state.
func (s *Server) removeSearch(w web.Response, r *web.Request) {
	_, t := languageOf(r)
	name := r.FormValue("name")
	if _, _, ok := s.search(name); !ok || s.Remove == nil || !plainName.matches(name) {
		noSearch(w, r)
		return
	}
	err := wrong("runs.running")
	if s.forget(name) {
		err = s.Remove(name)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // one that failed before it had a state is none
		web.Error(w, t.error(err), web.Conflict)
		return
	}
	w.WriteHeader(web.NoContent)
}

// stop ends a run of this process, or a search of the cluster, whose state is saved.
func (s *Server) stop(w web.Response, r *web.Request) {
	name := r.FormValue("name")
	if r.FormValue("of") == "cluster" && s.Cluster != nil {
		if _, err := s.cluster(r.Context(), name, 0); err != nil {
			web.Error(w, err.Error(), web.BadGateway)
			return
		}
	} else if found, ok := s.named(name); ok {
		found.stop(errStopped)
	} else {
		noSearch(w, r)
		return
	}
	w.WriteHeader(web.NoContent)
}
