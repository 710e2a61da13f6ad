// Package guard decides which requests a server on this machine answers, because any page that its
// user opens elsewhere can reach the server. A request is served only under a name of this server
// (a page whose name was made to point here has another), and not for pages of other origins.
// Changes need a token that only our pages have. Where other machines can reach the server, the
// first browser that shows the link's key is admitted.
package guard

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
)

// Policy allows what the pages need: their own files, and no script or style within a page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Guard is the guard of one server.
type Guard struct {
	At     string // where we listen
	port   string
	open   bool // other machines can reach the server
	secret []byte
	key    *atomic.Pointer[string] // of the link, until it is used
	let    string                  // cookie of the browser that used it
}

// New is the guard of a server at an address.
func New(at fmt.Stringer) Guard {
	host, port, _ := apart(at.String())
	ip, _ := netip.ParseAddr(host)
	g := Guard{At: at.String(), port: port, open: !ip.IsLoopback(), secret: []byte(rand.Text()),
		key: new(atomic.Pointer[string])}
	if g.open {
		key := rand.Text()
		g.key.Store(&key)
		g.let = rand.Text()
		if ip.IsUnspecified() {
			if name, err := os.Hostname(); err == nil {
				g.At = name + ":" + port
			}
		}
	}
	return g
}

// Link opens the explorer.
func (g *Guard) Link() string {
	link := "http://" + g.At + "/"
	if key := g.key.Load(); key != nil {
		link += "?key=" + *key
	}
	return link
}

// Pass serves a request that may be served.
func (g *Guard) Pass(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) {
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !g.ours(r.Host):
		http.Error(w, "this name is not ours: open "+"http://"+g.At+"/", http.StatusMisdirectedRequest)
	case !g.samePages(r):
		http.Error(w, "a request of a page of another origin", http.StatusForbidden)
	case r.Method != "GET" && r.Method != "HEAD" && r.Method != "POST":
		http.Error(w, "only GET and POST", http.StatusMethodNotAllowed)
	case r.Method == "POST" && g.Page(r) == "":
		http.Error(w, "no token of a page of ours: load the page again", http.StatusForbidden)
	case len(r.URL.RawQuery) > MaxRequest/2:
		http.Error(w, tooLong, http.StatusRequestURITooLong)
	case g.open && !g.admitted(w, r):
	default:
		next(w, r)
	}
}

const tooLong = "the question is too long for a page: use the command, with --file for a deck"

// ours reports whether a host is a name of this server: a loopback name, or, where other machines
// can reach it, an address or the name of the machine. Names that someone else makes point here are
// not.
func (g *Guard) ours(host string) bool {
	name, port, ok := apart(host)
	if !ok {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != g.port {
		return false
	}
	ip, err := netip.ParseAddr(name)
	if strings.EqualFold(name, "localhost") || ip.IsLoopback() {
		return true
	}
	machine, _ := os.Hostname()
	return g.open && (err == nil || strings.EqualFold(name, machine))
}

// apart are the host and the port of an address.
func apart(address string) (host, port string, ok bool) {
	i := strings.LastIndexByte(address, ':')
	if i < 0 {
		return "", "", false
	}
	host, port = address[:i], address[i+1:]
	if inner, found := strings.CutPrefix(host, "["); found {
		host, ok = strings.CutSuffix(inner, "]")
		return host, port, ok
	}
	return host, port, !strings.Contains(host, ":")
}

// samePages reports whether a request comes from our pages, or from none: a link that was followed,
// or a typed address. Browsers say so by Sec-Fetch-Site, and by Origin for requests that may change
// something.
func (g *Guard) samePages(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Method == "GET" && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document"
}

// Token is what a page sends with its requests. It names the page, and cannot be forged.
func (g *Guard) Token(page string) string { return page + "." + g.seal(page) }

// NewToken is the token of a new page.
func (g *Guard) NewToken() string { return g.Token(rand.Text()) }

func (g *Guard) seal(page string) string {
	mac := hmac.New(sha256.New, g.secret)
	mac.Write([]byte(page))
	return hex.EncodeToString(mac.Sum(nil))
}

// Page is the page whose token a request has, or "".
func (g *Guard) Page(r *http.Request) string {
	page, seal, _ := strings.Cut(r.Header.Get("X-Token"), ".")
	if page == "" || !hmac.Equal([]byte(seal), []byte(g.seal(page))) {
		return ""
	}
	return page
}

// MaxRequest is the size of the largest head or body of a request.
const MaxRequest = 32 << 10

const cookie = "dovetail"

// admitted admits a request with the cookie, or with the key for the first time, and then sets the
// cookie.
func (g *Guard) admitted(w http.ResponseWriter, r *http.Request) bool {
	if shown, err := r.Cookie(cookie); err == nil && hmac.Equal([]byte(shown.Value), []byte(g.let)) {
		return true
	}
	key := g.key.Load()
	if key == nil || !hmac.Equal([]byte(*key), []byte(r.URL.Query().Get("key"))) || !g.key.CompareAndSwap(key, nil) {
		http.Error(w, "open the link that dovetail explore has printed; it works once", http.StatusForbidden)
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: g.let, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Location", "/")
	w.WriteHeader(http.StatusSeeOther)
	return false
}
