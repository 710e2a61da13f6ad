package explorer

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"

	"dovetail/results"
)

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
			l.Says, l.Can = t.error(j.err), []string{"go"}
		default:
			l.Can = []string{"go"}
		}
		list = append(list, l)
	}
	order := func(l listed) int { return slices.Index([]string{"runs", "failed", "stopped", "done"}, l.State) }
	slices.SortFunc(list, func(a, b listed) int { return cmp.Or(order(a)-order(b), cmp.Compare(a.Name, b.Name)) })
	return list, nil
}

// shareOf is how far a search was when it ended, or its state was saved.
func (s *Server) shareOf(name string) float64 {
	list, _ := s.kept(english)
	for _, l := range list {
		if l.Name == name {
			return l.Share
		}
	}
	return 0
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
		all.Wrong = t.error(err)
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(all)
}
