package explorer

import (
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// stuck computes until the context is done, and counts how many do.
func stuck(running *atomic.Int64) func(context.Context, func(results.Progress), ...string) (view.Answer, error) {
	return func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		running.Add(1)
		defer running.Add(-1)
		report(results.Progress{Share: 0.5, Says: "half", Left: -1})
		<-ctx.Done()
		return view.Answer{}, ctx.Err()
	}
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

// A page has one job at a time, and going away ends it.
func TestJobEndsWithItsPage(t *testing.T) {
	var running atomic.Int64
	s, server := served(t, stuck(&running))
	token := s.NewToken()
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
	until(t, "it runs", generous, func() bool { return running.Load() == 1 })
	if status, _, body := request(t, "POST", server.URL+"/echo/later", "", "X-Token", token); status != 409 {
		t.Error("a second job:", status, body)
	}
	leave()
	until(t, "it ends with its page", generous, func() bool { return running.Load() == 0 })
	until(t, "the page may ask again", generous, func() bool {
		end, err := s.begin(s.Page(&http.Request{Header: http.Header{"X-Token": {token}}}))
		if err == nil {
			end()
		}
		return err == nil
	})
	defer begin()()
	until(t, "it runs again", generous, func() bool { return running.Load() == 1 })
}

// hasty is a reader who starts the next job of a page as soon as the end of the one before is read.
type hasty struct {
	http.ResponseWriter
	done func()
}

// Write is [http.ResponseWriter.Write].
func (h hasty) Write(text []byte) (int, error) {
	if strings.Contains(string(text), "event: done") {
		h.done()
	}
	return h.ResponseWriter.Write(text)
}

// Unwrap is for [http.ResponseController].
func (h hasty) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// A page that has read that its job is done may ask for the next.
func TestJobsInTurn(t *testing.T) {
	s, _ := served(t, parrot)
	begun := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.SetPathValue("view", "echo")
		r.SetPathValue("panel", "later")
		s.job(hasty{w, func() {
			_, err := s.begin(s.Page(r))
			begun <- err
		}}, r)
	}))
	defer server.Close()
	r, _ := http.NewRequestWithContext(t.Context(), "POST", server.URL, nil)
	r.Header.Set("X-Token", s.NewToken())
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := <-begun; err != nil {
		t.Error(err)
	}
}

// A question of several panels or pages is answered once.
func TestAskedOnce(t *testing.T) {
	var answered atomic.Int64
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		answered.Add(1)
		return parrot(ctx, report, line...)
	})
	again := func(ctx context.Context, _ view.Values, _ []view.Answer) (any, error) {
		return s.Answer(ctx, s.CommandOf(view.How{}, echo("nothing")))
	}
	s.views[0].Panels = append(s.views[0].Panels, &view.Panel{Name: "twice", Commands: s.views[0].Panels[0].Commands, Extra: again})
	for want := range 3 {
		if answered.Load() != int64(min(want, 1)) {
			t.Errorf("%d pages had %d answers computed", want, answered.Load())
		}
		if _, _, page := request(t, "GET", server.URL+"/echo", ""); strings.Count(page, "<pre tabindex=\"0\">echo nothing") != 2 {
			t.Error(page)
		}
	}
}

// Questions of a page have its patience, not more.
func TestPatience(t *testing.T) {
	var running atomic.Int64
	s, server := served(t, stuck(&running))
	s.Timeout = 50 * time.Millisecond
	_, _, page := request(t, "GET", server.URL+"/echo", "")
	if !strings.Contains(page, "too long for a page") || running.Load() != 0 {
		t.Error(running.Load(), page)
	}
}

// A job outlives the limits on requests, which are for slow senders.
func TestLongJob(t *testing.T) {
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		select {
		case <-ctx.Done():
			return view.Answer{}, ctx.Err()
		case <-time.After(1500 * time.Millisecond):
			return parrot(ctx, report, line...)
		}
	}, func(c *http.Server) { c.ReadTimeout, c.WriteTimeout = time.Second, time.Second })
	_, _, stream := request(t, "POST", server.URL+"/echo/later", "", "X-Token", s.NewToken())
	if !strings.Contains(stream, "echo nothing") || !strings.Contains(stream, "event: done") {
		t.Error(stream)
	}
}

// Links to a record carry the question of its page. Those of a panel that takes longer come with its answer:
// before, they would wait for it in vain.
func TestLinksToRecords(t *testing.T) {
	_, server := served(t, parrot)
	_, _, page := request(t, "GET", server.URL+"/echo?what=this+%26+that", "")
	form := regexp.MustCompile(`<a href=\\?"([^"\\]+)\\?">(JSON|CSV|text)</a>`)
	links := form.FindAllStringSubmatch(page, -1)
	if len(links) != 3 {
		t.Fatal(len(links), "links on", page)
	}
	_, _, stream := request(t, "POST", server.URL+"/echo/later", "what=this+%26+that", "X-Token", tokenOf(t, page))
	stream = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(stream)
	if links = append(links, form.FindAllStringSubmatch(stream, -1)...); len(links) != 6 {
		t.Fatal(len(links), "links with", stream)
	}
	for _, l := range links {
		if status, _, body := request(t, "GET", server.URL+html.UnescapeString(l[1]), ""); status != 200 || !strings.Contains(strings.ReplaceAll(body, `\u0026`, "&"), "this & that") {
			t.Errorf("%s: %d %s", l[1], status, body)
		}
	}
}

// Whatever computes for a page is a POST of a page of ours, with its token.
func TestJobsNeedToken(t *testing.T) {
	var answered atomic.Int64
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		answered.Add(1)
		return parrot(ctx, report, line...)
	})
	for name, headers := range map[string][]string{
		"no token":       {"Origin", server.URL},
		"another token":  {"Origin", server.URL, "X-Token", "guess." + strings.Repeat("0", 64)},
		"another origin": {"Origin", "http://evil.example", "X-Token", s.NewToken()},
		"no origin":      {"Origin", "null", "X-Token", s.NewToken()},
		"another site":   {"Sec-Fetch-Site", "cross-site", "X-Token", s.NewToken()},
		"another host":   {"Host", "evil.example", "X-Token", s.NewToken()},
	} {
		status, _, _ := request(t, "POST", server.URL+"/echo/later", "what=x", headers...)
		if status != 403 && !(name == "another host" && status == 421) {
			t.Errorf("%s: %d", name, status)
		}
	}
	if status, _, _ := request(t, "GET", server.URL+"/echo/later?what=x", "", "X-Token", s.NewToken()); status != 404 && status != 405 {
		t.Errorf("GET: %d", status)
	}
	if answered.Load() != 0 {
		t.Error(answered.Load(), "answers were computed")
	}
}
