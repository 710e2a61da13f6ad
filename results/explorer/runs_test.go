package explorer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/number"
)

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

// searching is a server whose searches go on until they are stopped, or end is closed; what is
// not kept is repeated.
func searching(t *testing.T, end chan struct{}) (s *Server, server *httptest.Server, under *atomic.Int64) {
	under = new(atomic.Int64)
	s, server = served(t, func(ctx context.Context, tell func(results.Progress), line ...string) (Answer, error) {
		if !strings.Contains(strings.Join(line, " "), "--resume") {
			return parrot(ctx, tell, line...)
		}
		under.Add(1)
		defer under.Add(-1)
		tell(results.Progress{Share: 0.25, Seconds: 5, Left: 15, Margin: 2, Rate: 1234.5, Best: []string{attack}})
		select {
		case <-ctx.Done():
			return Answer{}, errors.New("stopped, and saved")
		case <-end:
			return parrot(ctx, tell, line...)
		}
	})
	s.Folder = t.TempDir()
	t.Cleanup(s.Close)
	return s, server, under
}

// post asks for a change as a page of ours does.
func post(t *testing.T, s *Server, server *httptest.Server, path string, fields url.Values) (int, string) {
	t.Helper()
	status, _, body := request(t, "POST", server.URL+path, fields.Encode(), "X-Token", s.token(), "Origin", server.URL)
	return status, strings.TrimSpace(body)
}

// searchesBy are the searches of the list.
func searchesBy(t *testing.T, server *httptest.Server, lang string) (all []listed) {
	t.Helper()
	var list struct{ Runs []listed }
	_, _, body := request(t, "GET", server.URL+"/runs/list?lang="+lang, "")
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err, body)
	}
	return slices.DeleteFunc(list.Runs, func(l listed) bool { return l.Of == "page" })
}

// Whatever changes something is a POST of a page of ours, with its token.
func TestChangesNeedToken(t *testing.T) {
	s, server, under := searching(t, nil)
	saved := 0
	ask := s.Ask
	s.Ask = func(ctx context.Context, tell func(results.Progress), how How, questions ...results.Question) (Answer, error) {
		a, err := ask(ctx, tell, how, questions...)
		a.Save = func(context.Context) (int64, error) { saved++; return 7, nil }
		return a, err
	}
	if status, body := post(t, s, server, "/runs/start", url.Values{"search": {"longest"}, "n": {"12"}}); status != 204 {
		t.Fatal(status, body)
	}
	until(t, "it goes on", generous, func() bool { return under.Load() == 1 })
	for path, body := range map[string]string{
		"/runs/start": "search=longest&n=11", "/runs/go": "name=topswops-max-engine-bundles-n-12", "/runs/stop": "name=topswops-max-engine-bundles-n-12",
		"/echo/now/save": "what=x", "/echo/later": "what=x",
	} {
		for name, headers := range map[string][]string{
			"no token":       {"Origin", server.URL},
			"another token":  {"Origin", server.URL, "X-Token", "guess." + strings.Repeat("0", 64)},
			"another origin": {"Origin", "http://evil.example", "X-Token", s.token()},
			"no origin":      {"Origin", "null", "X-Token", s.token()},
			"another site":   {"Sec-Fetch-Site", "cross-site", "X-Token", s.token()},
			"another host":   {"Host", "evil.example", "X-Token", s.token()},
		} {
			if status, _, _ := request(t, "POST", server.URL+path, body, headers...); status != 403 && !(name == "another host" && status == 421) {
				t.Errorf("%s with %s: %d", path, name, status)
			}
		}
		if status, _, _ := request(t, "GET", server.URL+path+"?"+body, "", "X-Token", s.token()); status != 404 && status != 405 {
			t.Errorf("GET %s: %d", path, status)
		}
	}
	if all := searchesBy(t, server, "en"); len(all) != 1 || all[0].State != "runs" || saved != 0 || len(pagesOf(t, s, english)) != 0 {
		t.Errorf("%+v, %d saved, %d jobs", all, saved, len(pagesOf(t, s, english)))
	}
}

// A search goes on when its page is gone; it is stopped within a second, goes on, and its answer
// is there once it is done. What it found is text on the page.
func TestSearches(t *testing.T) {
	end := make(chan struct{})
	s, server, under := searching(t, end)
	fields := url.Values{"search": {"rank"}, "m": {"20"}, "by": {"tvd"}}
	const name = "rank-by-tvd-emax-paper-m-20-n-52-samples-1e-06-top-10"
	if status, body := post(t, s, server, "/runs/start", fields); status != 204 {
		t.Fatal(status, body)
	}
	until(t, "it goes on", generous, func() bool { return under.Load() == 1 })
	until(t, "it says how far it is", generous, func() bool { return searchesBy(t, server, "en")[0].Share > 0 })
	got := searchesBy(t, server, "en")[0]
	if got.Name != name || got.Line != "rank by=tvd emax=paper m=20 n=52 samples=1e+06 top=10" || got.State != "runs" || fmt.Sprint(got.Can) != "[stop]" ||
		got.Says != "5 s so far, 15 s ± 2 s left, 1234 tasks a second" || got.Best[0] != attack {
		t.Errorf("%+v", got)
	}
	if says := searchesBy(t, server, "ja")[0].Says; says != "経過 5秒、残り約 15秒 ± 2秒、毎秒 1234 タスク" {
		t.Error(says)
	}
	post(t, s, server, "/runs/start", url.Values{"search": {"rank"}, "m": {"20"}, "by": {"tvd"}, "threads": {"2"}})
	if under.Load() != 1 {
		t.Error("the same is searched twice")
	}
	if status, _ := post(t, s, server, "/runs/stop", url.Values{"name": {name}}); status != 204 {
		t.Error("halt:", status)
	}
	until(t, "it stops", generous, func() bool { return under.Load() == 0 && searchesBy(t, server, "en")[0].State == "stopped" })
	if _, _, page := request(t, "GET", server.URL+"/runs?run="+name, ""); !strings.Contains(page, html.EscapeString(english.of("runs.unread"))) {
		t.Error("an answer before there is one:", page)
	}
	if status, _ := post(t, s, server, "/runs/go", url.Values{"name": {name}}); status != 204 {
		t.Error("go:", status)
	}
	close(end)
	until(t, "it is done", generous, func() bool { return searchesBy(t, server, "en")[0].State == "done" })
	_, _, page := request(t, "GET", server.URL+"/runs?run="+name, "")
	if got := searchesBy(t, server, "en")[0]; fmt.Sprint(got.Can) != "[show delete]" || !strings.Contains(html.UnescapeString(page), "rank by=tvd emax=paper m=20 n=52 samples=1e+06 top=10 --resume "+s.Folder) {
		t.Errorf("%+v: %s", got, page)
	}
	var gone []string
	s.Remove = func(name string) error { gone = append(gone, name); return nil }
	for _, wrong := range []string{"../x", "", ".."} {
		if status, _ := post(t, s, server, "/runs/delete", url.Values{"name": {wrong}}); status != 404 {
			t.Errorf("delete %q: %d", wrong, status)
		}
	}
	if status, _ := post(t, s, server, "/runs/delete", url.Values{"name": {name}}); status != 204 || len(gone) != 1 || gone[0] != name ||
		len(searchesBy(t, server, "en")) != 0 {
		t.Error("delete:", status, gone, searchesBy(t, server, "en"))
	}
}

// What runs is not deleted.
func TestDeleteWhatRuns(t *testing.T) {
	end := make(chan struct{})
	s, server, under := searching(t, end)
	s.Remove = func(name string) error { t.Error("deleted"); return nil }
	post(t, s, server, "/runs/start", url.Values{"search": {"longest"}, "n": {"9"}})
	until(t, "it goes on", generous, func() bool { return under.Load() == 1 })
	if status, says := post(t, s, server, "/runs/delete", url.Values{"name": {searchesBy(t, server, "en")[0].Name}}); status != 409 ||
		!strings.Contains(says, english.of("runs.running")) {
		t.Error(status, says)
	}
	close(end)
}

// What is too much is refused with what to ask instead, and what is no name of a search begins none.
func TestSearchesRefused(t *testing.T) {
	s, server, under := searching(t, nil)
	s.Label = func(name, label string) error {
		t.Errorf("%s, which is refused, is called %s", name, label)
		return nil
	}
	for n := range maxSearches {
		if status, body := post(t, s, server, "/runs/start", url.Values{"search": {"longest"}, "n": {fmt.Sprint(n + 10)}}); status != 204 {
			t.Fatal(status, body)
		}
	}
	until(t, "all go on", generous, func() bool { return under.Load() == maxSearches })
	s.Searches = func() ([]Search, error) {
		models := []results.Question{echo("models")}
		return []Search{{Name: "../up", Questions: models}, {Name: "there", State: "stopped", Questions: models}}, nil
	}
	for _, c := range []struct {
		path   string
		fields url.Values
		status int
		says   string
	}{
		{"/runs/start", url.Values{"search": {"longest"}, "n": {"9"}, "label": {"x"}}, 409, "topswops-max engine=bundles n=9 --resume DIR"},
		{"/runs/start", url.Values{"search": {"longest"}, "n": {"19"}}, 400, "the commands take more"},
		{"/runs/start", url.Values{"search": {"longest"}, "n": {"--out"}}, 400, `Cards: "--out" is not a whole number from 2 to 18.`},
		{"/runs/start", url.Values{"search": {"rank"}, "m": {"25"}}, 400, "the commands take more"},
		{"/runs/start", url.Values{"search": {"orders"}, "upto": {"10000000000"}}, 400, "dovetail orders stats A..B --resume DIR"},
		{"/runs/start", url.Values{"search": {"other"}}, 404, english.of("runs.unknown")},
		{"/runs/start", url.Values{"search": {strings.Repeat("x", 100_000)}}, 413, ""},
		{"/runs/go", url.Values{"name": {"../up"}}, 404, ""},
		{"/runs/go", url.Values{"name": {"none"}}, 404, ""},
		{"/runs/go", url.Values{"name": {"there"}}, 409, "echo models --resume DIR"},
		{"/runs/stop", url.Values{"name": {"none"}}, 404, ""},
		{"/runs/stop", url.Values{"name": {"none"}, "of": {"cluster"}}, 404, ""},
		{"/runs/delete", url.Values{"name": {"none"}}, 404, english.of("runs.unknown")},
		{"/runs/label", url.Values{"name": {"none"}, "label": {"x"}}, 404, english.of("runs.unknown")},
		{"/nothing/here", url.Values{}, 404, english.of("missing")},
	} {
		if status, body := post(t, s, server, c.path, c.fields); status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s %.60s: %d %s, want %d %s", c.path, c.fields.Encode(), status, body, c.status, c.says)
		}
	}
	if all := searchesBy(t, server, "en"); len(all) != maxSearches+1 || under.Load() != maxSearches {
		t.Errorf("%d go on: %+v", under.Load(), all)
	}
	s.Close()
	if under.Load() != 0 {
		t.Error("searches go on when the server is closed")
	}
	if status, _ := post(t, s, server, "/runs/start", url.Values{"search": {"longest"}}); status != 409 {
		t.Error("a search starts when the server is closed:", status)
	}
}

// Searches of a cluster are listed, not asked for at every look, and stopped there.
func TestSearchesOfACluster(t *testing.T) {
	s, server, _ := searching(t, nil)
	var asked, stopped []string
	s.Servers, s.Cluster = "nats://there", func(_ context.Context, stop, forget string) (results.Jobs, error) {
		asked, stopped = append(asked, "asked"), append(stopped, stop)
		return results.Jobs{Jobs: []results.Job{
			{Job: "91f3", Engine: "census/1", State: "running", Share: 0.5, Rate: 12, Left: 60, Workers: 3, Threads: 8, Owner: attack, Best: []string{"9 moves"}},
			{Job: "aa", Engine: "x", State: "waiting", Left: -1, Tasks: 7},
		}}, nil
	}
	searchesBy(t, server, "en")
	all := searchesBy(t, server, "en")
	if len(asked) != 1 || len(all) != 2 || all[0].State != "runs" || fmt.Sprint(all[0].Can) != "[stop]" || all[0].Best[0] != "9 moves" ||
		all[0].Says != "1 min 0 s left, 12 tasks a second, 3 workers with 8 threads, "+attack || all[1].Says != "7 tasks done" || all[1].Can != nil {
		t.Errorf("asked %d times: %+v", len(asked), all)
	}
	if status, body := post(t, s, server, "/runs/stop", url.Values{"name": {"91f3"}, "of": {"cluster"}}); status != 204 || stopped[len(stopped)-1] != "91f3" {
		t.Error(status, body, stopped)
	}
	s.Cluster = func(context.Context, string, string) (results.Jobs, error) { return results.Jobs{}, errors.New(attack) }
	delete(s.answers, "cluster")
	if _, _, body := request(t, "GET", server.URL+"/runs/list", ""); !strings.Contains(body, "wrong") || strings.Contains(body, "<script>") {
		t.Error(body)
	}
}

// The button below an answer saves it as it was given; what takes long must have been asked before.
func TestSave(t *testing.T) {
	s, server, _ := searching(t, nil)
	asked := map[string]int{}
	saved := ""
	kept := true
	s.Ask = func(ctx context.Context, tell func(results.Progress), how How, questions ...results.Question) (Answer, error) {
		line := wordsOf(questions[0])
		a, err := parrot(ctx, tell, line...)
		asked[line[1]]++
		if kept {
			a.Save = func(context.Context) (int64, error) { saved += line[1] + " "; return 7, nil }
		}
		return a, err
	}
	if status, body := post(t, s, server, "/echo/now/save", url.Values{"what": {"quick"}}); status != 200 || body != "7" || saved != "quick " {
		t.Error(status, body, saved)
	}
	if status, body := post(t, s, server, "/echo/later/save", url.Values{"what": {"slow"}}); status != 409 || asked["slow"] != 0 {
		t.Error(status, body, asked)
	}
	post(t, s, server, "/echo/later", url.Values{"what": {"slow"}})
	if status, body := post(t, s, server, "/echo/later/save", url.Values{"what": {"slow"}}); status != 200 || asked["slow"] != 1 || saved != "quick slow " {
		t.Error(status, body, asked, saved)
	}
	if _, _, body := request(t, "GET", server.URL+"/echo/later.json?what=slow", ""); asked["slow"] != 1 || !strings.Contains(body, "echo slow") {
		t.Error("a link asks again:", asked, body)
	}
	_, _, page := request(t, "GET", server.URL+"/echo?what=quick", "")
	if strings.Count(page, `class="save"`) != 1 { // the other panel has no answer yet
		t.Error(page)
	}
	kept = false
	if status, _ := post(t, s, server, "/echo/now/save", url.Values{"what": {"other"}}); status != 400 {
		t.Error(status)
	}
}

// Only so many answers are remembered, the last ones, and none that failed.
func TestRegistryRemembers(t *testing.T) {
	var g registry
	once := func(key string, err error) (a Answer) {
		a, _ = g.once(t.Context(), key, forever, func() (Answer, error) { return Answer{Notes: []string{key}}, err })
		return a
	}
	once("wrong", errors.New("wrong"))
	if g.remembers("wrong") {
		t.Error("an error is remembered")
	}
	for i := range maxAnswers + 10 {
		once(fmt.Sprint(i), nil)
		once("0", nil)
	}
	if !g.remembers("0") || once("0", nil).Notes[0] != "0" || len(g.answers) != maxAnswers || len(g.keys) != maxAnswers {
		t.Error(len(g.answers), len(g.keys))
	}
	if g.remembers("5") {
		t.Error("an old one is there still")
	}
}

// Who asks for what somebody computes waits for it, as long as it wants; if that fails it computes itself.
func TestRegistryWaits(t *testing.T) {
	var g registry
	begun, end := make(chan struct{}), make(chan struct{})
	go g.once(t.Context(), "x", forever, func() (Answer, error) {
		close(begun)
		<-end
		return Answer{}, errors.New("stopped")
	})
	<-begun
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := g.once(ctx, "x", forever, nil); err != context.Canceled {
		t.Error(err)
	}
	time.AfterFunc(10*time.Millisecond, func() { close(end) })
	if a, err := g.once(t.Context(), "x", forever, func() (Answer, error) { return Answer{Notes: []string{"own"}}, nil }); err != nil || a.Notes == nil {
		t.Error(a, err)
	}
	if a, _ := g.once(t.Context(), "x", 0, func() (Answer, error) { return Answer{Notes: []string{"newer"}}, nil }); a.Notes[0] != "newer" {
		t.Error("an answer that is too old:", a)
	}
}

// Of runs that are over the last are listed, and each question of pages once.
func TestRegistryForgets(t *testing.T) {
	var g registry
	for i := range 2 * (maxRuns + 20) {
		r := &run{page: fmt.Sprint(i), asked: ask{key: fmt.Sprint(i / 2)}}
		if err := g.begin(r); err != nil {
			t.Fatal(err)
		}
		g.end(r, nil)
	}
	if len(g.runs) > maxRuns+1 || g.runs[0].name != fmt.Sprint("#", 2*(maxRuns+20)) {
		t.Error(len(g.runs), g.runs[0].name)
	}
	keys := map[string]bool{}
	for _, r := range g.runs {
		if keys[r.asked.key] {
			t.Errorf("%s is listed twice", r.asked.key)
		}
		keys[r.asked.key] = true
	}
}

// What records, manifests and verdicts hold is text on the page; pages of the list go on from each other.
func TestCatalogueOnPages(t *testing.T) {
	entries := make([]results.Entry, perPage)
	for i := range entries {
		entries[i] = results.Entry{ID: int64(100 + i), Schema: "dovetail/" + attack, Kind: attack, Word: attack, N: number.OfInt(52),
			Manifest: results.Manifest{Command: attack, Saved: attack, Machine: attack}}
	}
	var asked []string
	s, server := served(t, parrot)
	s.List = func(_ context.Context, f catalogue.Filter, records bool) (results.Listing, error) {
		asked = append(asked, fmt.Sprintf("list %+v", f))
		if records {
			one := results.Entry{ID: 104, Record: []byte(`{"schema":"dovetail/topswops-bounds/2","n":1}`), Manifest: results.Manifest{Machine: attack}}
			return results.Listing{Entries: []results.Entry{one}}, nil
		}
		return results.Listing{Entries: entries}, nil
	}
	s.Verify = func(_ context.Context, f catalogue.Filter, _ func(results.Progress)) (Answer, error) {
		asked = append(asked, fmt.Sprintf("verify %+v", f))
		return Answer{Records: []results.Record{results.Verdicts{Records: []results.Verdict{
			{Index: 3, Schema: attack, Verdict: results.Fails, Reason: attack}, {Index: 4, Verdict: results.Holds, Checked: []string{attack}, Unchecked: []string{attack}},
		}}}, Notes: []string{attack}}, nil
	}
	s.Store = " --catalogue mine"
	_, _, list := request(t, "GET", server.URL+"/runs?schema=rank&n=52&m=7&spell=HRD&since=2026-01-01&until=2026-12-31", "")
	_, _, one := request(t, "GET", server.URL+"/runs?id=104", "")
	_, _, verdicts := request(t, "POST", server.URL+"/runs/verify", "id=4", "X-Token", tokenOf(t, one))
	for name, page := range map[string]string{"list": list, "record": one, "verdicts": verdicts} {
		if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") || !strings.Contains(page, "script&gt;") && !strings.Contains(page, `script\u0026gt;`) {
			t.Errorf("%s: %s", name, page)
		}
	}
	if !strings.Contains(list, `before=100`) || strings.Index(list, ">124<") > strings.Index(list, ">100<") {
		t.Error("the list is not the newest first, or goes not on:", list)
	}
	want := "list {Schema:rank N:+52 M:7 Word:HRD Since:2026-01-01 Until:2026-12-31 IDs:[] Before:0 Last:25}; " +
		"list {Schema: N:<nil> M:0 Word: Since: Until: IDs:[104] Before:0 Last:0}; " +
		"verify {Schema: N:<nil> M:0 Word: Since: Until: IDs:[4] Before:0 Last:0}"
	if got := strings.Join(asked, "; "); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	for page, want := range map[string]string{
		list: "dovetail catalogue list --last 25 --schema rank -n 52 -m 7 --word HRD --since 2026-01-01 --until 2026-12-31 --catalogue mine",
		one:  "dovetail catalogue show 104 --catalogue mine", verdicts: "dovetail catalogue verify --id 4 --catalogue mine",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	for _, wrong := range []string{"id=-1", "id=1%3B", "before=x", "since=today", "schema=" + url.QueryEscape(attack), "spell=--out", "run=..", "run=a/b"} {
		if status, _, _ := request(t, "GET", server.URL+"/runs?"+wrong, ""); status != 400 {
			t.Errorf("%s: %d", wrong, status)
		}
	}
}
