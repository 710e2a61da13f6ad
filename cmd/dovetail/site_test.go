package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"dovetail/cmd/site/files"
	"dovetail/perm/longtest"
	"dovetail/results/explorer"
	"dovetail/search/pages"
)

// The static site that a program with the build tag site exports, as .ci/run and make test-long have it, answers in a
// browser as the program does, below a path of a plain host of files, without a network after the first page too, and
// asks nobody but its host: every view in both languages. With the build tag long all is tried of it that is tried of
// the pages that the program serves.
func TestSite(t *testing.T) {
	t.Parallel()
	dir, all := t.TempDir(), map[string][]byte{}
	says, err := program("explore", "--export", dir).CombinedOutput()
	without := strings.Contains(string(says), "built without")
	if without {
		if all, err = explorer.FirstPages(t.Context(), pages.Program(), files.Head); err == nil {
			all["start.js"] = []byte("the script in the head")
		}
	} else if err == nil {
		err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				all[name], err = os.ReadFile(filepath.Join(dir, name))
			}
			return err
		})
	}
	if err != nil {
		t.Fatal(err, string(says))
	}
	firstPages(t, all)
	if without {
		t.Skip("SKIPPED: the static site was not tried in a browser: DOVETAIL_BROWSER=1 make test")
	}
	const base = "/some/where"
	served := http.StripPrefix(base, http.FileServer(http.Dir(dir)))
	var program sync.RWMutex // is locked while pages must do without it
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, within := strings.CutPrefix(r.URL.Path, base)
		if path == "/dovetail.bin" {
			program.RLock()
			defer program.RUnlock()
		}
		if _, err := os.Stat(dir + path); !within {
			http.NotFound(w, r)
			return
		} else if err != nil {
			r.URL.Path = base + "/404.html" // as hosts of files do
		}
		served.ServeHTTP(w, r)
	}))
	first, faults := browser(t) // a page that is not the first of all is there before the program too
	settled := func(page context.Context, panel string) {
		t.Helper()
		if err := chromedp.Run(page, until(`document.querySelector("`+panel+`").dataset.state === "done"`)); err != nil {
			t.Fatal(panel, err)
		}
	}
	early := func(page context.Context, does ...chromedp.Action) {
		t.Helper()
		program.Lock()
		defer program.Unlock()
		if err := chromedp.Run(page, append(does, until(`performance.getEntriesByName("first-contentful-paint").length > 0`))...); err != nil {
			t.Fatal("before there is the program:", err)
		}
	}
	early(first, chromedp.Navigate(host.URL+base+"/guess?lang=ja"), again(chromedp.WaitVisible("#table .picks")), again(chromedp.WaitVisible("#average .numbers")),
		chromedp.Navigate(host.URL+base+"/findings?lang=en"), again(chromedp.WaitReady("#colours .columns")))
	for _, says := range faults() {
		t.Error(says)
	}
	err = chromedp.Run(first, chromedp.Navigate(host.URL+base+"/constructor?lang=en"))
	for named := false; err == nil && !named; err = chromedp.Run(first, chromedp.Sleep(20*time.Millisecond)) {
		_ = chromedp.Run(first, chromedp.Evaluate(`document.querySelector("h1")?.innerText === "There is no such page"`, &named)) // or it is loaded again
	}
	if err != nil {
		t.Error("an address that leads nowhere:", err)
	}
	// What somebody sent is there before the program, by the address of the first page, and what no file has after it.
	sent, _ := browser(t)
	var file, later string
	groups := func(of int) chromedp.Action {
		return until(fmt.Sprintf(`document.querySelectorAll("#routine .groups li").length === %d && !document.querySelector(".loads")`, of))
	}
	early(sent, chromedp.Navigate(host.URL+base+"/?word=RHRHO"), // of which a file answers the longest part
		until(`document.querySelector(".part:not([hidden])")?.innerText === "RHRHO is being computed. It contains RHR, and so leaves at most what RHR leaves:"`),
		until(`document.querySelectorAll("#routine .groups li").length === 3 && document.querySelector(".loads") && document.querySelector("#answer").checkVisibility()`))
	if err := chromedp.Run(sent, chromedp.Navigate(host.URL+base+"/?word=OOOOO"), again(chromedp.WaitVisible("#answer .verdict")),
		until(`document.querySelector("#routine .often b")?.innerText === "5" && !document.querySelector(".loads")`),
		chromedp.Navigate(host.URL+base+"/?word=RORORO"), groups(6),
		// A worker that was put to sleep begins the program anew; the page does not wait for it.
		chromedp.Evaluate(`window.dovetailWarm`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
		serviceworker.Enable(), serviceworker.StopAllWorkers(), chromedp.Navigate(host.URL+base+"/?word=RDRRDRRR"), groups(5),
		chromedp.Evaluate(`String(window.dovetailSent)`, &file),
		serviceworker.StopAllWorkers(), chromedp.Navigate(host.URL+base+"/?word=RDRDRD"), groups(6),
		chromedp.Evaluate(`String(window.dovetailSent)`, &later)); err != nil {
		t.Error("a routine that somebody sent:", err)
	}
	if file != base+"/near/en-word-RDRRDRRR.bin" || later != "program" {
		t.Errorf("routines by their addresses are answered by %q and %q", file, later)
	}
	page, wrong := browser(t)
	var asked []string
	chromedp.ListenTarget(page, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && !strings.HasPrefix(e.Request.URL, host.URL+base+"/") &&
			!strings.HasPrefix(e.Request.URL, "data:") {
			asked = append(asked, e.Request.URL)
		}
	})
	early(page, chromedp.Navigate(host.URL+base+"/"), // what is one press away is there before the program too
		until(`document.querySelector("#won")?.innerText === "100"`), click(`#routine [data-at="often more"]`),
		until(`document.querySelector("#routine .often b").innerText === "4"`), until(`document.querySelector("#won").innerText === "100"`), chromedp.Evaluate(`window.stayed = true`, nil))
	var stayed bool
	if err := chromedp.Run(page, chromedp.Evaluate(`document.querySelector("#routine .several").open = true`, nil),
		click(`#routine [data-at="then H"]`), again(chromedp.WaitReady(`#routine [data-at="fewer 1"]`)), click(`#routine [data-at="then O"]`), // which waits for the program
		again(chromedp.WaitReady(`#routine [data-at="fewer 2"]`)),
		chromedp.Evaluate(`window.stayed`, &stayed)); err != nil || !stayed {
		t.Error("four riffles and two others:", stayed, err)
	}
	has := func(path, selector, text string, within time.Duration) {
		t.Helper()
		began := time.Now()
		err := chromedp.Run(page, chromedp.Navigate(host.URL+base+path))
		for shown := false; err == nil && !shown; { // a page may be loaded again once the program is there
			found := `(document.querySelector("` + selector + `")?.innerText ?? "").includes("` + text + `")`
			if chromedp.Run(page, chromedp.Evaluate(found, &shown)) != nil || !shown {
				err = chromedp.Run(page, chromedp.Sleep(20*time.Millisecond))
			}
			if time.Since(began) > within+patience {
				err = context.DeadlineExceeded
			}
		}
		t.Logf("%s: %.1f s; %v is the aim", path, time.Since(began).Seconds(), within)
		if err != nil {
			var all string
			_ = chromedp.Run(page, again(chromedp.Text("body", &all)))
			t.Fatalf("%s has no %q: %v\n%s", path, text, err, all)
		}
	}
	has("/?n=40&lang=en", "body", "the edge of somebody", 2*time.Second)
	has("/words?by=c&lang=en", "body", "RRRRDRR", time.Second)
	if err := chromedp.Run(page, click("#rank .start")); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	settled(page, "#rank")
	t.Logf("words of seven letters are ranked after %.1f s; 3 s are the aim", time.Since(began).Seconds())
	if began = time.Now(); longtest.On() {
		walk(t, page, host.URL+base, "site-")
	} else {
		visitAll(t, page, host.URL+base)
	}
	t.Logf("all views are tried in %.1f s", time.Since(began).Seconds())
	host.Close()
	has("/shuffles?n=104&lang=en", "body", "51", time.Second)
	has("/fair?n=52&lang=ja", "#curves", "0.3340610", time.Second)
	if longtest.On() {
		has("/fair?n=52&lang=ja", "body", "公平な山では 4.54", 6*time.Second) // which is computed for so long
	}
	has("/glossary?lang=en", "body", "position law", time.Second)
	has("/check?lang=en", "#verdict", "Test these decks", time.Second)
	testDecks(t, page, host.URL+base)
	has("/opening?lang=ja", "#lands", "手札", time.Second) // whose file the browser has not
	if len(asked) > 0 {
		t.Errorf("others were asked: %q", asked)
	}
	for _, says := range wrong() {
		t.Error(says)
	}
}

// visitAll goes through the views that are not walked through, at an address, in both languages, on a telephone.
func visitAll(t *testing.T, page context.Context, at string) {
	t.Helper()
	for i, v := range tour {
		if i%walked == 0 || strings.HasPrefix(v.path, "/?word=") {
			continue // the program's own page is walked through; the first page's answer gets narrower for twenty seconds
		}
		if err := chromedp.Run(page, chromedp.EmulateViewport(360, 740), chromedp.Navigate(at+v.path)); err != nil {
			t.Fatal(v.path, err)
		}
		same(t, page, v.path, v.least)
		translated(t, page, at, v.path, until(settled))
	}
}

// named are the files that a page names, from where it lies.
var named = regexp.MustCompile(`(?:<script [^>]*src|<link [^>]*href|<img [^>]*src|<image [^>]*href|data-decks)="(\.\.?)/([^"?]+)[^"]*"`)

// Every page as one meets it first is a file in each language, with the policy before all that it is about, no token,
// and no address that begins at the root of a host; all files that it names are there.
func firstPages(t *testing.T, all map[string][]byte) {
	t.Helper()
	count, shown := 0, map[string]bool{}
	for name, text := range all {
		page := string(text)
		lang, ok := map[string]string{"index.html": "en", "en.html": "en", "ja.html": "ja"}[name[strings.LastIndex(name, "/")+1:]]
		if !ok {
			continue
		}
		count++
		policy := strings.Index(page, "Content-Security-Policy")
		if policy < 0 || policy > strings.Index(page, "<script") || !strings.Contains(page, `<html lang="`+lang+`">`) ||
			!strings.Contains(page, `name="token" content=""`) || strings.Contains(page, `class="wrong" role="alert">`) &&
			!strings.Contains(name, "runs/") {
			t.Errorf("%s: %.800s", name, page)
		}
		if of := regexp.MustCompile(` [a-z-]+="/`).FindString(page); of != "" {
			t.Errorf("%s: an address in%s is one of the host", name, of)
		}
		here := 0
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			if here++; len(all[m[2]]) == 0 || path.Ext(m[2]) == "" || (m[1] == "..") != strings.Contains(name, "/") {
				t.Errorf("%s names %s/%s", name, m[1], m[2])
			}
			shown[m[2]] = true
		}
		if here < 6 {
			t.Errorf("%s names %d files", name, here)
		}
	}
	if count != 3*13 || !shown["words/bitmap.png"] || !shown["shuffles/steps.json"] || len(all["shared.png"]) == 0 || len(all["shared.ja.png"]) == 0 ||
		len(all["near/ja-word-OOO.bin"]) == 0 || !regexp.MustCompile(`name="near" content="([^"]* )?word-OOO[ "]`).Match(all["en.html"]) {
		t.Errorf("%d pages; %v", count, shown)
	}
}
