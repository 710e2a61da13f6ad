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
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dovetail/results"
	"dovetail/results/catalogue"
)

// Answer is what the program answers.
type Answer struct {
	Records []results.Record
	Notes   []string // to bear in mind
	// Manifest is how a record of the catalogue came about.
	Manifest *results.Entry

	// Save stores it in the catalogue, and says under which number. It is nil for what is not stored.
	Save func(ctx context.Context) (id int64, err error)
}

// How is how questions are asked.
type How struct {
	Names   []string // of the cards; nil for their numbers
	Threads int      // 0 for one on each processor
	Dir     string   // of the state; "" for none
}

// Program is what the explorer asks.
type Program struct {
	Questions results.Registry
	// Ask asks questions, one after the other; tell hears how far the answers are.
	Ask func(ctx context.Context, tell func(results.Progress), how How, questions ...results.Question) (Answer, error)
	// Line is the command line that asks a question about cards of these names.
	Line func(names []string, q results.Question) string

	// List is a part of the catalogue, with the records or without, and Verify checks it. Store is where it
	// is, as command lines say it.
	List   func(ctx context.Context, f catalogue.Filter, records bool) (results.Listing, error)
	Verify func(ctx context.Context, f catalogue.Filter, tell func(results.Progress)) (Answer, error)
	Store  string

	// Orders are the orders of the perfect shuffles of a range of decks, by increasing size.
	Orders func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error
	Known  func() []Known // the records on file
	// Check verifies the text of a record.
	Check    func(ctx context.Context, name string, text []byte, tell func(results.Progress)) (Answer, error)
	Glossary string // of the words that answers use, in Markdown
	// Spell reads a word or an alphabet, in letters that have a model.
	Spell func(text string) (string, error)
	// Deck reads cards, and their names if they are not numbers.
	Deck func(text string) (deck []int, names []string, err error)
	// Values reads how many of n cards have each value.
	Values func(text string, n int) ([]int, error)
	// Seen counts riffles by their packets: fields of a question, and what a file has for the command.
	Seen func(text string) (counts map[string]any, file string, err error)

	Folder   string                   // in which searches have their states, a directory each; none if empty
	Searches func() ([]Search, error) // those there

	Public bool // the pages are for everybody, so that others may frame their embeds

	Servers string // of a cluster; none if empty
	Cluster func(ctx context.Context, stop, forget string) (results.Jobs,
		error) // the searches there, after one was stopped
}

// Server serves the pages of one process.
type Server struct {
	Program
	guard
	registry
	pages       turns         // of who computes for pages
	longer      turns         // of jobs, which the pages need not wait for
	files       turns         // of downloads
	timeout     time.Duration // how long a page waits for its answers
	headTimeout time.Duration // that the head of a request may come; all of it has twice as long
	mux         *http.ServeMux
}

//go:embed assets
var assets embed.FS

// New is a server of pages at an address.
func New(p Program, at net.Addr) *Server {
	s := &Server{
		Program: p, guard: newGuard(at), timeout: 10 * time.Second, headTimeout: 5 * time.Second, mux: http.NewServeMux(),
		pages: newTurns(), longer: newTurns(), files: newTurns(),
	}
	for pattern, handler := range s.routes() {
		s.mux.HandleFunc(pattern, handler)
	}
	return s
}

// routes are all that is served.
func (s *Server) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"GET /assets/{file}":   http.FileServerFS(assets).ServeHTTP,
		"GET /{$}":             s.home,
		"GET /glossary":        s.glossary,
		"GET /{view}":          s.page,
		"GET /{view}/{file}":   s.file,
		"POST /{view}/{panel}": s.job,
		"GET /runs/list":       s.listRuns,
		"POST /runs/start":     s.startSearch,
		"POST /runs/go":        s.resumeSearch,
		"POST /runs/stop":      s.stop,

		"POST /{view}/{panel}/save": s.save,
	}
}

// Close stops what goes on, and waits until its state is saved.
func (s *Server) Close() { s.close() }

// ServeHTTP implements [http.Handler]: every request passes the guard.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.guard.pass(w, r, s.mux) }

// Serve serves until ctx is done, and closes the server.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: s.headTimeout, ReadTimeout: 2 * s.headTimeout,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: maxRequest,
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

// A server on this machine can be reached by any page that its user opens elsewhere. So a request
// is served only under a name of this server (a page whose name was pointed here has another), not
// for pages of other origins, and changes need a token that only our pages have. Where others than
// this machine can reach the server, the link's key lets the first browser in that shows it.

// maxRequest is the size of the largest head or body of a request.
const maxRequest = 32 << 10

// policy allows what the pages need: their own files, no script or style within a page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type guard struct {
	at     string // where we listen
	port   string
	open   bool // others than this machine can reach us
	secret []byte
	key    *atomic.Pointer[string] // of the link, until it is used
	let    string                  // cookie of who used it
}

func newGuard(at net.Addr) guard {
	host, port, _ := net.SplitHostPort(at.String())
	ip := net.ParseIP(host)
	g := guard{at: at.String(), port: port, open: ip == nil || !ip.IsLoopback(), secret: []byte(rand.Text()),
		key: new(atomic.Pointer[string])}
	if g.open {
		key := rand.Text()
		g.key.Store(&key)
		g.let = rand.Text()
		if ip != nil && ip.IsUnspecified() {
			if name, err := os.Hostname(); err == nil {
				g.at = net.JoinHostPort(name, port)
			}
		}
	}
	return g
}

// Link opens the explorer.
func (g *guard) Link() string {
	link := "http://" + g.at + "/"
	if key := g.key.Load(); key != nil {
		link += "?key=" + *key
	}
	return link
}

// pass serves a request that may be served.
func (g *guard) pass(w http.ResponseWriter, r *http.Request, next http.Handler) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !g.ours(r.Host):
		http.Error(w, "this name is not ours: open "+"http://"+g.at+"/", http.StatusMisdirectedRequest)
	case !g.samePages(r):
		http.Error(w, "asked by a page of another origin", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost:
		http.Error(w, "only GET and POST", http.StatusMethodNotAllowed)
	case r.Method == http.MethodPost && g.page(r) == "":
		http.Error(w, "no token of a page of ours: load the page again", http.StatusForbidden)
	case len(r.URL.RawQuery) > maxRequest/2:
		http.Error(w, tooLong, http.StatusRequestURITooLong)
	case g.open && !g.admitted(w, r):
	default:
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		next.ServeHTTP(w, r)
	}
}

const tooLong = "the question is too long for a page: put it to the command, with --file for a deck"

// ours reports whether a host is a name of this server: a loopback name, or where others can
// reach us an address or the name of the machine. Names that someone else points here are not.
func (g *guard) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "80"
	}
	if port != g.port {
		return false
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	if strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback() {
		return true
	}
	machine, _ := os.Hostname()
	return g.open && (ip != nil || strings.EqualFold(name, machine))
}

// samePages reports whether a request comes from our pages, or from none: the link followed, or
// typed. Browsers say so by Sec-Fetch-Site, and by Origin with what may change something.
func (g *guard) samePages(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document"
}

// token is a new one for a page. It names the page, and nobody else can make it.
func (g *guard) token() string {
	page := rand.Text()
	return page + "." + g.seal(page)
}

func (g *guard) seal(page string) string {
	mac := hmac.New(sha256.New, g.secret)
	mac.Write([]byte(page))
	return hex.EncodeToString(mac.Sum(nil))
}

// page is the page whose token a request has, or "".
func (g *guard) page(r *http.Request) string {
	page, seal, _ := strings.Cut(r.Header.Get("X-Token"), ".")
	if page == "" || !hmac.Equal([]byte(seal), []byte(g.seal(page))) {
		return ""
	}
	return page
}

const cookie = "dovetail"

// admitted lets in who has the cookie, or shows the key for the first time, and gets the cookie.
func (g *guard) admitted(w http.ResponseWriter, r *http.Request) bool {
	if c, err := r.Cookie(cookie); err == nil && hmac.Equal([]byte(c.Value), []byte(g.let)) {
		return true
	}
	key := g.key.Load()
	if key == nil || !hmac.Equal([]byte(*key), []byte(r.URL.Query().Get("key"))) || !g.key.CompareAndSwap(key, nil) {
		http.Error(w, "open the link that dovetail explore has printed; it works once", http.StatusForbidden)
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: g.let, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return false
}
