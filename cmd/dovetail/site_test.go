package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// The static site of `make site`, in the folder that DOVETAIL_SITE names, answers in a browser as the program does,
// without a network after the first page too, and asks nobody but its own host.
func TestSite(t *testing.T) {
	dir := os.Getenv("DOVETAIL_SITE")
	if dir == "" {
		t.Skip("DOVETAIL_SITE names no folder that make site has filled")
	}
	files := http.FileServer(http.Dir(dir))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(dir + r.URL.Path); err != nil {
			r.URL.Path = "/404.html" // as hosts of files do
		}
		files.ServeHTTP(w, r)
	}))
	page, wrong := browser(t)
	var asked []string
	chromedp.ListenTarget(page, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && !strings.HasPrefix(e.Request.URL, host.URL) {
			asked = append(asked, e.Request.URL)
		}
	})
	has := func(path, selector, text string) {
		t.Helper()
		began := time.Now()
		err := chromedp.Run(page, chromedp.Navigate(host.URL+path))
		for shown := false; err == nil && !shown; { // the first page is loaded again once the program is there
			found := `(document.querySelector("` + selector + `")?.innerText ?? "").includes("` + text + `")`
			if chromedp.Run(page, chromedp.Evaluate(found, &shown)) != nil || !shown {
				err = chromedp.Run(page, chromedp.Sleep(100*time.Millisecond))
			}
			if time.Since(began) > 30*time.Second {
				err = context.DeadlineExceeded
			}
		}
		t.Logf("%s: %.1f s", path, time.Since(began).Seconds())
		if err != nil {
			var all string
			_ = chromedp.Run(page, chromedp.Text("body", &all))
			t.Fatalf("%s has no %q: %v\n%s", path, text, err, all)
		}
	}
	has("/shuffles?n=52&lang=en", "body", "8")
	has("/?lang=en", "body", "Who knows your routine wins")
	has("/words?lang=en", "body", "RRRRDRR")
	has("/fair?n=52&lang=ja", "body", "公平な山では 4.54")
	has("/topswops?lang=en&deck=3+1+4+5+2", "body", "moves")
	host.Close()
	has("/shuffles?n=104&lang=en", "body", "51")
	has("/glossary?lang=en", "body", "position law")
	if len(asked) > 0 {
		t.Errorf("others were asked: %q", asked)
	}
	for _, says := range wrong() {
		t.Error(says)
	}
}
