package explorer

import (
	"net/http"
	"slices"
)

// What changes searches: requests of our pages, each with its token.

// startSearch starts one of the kinds.
func (s *Server) startSearch(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		_, t := languageOf(r)
		http.Error(w, t.error(err), http.StatusRequestEntityTooLarge)
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
		http.Error(w, q.says.error(err), http.StatusBadRequest)
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
	err := wrong("runs.nofolder")
	if s.Folder != "" {
		err = s.begin(name, line)
	}
	if err != nil {
		http.Error(w, t.error(err), http.StatusConflict)
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
