package explorer

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// Everything is served to our pages alone: not to those of other origins, not under a name that was
// made to point here, and no change without a token. Each route is tested at an address of its own.
// A new route fails until it has one here, if no wildcard makes it.
func TestEveryRoute(t *testing.T) {
	s, server := served(t, parrot)
	var routes []string
	for _, file := range sources(t) {
		for _, m := range regexp.MustCompile(`"((?:GET|POST) /[^"]*)":\s+s\.`).FindAllStringSubmatch(file, -1) {
			routes = append(routes, m[1])
		}
	}
	wild := strings.NewReplacer("{$}", "", "{view}", "echo", "/assets/{file}", "/assets/icon.svg", "{file}", "now.json", "{panel}", "later")
	if len(routes) < 6 {
		t.Fatalf("%d routes", len(routes))
	}
	for _, pattern := range routes {
		method, path, _ := strings.Cut(pattern, " ")
		path = wild.Replace(path)
		if method != "GET" && method != "POST" || strings.Contains(path, "{") {
			t.Errorf("%s: say here by which address it is tried", pattern)
			continue
		}
		if _, found := s.served.Handler(httptest.NewRequest(method, path, nil)); found != pattern {
			t.Errorf("%s is served by %q, want %q", path, found, pattern)
		}
		ask := func(want func(status int) bool, what string, headers ...string) {
			t.Helper()
			status, head, _ := request(t, method, server.URL+path, "", headers...)
			if !want(status) {
				t.Errorf("%s %s: %d", pattern, what, status)
			}
			for name := range head {
				if strings.HasPrefix(name, "Access-Control") {
					t.Errorf("%s %s: %s", pattern, what, name)
				}
			}
		}
		is := func(want int) func(int) bool { return func(status int) bool { return status == want } }
		token := s.NewToken()
		ask(func(status int) bool { return status != 403 && status != 421 }, "from our page", "X-Token", token, "Origin", server.URL, "Sec-Fetch-Site", "same-origin")
		ask(is(403), "from another origin", "X-Token", token, "Origin", "http://evil.example")
		ask(is(403), "from no origin", "X-Token", token, "Origin", "null")
		ask(is(403), "from another site", "X-Token", token, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty")
		ask(is(403), "from another port", "X-Token", token, "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image")
		ask(is(421), "under a rebound name", "X-Token", token, "Host", "evil.example:80", "Origin", "http://evil.example:80", "Sec-Fetch-Site", "same-origin")
		if method == "POST" {
			ask(is(403), "without a token", "Origin", server.URL)
			ask(is(403), "with a made-up token", "Origin", server.URL, "X-Token", "guess."+strings.Repeat("0", 64))
		}
	}
}

// Nothing is served but by the table of routes.
func TestRoutesAreOneTable(t *testing.T) {
	handles := 0
	for _, file := range sources(t) {
		handles += len(regexp.MustCompile(`\.Handle(Func)?\(`).FindAllString(file, -1))
	}
	if handles != 1 {
		t.Errorf("%d places make routes", handles)
	}
}
