package pages

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"dovetail/results/games"
)

// The deck on the felt is the one that is read: the page has its last order, the cards that still follow their old neighbour
// after each shuffle, with their colours, and the number of those that were named, and sends the same; in both languages.
func TestPageReadsItsDeck(t *testing.T) {
	for _, query := range []string{"", "&word=RRRRDRR", "&word=OOO&seed=7", "&word=R&n=20", "&word=MMM&n=60", "&n=100", "&word=OOO&n=40"} {
		var r games.Watched
		if err := json.Unmarshal([]byte(pageOf(t, "/routine/deck.json?lang=en"+query)), &r); err != nil || len(r.Rows) != r.N {
			t.Fatal(query, r, err)
		}
		for _, lang := range []string{"en", "ja"} {
			page := pageOf(t, "/?lang="+lang+query)
			var felt struct {
				Decks [][]int
				Still []int
				Named []int
				Said  []int
			}
			if err := json.Unmarshal([]byte(regexp.MustCompile(`data-cards="(\{.*?\})"`).FindStringSubmatch(page)[1]), &felt); err != nil {
				t.Fatal(err)
			}
			last, right, still := felt.Decks[len(felt.Decks)-1], 0, 0
			for i, row := range r.Rows {
				if row.Card != last[i] || row.Right != felt.Named[i] || row.Named != felt.Said[i] {
					t.Fatalf("%s: card %d on the felt is %d, and %d is read (%d, %d)", query, i+1, last[i], row.Card, row.Named, felt.Said[i])
				}
				if right += row.Right; i > 0 && last[i] == last[i-1]+1 {
					still++
				}
			}
			if right != r.Right || still != felt.Still[len(r.Word)] || felt.Still[0] != r.N-1 || len(felt.Still) != len(r.Word)+1 {
				t.Errorf("%s: %d named, %d of %v still follow", query, right, still, felt.Still)
			}
			if lit := strings.Count(page, "data-run="); lit < still || lit > 2*still {
				t.Errorf("%s: %d cards are lit, %d follow", query, lit, still)
			}
			if green := strings.Count(page, ` right" data-number=`); green != right {
				t.Errorf("%s: %d cards are marked as named, %d were", query, green, right)
			}
			shared := map[string]string{"en": "dovetail named %d of my %d cards. You?", "ja": "dovetail が当てたのは%d枚(%d枚中)。あなたは?"}[lang]
			heading := map[string]string{"en": fmt.Sprintf("You shuffled %d times. Watch", len(r.Word)), "ja": fmt.Sprintf("%d回シャッフルした山", len(r.Word))}[lang]
			if len(r.Word) == 1 {
				heading = map[string]string{"en": "You shuffled once. Watch", "ja": "一回シャッフルした山"}[lang]
			}
			if luck := strings.Contains(page, map[string]string{"en": "In a fair deck the best guesser", "ja": "公平な山では、出た札を見て当てる"}[lang]); luck != (r.Best || still <= right) {
				t.Errorf("%s in %s: %d named, %d old neighbours, and luck beside it: %v", query, lang, right, still, luck)
			}
			for _, want := range []string{fmt.Sprintf(shared, r.Right, r.N), heading, fmt.Sprintf(`<b class="count">%d</b>`, r.Right),
				fmt.Sprintf(`<b class="still">%d</b>`, still)} {
				if !strings.Contains(page, want) {
					t.Errorf("%s in %s has no %q", query, lang, want)
				}
			}
		}
	}
}
