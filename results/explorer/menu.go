package explorer

import (
	"slices"

	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// menu are the pages that the navigation shows, in its order, as far as there are such: all others stand under More, or
// under one of these.
var menu = []string{"routine", "play", "shuffles", "check", "findings"}

// ways are those of the navigation, and those under More, as seen from a page.
func (s *Server) ways(from, lang string) (shown, more []view.Link) {
	at := func(name string) view.Link {
		p := view.Link{Name: name, URL: "/" + name}
		if name == routine.View.Name {
			p.URL = "/"
		}
		if lang != "" {
			p.URL += "?lang=" + lang
		}
		return p
	}
	here := from
	for _, v := range s.views {
		if v.Name == from && v.Under != "" {
			here = v.Under
		}
	}
	for _, name := range menu {
		if slices.ContainsFunc(s.views, func(v *view.View) bool { return v.Name == name }) {
			p := at(name)
			p.Here = name == here
			shown = append(shown, p)
		}
	}
	for _, v := range s.views {
		if v.Under == "" && v.Key == "" && !slices.Contains(menu, v.Name) {
			more = append(more, at(v.Name))
		}
	}
	more = append(more, at("record"), at("glossary"))
	for i := range more {
		more[i].Here = more[i].Name == from
	}
	return shown, more
}
