package guess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/run"
)

func game(t *testing.T, n int, word string, seed uint64) Game {
	q := must.Have(NewQuestion(notation.Spelling{N: n, Preset: notation.Literal}, []string{word}, 2, 0, 1, 0))(t)
	return Game{q, seed, cards.Numbers}
}

// play is the lines that a game prints, and the end of the last. The other player is called the best where no player
// does better, and only there.
func play(t *testing.T, g Game, input string) (lines []string, right, shown, rights int) {
	var out bytes.Buffer
	must.Do(t, g.Play(t.Context(), strings.NewReader(input), &out, io.Discard))
	lines = strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	_, optimal, err := NewPlayer(t.Context(), g.Question)
	called := map[bool]string{true: "best", false: "other"}
	last := strings.Replace(lines[len(lines)-1], "cards", "card", 1)
	if _, err := fmt.Sscanf(last, "You were right in %d of %d card, the "+called[optimal]+" player in %d.", &right, &shown,
		&rights); err != nil {
		t.Fatalf("%q: %v", last, err)
	}
	if err != nil || strings.Contains(out.String(), "the "+called[!optimal]+" player") {
		t.Errorf("where the best player is known (%v): %s, %v", optimal, &out, err)
	}
	return lines, right, shown, rights
}

// Over many decks the best player's mean is the expected one, within four standard errors, and a
// player who names the cards in turn has no more. A game shows each card once.
func TestBestPlayer(t *testing.T) {
	const n, played = 12, 300
	for _, word := range []string{"R", "RR", "S", "V"} {
		r := must.Have(run.AnswerTo[games.Guess](t.Context(), game(t, n, word, 0).Question, run.Options{}))(t)
		want := must.Have(strconv.ParseFloat(r.Rows[len(r.Rows)-1].Complete, 64))(t)
		var sum, squares, user float64
		for seed := range uint64(played) {
			lines, right, shown, rights := play(t, game(t, n, word, seed), inTurn(n))
			if shown != n {
				t.Fatalf("%d cards shown", shown)
			}
			seen := map[int]bool{}
			for _, line := range lines {
				var place, card int
				if _, err := fmt.Sscanf(line, "card %d is %d:", &place, &card); err == nil {
					seen[card] = true
					if len(seen) != place {
						t.Fatalf("%q", line)
					}
				}
			}
			if len(seen) != n {
				t.Fatalf("%d different cards", len(seen))
			}
			sum, squares, user = sum+float64(rights), squares+float64(rights*rights), user+float64(right)
		}
		mean := sum / played
		se := math.Sqrt((squares/played - mean*mean) / played)
		if math.Abs(mean-want) > 4*se || user > sum {
			t.Errorf("%s: %v ± %v, want %v; the user %v", word, mean, se, want, user/played)
		}
	}
}

// The same seed deals the same deck, another one another; a hint is what the best player
// names next.
func TestSeedsAndHints(t *testing.T) {
	input := "hint\n3\nhint\n3\n5\n"
	a, _, shown, _ := play(t, game(t, 20, "RRR", 5), input)
	b, _, _, _ := play(t, game(t, 20, "RRR", 5), input)
	c, _, _, _ := play(t, game(t, 20, "RRR", 6), input)
	if fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(a) == fmt.Sprint(c) || shown < 2 {
		t.Errorf("%q\n%q\n%q", a, b, c)
	}
	var hinted, named string
	for i, line := range a {
		if _, err := fmt.Sscanf(line, "hint: %s with chance", &hinted); err == nil {
			_, after, _ := strings.Cut(a[i+1], "the best player ")
			if fmt.Sscanf(after[len("right "):], "(%s", &named); strings.Trim(named, ");") != strings.Trim(hinted, ",") {
				t.Errorf("%q, %q", line, a[i+1])
			}
		}
	}
	if hinted == "" {
		t.Error("no hint")
	}
}

// A deck whose best play nobody knows is played by places, and no game is left half done by
// what is no card.
func TestOddInput(t *testing.T) {
	lines, right, shown, _ := play(t, game(t, 10, "DR", 1), "0\n11\n-1\n1.5\n♠\n\n  \n"+strings.Repeat("x", 5000)+"\n")
	if right != 0 || shown != 0 || len(lines) != 13 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	if _, _, shown, _ := play(t, game(t, 1, "R", 1), "1\n1\n"); shown != 1 {
		t.Errorf("%d cards of one", shown)
	}
	if err := game(t, 5, "R", 1).Play(t.Context(), strings.NewReader(strings.Repeat("x", 1<<17)), io.Discard, io.Discard); err == nil {
		t.Error("a line without an end is read")
	}
}

// A game that is left, by quit or by a Ctrl-C while a guess is due, ends with its score; help says how
// cards are named.
func TestLeft(t *testing.T) {
	lines, _, shown, _ := play(t, game(t, 20, "RRR", 5), "help\n1\nquit\n2\n")
	if shown != 1 || !slices.Contains(lines, help) {
		t.Errorf("%d cards were shown: %q", shown, lines)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, typing := io.Pipe()
	defer typing.Close()
	var out bytes.Buffer
	go func() {
		typing.Write([]byte("1\n"))
		cancel()
	}()
	err := game(t, 20, "RRR", 5).Play(ctx, in, &out, io.Discard)
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "You were right in ") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// A word is dealt to its end, deterministic letters behind the last random one too.
func TestDealsToTheEnd(t *testing.T) {
	for _, c := range []struct{ word, before string }{{"D", ""}, {"RD", "R"}, {"RFID", "R"}} {
		g := game(t, 10, c.word, 7)
		got := must.Have(dealt(t.Context(), g.Question, g.Seed))(t)
		laws := position.NewLaws(g.N, g.Letters)
		w := must.Have(laws.Parse(c.word))(t)
		// Taken back, what is behind the random letters leaves what these do alone.
		run := laws.Run(w[len(c.before):])
		back := make(perm.Perm, g.N)
		for i, j := range run {
			back[i] = int(got[j])
		}
		if packets := back.Inverse().RisingSequences(); packets > 1+len(c.before) {
			t.Errorf("%s: %v before the last letters", c.word, back)
		}
	}
}
