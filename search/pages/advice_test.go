package pages

import (
	"html"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"dovetail/results/explorer"
)

// What the first page advises is the least that is proved from what is on record: nine riffles in a row are enough whatever
// stands around them.
func TestAdvice(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = explorer.New(Program(), server.Listener.Addr())
	verdict := regexp.MustCompile(`<p class="verdict[^>]*>([^<]*)</p>`)
	for _, c := range [][3]string{
		{"RRRRRRR", "Shuffle 2 more times: 9 in all.", "あと2回、全部で9回シャッフルしましょう。"},
		{"RRRRRRRO", "Perhaps fair: 9 riffles in a row instead of 7 are surely enough.", "公平かもしれません。リフルを9回(7回ではなく)続ければ確実に十分です。"},
		{"RRRRDRR", "Not fair yet: 9 riffles in a row instead of 4 are surely enough.", "まだ公平ではありません。リフルを9回(4回ではなく)続ければ確実に十分です。"},
		{"ORRRRRRR", "Perhaps fair: 2 more riffles are surely enough.", "公平かもしれません。あと2回リフルすれば確実に十分です。"},
		{"OOOOOOO", "Not even after 20 of these: riffle 9 times instead.", "この混ぜ方では20回でも足りません。リフルを9回しましょう。"},
		{"RRW", "Fair, if the wash is perfect.", "完全なかき混ぜなら公平です。"},
		{"RRRRRRR&aim=1", "Shuffle 6 more times: 13 in all.", "あと6回、全部で13回シャッフルしましょう。"},
		{"LLLLLLLO", "Perhaps fair: 8 riffles in a row instead of 7 are surely enough.", "公平かもしれません。リフルを8回(7回ではなく)続ければ確実に十分です。"},
	} {
		for i, lang := range []string{"en", "ja"} {
			answer := httptest.NewRecorder()
			server.Config.Handler.ServeHTTP(answer, httptest.NewRequest("GET", "http://"+server.Listener.Addr().String()+"/?word="+c[0]+"&lang="+lang, nil))
			m := verdict.FindStringSubmatch(answer.Body.String())
			if m == nil || html.UnescapeString(m[1]) != c[1+i] {
				t.Errorf("%s: %q, want %q", c[0], m, c[1+i])
			}
		}
	}
}

// pageOf is a page of the program, without its marks.
func pageOf(t *testing.T, path string) string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	answer, pages := httptest.NewRecorder(), explorer.New(Program(), server.Listener.Addr())
	pages.Timeout = 4 * time.Minute // on a machine that does much else
	pages.ServeHTTP(answer, httptest.NewRequest("GET", "http://"+server.Listener.Addr().String()+path, nil))
	return html.UnescapeString(answer.Body.String())
}

// Pages say of each number how sure it is, and of a deck what was done to it; they keep what was pressed, and repeat of a
// word that is too long its beginning alone.
func TestPagesSay(t *testing.T) {
	findings := pageOf(t, "/findings?lang=en")
	for name, want := range map[string][]string{
		"read":    {"After 3 riffles the best player names 13.0 of 52 cards before they are turned over, on average; with a fair deck 4.5. Exact for this model of the shuffle."},
		"seven":   {"After 7 riffles the edge is 33 in 100. The bet: going through the deck from the first card to the last, again and again, I can pick up all cards in their old order in at most 25 passes. After these shuffles that works 65 of 100 times; with a fair deck 32 of 100 times. Exact for the textbook riffle (Gilbert, Shannon and Reeds).", "that takes 9 riffles"},
		"milk":    {"With the milk as shuffle number 7 it is 61: worse than 7 riffles, which leave 33. Exact for this model of the shuffle.", "With the milk as shuffle number 6 it is 4.7–6.6: better than 9 riffles, which leave 8.5. From sampled decks"},
		"neat":    {"Hands that take 50 of 100 cards from the other packet leave after 6 riffles an edge of 61 in 100. Exact for this model of the shuffle.", "Hands that take 70 of 100 cards from the other packet leave after 6 riffles an edge of 32–35 in 100. From sampled decks"},
		"colours": {"After 4 riffles the edge is 10.5 in 100 if only red and black count, and 100.0 if the order does. This is proved.", "Red and black take 5 riffles where the order takes 9."},
		"perfect": {"After Hindu, 11 of 2704 squares are white", "2704 of 2704 squares are white: so many chances that a card comes to a place are as in a fair deck. The edge is at least 99.99 in 100. This is proved."},
	} {
		section := regexp.MustCompile(`(?s)<section id="` + name + `".*?</section>`).FindString(findings)
		text := strings.Join(strings.Fields(regexp.MustCompile(`(?s)<svg.*?</svg>|<[^>]*>`).ReplaceAllString(section, " ")), " ")
		for _, says := range want {
			if !strings.Contains(text, says) {
				t.Errorf("the finding %s has no %q: %s", name, says, text)
			}
		}
		if states, columns := strings.Count(section, "data-label="), strings.Count(section, `class="column`)-1; states != columns || states < 3 || !strings.Contains(section, `<li class="now"`) {
			t.Errorf("the finding %s has %d sentences and %d columns", name, states, columns)
		}
	}
	if strings.Contains(findings, "is known.") {
		t.Error("that a bet is won does not mean that the order is known")
	}
	for path, want := range map[string]string{
		"/guess?lang=en": "The deck lay in the order of the cards below, then: riffle × 3.",
		"/?lang=en&word=" + strings.Repeat("R", 20): `aria-disabled="true" data-at="often more"`,
		"/?lang=en&word=R":                          `aria-disabled="true" data-at="often fewer"`,
		"/?lang=en&word=RRRRDRR":                    "Then gather the odd piles and then the even ones",
		"/?lang=en":                                 "dovetail guess RRR --watch",
		"/?lang=en&aim=5":                           `data-at="aim 5" aria-current="true"`,
		"/words?lang=en&word=" + strings.Repeat("R", 400) + "S": `"` + strings.Repeat("R", 60) + `..." is not a word`,
	} {
		if page := pageOf(t, path); !strings.Contains(page, want) || strings.Contains(page, strings.Repeat("R", 400)+`S" is`) {
			t.Errorf("%s has no %q: %.3000s", path, want, page)
		}
	}
	if better := pageOf(t, "/?lang=en&word=OOOOOOO"); strings.Contains(better, "by neat hands") {
		t.Error("somebody whose hands are not known is advised to riffle neatly")
	}
}
