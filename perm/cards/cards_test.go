package cards

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func written(s Style, deck []int) (names []string) {
	for _, card := range deck {
		names = append(names, s.Name(card))
	}
	return names
}

// Decks in the ways that people write them.
func TestParse(t *testing.T) {
	for text, want := range map[string][]int{
		"1":                                      {1},
		"3 1 2":                                  {3, 1, 2},
		"3,1,\t2\r\n":                            {3, 1, 2},
		"[3, 1, 2]":                              {3, 1, 2},
		"3; 1; 2":                                {3, 1, 2},
		"\ufeff3\n1\n2\n":                        {3, 1, 2},
		"03 1 2":                                 {3, 1, 2},
		"3、1，2":                                  {3, 1, 2},
		"AS":                                     {1},
		"3S AS 2S":                               {3, 1, 2},
		"3s, as, 2s":                             {3, 1, 2},
		`["3S","AS","2S"]`:                       {3, 1, 2},
		"3♠ A♠ 2♠":                               {3, 1, 2},
		"♠3 ♤A S2":                               {3, 1, 2},
		"3♠️ A♠︎ 2♠":                             {3, 1, 2},
		"3 of spades, ace of SPADES, Two s":      {3, 1, 2},
		"KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS": {13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1},
		"ks QS js 10S s9 8S 7S 6S 5S 4S 3 ♠ 2S AH ace of Spades": {13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 14, 1},
	} {
		d, err := Parse(text, Suits)
		if err != nil || !slices.Equal(d.Cards, want) || (d.Style == nil) == strings.ContainsAny(text, "sS♠") {
			t.Errorf("%q: %v, %v; want %v", text, d, err, want)
		}
	}
}

// What is no deck is refused with the card, its position, and what is missing.
func TestRefused(t *testing.T) {
	most := strings.Join(slices.DeleteFunc(Bicycle.Style(), func(name string) bool { return name == "7♣" }), " ")
	for text, want := range map[string]string{
		"":                                "no cards were given",
		" ,\n":                            "no cards were given",
		"3 1 2 3":                         "n=4: card 3 is at positions 1 and 4; card 4 is missing",
		"0 1 2":                           "n=3: card 0 at position 1 is out of range 1..3; card 3 is missing",
		"1 2 4":                           "n=3: card 4 at position 3 is out of range 1..3; card 3 is missing",
		"1 x 2":                           `"x" at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"-1 2":                            "n=2: card -1 at position 1 is out of range 1..2; card 1 is missing",
		"- 2":                             `"-" at position 1 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"9999999999999999999999":          `"9999999999999999999999" at position 1 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"10 of 5":                         `"of" at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"AS Joker":                        `"Joker" at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"AS 11S":                          `"11S" at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"AS 2":                            "card 2 at position 2: give either all cards by number, or all by name",
		"2 A♠":                            "card A♠ at position 2: give either all cards by number, or all by name",
		"AH 2H 2h":                        "n=3: card 2♥ is at positions 2 and 3; card 3♥ is missing",
		strings.Repeat("9", 1<<22):        `"99999999999999999999..." at position 1 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"1 " + strings.Repeat("♠", 1<<20): `"♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠..." at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		most + " AS":                      "n=52: card A♠ is at positions 51 and 52; card 7♣ is missing",
	} {
		if d, err := Parse(text, Bicycle); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v; want %s", text, d, err, want)
		}
	}
}

// Named cards are a deck of their own, in the order that they have in a new one; where their
// numbers are meant, they are refused.
func TestPacket(t *testing.T) {
	most := strings.Join(slices.DeleteFunc(Bicycle.Style(), func(name string) bool { return name == "7♣" }), " ")
	for _, c := range []struct{ text, cards, taken, whole string }{
		{"10H AS", "[1 2]", "this is a deck of 2 cards, which is new in the order 10♥ A♠", "n=2: card 10♥ at position 1 is out of range A♥..2♥; card A♥ is missing"},
		{"AH AC", "[1 2]", "this is a deck of 2 cards, which is new in the order A♥ A♣", "n=2: card A♣ at position 2 is out of range A♥..2♥; card 2♥ is missing"},
		{"2C AD KD AC", "[2 4 3 1]", "this is a deck of 4 cards, which is new in the order A♣ 2♣ K♦ A♦", "n=4: card 2♣ at position 1 is out of range A♥..4♥; card A♥ is missing"},
		{"2H AH", "[2 1]", "", ""},
		{"2 1", "[2 1]", "", ""},
		{most, strings.TrimSpace(fmt.Sprintln(New(51, 1))), "this is a deck of 51 cards: 7♣ missing", "n=51: card A♠ at position 51 is out of range A♥..2♠; card 7♣ is missing"},
	} {
		d, err := Parse(c.text, Bicycle)
		whole := ""
		if err := d.CheckWhole(Bicycle); err != nil {
			whole = err.Error()
		}
		if err != nil || fmt.Sprint(d.Cards) != c.cards || d.Style.Taken(Bicycle) != c.taken || whole != c.whole {
			t.Errorf("%q: %v, %v, %q, %q", c.text, d, err, d.Style.Taken(Bicycle), whole)
		}
	}
}

// An order has each card once, and what a style prints is read as the same deck.
func TestOrders(t *testing.T) {
	sorted := slices.Sorted(slices.Values(Suits.Style()))
	rng := rand.New(rand.NewPCG(1, 2))
	for _, o := range Orders {
		s := o.Style()
		if all := slices.Sorted(slices.Values(s)); len(s) != 52 || !slices.Equal(all, sorted) || len(slices.Compact(all)) != 52 {
			t.Errorf("%s: %v", o, s)
		}
		for n := 1; n <= 52; n++ {
			deck := rng.Perm(n)
			for i := range deck {
				deck[i]++
			}
			for _, style := range []Style{Numbers, s} {
				d, err := Parse(strings.Join(written(style, deck), " "), o)
				if err != nil || !slices.Equal(d.Cards, deck) || !slices.Equal(d.Style, style) {
					t.Fatalf("%s: %v: %v, %v", o, deck, d, err)
				}
			}
		}
	}
	for o, want := range map[Order][]string{
		"":      {"A♠", "K♠", "A♥", "K♣"},
		Suits:   {"A♠", "K♠", "A♥", "K♣"},
		Bicycle: {"A♥", "K♥", "A♣", "A♠"},
		Ranks:   {"A♠", "4♠", "4♥", "K♣"},
	} {
		s := o.Style()
		if got := []string{s.Name(1), s.Name(13), s.Name(14), s.Name(52)}; !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", o, got, want)
		}
	}
	if s := Suits.Style(); s.Covers(52) != nil || s.Covers(53) == nil || Numbers.Covers(53) != nil || s.Name(53) != "53" {
		t.Error("names for too many cards")
	}
}

func TestCard(t *testing.T) {
	for _, c := range []struct {
		style Style
		text  string
		want  int
	}{
		{Numbers, "7", 7}, {Numbers, " 13\n", 13}, {Numbers, "14", 0}, {Numbers, "0", 0}, {Numbers, "7S", 0}, {Numbers, "", 0}, {Numbers, "1 2", 0},
		{Suits.Style(), "7S", 7}, {Suits.Style(), "king of spades", 13}, {Suits.Style(), "7", 7}, {Suits.Style(), "AH", 0}, {Suits.Style(), "x", 0},
	} {
		if got, err := c.style.Card(c.text, 13); got != c.want || (err == nil) == (got == 0) {
			t.Errorf("%q: %d, %v", c.text, got, err)
		}
	}
}

// What is read is a deck, or an error of its cards; what has no end is no deck.
func TestRead(t *testing.T) {
	if _, err := Read(strings.NewReader("2 1\n3 3"), Suits); err == nil || !strings.HasPrefix(err.Error(), "n=4: card 3 is at positions 3 and 4") {
		t.Error(err)
	}
	if d, err := Read(strings.NewReader("2 1"), Suits); err != nil || !slices.Equal(d.Cards, []int{2, 1}) {
		t.Error(d, err)
	}
	if _, err := Read(strings.NewReader(strings.Repeat("1 ", 1<<23+1)), Suits); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Error(err)
	}
}

// A deck is refused in one line, or it is one: each card once, and read again as it is
// printed.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"3 1 2", "3,1,2", "1", "", "2 2", "0 1", "1 x", "1\n2", "\t1,, 2\r", "999999999999999999999",
		"AS", "2♥ a♥", "Ace of Spades 2 s", "♠10 T", "[\"AH\"]", "of", "10 of", "A S of", "\ufe0f", "s", "1S"} {
		for _, o := range Orders {
			f.Add(text, string(o))
		}
	}
	f.Fuzz(func(t *testing.T, text, order string) {
		d, err := Parse(text, Order(order))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: the error has several lines: %q", text, err)
			}
			return
		}
		again, err := Parse(strings.Join(written(d.Style, d.Cards), ","), Order(order))
		if err != nil || !slices.Equal(again.Cards, d.Cards) || d.Style.Covers(len(d.Cards)) != nil {
			t.Errorf("%q is %v, and read again %v, %v", text, d, again, err)
		}
		slices.Sort(d.Cards)
		for i, card := range d.Cards {
			if card != i+1 {
				t.Errorf("%q is taken for a deck", text)
			}
		}
	})
}

// A deck that is typed ends with its last card, and what comes after it is left.
func TestReadLines(t *testing.T) {
	for text, want := range map[string]string{
		"3 1\n2\nand more": "[3 1 2]", "3 1 2": "[3 1 2]", "2S\nAS 3S\n": "[2 1 3]", "2 1\n": "[2 1]",
		"3\n3\n1\n": "n=3: card 3 is at positions 1 and 2; card 2 is missing", "1\nx\n2 3": `"x" at position 2 is not a card; want numbers, or names such as AS, 10H or K♦`,
		"": "no cards were given",
	} {
		d, err := ReadLines(strings.NewReader(text), 3, Suits, nil)
		got := fmt.Sprint(d.Cards)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A line with a mistake is typed anew: one that is no card, and one whose cards are there twice.
func TestReadLinesAgain(t *testing.T) {
	mistakes := 0
	d, err := ReadLines(strings.NewReader("3\nx\n3 1\n1 2\n"), 3, Suits, func(error) { mistakes++ })
	if err != nil || fmt.Sprint(d.Cards) != "[3 1 2]" || mistakes != 2 {
		t.Errorf("%v, %v after %d mistakes", d.Cards, err, mistakes)
	}
}
