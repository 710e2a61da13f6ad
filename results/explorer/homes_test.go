package explorer

import (
	"slices"
	"strings"
	"testing"
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
	if got := routine.embedded("", values{}); len(got) != 1 || got[0].name != "answer" {
		t.Errorf("the first page in a frame shows %v", got)
	}
}

// What a home page is about stands in its path, there and in its links; what is nowhere has no page.
func TestHomePages(t *testing.T) {
	s := &Server{}
	for _, v := range homes {
		for subject, want := range map[string]string{"7": "/" + v.name + "/7?lang=ja", "a/b?c": "/" + v.name + "/a%2Fb%3Fc?lang=ja"} {
			q := values{v: v, fields: v.fields, of: map[string]string{}, lang: "ja", asks: s}
			for _, f := range v.fields {
				q.of[f.name] = f.byDefault
			}
			q.of[v.key] = subject
			if got := q.address(""); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if got := q.address("x.png"); !strings.HasPrefix(got, "/"+v.name+"/x.png?") || !strings.Contains(got, v.key+"=") {
				t.Error(got)
			}
		}
		q := values{v: v, fields: v.fields, of: map[string]string{"n": "52", "word": "RRRRDRR"}, asks: s}
		if got := q.address(""); v.name != "record" && got != "/"+v.name+"/"+q.Text(v.key) {
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

// The words around a word are all that differ in one letter, each once.
func TestAround(t *testing.T) {
	got := around("HRD", "HRD")
	slices.Sort(got)
	if want := strings.Fields("DRD HDD HHD HRH HRR RRD"); !slices.Equal(got, want) {
		t.Error(got)
	}
}

// The navigation has the pages of the menu that there are, in its order, and marks the one that a page belongs to; all
// others stand under More or under one of these.
func TestMenu(t *testing.T) {
	names := func(all []way) (said string) {
		for _, w := range all {
			said += " " + w.Name
			if w.Here {
				said += "*"
			}
		}
		return strings.TrimSpace(said)
	}
	before := views
	t.Cleanup(func() { views = before })
	for _, c := range []struct{ from, shown string }{
		{"routine", "routine* play shuffles check findings"}, {"trick", "routine play* shuffles check findings"},
		{"words", "routine play shuffles check findings"}, {"check", "routine play shuffles check* findings"},
	} {
		if shown, _ := ways(c.from, ""); names(shown) != c.shown {
			t.Errorf("from %s: %s, want %s", c.from, names(shown), c.shown)
		}
	}
	_, more := ways("words", "ja")
	if names(more) != "fair words* opening record glossary" || more[1].URL != "/words?lang=ja" {
		t.Errorf("more: %s, %v", names(more), more)
	}
	if shown, _ := ways("check", "ja"); shown[0].URL != "/?lang=ja" {
		t.Errorf("%v", shown)
	}
	views = slices.DeleteFunc(slices.Clone(views), func(v *view) bool { return v.name == "check" })
	if shown, _ := ways("routine", ""); names(shown) != "routine* play shuffles findings" {
		t.Errorf("without a page: %s", names(shown))
	}
}
