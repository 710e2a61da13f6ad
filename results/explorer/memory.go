package explorer

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// memory has the answers that took a while, so that links to them and the button that saves them
// do not ask again.
type memory struct {
	mu    sync.Mutex
	lines []string // the last asked is the last
	by    map[string]Answer
}

// mostRemembered is how many answers are.
const mostRemembered = 100

func key(line []string) string { return strings.Join(line, "\x00") }

func (m *memory) keep(line []string, a Answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := key(line)
	if m.by == nil {
		m.by = map[string]Answer{}
	}
	if _, there := m.by[k]; there {
		m.lines = slices.DeleteFunc(m.lines, func(other string) bool { return other == k })
	}
	m.lines, m.by[k] = append(m.lines, k), a
	for len(m.lines) > mostRemembered {
		delete(m.by, m.lines[0])
		m.lines = m.lines[1:]
	}
}

func (m *memory) find(line []string) (Answer, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.by[key(line)]
	return a, ok
}

// save keeps the answers of a panel in the catalogue.
func (s *Server) save(w http.ResponseWriter, r *http.Request) {
	_, p, q, lines, ok := s.asked(w, r)
	if !ok {
		return
	}
	if p.slow {
		for _, line := range lines {
			if _, there := s.memory.find(line); !there {
				http.Error(w, q.says.of("save.first"), http.StatusConflict)
				return
			}
		}
	}
	all, err := s.asking(forFile(r.Context()), lines)
	if err == nil && slices.ContainsFunc(all, func(a Answer) bool { return a.Save == nil }) {
		err = wrong("save.none")
	}
	if err != nil {
		http.Error(w, q.says.error(err), http.StatusBadRequest)
		return
	}
	var last int64
	for _, a := range all {
		id, _, err := a.Save(context.WithoutCancel(r.Context()))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		last = id
	}
	fmt.Fprint(w, strconv.FormatInt(last, 10))
}
