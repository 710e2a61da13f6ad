package pages

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/results/explorer"
)

// shuffler makes decks, one on each line; a faulty one exchanges each card with any.
func shuffler(decks, n int, faulty bool) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var all strings.Builder
	for range decks {
		deck := rng.Perm(n)
		if faulty {
			for i := range deck {
				deck[i] = i
			}
			for i := range deck {
				j := rng.IntN(n)
				deck[i], deck[j] = deck[j], deck[i]
			}
		}
		for _, card := range deck {
			fmt.Fprint(&all, card+1, " ")
		}
		all.WriteByte('\n')
	}
	return all.String()
}

// Decks that are posted get a verdict in the language of the page, with the same numbers in both; a line that is no deck
// is named; and what is posted is limited.
func TestDecksOnAPage(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = explorer.New(Program(), server.Listener.Addr())
	server.Start()
	defer server.Close()
	a := must.Have(http.Get(server.URL + "/check"))(t)
	page, _ := io.ReadAll(a.Body)
	a.Body.Close()
	token := regexp.MustCompile(`name="token" content="([^"]+)"`).FindSubmatch(page)
	if token == nil || !strings.Contains(string(page), `aria-current="page">Is it fair?</a>`) || !strings.Contains(string(page), `data-ask="/check/verdict?`) {
		t.Fatalf("%s", page)
	}
	post := func(at, decks string) (status int, panel string) {
		t.Helper()
		r := must.Have(http.NewRequest("POST", server.URL+at, strings.NewReader(decks)))(t)
		r.Header.Set("X-Token", string(token[1]))
		r.Header.Set("Content-Type", "text/plain;charset=UTF-8")
		a := must.Have(http.DefaultClient.Do(r))(t)
		defer a.Body.Close()
		text := must.Have(io.ReadAll(a.Body))(t)
		for line := range strings.Lines(string(text)) {
			if data, ok := strings.CutPrefix(line, "data: \""); ok {
				must.Do(t, json.Unmarshal([]byte("\""+data), &panel))
			}
		}
		if panel == "" {
			panel = string(text)
		}
		return a.StatusCode, panel
	}
	bad := "1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 3\n"
	for _, c := range []struct {
		query, decks string
		want         map[string]string
	}{
		{"", shuffler(300, 52, true), map[string]string{"en": `<p class="verdict">Not fair.</p>`, "ja": `<p class="verdict">公平ではありません。</p>`}},
		{"", shuffler(300, 52, true), map[string]string{"en": "<b>each card exchanged with any (naive shuffle)</b>", "ja": "<b>各カードを任意の一枚と交換(素朴な誤り)</b>"}},
		{"", shuffler(300, 52, true), map[string]string{"en": "9 riffles or more", "ja": "リフル9回以上"}},
		{"", shuffler(300, 52, false), map[string]string{"en": `<p class="verdict good">Fair, as far as these decks can tell.</p>`, "ja": `<p class="verdict good">これらの山で分かる限り、公平です。</p>`}},
		{"", "AS 2S 3S 4S\n2S 3S 4S AS\n4S AS 2S 3S\n", map[string]string{"en": "too few to find common faults", "ja": "山が足りません"}},
		{"", bad, map[string]string{"en": "These decks cannot be read: line 3: card 3 is at places 3 and 5", "ja": "山を読み取れません: 3 行目: カード 3 が 3 番目と 5 番目の両方にあります"}},
		{"", "1 2 3 4\n1 2 3\n", map[string]string{"en": "line 2: 3 cards, not the 4 of the first deck", "ja": "2 行目: 3 枚です(最初の山は 4 枚)"}},
		{"", "1 2 3 4\n1 2 3 5\n", map[string]string{"en": "line 2: place 4: card 5 is out of range 1..4", "ja": "2 行目: 4 番目: カード 5 は範囲 1..4 の外です"}},
		{"", "", map[string]string{"en": "there are no decks", "ja": "山がありません"}},
		{"", "1 2 3 x\n", map[string]string{"en": "is not a card", "ja": "カードではありません"}},
		{"n=52&", "AS\nKD\n7C\n", map[string]string{"en": "dovetail fair decks.txt -n 52", "ja": "dovetail fair decks.txt -n 52"}},
		{"kinds=land%3D24,spell%3D36&", "land land spell\nspell spell spell\n", map[string]string{"en": "land among the cards listed", "ja": "並べたカードのうちの land"}},
		{"from=table&", "1,2,1,0\n1,0,1,2\n2,1,0,1\n0,1,2,1\n", map[string]string{"en": "<b>4</b> decks of 4 cards", "ja": "<b>4</b> 個の山(4枚ずつ)"}},
		{"from=previous&", "1 2 3 4\n2 1 4 3\n", map[string]string{"en": "<b>1</b> deck of 4 cards", "ja": "<b>1</b> 個の山(4枚ずつ)"}},
	} {
		var numbers [2][]string
		for i, lang := range []string{"en", "ja"} {
			status, panel := post("/check/verdict?"+c.query+"lang="+lang, c.decks)
			if status != 200 || !strings.Contains(panel, c.want[lang]) || strings.Contains(panel, "JSON</a>") || strings.Contains(panel, `texts">inverse`) || strings.Contains(panel, "<script") {
				t.Errorf("%s%.20q in %s: %d %.3000s", c.query, c.decks, lang, status, panel)
			}
			for _, name := range regexp.MustCompile(`left texts">([^<]*)<`).FindAllStringSubmatch(panel, -1) {
				if lang == "ja" && regexp.MustCompile(`[a-z]{2}`).MatchString(strings.ReplaceAll(strings.ReplaceAll(name[1], "land", ""), "spell", "")) {
					t.Errorf("in Japanese a test or fault is %q", name[1])
				}
			}
			shown := regexp.MustCompile(`(?s)<div class="wide".*</table>`).FindString(panel)
			numbers[i] = regexp.MustCompile(`>[-+0-9.e]+<`).FindAllString(shown, -1)
		}
		if !slices.Equal(numbers[0], numbers[1]) {
			t.Errorf("%.20q has %q in English and %q in Japanese", c.decks, numbers[0], numbers[1])
		}
	}
	for at, want := range map[string]int{"/check/verdict": 413, "/check/verdict?from=x": 400, "/check/verdict?n=3": 400, "/check/verdict?kinds=land": 400} {
		decks := "1 2 3 4\n"
		if want == 413 {
			decks = strings.Repeat(decks, 17<<17)
		}
		if status, says := post(at, decks); status != want || strings.Contains(says, "<") {
			t.Errorf("%s: %d %.300s, want %d", at, status, says, want)
		}
	}
}
