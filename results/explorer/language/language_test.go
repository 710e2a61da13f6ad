package language

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/results"
)

// One move is no moves.
func TestMoves(t *testing.T) {
	for n, want := range map[any]string{0: "moves", 1: "move", "1": "move", int64(2): "moves", "11": "moves"} {
		if got := English.Moves(n); got != want {
			t.Errorf("%v %s", n, got)
		}
	}
}

// Errors of commands stay in English, or are marked as the program's, and those of pages are in the
// reader's language.
func TestProblems(t *testing.T) {
	for _, err := range []error{Wrong("wrong.patience"), Wrong("wrong.number", Label("words.n"), "x", 1, 2), Wrong("wrong.busy")} {
		if en, ja := English.Describe(err), Japanese.Describe(err); en == ja || en != err.Error() || strings.Contains(en+ja, "%!") {
			t.Errorf("%q and %q", en, ja)
		}
	}
	if own := errors.New("n=1 is too small"); English.Describe(own) != own.Error() || !strings.HasSuffix(Japanese.Describe(own), ": "+own.Error()) {
		t.Error(Japanese.Describe(own))
	}
}

// What is reported never goes back, whichever part it is of, and the best that was found stays for its part.
func TestOnward(t *testing.T) {
	var at results.Progress
	for _, p := range []results.Progress{
		{Share: 0.4, Seconds: 3, Left: 5, Best: []string{"a"}}, {Share: 0.1, Seconds: 1, Left: 9}, {Share: 0.5, Seconds: 4},
		{Best: []string{"b"}},
	} {
		next := Onward(at, p)
		if next.Share < at.Share || next.Seconds < at.Seconds || len(next.Best) < len(at.Best) || next.Left != p.Left ||
			p.Best != nil && !slices.Equal(next.Best, p.Best) {
			t.Errorf("%+v, then %+v: %+v", at, p, next)
		}
		at = next
	}
	if at.Share != 0.5 || at.Seconds != 4 {
		t.Errorf("%+v", at)
	}
	if at = Onward(at, results.Progress{Part: "f9"}); at.Best != nil || at.Share != 0.5 {
		t.Errorf("what another part has found is shown: %+v", at)
	}
}

// What the program says is said in Japanese with its own names and numbers, and in English as it is.
func TestProgramWords(t *testing.T) {
	for text, want := range map[string]string{
		"n=3: card 1 is at positions 1 and 2; card 3 is missing":               "n=3: カード 1 が 1 番目と 2 番目の両方にあり、カード 3 がありません",
		`question: model "R=riffle(p=7)": riffle: p=7 must be between 0 and 1`: `問い: モデル "R=riffle(p=7)": p=7 は 0 から 1 までにしてください`,
		"deal into 13 piles, last on top":                                      "13 個の小山に配る(最後の山が上)",
		"least k with 2^k = +-1 mod 105":                                       "2^k = +-1 mod 105 となる最小の k",
		"13 cards, 80 moves: 2 9 4":                                            "13 枚、80 手: 2 9 4",
		"80 moves, 1 decks":                                                    "80 手の山が 1 通り",
		"192 decks":                                                            "192 個の山",
		"round 2, 40 words":                                                    "第 2 回、40 通りの手順",
		"ord_51(2)":                                                            "ord_51(2)",
	} {
		if got := Japanese.Said(text); got != want || English.Said(text) != text {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Of fields of a record it is said in Japanese what was not checked of them, by the names that they have.
func TestToldOfFields(t *testing.T) {
	for text, want := range map[string]string{
		"cpu_seconds: depends on the machine":                                            "cpu_seconds: コンピューターによって変わります",
		"part 93 of the work: computing it again takes about 4 hours, --time allows 20s": "作業の第 93 部分: 計算し直すには約4 時間かかります(--time の制限は 20s)",
		"n: nothing like that":                                                           "プログラムからのメッセージ(英語)です: n: nothing like that",
	} {
		if got := Japanese.Message(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// errorOf is the text of an error in a source file.
var errorOf = regexp.MustCompile("(?:Errorf|errors.New|Sprintf)\\((\"(?:[^\"\\\\]|\\\\.)+\"|`[^`]+`)")

// What keeps decks from being read is said in Japanese, each in a sentence of its own.
func TestDecksThatCannotBeReadInJapanese(t *testing.T) {
	english := regexp.MustCompile(`(^|[^-"a-zA-Z])[a-z]{3,}`) // and no name of a flag, or word of the deck
	count := 0
	for _, name := range []string{"read", "lists", "format", "advice"} {
		source, err := os.ReadFile("../../../search/fair/" + name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range errorOf.FindAllSubmatch(source, -1) {
			text, err := strconv.Unquote(string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(text, "columns") { // a part of a sentence
				continue
			}
			text = strings.NewReplacer("its %s", "its first 2 columns", "%w%s", "no cards", "%w", "no cards", "%q", `"x"`, "card %s", "card 7", "cards %s", "cards 7", "kinds %s", "kinds 7", "%s", "7 cards", "%d", "8").Replace(text)
			if strings.HasPrefix(text, ";") {
				text = "line 1: no cards" + text
			}
			count++
			if says := Japanese.Message(text); english.MatchString(strings.ReplaceAll(says, "--from table", "")) {
				t.Errorf("%s: %s", text, says)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d errors", count)
	}
}
