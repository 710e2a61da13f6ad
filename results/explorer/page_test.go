package explorer

import (
	"context"
	"errors"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
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
			if got := q.Plain(); got != want {
				t.Errorf("without its letters' parameters: %s, want %s", got, want)
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
	for path, want := range map[string]int{"/record/nothing": 404, "/record": 200, "/shuffles?n=abc": 400, "/record/..%2F..%2Fetc": 400, "/record/no-0.45": 404} {
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
		if shown, _, _ := s.ways(c.from, ""); names(shown) != c.shown {
			t.Errorf("from %s: %s, want %s", c.from, names(shown), c.shown)
		}
	}
	_, more, foot := s.ways("words", "ja")
	if names(more) != "fair words* opening" || more[1].URL != "/words?lang=ja" || names(foot) != "record glossary" {
		t.Errorf("more: %s, %v, at the foot %s", names(more), more, names(foot))
	}
	if _, _, foot := s.ways("glossary", ""); names(foot) != "record glossary*" {
		t.Errorf("at the foot of the glossary: %s", names(foot))
	}
	if shown, _, _ := s.ways("check", "ja"); shown[0].URL != "/?lang=ja" {
		t.Errorf("%v", shown)
	}
	s.views = slices.DeleteFunc(s.views, func(v *view.View) bool { return v.Name == "check" })
	if shown, _, _ := s.ways("routine", ""); names(shown) != "routine* play shuffles findings" {
		t.Errorf("without a page: %s", names(shown))
	}
}

// An error in a field is shown in plain words, in the language of the page. The typed text stays in
// the form, and there is no answer below it: it would be that of another question.
func TestWrongFields(t *testing.T) {
	var answered atomic.Int64
	s, server := served(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		answered.Add(1)
		return parrot(ctx, report, line...)
	})
	s.Spell = func(text, _ string) (string, error) {
		if text = strings.ToUpper(text); strings.Trim(text, "HRD") != "" {
			return "", errors.New("no letter")
		}
		return text, nil
	}
	for path, want := range map[string][2]string{
		"/words?word=H1":                         {`Word: "H1" is not a word of letters that have a shuffle, such as HRD; a page takes 40 letters at most.`, "手順: "},
		"/words?other=X":                         {`Beside it: "X" is not a word`, "比べる相手: "},
		"/words?alphabet=--out":                  {`Rank words of: "--out" is not a word`, "順位を付ける文字: "},
		"/words?n=1000":                          {`Cards: "1000" is not a whole number from 2 to 120; the commands take more.`, "カードの枚数: "},
		"/words?n=-1":                            {`Cards: "-1" is not a whole number from 2 to 120.`, "までの整数ではありません。</p>"},
		"/words?n=" + strings.Repeat("9", 20):    {"the commands take more.", "コマンド"},
		"/words?by=luck":                         {`by: "luck" is not one of bound, decks, c, `, "評価: "},
		"/shuffles?n=many":                       {`Cards: "many" is not a whole number of at least 2.`, "2 以上の整数"},
		"/shuffles?n=1":                          {`Cards: "1" is not a whole number of at least 2.`, "2 以上の整数"},
		"/shuffles?n=9000000000000000000":        {`Cards: "9000000000000000000" is too large for a page; the commands take more.`, "コマンド"},
		"/topswops?deck=%3Cb%3E":                 {`Deck, from the top: "<b>" is not a list of cards such as 3 1 2 or AS 10H.`, "カードの並びを入れてください。"},
		"/fair?deck=a+b":                         {`is not a name such as suits, or numbers of cards such as 13,39.`, "枚数"},
		"/words?word=" + strings.Repeat("H", 41): {"40 letters at most", "40 個まで"},
	} {
		for i, lang := range []string{"&lang=en", "&lang=ja"} {
			status, _, page := request(t, "GET", server.URL+path+lang, "")
			text := html.UnescapeString(page)
			if status != 400 || !strings.Contains(text, want[i]) || strings.Contains(text, "^[") || strings.Contains(page, "<section") {
				t.Errorf("%s: %d, want %q in %s", path+lang, status, want[i], text)
			}
			if typed := regexp.MustCompile(`value="(H1|1|9000000000000000000|X|--out|-1|9+|9223372036854775808|1000|many|today)"`); !strings.Contains(path, "run=") && !strings.Contains(path, "by=") && !strings.Contains(path, "deck=") && !strings.Contains(path, "HHH") && !typed.MatchString(page) {
				t.Errorf("%s: what was typed is gone: %s", path, page)
			}
		}
	}
	if answered.Load() != 0 {
		t.Error("something was answered")
	}
}

// A glossary is read as it is written, and what it holds is text.
func TestGlossary(t *testing.T) {
	const markdown = "# Glossary\n\nWords of `dovetail`.\n\n## Decks\n\n- **Deck, position**: n cards,\n  a *fair* one too ([orders](orders.md)).\n- **Word**: <b>HRD</b>\n"
	want := []language.Entry{{Means: "Words of dovetail."}, {Heading: "Decks"}, {Term: "Deck, position", Means: "n cards,\n  a fair one too."}, {Term: "Word", Means: "<b>HRD</b>"}}
	if got := language.Glossary(markdown); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s, server := served(t, parrot)
	s.Glossary = markdown
	status, _, page := request(t, "GET", server.URL+"/glossary", "")
	for _, part := range []string{"<h2>Decks</h2>", "<dt>Word</dt>", "&lt;b&gt;HRD", "Glossary"} {
		if status != 200 || !strings.Contains(page, part) {
			t.Errorf("%d, no %s in %s", status, part, page)
		}
	}
	if _, _, page := request(t, "GET", server.URL+"/fair?lang=ja", ""); !strings.Contains(page, `<a href="/glossary?lang=ja">`) {
		t.Error("no link to the glossary in", page)
	}
}
