package explorer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/explorer/view"
)

// generous is how long a test waits for what happens at once on a machine that is not busy.
const generous = time.Minute

// As many jobs as there are processors, and as many clients that do not read their downloads, do
// not affect pages and links.
func TestNobodyStarves(t *testing.T) {
	var running atomic.Int64
	end := make(chan struct{})
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		if strings.Contains(strings.Join(line, " "), "long") {
			running.Add(1)
			select {
			case <-end:
			case <-ctx.Done():
			}
		}
		return parrot(ctx, report, line...)
	})
	defer close(end)
	s.Orders = func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
		for n := from; n <= to && yield(n, 1<<60, 1<<60); n++ {
		}
		return ctx.Err()
	}
	for i := range runtime.GOMAXPROCS(0) {
		r, _ := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/echo/later", strings.NewReader(fmt.Sprint("what=long", i)))
		r.Header.Set("X-Token", s.NewToken())
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		a := must.Have(http.DefaultClient.Do(r))(t)
		defer a.Body.Close()
		c := must.Have(net.Dial("tcp", server.Listener.Addr().String()))(t)
		defer c.Close()
		fmt.Fprintf(c, "GET /shuffles/list.csv?upto=1000000 HTTP/1.1\r\nHost: %s\r\n\r\n", server.Listener.Addr())
		if line, err := bufio.NewReaderSize(c, 16).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatal(line, err) // and no more of it is read
		}
	}
	until(t, "all jobs run", generous, func() bool { return running.Load() == int64(runtime.GOMAXPROCS(0)) })
	s.Timeout = generous
	for _, path := range []string{"/echo?what=short", "/echo/now.txt?what=short", "/shuffles/list.csv?upto=100"} {
		if status, _, body := request(t, "GET", server.URL+path, ""); status != 200 || !strings.Contains(body, "short") && !strings.Contains(body, "100,") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// clogged is an answer that is not read until it is opened.
type clogged struct {
	*httptest.ResponseRecorder
	open chan struct{}
}

func (c clogged) Write(b []byte) (int, error) {
	<-c.open
	return c.ResponseRecorder.Write(b)
}

// Computing does not wait for the reader, and of the events that were not read in time only the
// last is sent.
func TestEventsOfASlowReader(t *testing.T) {
	c := clogged{&httptest.ResponseRecorder{Body: new(bytes.Buffer)}, make(chan struct{})}
	e := newEvents(c)
	e.send("waits", 1)
	for i := range 1000 {
		e.send("progress", i)
		e.send("panel", strings.Repeat("x", 1000)+fmt.Sprint(i))
	}
	e.send("done", nil)
	close(c.open)
	e.close()
	e.send("progress", "too late")
	text := c.Body.String()
	if !strings.HasPrefix(text, "event: waits") || !strings.HasSuffix(text, "event: done\ndata: null\n\n") || len(text) > 3000 || !strings.Contains(text, "x999") || strings.Contains(text, "late") {
		t.Error(text)
	}
}

// A record that panics is a missing answer, on its page and in its job, in the reader's language.
// The server and the other panels continue.
func TestRecordsThatPanic(t *testing.T) {
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		if line[0] != "echo" {
			return parrot(ctx, report, line...)
		}
		panic(errors.New("index out of range"))
	})
	const said = "Internal error, no answer: index out of range"
	if status, _, page := request(t, "GET", server.URL+"/echo", ""); status != 500 || !strings.Contains(page, said) {
		t.Error(status, page)
	}
	for range 2 { // the page is not busy for ever
		token := s.NewToken()
		if _, _, stream := request(t, "POST", server.URL+"/echo/later", "lang=ja", "X-Token", token); !strings.Contains(stream, "event: failed") || !strings.Contains(stream, "プログラムの誤り") {
			t.Error(stream)
		}
	}
}

// The progress of a job never decreases: neither its share nor its time falls, whatever its command
// lines and their parts report. It is in the reader's language.
func TestProgressGoesOn(t *testing.T) {
	seen := make(chan struct{})
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		for _, share := range []float64{0.1, 0.845, 0, 0.3} {
			report(results.Progress{Share: share, Seconds: 10 * share, Left: 7, Rate: 12, Best: map[bool][]string{true: {"best"}}[share > 0.8]})
		}
		<-seen
		return parrot(ctx, report, line...)
	})
	two := func(q view.Values) ([]view.Command, error) {
		return view.Each(q, echoSchema, view.Given{"what": "a"}, view.Given{"what": "b"})
	}
	s.views[0].Panels = append(s.views[0].Panels, &view.Panel{Name: "twice", Commands: two, Slow: true})
	r, _ := http.NewRequest("POST", server.URL+"/echo/twice?lang=ja", nil)
	r.Header.Set("X-Token", s.NewToken())
	a := must.Have(http.DefaultClient.Do(r))(t)
	defer a.Body.Close()
	close(seen)
	before := 0.0
	lines := bufio.NewScanner(a.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: {")
		if !ok {
			continue
		}
		var p struct {
			Share float64
			Says  string
			Best  []string
		}
		if err := json.Unmarshal([]byte("{"+data), &p); err != nil || p.Share < before || len(p.Best) != 1 && p.Share > 0.3 || p.Share > 0 && !strings.Contains(p.Says, "タスク") {
			t.Errorf("%s after %v: %v", data, before, err)
		}
		before = p.Share
	}
	if before < 0.9 {
		t.Errorf("at the end %v", before)
	}
}
