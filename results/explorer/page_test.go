package explorer

import (
	"slices"
	"strings"
	"testing"

	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/explorer/views"
)

// Only an embed can be framed: by pages of this server, and by others where the pages are public. It is one
// panel without menu, form and footer.
func TestEmbeds(t *testing.T) {
	s, server := served(t, parrot)
	for _, c := range []struct {
		path   string
		public bool
		from   string
	}{
		{"/echo", false, "'none'"}, {"/echo?embed=1", false, "'self'"}, {"/echo?embed=1", true, "*"}, {"/echo", true, "'none'"},
		{"/echo?embed=0", true, "'none'"}, {"/echo?embed=1&n=99", true, "'none'"}, {"/glossary?embed=1", true, "'none'"},
		{"/echo/now.json?embed=1", true, "'none'"}, {"/nowhere?embed=1", true, "'none'"}, {"/assets/icon.svg?embed=1", true, "'none'"},
	} {
		s.Public = c.public
		_, head, page := request(t, "GET", server.URL+c.path, "")
		csp, frame := head.Get("Content-Security-Policy"), head.Get("X-Frame-Options")
		if !strings.HasSuffix(csp, "frame-ancestors "+c.from) || !strings.HasPrefix(csp, "default-src 'none'; script-src 'self'; ") ||
			(frame == "DENY") != (c.from == "'none'") {
			t.Errorf("%s, public %t: %q, %q", c.path, c.public, csp, frame)
		}
		if c.from != "'none'" && (strings.Contains(page, "<nav") || strings.Contains(page, "<form") || strings.Count(page, "<section") != 1) {
			t.Errorf("%s: %s", c.path, page)
		}
	}
	for panel, id := range map[string]string{"": "now", "now": "now", "later": "later"} {
		_, _, page := request(t, "GET", server.URL+"/echo?embed=1&what=x&panel="+panel, "")
		if !strings.Contains(page, `<section id="`+id+`"`) {
			t.Errorf("panel %q: %s", panel, page)
		}
	}
	if status, _, page := request(t, "GET", server.URL+"/echo?embed=1&panel=none", ""); status != 404 {
		t.Errorf("a panel that there is not: %d, %s", status, page)
	}
	if got := routine.View.Embedded("", view.Values{}); len(got) != 1 || got[0].Name != "answer" {
		t.Errorf("the first page in a frame shows %v", got)
	}
}

// What a home page is about stands in its path, there and in its links; what is nowhere has no page.
func TestHomePages(t *testing.T) {
	s := &view.Answers{}
	for _, v := range views.All() {
		if v.Key == "" {
			continue
		}
		for subject, want := range map[string]string{"7": "/" + v.Name + "/7?lang=ja", "a/b?c": "/" + v.Name + "/a%2Fb%3Fc?lang=ja"} {
			q := view.Values{View: v, Fields: v.Fields, Of: map[string]string{}, Lang: "ja", Answers: s}
			for _, f := range v.Fields {
				q.Of[f.Name] = f.Default
			}
			q.Of[v.Key] = subject
			if got := q.Address(""); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if got := q.Address("x.png"); !strings.HasPrefix(got, "/"+v.Name+"/x.png?") || !strings.Contains(got, v.Key+"=") {
				t.Error(got)
			}
		}
		q := view.Values{View: v, Fields: v.Fields, Of: map[string]string{"n": "52", "word": "RRRRDRR"}, Answers: s}
		if got := q.Address(""); v.Name != "record" && got != "/"+v.Name+"/"+q.Text(v.Key) {
			t.Error(got)
		}
	}
	_, server := served(t, parrot)
	for path, want := range map[string]int{"/record/nothing": 404, "/record": 200, "/cards/abc": 400, "/record/..%2F..%2Fetc": 400, "/record/no-0.45": 404} {
		if status, _, _ := request(t, "GET", server.URL+path, ""); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// The navigation has the pages of the menu that there are, in its order, and marks the one that a page belongs to; all
// others stand under More or under one of these.
func TestMenu(t *testing.T) {
	names := func(all []view.Link) (said string) {
		for _, w := range all {
			said += " " + w.Name
			if w.Here {
				said += "*"
			}
		}
		return strings.TrimSpace(said)
	}
	s := &Server{views: views.All()}
	for _, c := range []struct{ from, shown string }{
		{"routine", "routine* play shuffles check findings"}, {"trick", "routine play* shuffles check findings"},
		{"words", "routine play shuffles check findings"}, {"check", "routine play shuffles check* findings"},
	} {
		if shown, _ := s.ways(c.from, ""); names(shown) != c.shown {
			t.Errorf("from %s: %s, want %s", c.from, names(shown), c.shown)
		}
	}
	_, more := s.ways("words", "ja")
	if names(more) != "fair words* opening record glossary" || more[1].URL != "/words?lang=ja" {
		t.Errorf("more: %s, %v", names(more), more)
	}
	if shown, _ := s.ways("check", "ja"); shown[0].URL != "/?lang=ja" {
		t.Errorf("%v", shown)
	}
	s.views = slices.DeleteFunc(s.views, func(v *view.View) bool { return v.Name == "check" })
	if shown, _ := s.ways("routine", ""); names(shown) != "routine* play shuffles findings" {
		t.Errorf("without a page: %s", names(shown))
	}
}
