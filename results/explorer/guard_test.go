package explorer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/results"
)

// said is a record that says what it was asked.
type said struct {
	Words string `json:"text"`
}

func (s said) Sections(p *results.Page) {
	p.Line("%s", s.Words)
	p.Data([]said{s})
}

// put is a question of any form of answer.
type put struct {
	schema string
	text   json.RawMessage
}

func (p put) Schema() string               { return p.schema }
func (put) Check() error                   { return nil }
func (put) Seconds() float64               { return 0 }
func (p put) MarshalJSON() ([]byte, error) { return p.text, nil }

func (put) Answer(context.Context, results.Env) (results.Record, error) { panic("not asked so") }

// echoes has the questions of echo, and all others.
func echoes() results.Registry {
	all := results.Registry{}
	for _, schema := range append(results.Schemas(), echoSchema) {
		all[schema] = func(text []byte) (results.Question, error) { return put{schema, text}, nil }
	}
	return all
}

const echoSchema = "dovetail/echo/1"

// wordsOf are those of a question: its name, and its fields but for letters.
func wordsOf(q results.Question) []string {
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Schema(), "dovetail/"), "/")
	var f fields
	if err := json.Unmarshal(results.Ask(q).Question, &f); err != nil {
		panic(err)
	}
	all := []string{name}
	for _, field := range slices.Sorted(maps.Keys(f)) {
		switch {
		case name == "echo":
			all = append(all, fmt.Sprint(f[field]))
		case field != "models":
			all = append(all, fmt.Sprint(field, "=", f[field]))
		}
	}
	return all
}

// echo is a question that is repeated.
func echo(what string) put {
	text, err := json.Marshal(fields{"what": what})
	if err != nil {
		panic(err)
	}
	return put{echoSchema, text}
}

// parrot repeats questions.
func parrot(_ context.Context, _ func(results.Progress), line ...string) (Answer, error) {
	return Answer{Records: []results.Record{said{strings.Join(line, " ")}}}, nil
}

// served is a server of pages that asks by a function, with a view of its own.
func served(t *testing.T, ask func(context.Context, func(results.Progress), ...string) (Answer, error), set ...func(*http.Server)) (*Server, *httptest.Server) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	s := New(Program{
		Questions: echoes(),
		Ask: func(ctx context.Context, tell func(results.Progress), how How, questions ...results.Question) (Answer, error) {
			line := wordsOf(questions[0])
			if line[0] == "models" { // which computes nothing
				return Answer{Records: []results.Record{results.Models{}}}, nil
			}
			if how.Dir != "" {
				line = append(line, "--resume", how.Dir)
			}
			return ask(ctx, tell, line...)
		},
		Line: func(_ []string, q results.Question) string { return strings.Join(wordsOf(q), " ") },
		Orders: func(_ context.Context, from, _ uint64, yield func(n, out, in uint64) bool) error {
			yield(from, 1, 1)
			return nil
		},
		Deck: func(text string) (deck []int, _ []string, err error) {
			err = json.Unmarshal([]byte("["+strings.Join(deckOf(text), ",")+"]"), &deck)
			return deck, nil, err
		},
		Values: func(string, int) ([]int, error) { return []int{1, 1}, nil },
	}, server.Listener.Addr())
	server.Config.Handler = s
	for _, set := range set {
		set(server.Config)
	}
	server.Start()
	t.Cleanup(server.Close)
	before := views
	what := one(echoSchema, func(q values) fields { return fields{"what": q.text("what")} })
	views = append([]*view{{
		name:   "echo",
		fields: []field{{name: "what", byDefault: "nothing"}, {name: "n", byDefault: "2", lo: 1, hi: 9}},
		panels: []*panel{{name: "now", asks: what}, {name: "later", asks: what, slow: true}},
	}}, views...)
	t.Cleanup(func() { views = before })
	return s, server
}

// request sends one with headers, pairs of names and values, and gives status and body.
func request(t *testing.T, method, address, body string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, a.Header, string(text)
}

var tokenIn = regexp.MustCompile(`name="token" content="([^"]+)"`)

func tokenOf(t *testing.T, page string) string {
	t.Helper()
	m := tokenIn.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no token in", page)
	}
	return m[1]
}

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
		{"POST", "/runs/stop", []string{"Origin", server.URL}, 403},
		{"PUT", "/echo/later", []string{"X-Token", token}, 405},
		{"OPTIONS", "/echo/later", []string{"Access-Control-Request-Method", "POST"}, 405},
		{"GET", "/runs/stop?name=%231", nil, 404},
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
	s := New(Program{}, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 8000})
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

const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

// Markup in a field, in a record or in an error is text on the page.
func TestMarkup(t *testing.T) {
	for name, ask := range map[string]func(context.Context, func(results.Progress), ...string) (Answer, error){
		"record": parrot,
		"error": func(_ context.Context, _ func(results.Progress), line ...string) (Answer, error) {
			return Answer{}, errors.New(strings.Join(line, " "))
		},
		"note": func(_ context.Context, _ func(results.Progress), line ...string) (Answer, error) {
			return Answer{Records: []results.Record{said{"fine"}}, Notes: line}, nil
		},
	} {
		_, server := served(t, ask)
		for _, address := range []string{"/echo?what=", "/echo?lang=", "/echo?n=", "/topswops?deck=", "/words?word=", "/shuffles?n="} {
			if name != "error" && !strings.HasPrefix(address, "/echo") {
				continue // its panels want records of their own
			}
			_, head, page := request(t, "GET", server.URL+address+url.QueryEscape(markup), "")
			if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") {
				t.Errorf("%s, %s: markup in %s", name, address, page)
			}
			if kind := head.Get("Content-Type"); kind != "text/html; charset=utf-8" {
				t.Errorf("%s: %s", address, kind)
			}
		}
		_, _, page := request(t, "GET", server.URL+"/echo?what="+url.QueryEscape(markup), "")
		if !strings.Contains(page, "&lt;script&gt;") {
			t.Errorf("%s: the text is not there", name)
		}
		_, _, stream := request(t, "POST", server.URL+"/echo/later", url.Values{"what": {markup}}.Encode(), "X-Token", tokenOf(t, page))
		if strings.Contains(stream, "<script>alert") || strings.Contains(stream, `\u003cscript\u003ealert`) && name != "error" {
			t.Errorf("%s: markup in %s", name, stream)
		}
	}
}

// What is too large for a page is refused in one line that says what to ask instead, and is put to
// no engine.
func TestTooLarge(t *testing.T) {
	var asked atomic.Int64
	s, server := served(t, func(ctx context.Context, tell func(results.Progress), line ...string) (Answer, error) {
		asked.Add(1)
		return Answer{}, errors.New("asked " + strings.Join(line, " "))
	})
	s.Spell = func(text string) (string, error) {
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
	if status != 400 || !strings.Contains(body, "put it to the command") {
		t.Error("1,000 cards:", status)
	}
	_, _, page := request(t, "GET", server.URL+"/runs", "")
	before := asked.Load()
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
	for _, deck := range []string{markup, "1 <b>2</b>", "-", "--out x", "../../etc/passwd", "1 --format json"} {
		request(t, "GET", server.URL+"/trick/spectator.json?deck="+url.QueryEscape(deck), "")
		if got, _, _ := request(t, "GET", server.URL+"/topswops/play.json?deck="+url.QueryEscape(deck), ""); got != 400 {
			t.Errorf("deck %q: %d", deck, got)
		}
	}
	if asked.Load() != before {
		t.Error("an engine was asked")
	}
}

// stuck asks until the context is done, and counts who is asking.
func stuck(asking *atomic.Int64) func(context.Context, func(results.Progress), ...string) (Answer, error) {
	return func(ctx context.Context, tell func(results.Progress), line ...string) (Answer, error) {
		asking.Add(1)
		defer asking.Add(-1)
		tell(results.Progress{Share: 0.5, Says: "half", Left: -1})
		<-ctx.Done()
		return Answer{}, ctx.Err()
	}
}

// pagesOf are the jobs of pages.
func pagesOf(t *testing.T, s *Server, says language) []listed {
	t.Helper()
	all, err := s.list(t.Context(), says)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(l listed) bool { return l.Of != "page" })
}

// until waits for a condition.
func until(t *testing.T, what string, within time.Duration, is func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within", within, what)
		}
	}
}

// A page has one job at a time; going away ends it, and so does the button in the list.
func TestJobEndsWithItsPage(t *testing.T) {
	var asking atomic.Int64
	s, server := served(t, stuck(&asking))
	token := s.token()
	begin := func() context.CancelFunc {
		ctx, leave := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, "POST", server.URL+"/echo/later", nil)
		r.Header.Set("X-Token", token)
		a, err := http.DefaultClient.Do(r)
		if err != nil || a.StatusCode != 200 {
			t.Fatal(err, a)
		}
		t.Cleanup(func() { a.Body.Close() })
		return leave
	}
	leave := begin()
	until(t, "it is asked", generous, func() bool { return asking.Load() == 1 })
	if status, _, body := request(t, "POST", server.URL+"/echo/later", "", "X-Token", token); status != 409 {
		t.Error("a second job:", status, body)
	}
	leave()
	until(t, "it ends with its page", generous, func() bool { return asking.Load() == 0 })
	until(t, "it is listed as stopped", generous, func() bool { return pagesOf(t, s, english)[0].State == "stopped" })
	defer begin()()
	until(t, "it is asked", generous, func() bool { return asking.Load() == 1 })
	if status, _, _ := request(t, "POST", server.URL+"/runs/stop", "name=%232", "X-Token", token); status != 204 {
		t.Error("stop:", status)
	}
	until(t, "it is stopped", generous, func() bool { return asking.Load() == 0 })
}

// A question that several panels or pages put is asked once.
func TestAskedOnce(t *testing.T) {
	var asked atomic.Int64
	_, server := served(t, func(ctx context.Context, tell func(results.Progress), line ...string) (Answer, error) {
		asked.Add(1)
		return parrot(ctx, tell, line...)
	})
	again := func(ctx context.Context, s *Server, _ values, _ []Answer) (any, error) {
		return s.asking(ctx, s.put(How{}, echo("nothing")))
	}
	views[0].panels = append(views[0].panels, &panel{name: "twice", asks: views[0].panels[0].asks, extra: again})
	for want := range 3 {
		if asked.Load() != int64(min(want, 1)) {
			t.Errorf("%d pages asked %d times", want, asked.Load())
		}
		if _, _, page := request(t, "GET", server.URL+"/echo", ""); strings.Count(page, "<pre tabindex=\"0\">echo nothing") != 2 {
			t.Error(page)
		}
	}
}

// Questions of a page have its patience, not more.
func TestPatience(t *testing.T) {
	var asking atomic.Int64
	s, server := served(t, stuck(&asking))
	s.timeout = 50 * time.Millisecond
	_, _, page := request(t, "GET", server.URL+"/echo", "")
	if !strings.Contains(page, "too long for a page") || asking.Load() != 0 {
		t.Error(asking.Load(), page)
	}
}

// A job outlives the limits on requests, which are for those who are slow to ask.
func TestLongJob(t *testing.T) {
	s, server := served(t, func(ctx context.Context, tell func(results.Progress), line ...string) (Answer, error) {
		select {
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case <-time.After(300 * time.Millisecond):
			return parrot(ctx, tell, line...)
		}
	}, func(c *http.Server) { c.ReadTimeout, c.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond })
	_, _, stream := request(t, "POST", server.URL+"/echo/later", "", "X-Token", s.token())
	if !strings.Contains(stream, "echo nothing") || !strings.Contains(stream, "event: done") {
		t.Error(stream)
	}
}
