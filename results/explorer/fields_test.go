package explorer

import (
	"context"
	"errors"
	"html"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// What is wrong with a field is said in plain words, in the language of the page; what was typed stands
// in the form, and no answer below it: it would be that of another question.
func TestWrongFields(t *testing.T) {
	var asked atomic.Int64
	s, server := served(t, func(ctx context.Context, tell func(results.Progress), line ...string) (view.Answer, error) {
		asked.Add(1)
		return parrot(ctx, tell, line...)
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
		"/cards?n=9223372036854775808":           {`Cards: "9223372036854775808" is too large.`, "大きすぎます"},
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
	if asked.Load() != 0 {
		t.Error("something was asked")
	}
}
