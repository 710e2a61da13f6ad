// Package explorer serves the pages that show the answers of the program: over HTTP, from a server
// or in the browser, or as files for a static file server. Package view defines a page; views and
// routine are the pages.
//
// Computations that take longer than a moment are jobs: the page sends a POST, gets reports of
// progress, and ends the job when it closes (job.go). The package imports no engine: package
// search/pages passes the answers in.
package explorer

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results/explorer/guard"
	"dovetail/results/explorer/view"
	"dovetail/results/explorer/views"
	"dovetail/results/render"
)

// Server serves the pages of one process.
type Server struct {
	*view.Answers
	guard.Guard
	jobs
	views       []*view.View
	headTimeout time.Duration // limit of time for the head of a request; the whole request has twice as long
	served      *http.ServeMux
	static      bool // the page is a file, whose token everybody would know
}

//go:embed assets
var assets embed.FS

// New is a server of pages at an address.
func New(p view.Program, at fmt.Stringer) *Server {
	s := &Server{
		Answers: view.NewAnswers(p), Guard: guard.New(at), jobs: jobs{turns: view.NewTurns()}, views: views.All(), headTimeout: 5 * time.Second,
	}
	s.served = s.routes()
	return s
}

// routes are all that is served.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /assets/{file}":   s.asset,
		"GET /{$}":             s.home,
		"GET /glossary":        s.glossary,
		"GET /{view}":          s.page,
		"GET /{view}/{file}":   s.file,
		"POST /{view}/{panel}": s.job,
	} {
		mux.HandleFunc(pattern, handler)
	}
	return mux
}

// ServeHTTP implements [http.Handler]: every request passes the guard.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	most := int64(guard.MaxRequest)
	if r.URL.Path == views.PostedAt {
		most = views.MaxPosted
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	s.Pass(w, r, s.route)
}

// route serves a request that has passed the guard.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if s.has(r.Method, r.URL) || s.has("GET", r.URL) {
		s.served.ServeHTTP(w, r)
		return
	}
	s.missing(w, r)
}

// has reports whether there is a page at an address, unchanged: the mux itself would redirect from
// //example.org to /example.org, by way of that host.
func (s *Server) has(method string, at *url.URL) bool {
	_, pattern := s.served.Handler(&http.Request{Method: method, URL: at})
	return pattern != "" && path.Clean(at.EscapedPath()) == at.EscapedPath()
}

// Serve serves until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: s.headTimeout, ReadTimeout: 2 * s.headTimeout,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: guard.MaxRequest,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	var closing sync.WaitGroup
	closing.Go(func() { <-ctx.Done(); server.Close() })
	err := server.Serve(l)
	if errors.Is(err, http.ErrServerClosed) {
		closing.Wait()
		return ctx.Err()
	}
	return err
}

// asset is a file of the pages.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		s.missing(w, r)
		return
	}
	w.Header().Set("Content-Type", kindOf(name))
	if path.Ext(name) == ".woff2" { // the same in all versions
		w.Header().Set("Cache-Control", "max-age=86400")
	}
	w.Write(text)
}

// kindOf is the type of a file by its name, the same on every system.
func kindOf(name string) string { return kinds[path.Ext(name)] }

// kinds are the types of files by the ends of their names.
var kinds = map[string]string{
	".json": "application/json", ".csv": "text/csv; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".png": "image/png", ".svg": "image/svg+xml", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8", ".woff2": "font/woff2",
}

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
	if v != nil && v.Key != "" && (!named || p == nil) { // names of records have dots too
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
