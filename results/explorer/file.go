package explorer

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/fault"
	"dovetail/results/explorer/view"
	"dovetail/results/render"
)

// find is the panel of a name.
func (s *Server) find(name, part string) (*view.View, *view.Panel, bool) {
	for _, v := range s.views {
		if v.Name == name {
			for _, p := range v.Panels {
				if p.Name == part {
					return v, p, true
				}
			}
			return v, nil, false
		}
	}
	return nil, nil, false
}

// file is the record behind a panel in a format, or a picture.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name, ending, named := strings.Cut(r.PathValue("file"), ".")
	v, p, ok := s.find(r.PathValue("view"), name)
	if v != nil && v.Key != "" && (!named || p == nil) { // names of records have points too
		s.homePage(w, r, v, r.PathValue("file"))
		return
	}
	if !ok || !slices.Contains([]string{"json", "csv", "txt", "png"}, ending) {
		s.missing(w, r)
		return
	}
	ctx := r.Context()
	q, err := s.Read(ctx, v, r)
	var commands []view.Command
	if err == nil {
		commands, err = p.Run(q)
	}
	if err != nil {
		http.Error(w, q.Says.Describe(err), statusOf(err))
		return
	}
	w.Header().Set("Content-Type", kindOf("."+ending))
	if p.File != nil && p.Ending == ending {
		err := fault.Caught(func() error {
			all, err := s.Download(ctx, commands...)
			if err != nil {
				return err
			}
			return p.File(ctx, w, q, all)
		})
		if err != nil && ctx.Err() == nil {
			http.Error(w, q.Says.Describe(err), statusOf(err))
		}
		return
	}
	which, err := strconv.Atoi(cmp.Or(r.FormValue("line"), "0"))
	if err != nil || which < 0 || which >= len(commands) || ending == "png" {
		s.missing(w, r)
		return
	}
	all, err := s.Download(ctx, commands[which])
	var b bytes.Buffer
	if err == nil {
		if ending == "txt" {
			ending = "text"
		}
		err = render.Records(&b, ending, all[0].Records...)
	}
	if err != nil {
		http.Error(w, q.Says.Describe(err), statusOf(err))
		return
	}
	b.WriteTo(w)
}
