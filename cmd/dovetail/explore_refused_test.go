package main

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// What a page cannot answer is refused, with 400, or 404 where there is no such page: by a page of the house with the
// ways to all others, which does not name something else in its title. What is beside the question is no reason: the
// panels of an odd deck that are about even ones say so.
func TestExplorerRefuses(t *testing.T) {
	_, p := exploring(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	asked := map[string]bool{}
	begins := map[int]*regexp.Regexp{400: regexp.MustCompile("^(This cannot|Not all of this can) be answered · "),
		404: regexp.MustCompile("^There is no such page · ")}
	rows := map[int][]string{
		200: {
			"/", "/?n=9", "/?n=9&word=RR", "/guess?n=4&named=1", "/shuffles?n=51", "/shuffles?n=1000", "/shuffles?n=9",
			"/shuffles?n=4611686018427387903", "/fair?n=41", "/fair?n=2", "/fair?how=top&n=9&cards=9", "/topswops?deck=3+1+2",
			"/words?n=2", "/words?word=L&L.cut=normal&n=12",
			"/?L.cut=normal&n=12&word=LR", "/play", "/findings", "/trick?pick=52", "/opening?n=30", "/trick?deck=3+1+2", "/trick?riffles=1", "/words?word=RR&n=9",
			"/words?word=R&embed=1&panel=score", "/shuffles?n=+9",
			"/record", "/record/topswops-17", "/glossary", "/assets/icon.svg", "/words/score.json?n=9", "/shuffles/steps.png?n=9",
		},
		400: {
			"/?n=0", "/?n=-1", "/?word=8", "/?n=1000", "/trick?pick=53", "/guess?n=53", "/guess?n=4&named=5", "/guess?named=x",
			"/guess?word=R1", "/shuffles?n=1", "/shuffles?n=9223372036854775808", "/shuffles?kind=x", "/shuffles?from=20&upto=10",
			"/shuffles?card=0", "/fair?n=1", "/fair?how=top&n=9&cards=10", "/fair?deck=13", "/fair?n=41&deck=suits", "/fair?deck=junk",
			"/topswops?deck=junk", "/topswops?deck=1+1", "/topswops?deck=2+3", "/topswops?n=99", "/words?word=Q", "/words?H.mean=-3",
			"/words?R.cut=x", "/opening?kinds=61", "/check?n=3", "/check?from=x", "/check?kinds=land", "/opening?hand=99", "/trick?deck=junk", "/trick?deck=1+2", "/trick?deck=1+1+2",
			"/trick?place=60", "/words?word=8",
			"/words?n=999&embed=1", "/shuffles?n=-1", "/shuffles?n=x", "/words/score.json?word=8", "/shuffles/steps.png?n=1000", "/fair/curves.csv?n=1",
		},
		404: {
			"/nothing", "/nothing/x.png", "/a/b/c", "///", "//example.org/", "/record/none", "/record/none?embed=1", "/assets/none",
			"/words/none.json", "/words/score.gif", "/words/score.png", "/words/score.json?line=9", "/nothing/list/x",
		},
		301: {"/nothing/", "//", "/record/", "/record/topswops-17/?lang=ja", "/words/?word=RR&n=9", "/shuffles/", "/glossary/"},
	}
	for want, paths := range rows {
		for _, path := range paths {
			name := regexp.MustCompile(`^/(\w*)`).FindStringSubmatch(path)[1]
			asked[name] = asked[name] || want == 400
			r := must.Have(http.NewRequestWithContext(t.Context(), "GET", p.at+path, nil))(t)
			a := must.Have(client.Do(r))(t)
			page := p.text(a)
			if a.StatusCode != want {
				t.Errorf("%s: %s, want %d", path, a.Status, want)
			}
			switch {
			case want == 301:
				bare, query, _ := strings.Cut(path, "?")
				if to := a.Header.Get("Location"); to != strings.TrimSuffix(strings.TrimSuffix(bare, "/")+"?"+query, "?") {
					t.Errorf("%s leads to %s", path, to)
				}
			case want >= 400 && !strings.Contains(path, ".json") && !strings.Contains(path, ".csv") && !strings.Contains(path, ".png") ||
				want == 404:
				title := regexp.MustCompile("<title>(.*)</title>").FindStringSubmatch(page)
				refused := want == 404 || strings.Contains(page, `class="wrong" role="alert"`)
				if !refused || !strings.Contains(page, `<a href="/fair"`) || title == nil || !begins[want].MatchString(title[1]) ||
					strings.Contains(title[1], "52") || strings.Contains(title[1], "RRRRDRR") ||
					strings.Contains(page, "<h1>cards in a deck") || strings.Contains(page, `href="//`) {
					t.Errorf("%s: %q: %.2000s", path, title, page)
				}
			case want == 400 && strings.Contains(page, "<"):
				t.Errorf("%s: %s", path, page)
			}
		}
	}
	for _, m := range regexp.MustCompile(`<a href="/(\w+)"`).FindAllStringSubmatch(p.get("/"), -1) {
		if !asked[m[1]] && !slices.Contains([]string{"glossary", "record", "play", "findings"}, m[1]) {
			t.Errorf("nothing is put to %s that it refuses", m[1])
		}
	}
	for from, want := range map[string]string{"/routine": "/", "/routine?n=9&word=RR": "/?n=9&word=RR", "/routine/?lang=ja": "/routine?lang=ja"} {
		if a, err := client.Get(p.at + from); err != nil || a.StatusCode != 301 || a.Header.Get("Location") != want {
			t.Errorf("%s: %v, %v, want %s", from, a, err, want)
		}
	}
	for path, want := range map[string]int{
		"/nothing/x?": 404, "/words/none?": 404, "/words/rank?m=99": 400, "/words/rank/save?m=2": 404, "/fair/bet?n=1": 400,
		"/shuffles/move?n=51": 400, "/runs/start?search=none": 404,
	} {
		at, fields, _ := strings.Cut(path, "?")
		a := p.begin(t.Context(), at, fields)
		if says := p.text(a); a.StatusCode != want || says == "" || strings.Contains(says, "<") || strings.Contains(says, "404") {
			t.Errorf("POST %s: %s %s, want %d", path, a.Status, says, want)
		}
	}
}
