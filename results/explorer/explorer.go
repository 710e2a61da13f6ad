// Package explorer serves pages on which the answers of the program can be looked at and played
// with. A view is a page: a form of fields and, below it, panels. A panel asks a question, which the
// form fills, and draws the record that comes back; the command line that asks the same stands beside
// it, with links to the record as JSON, CSV and text. So a page shows what the command prints, and
// computes nothing.
//
// Every view is a URL: its fields are the parameters, and one GET renders it. What takes longer
// than a moment is asked by POST from the page that shows it, which is told how far the work is,
// and whose going away ends it (job.go). The package knows no engine: what it asks is handed in.
package explorer

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"sync"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/guard"
)

// Answer is what the program answers.
type Answer struct {
	Records []results.Record
	Notes   []string // to bear in mind
}

// How is how questions are asked.
type How struct {
	Names   []string // of the cards; nil for their numbers
	Threads int      // 0 for one on each processor
}

// Program is what the explorer asks.
type Program struct {
	Questions results.Registry
	// Fill is the question that leads to a form of answers, with parameters by the names of their flags and arguments.
	Fill func(schema string, given map[string]any) (results.Question, error)
	// Ask asks questions, one after the other; tell hears how far the answers are.
	Ask func(ctx context.Context, tell func(results.Progress), how How, questions ...results.Question) (Answer, error)
	// Line is the command line that asks a question about cards of these names.
	Line func(names []string, q results.Question) string

	// Orders are the orders of the perfect shuffles of a range of decks, by increasing size.
	Orders func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error
	Known  func() []Known // the records on file
	// OnFile is what a record on file says that is at least as much as the answer to a question would be.
	OnFile func(q results.Question) (results.Record, bool)
	// Distance is what is on record of how far a word, by the models of its letters, leaves n cards from fair.
	Distance func(n int, models []string, word string) (results.OnRecord, bool)
	// Check verifies the text of a record.
	Check    func(ctx context.Context, name string, text []byte, tell func(results.Progress)) (Answer, error)
	Glossary string // of the words that answers use, in Markdown
	// Spell reads a word or an alphabet, in letters that have a model, and in some more.
	Spell func(text, more string) (string, error)
	// Deck reads cards, and their names if they are not numbers.
	Deck func(text string) (deck []int, names []string, err error)
	// Seen counts riffles by their packets: fields of a question, and what a file has for the command.
	Seen func(text string) (counts map[string]any, file string, err error)

	// Decks is the question whether decks, one on each line, are fair, with parameters by the names of their flags.
	Decks func(text string, given map[string]any) (results.Question, error)
	// Heat is by how many standard deviations each cell of decks is off, card by place, and each of as many fair decks.
	Heat func(r results.Fair) (seen, noise [][]float64, err error)

	Public bool   // the pages are for everybody, so that others may frame their embeds
	Base   string // what every address begins with, such as "/dovetail"; "" where the pages have a host to themselves
	Site   string // where the pages are, base and all, such as https://example.org/dovetail; "" for the host that was asked
}

// Server serves the pages of one process.
type Server struct {
	Program
	guard.Guard
	registry
	pages       turns         // of who computes for pages
	longer      turns         // of jobs, which the pages need not wait for
	files       turns         // of downloads
	timeout     time.Duration // how long a page waits for its answers
	headTimeout time.Duration // that the head of a request may come; all of it has twice as long
	served      *http.ServeMux
	static      bool // the page is a file, whose token would be everybody's
}

//go:embed assets
var assets embed.FS

// New is a server of pages at an address.
func New(p Program, at fmt.Stringer) *Server {
	s := &Server{
		Program: p, Guard: guard.New(at), timeout: 10 * time.Second, headTimeout: 5 * time.Second,
		pages: newTurns(), longer: newTurns(), files: newTurns(),
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
	if r.URL.Path == postedAt {
		most = maxPosted
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	s.Pass(w, r, s.route)
}

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if s.has(r.Method, r.URL) || s.has("GET", r.URL) {
		s.served.ServeHTTP(w, r)
		return
	}
	s.missing(w, r)
}

// has reports whether there is a page at an address, as it stands: the mux itself would lead from //example.org to
// /example.org, by way of that host.
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
	w.Write(text)
}

// kindOf is the type of a file by its name, the same on every system.
func kindOf(name string) string { return kinds[path.Ext(name)] }

var kinds = map[string]string{
	".json": "application/json", ".csv": "text/csv; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".png": "image/png", ".svg": "image/svg+xml", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8",
}
