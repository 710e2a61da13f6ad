package main

import (
	"encoding/json"
	"html"
	"image"
	_ "image/png"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The parts of pages: what is no text, marks, and numbers.
var (
	mainPart   = regexp.MustCompile(`(?s)<main.*</main>`)
	marks      = regexp.MustCompile(`(?s)<[^>]*>`)
	figureForm = regexp.MustCompile(`[0-9]+([.,/][0-9]+)*(e[-+]?[0-9]+)?`)
	selectForm = regexp.MustCompile(`(?s)<select name="([^"]+)".*?</select>`)
	optionForm = regexp.MustCompile(`<option value="[^"]*"[^>]*>(.*?)</option>`)
	labelForm  = regexp.MustCompile(`(?s)<label[^>]*>\s*<span>(.*?)</span>`)
	slowForm   = regexp.MustCompile(`class="slow" data-ask="([^"]+)"`)
	linesForm  = regexp.MustCompile(`<p class="line">\s*<code>(.*?)</code>\s*<span class="links"><a href="(.*?)">JSON</a> <a href="(.*?)">CSV</a> <a href="(.*?)">`)
	sections   = regexp.MustCompile(`(?s)<section.*?</section>`)
)

// figuresIn are all numbers that a reader of a piece of a page sees, in the order of the page.
func figuresIn(piece string) []string {
	return figureForm.FindAllString(html.UnescapeString(marks.ReplaceAllString(piece, " ")), -1)
}

// answered is what a panel that takes longer shows once it is done.
func (p *visitor) answered(ask string) string {
	p.t.Helper()
	path, query, _ := strings.Cut(html.UnescapeString(ask), "?")
	stream := p.post(path, query)
	panel := ""
	for line := range strings.Lines(stream) {
		if data, ok := strings.CutPrefix(line, "data: "); ok && strings.Contains(data, `\u003csection`) {
			if err := json.Unmarshal([]byte(data), &panel); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	if panel == "" {
		p.t.Fatalf("%s: %s", ask, stream)
	}
	return panel
}

// The links beside a command line lead to what it prints, in their formats.
func TestLinksOfLines(t *testing.T) {
	at := explored(t)
	links := 0
	for _, path := range []string{
		"/", "/guess?n=9", "/?word=RRR&n=9", "/shuffles?n=15&kind=in&card=3&to=9&upto=300", "/fair?n=20&upto=4", "/fair?n=12&how=shelf&shelves=3&upto=4",
		"/topswops?deck=3+1+4+5+2&lang=ja", "/words?word=HD&other=S&n=12&H.mean=9%2F2&D.piles=4&S.m=2", "/trick?riffles=2&seed=5&place=20&pick=4", "/trick?riffles=2&seed=5&cut=both&pick=3",
	} {
		page := body(t, at+path)
		for _, section := range sections.FindAllString(page, -1) {
			if slowForm.MatchString(section) {
				continue
			}
			for _, l := range linesForm.FindAllStringSubmatch(section, -1) {
				line := html.UnescapeString(l[1])
				for i, format := range []string{"json", "csv", "text"} {
					links++
					want, err := prints(line + " --format " + format)
					if err != nil {
						t.Fatal(line, err)
					}
					if got := body(t, at+html.UnescapeString(l[2+i])); got != string(want) {
						t.Errorf("%s: %s is\n%.300s, want\n%.300s", l[1], l[2+i], got, want)
					}
				}
			}
		}
	}
	if links < 30 {
		t.Errorf("only %d links", links)
	}
}

// Every view has the same numbers in English and in Japanese, both in what is there at once and in
// what takes longer; and no label of it is left in English.
func TestSameNumbersInBothLanguages(t *testing.T) {
	p := visitorAt(t, explored(t))
	for _, path := range []string{
		"/", "/record", "/record/topswops-17", "/record/routine-RRRRDRR", "/?word=RRDR&n=8&D.piles=3", "/?packets=1+2+1+3+1;0+3+2+2+1",
		"/shuffles?n=14&kind=in&card=2&to=7&upto=300", "/shuffles?n=15&card=3&to=9", "/shuffles?n=1000",
		"/guess?n=12", "/guess?n=5&word=S&named=1.5.3.3.3", "/guess?n=5&word=HR&named=1.5", "/fair?n=20&upto=4", "/fair?n=12&how=shelf&shelves=3&upto=4&deck=suits", "/fair?n=12&how=top&upto=4",
		"/topswops?deck=3+1+4+5+2&n=6&most=6", "/topswops?deck=2+1+3+5+4&n=2&most=3",
		"/words?word=HDRS&other=RRR&n=20&H.mean=6&D.piles=4&m=2", "/words?word=ABCDFHILNOPRTVW&H.size=uniform&R.cut=normal&C.law=fixed&L.cut=normal&n=12&m=1",
		"/opening?word=HR&n=20&kinds=8&hand=5&at=spread", "/opening?word=BB&n=20&kinds=8&hand=5&at=bottom",
		"/opening?word=RR&n=40&kinds=A%3D17%2CB%3D15%2CC%3D8&keep=A%3D2..4&mulligans=1",
		"/trick?riffles=2&seed=5&place=20&pick=4", "/trick?riffles=2&cut=after&insert=middle&pick=1", "/trick?seed=4", "/play", "/findings", "/?word=OOOOOOO", "/?word=LLLLLLL&L.switch=2%2F5", "/trick?riffles=1&deck=" + url.QueryEscape("2 1 3 4 5 6"),
	} {
		var figures [2][]string
		var labels [2][]string
		for i, lang := range []string{"en", "ja"} {
			query := "?lang="
			if strings.Contains(path, "?") {
				query = "&lang="
			}
			page := p.get(path + query + lang)
			figures[i] = figuresIn(mainPart.FindString(page))
			check := func(what, piece string) {
				if words := foreign(lang, piece); len(words) > 0 {
					t.Errorf("%s in %s says %q", what, lang, words)
				}
			}
			check(path, page)
			for _, l := range labelForm.FindAllStringSubmatch(page, -1) {
				labels[i] = append(labels[i], l[1])
			}
			for _, choices := range selectForm.FindAllStringSubmatch(page, -1) {
				for _, o := range optionForm.FindAllStringSubmatch(choices[0], -1) {
					if (lang == "ja") != strings.ContainsFunc(o[1], func(c rune) bool { return c > 0x3000 }) {
						t.Errorf("%s: in %s %s can be %q", path, lang, choices[1], o[1])
					}
				}
			}
			for _, ask := range slowForm.FindAllStringSubmatch(page, -1) {
				if strings.HasPrefix(ask[1], "/trick/odds") || strings.HasPrefix(ask[1], "/record/verify") || strings.HasPrefix(ask[1], "/routine/answer") {
					continue // which are sampled for a while
				}
				panel := p.answered(ask[1])
				check(ask[1], panel)
				figures[i] = append(figures[i], figuresIn(panel)...)
			}
		}
		if !slices.Equal(figures[0], figures[1]) {
			k := 0
			for k < min(len(figures[0]), len(figures[1])) && figures[0][k] == figures[1][k] {
				k++
			}
			t.Errorf("%s has %d numbers in English and %d in Japanese; from the %dth on %q and %q", path, len(figures[0]), len(figures[1]), k,
				figures[0][k:min(k+8, len(figures[0]))], figures[1][k:min(k+8, len(figures[1]))])
		}
		if len(figures[0]) == 0 && path != "/play" {
			t.Errorf("%s has no numbers", path)
		}
		for i, label := range labels[1] {
			if !strings.ContainsFunc(label, func(c rune) bool { return c > 0x3000 }) || strings.HasPrefix(labels[0][i], "model.") {
				t.Errorf("%s: a label in Japanese is %q, in English %q", path, label, labels[0][i])
			}
		}
	}
}

var pictureForm = regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`)

// A page of a word, of a size of decks or of any record on file, and the first one, names a picture that is there, as
// large as such pictures are shown; a size of decks that is not drawn names none.
func TestPicturesOfPages(t *testing.T) {
	at := explored(t)
	list := body(t, at+"/record?lang=en")
	paths := []string{"/", "/?word=RXR&X.switch=2%2F5&n=12", "/words", "/words?word=HD&n=20&D.piles=4"}
	for _, m := range regexp.MustCompile(`href="(/record/[^"]+)"><code>`).FindAllStringSubmatch(list, -1) {
		paths = append(paths, html.UnescapeString(m[1]))
	}
	if len(paths) < 20 {
		t.Fatal(paths)
	}
	for _, path := range paths {
		page := body(t, at+path)
		m := pictureForm.FindStringSubmatch(page)
		if m == nil {
			t.Errorf("%s has no picture", path)
			continue
		}
		text := body(t, html.UnescapeString(m[1]))
		size, kind, err := image.DecodeConfig(strings.NewReader(text))
		if err != nil || kind != "png" || size.Width < 500 || size.Height < 500 {
			t.Errorf("%s: %s is %+v, %s, %v", path, m[1], size, kind, err)
		}
	}
	for _, path := range []string{"/shuffles", "/record", "/glossary"} {
		if page := body(t, at+path); pictureForm.MatchString(page) {
			t.Errorf("%s has a picture", path)
		}
	}
}
