package language

import (
	"testing"
)

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
