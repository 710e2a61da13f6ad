package explorer

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/results"
)

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
