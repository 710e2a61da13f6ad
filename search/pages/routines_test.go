package pages

import (
	"cmp"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results/explorer"
)

// homeRoutines are the routines that people do at home, as queries of the first page: riffles by each kind of hands that it
// offers, overhand and Hindu shuffles, riffle and cut in turn, riffles with one or two deals, and a wash.
func homeRoutines(t *testing.T, first string) (all []string) {
	t.Helper()
	often := func(most int) (times []int) {
		for k := 1; k <= most; k++ {
			if longtest.On() || k%5 == 2 {
				times = append(times, k)
			}
		}
		return times
	}
	hands := regexp.MustCompile(`href="[^"?]*\??([^"]*)" data-at="hands"`).FindAllStringSubmatch(first, -1)
	if len(hands) < 5 {
		t.Fatalf("the first page offers %d kinds of hands", len(hands))
	}
	for _, m := range hands {
		query := must.Have(url.ParseQuery(html.UnescapeString(m[1])))(t)
		name := cmp.Or(query.Get("word"), "R")[:1]
		for _, k := range often(12) {
			query.Set("word", strings.Repeat(name, k))
			all = append(all, query.Encode())
		}
	}
	all = append(all, "word=LLLLLLL&L.switch=187/400&L.cut=normal&L.off=3/8&L.sd=343/500") // the riffles of 2017
	word := func(parts ...string) { all = append(all, "word="+strings.Join(parts, "")) }
	for _, k := range often(20) {
		for _, name := range []string{"O", "H"} {
			word(strings.Repeat(name, k))
		}
	}
	for _, k := range often(10) {
		word(strings.Repeat("RC", k))
		word(strings.Repeat("CR", k))
	}
	for _, k := range often(7) {
		for _, after := range often(4) {
			word(strings.Repeat("R", k), "D", strings.Repeat("R", after))
			word(strings.Repeat("L", k), "D", strings.Repeat("L", after))
			word("R", "D", strings.Repeat("R", k), "D", strings.Repeat("R", after))
		}
	}
	for _, other := range strings.Fields("W RRW D DD RDRRDRR RDRRDRRR RDRHRCRR HHRRDD HRHRHRHRHR LCLCLCLCLC RORORORORO") {
		word(other)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Every routine of the home page has an answer on it at once, in either language: a number, or an end of an interval that is
// above nothing, with words for the other end; never an error, and never a question mark.
func TestHomeRoutines(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	pages := explorer.New(Program(), server.Listener.Addr())
	pages.Timeout = 4 * time.Minute // on a machine that does much else
	server.Config.Handler = pages
	server.Start()
	defer server.Close()
	get := func(query string) (page string) {
		t.Helper()
		a := must.Have(http.Get(server.URL + "/?" + query))(t)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != 200 {
			t.Fatalf("%s: %s, %v", query, a.Status, err)
		}
		return string(text)
	}
	figure := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`<b id="won">(at least |at most )?(\d+(?:\.\d+)?)(–\d+(?:\.\d+)?)?</b>`),
		"ja": regexp.MustCompile(`<b id="won">(少なくとも |多くても )?(\d+(?:\.\d+)?)(–\d+(?:\.\d+)?)?</b>`),
	}
	open := map[string]string{"en": "How many more at most is not known.", "ja": "上からは何も分かっていません。"}
	routines := homeRoutines(t, get("word=RRRRRRR"))
	for i, query := range routines {
		lang := []string{"en", "ja"}[i%2]
		panel := regexp.MustCompile(`(?s)<section id="answer".*?</section>`).FindString(get(query + "&lang=" + lang))
		said := figure[lang].FindStringSubmatch(panel)
		switch {
		case said == nil || strings.Contains(panel, `role="alert"`):
			t.Errorf("%s: no answer: %.1500s", query, panel)
		case said[1] == "at least " || said[1] == "少なくとも ":
			if said[2] == "0" || !strings.Contains(panel, open[lang]) {
				t.Errorf("%s: %q: %.1500s", query, said[0], panel)
			}
		}
	}
	if len(routines) < longtest.Of(40, 150) {
		t.Errorf("%d routines", len(routines))
	}
}
