package explorer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// Only names of this machine are served: a name that somebody points here is refused, whatever it
// resolves to.
func TestHosts(t *testing.T) {
	_, server := served(t, parrot)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	for host, want := range map[string]int{
		"127.0.0.1:" + port: 200, "localhost:" + port: 200, "[::1]:" + port: 200, "LOCALHOST:" + port: 200,
		"evil.example:" + port: 421, "evil.example": 421, "127.0.0.1.evil.example:" + port: 421, "localhost.evil.example:" + port: 421,
		"127.0.0.1:1": 421, "127.0.0.1": 421, "192.168.1.7:" + port: 421, "10.0.0.1:" + port: 421,
	} {
		if got, _, _ := request(t, "GET", server.URL+"/echo", "", "Host", host); got != want {
			t.Errorf("host %s: %d, want %d", host, got, want)
		}
	}
}

// Pages of other origins can neither read nor start anything; a link to a page works.
func TestOrigins(t *testing.T) {
	_, server := served(t, parrot)
	_, _, page := request(t, "GET", server.URL+"/echo", "")
	token := tokenOf(t, page)
	for _, c := range []struct {
		method, path string
		headers      []string
		want         int
	}{
		{"GET", "/echo", []string{"Origin", "http://evil.example"}, 403},
		{"GET", "/echo/now.json", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}, 403},
		{"GET", "/echo/now.json", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}, 403},
		{"GET", "/echo", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"GET", "/echo", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"GET", "/echo", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"POST", "/echo/later", []string{"Origin", server.URL, "X-Token", token}, 200},
		{"POST", "/echo/later", []string{"Origin", "http://evil.example", "X-Token", token}, 403},
		{"POST", "/echo/later", []string{"Origin", "null", "X-Token", token}, 403},
		{"POST", "/echo/later", []string{"X-Token", token, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},
		{"POST", "/echo/later", []string{"Origin", server.URL}, 403},
		{"POST", "/echo/later", []string{"Origin", server.URL, "X-Token", "guess." + strings.Repeat("0", 64)}, 403},
		{"POST", "/echo/later", []string{"Origin", server.URL, "X-Token", token[:len(token)-1] + "x"}, 403},
		{"PUT", "/echo/later", []string{"X-Token", token}, 405},
		{"OPTIONS", "/echo/later", []string{"Access-Control-Request-Method", "POST"}, 405},
	} {
		got, head, _ := request(t, c.method, server.URL+c.path, "", c.headers...)
		if got != c.want {
			t.Errorf("%s %s %v: %d, want %d", c.method, c.path, c.headers, got, c.want)
		}
		for name := range head {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("%s %s: %s", c.method, c.path, name)
			}
		}
	}
}

// Every answer forbids scripts within pages, frames, and guesses at what it is.
func TestHeaders(t *testing.T) {
	_, server := served(t, parrot)
	for _, path := range []string{"/", "/echo", "/echo/now.json", "/assets/explorer.js", "/nothing", "/echo/nothing.png"} {
		_, head, _ := request(t, "GET", server.URL+path, "")
		csp := head.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "script-src 'self'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if head.Get("X-Content-Type-Options") != "nosniff" || head.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, head)
		}
	}
}

// Where others can reach the server, the link's key lets one browser in, once.
func TestKeyWorksOnce(t *testing.T) {
	s := New(view.Program{}, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 8000})
	get := func(path, cookies string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "http://192.0.2.7:8000"+path, nil)
		if cookies != "" {
			r.Header.Set("Cookie", cookies)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	if got := get("/", "").Code; got != 403 {
		t.Error("without the key:", got)
	}
	if got := get("/?key=guess", "").Code; got != 403 {
		t.Error("with another key:", got)
	}
	link, err := url.Parse(s.Link())
	if err != nil {
		t.Fatal(err)
	}
	first := get(link.RequestURI(), "")
	cookie := first.Header().Get("Set-Cookie")
	if first.Code != 303 || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Error("with the key:", first.Code, cookie)
	}
	if got := get(link.RequestURI(), "").Code; got != 403 {
		t.Error("with the key again:", got)
	}
	mine, _, _ := strings.Cut(cookie, ";")
	if got := get("/assets/icon.svg", mine).Code; got != 200 {
		t.Error("with the cookie:", got)
	}
	if got := get("/", "dovetail=guess").Code; got != 403 {
		t.Error("with another cookie:", got)
	}
}

// An address that leads nowhere has the ways to all pages, and fields that do not apply are left out.
func TestWhatIsNotThere(t *testing.T) {
	_, server := served(t, parrot)
	status, _, page := request(t, "GET", server.URL+"/nowhere?lang=ja", "")
	if status != 404 || !strings.Contains(page, `<a href="/fair?lang=ja">`) || !strings.Contains(page, "ありません") {
		t.Error(status, page)
	}
	for how, names := range map[string]string{"riffle": "a cut deck", "shelf": "shelves", "top": "cards"} {
		_, _, page := request(t, "GET", server.URL+"/fair?how="+how, "")
		for _, name := range strings.Fields("a cut deck shelves cards") {
			want := slices.Contains(strings.Fields(names), name)
			if is := strings.Contains(page, ` name="`+name+`"`); is != want {
				t.Errorf("%s: field %s is there: %t, want %t", how, name, is, want)
			}
		}
	}
}

const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

// Markup in a field, in a record or in an error is text on the page.
func TestMarkup(t *testing.T) {
	for name, ask := range map[string]func(context.Context, func(results.Progress), ...string) (view.Answer, error){
		"record": parrot,
		"error": func(_ context.Context, _ func(results.Progress), line ...string) (view.Answer, error) {
			return view.Answer{}, errors.New(strings.Join(line, " "))
		},
		"note": func(_ context.Context, _ func(results.Progress), line ...string) (view.Answer, error) {
			return view.Answer{Records: []results.Record{said{"fine"}}, Notes: line}, nil
		},
	} {
		_, server := served(t, ask)
		for _, address := range []string{"/echo?what=", "/echo?lang=", "/echo?n=", "/topswops?deck=", "/words?word=", "/shuffles?n="} {
			if name != "error" && !strings.HasPrefix(address, "/echo") {
				continue // its panels want records of their own
			}
			_, head, page := request(t, "GET", server.URL+address+url.QueryEscape(attack), "")
			if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") {
				t.Errorf("%s, %s: attack in %s", name, address, page)
			}
			if kind := head.Get("Content-Type"); kind != "text/html; charset=utf-8" {
				t.Errorf("%s: %s", address, kind)
			}
		}
		_, _, page := request(t, "GET", server.URL+"/echo?what="+url.QueryEscape(attack), "")
		if !strings.Contains(page, "&lt;script&gt;") {
			t.Errorf("%s: the text is not there", name)
		}
		_, _, stream := request(t, "POST", server.URL+"/echo/later", url.Values{"what": {attack}}.Encode(), "X-Token", tokenOf(t, page))
		if strings.Contains(stream, "<script>alert") || strings.Contains(stream, `\u003cscript\u003ealert`) && name != "error" {
			t.Errorf("%s: attack in %s", name, stream)
		}
	}
}

// What is too large for a page is refused in one line that says what to ask instead, and reaches
// no engine.
func TestTooLarge(t *testing.T) {
	var answered atomic.Int64
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		answered.Add(1)
		return view.Answer{}, errors.New("no answer to " + strings.Join(line, " "))
	})
	s.Spell = func(text, _ string) (string, error) {
		if strings.Trim(text, "HRDS") != "" {
			return "", errors.New("no letter")
		}
		return text, nil
	}
	cards := make([]string, 10_000)
	for i := range cards {
		cards[i] = fmt.Sprint(len(cards) - i)
	}
	status, _, body := request(t, "GET", server.URL+"/topswops?deck="+strings.Join(cards, "+"), "")
	if status != 414 || !strings.Contains(body, "--file") {
		t.Error("10,000 cards:", status, body)
	}
	status, _, body = request(t, "GET", server.URL+"/topswops?deck="+strings.Join(cards[:1000], "+"), "")
	if status != 400 || !strings.Contains(body, "use the command") {
		t.Error("1,000 cards:", status)
	}
	_, _, page := request(t, "GET", server.URL+"/echo", "")
	before := answered.Load()
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/topswops/longest", "n=14", 400}, {"/topswops/longest", "n=-1", 400}, {"/topswops/longest", "n=1e9", 400},
		{"/words/rank", "m=13", 400}, {"/words/rank", "n=1000", 400}, {"/words/rank", "word=--out", 400},
		{"/shuffles/move", "n=2&card=9", 400},
		{"/echo/later", "what=" + strings.Repeat("x", 100_000), 413},
		{"/topswops/play", "deck=" + strings.Join(cards, "+"), 413}, {"/topswops/play", "deck=" + strings.Join(cards[:1000], "+"), 400},
	} {
		if got, _, _ := request(t, "POST", server.URL+c.path, c.body, "X-Token", tokenOf(t, page)); got != c.want {
			t.Errorf("%s %.20s: %d, want %d", c.path, c.body, got, c.want)
		}
	}
	for _, deck := range []string{attack, "1 <b>2</b>", "-", "--out x", "../../etc/passwd", "1 --format json"} {
		request(t, "GET", server.URL+"/trick/spectator.json?deck="+url.QueryEscape(deck), "")
		if got, _, _ := request(t, "GET", server.URL+"/topswops/play.json?deck="+url.QueryEscape(deck), ""); got != 400 {
			t.Errorf("deck %q: %d", deck, got)
		}
	}
	if answered.Load() != before {
		t.Error("an engine has answered")
	}
}
