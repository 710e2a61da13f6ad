package fair

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/tally"
	"dovetail/perm/cards"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/models"
	"dovetail/results"
	"dovetail/search/run"
)

// made are decks of a model, repeated a number of times, from a seed.
func made(t testing.TB, spec string, n, times, decks int, seed byte) Counts {
	t.Helper()
	m := must.Have(models.Parse(spec))(t)
	a, b, deal, rng := shuffle.NewDeck(n), shuffle.NewDeck(n), m.Dealer(n), draw.NewStream([32]byte{seed, byte(n)})
	all := NewTally(Counts{N: n, Listed: n, From: New})
	all.scorers = scorersOf(n)
	for range decks {
		for i := range a {
			a[i] = uint16(i)
		}
		for range times {
			deal(rng, b, a)
			a, b = b, a
		}
		all.Add(a[:n])
	}
	return all.Done()
}

func verdict(t testing.TB, c Counts) results.Fair {
	t.Helper()
	return must.Have(run.AnswerTo[results.Fair](t.Context(), Question{Counts: c, FalseAlarm: 1e-3, Seed: 1, Skip: c.Failed > 0}, run.Options{}))(t)
}

// The faults that people ask about are found by these numbers of decks, and named; fair decks are fair, and few are too few.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		spec                string
		n, times, decks     int
		verdict, best, test string
	}{
		{"wash", 52, 1, 2000, results.IsFair, "", ""},
		{"wash", 52, 1, 5, results.TooFew, "", ""},
		{"wash", 8, 1, 1000, results.IsFair, "", ""},
		{"naive", 52, 1, 300, results.Unfair, "naive", "known faults"},
		{"inverse(of=naive)", 52, 1, 300, results.Unfair, "inverse(of=naive)", "known faults"},
		{"naive", 8, 1, 1000, results.Unfair, "naive", "cells"},
		{"sattolo", 52, 1, 100, results.Unfair, "sattolo", "cycles"},
		{"riffle", 52, 7, 50, results.Unfair, "riffle", "rising sequences"},
		{"cut", 52, 1, 3, results.Unfair, "cut(law=uniform)", "neighbours kept"},
		{"topswap", 52, 1, 5, results.Unfair, "topswap(times=cards)", "fixed points"},
		{"transpositions(k=52)", 52, 1, 30, results.Unfair, "transpositions(k=56,distinct=false)", "fixed points"},
		{"transpositions(k=100)", 52, 1, 1000, results.Unfair, "transpositions(k=100,distinct=false)", "fixed points"},
		{"transpositions(k=156)", 52, 1, 5000, results.Unfair, "transpositions(k=158,distinct=false)", "fixed points"},
		{"transpositions(k=65)", 52, 1, 1000, results.Unfair, "transpositions(k=65,distinct=false)", "fixed points"},
		{"overhand", 52, 3, 5, results.Unfair, "overhand(p=1/10)", "neighbours kept"},
		{"keys(values=100)", 52, 1, 60, results.Unfair, "keys(values=100)", "descents"},
		{"comparator", 52, 1, 5, results.Unfair, "comparator(sort=binary)", "known faults"},
		{"comparator(sort=blocks)", 60, 1, 5, results.Unfair, "comparator(sort=blocks)", "known faults"},
		{"comparator(sort=merge)", 40, 1, 5, results.Unfair, "comparator(sort=merge)", "known faults"},
		{"comparator(sort=insertion)", 8, 1, 40, results.Unfair, "comparator(sort=insertion)", "known faults"},
		{"comparator(sort=merge)", 100, 1, 5, results.Unfair, "comparator(sort=merge)", "known faults"},
		{"hindu", 40, 6, 60, results.Unfair, "", "neighbours kept"},
	} {
		r := verdict(t, made(t, c.spec, c.n, c.times, c.decks, 1))
		alarm := c.test == ""
		for _, test := range r.Tests {
			alarm = alarm || test.Name == c.test && test.Alarm
		}
		best, times := "", 1
		for _, f := range r.Faults {
			if f.Explains {
				best, times = f.Model, f.Times
			}
		}
		if r.Verdict != c.verdict || best != c.best || best != "" && times != c.times || (r.Fits != "") != (c.best != "") || !alarm {
			t.Errorf("%d decks of %d cards by %d of %s: %s (p %v), explained by %s (%q), alarm by %s %v; want %s, %s", c.decks, c.n, c.times,
				c.spec, r.Verdict, r.PValue, best, r.Fits, c.test, alarm, c.verdict, c.best)
		}
	}
}

// A generator with too few seeds is found by repeated decks, and a shuffler that continues with the
// same deck by what stays.
func TestDependentDecks(t *testing.T) {
	seeds := NewTally(Counts{N: 52, Listed: 52, From: New})
	seeds.scorers = scorers(52)
	pick := rand.New(rand.NewPCG(5, 6))
	deal, order, deck := shuffle.Uniform(52), shuffle.NewDeck(52), shuffle.NewDeck(52)
	for range 600 {
		deal(draw.Keyed(pick.Uint64N(1<<16), "seeds", 0, 0), deck, order)
		seeds.Add(deck)
	}
	if r := verdict(t, seeds.Done()); r.Verdict != results.Unfair || r.Tests[0].Name != "repeated decks" {
		t.Errorf("few seeds: %s by %+v", r.Verdict, r.Tests[0])
	}
	m := must.Have(models.Parse("riffle"))(t)
	riffles, rng := m.Dealer(52), draw.NewStream([32]byte{7})
	deal(rng, deck, order)
	for from, test := range map[string]string{New: "rising sequences since the deck before", Previous: "rising sequences"} {
		c := NewTally(Counts{N: 52, Listed: 52, From: from})
		c.scorers = scorers(52)
		a, b := shuffle.NewDeck(52), shuffle.NewDeck(52)
		copy(a, deck)
		for range 45 {
			riffles(rng, b, a)
			a, b = b, a
			c.Add(a[:52])
		}
		r := verdict(t, c.Done())
		alarm := false
		for _, x := range r.Tests {
			alarm = alarm || x.Name == test && x.Alarm
		}
		if r.Verdict != results.Unfair || !alarm || from == Previous && (r.Explained().Model != "riffle" || r.Explained().Times != 1) {
			t.Errorf("%s: %s, %+v", from, r.Verdict, r.Faults[0])
		}
	}
}

// Fair decks give no more alarms than the stated rate, for every kind of input: the lower end of
// the interval of confidence 1 - 1e-4 for the rate is not above it. In the long tests there are
// 2,000 inputs of each size. One half is dealt by ChaCha8 and the shuffle of the models, the other
// by PCG and the shuffle of Go's library.
func TestLevel(t *testing.T) {
	for _, of := range []struct{ n, listed, decks, inputs, long int }{
		{4, 4, 40, 30, 2000}, {5, 5, 60, 30, 2000}, {104, 104, 40, 0, 500},
		{8, 8, 10, 30, 2000}, {40, 40, 10, 5, 2000}, {52, 52, 10, 5, 2000}, {60, 60, 10, 0, 2000},
		{8, 8, 100, 30, 2000}, {40, 40, 100, 10, 2000}, {52, 52, 100, 10, 2000}, {60, 60, 100, 0, 2000},
		{8, 8, 10_000, 0, 2000}, {40, 40, 10_000, 0, 500}, {52, 52, 10_000, 0, 500}, {60, 60, 10_000, 0, 500},
		{52, 7, 50, 50, 2000}, {52, 1, 200, 50, 2000}, {-60, 60, 100, 20, 2000}, {-60, 7, 100, 20, 2000},
	} {
		t.Run(fmt.Sprintf("%d of %d cards, %d decks", of.listed, max(of.n, -of.n), of.decks), func(t *testing.T) {
			inputs := of.inputs
			if longtest.On() {
				inputs = of.long
			}
			c := Counts{N: of.n, Listed: of.listed, From: New}
			if of.n < 0 {
				c.N, c.Kinds = -of.n, []Kind{{Name: "land", Count: 24}, {Name: "creature", Count: 26}, {Name: "spell", Count: -of.n - 50}}
			}
			alarms := map[float64]int64{0.001: 0, 0.05: 0}
			for input := range inputs {
				x := NewTally(c)
				if c.whole() {
					x.scorers = scorersOf(c.N)
				}
				if input%2 == 0 {
					x.deal(draw.Keyed(uint64(input), fmt.Sprint("level", of), 0, 0), of.decks)
				} else {
					byPCG(x, uint64(input), of.decks)
				}
				counts := x.Done()
				tests := must.Have(counts.tests(t.Context(), uint64(input), counts.faults(), 1e-3))(t)
				least := 1.
				for _, test := range tests {
					least = min(least, test.P*float64(len(tests)))
				}
				for rate := range alarms {
					if least <= rate {
						alarms[rate]++
					}
				}
			}
			for rate, count := range alarms {
				if low := tally.ClopperPearsonLower(count, int64(inputs), 1e-4); inputs > 0 && low > rate {
					t.Errorf("%+v: %d alarms of %d, at least %v of all, at a rate of %v", of, count, inputs, low, rate)
				}
				if longtest.On() {
					t.Logf("%+v: %d alarms of %d at a rate of %v, at most %.4f", of, count, inputs, rate, tally.ClopperPearsonUpper(count, int64(inputs), 0.025))
				}
			}
		})
	}
}

// byPCG deals decks with other numbers, and another shuffle, than the package.
func byPCG(x *Tally, seed uint64, decks int) {
	x.deal(draw.Keyed(0, "", 0, 0), 0)
	rng, deck := rand.New(rand.NewPCG(seed, 51)), slices.Clone(x.order)
	for range decks {
		copy(deck, x.order)
		rng.Shuffle(x.N, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		x.Add(deck[:x.Listed])
	}
}

// scorersOf shares what scorers are made of.
func scorersOf(n int) (all []*scorer) {
	if shared[n] == nil {
		shared[n] = scorers(n)
	}
	for _, s := range shared[n] {
		one := *s
		one.left, one.used = make([]float64, n), make([]bool, n+1)
		all = append(all, &one)
	}
	return all
}

var shared = map[int][]*scorer{}

// The power that docs/fair.md states: how often decks of a fault are called unfair at a rate of 1 in 1,000.
func TestPower(t *testing.T) {
	inputs := 2
	if longtest.On() {
		inputs = 200
	}
	for _, of := range []struct {
		spec     string
		times    int
		decks    int
		at, most float64 // the share that is found
	}{
		{"naive", 1, 50, 0.1, 0.95}, {"naive", 1, 100, 0.9, 1}, {"naive", 1, 300, 1, 1}, {"sattolo", 1, 5, 0.9, 1}, {"sattolo", 1, 100, 1, 1},
		{"riffle", 7, 25, 0.6, 1}, {"riffle", 7, 50, 0.98, 1}, {"riffle", 8, 100, 0.2, 1}, {"riffle", 8, 200, 0.8, 1}, {"keys(values=256)", 1, 300, 0.9, 1},
		{"fisheryates(mistake=round)", 1, 25, 0.88, 1}, {"fisheryates(mistake=short)", 1, 20, 1, 1}, {"fisheryates(mistake=late)", 1, 4, 1, 1},
		{"fisheryates(mistake=modulo)", 1, 200, 0.35, 0.5}, {"transpositions(k=52)", 1, 3, 1, 1}, {"transpositions(k=104)", 1, 50, 0.85, 1},
		{"transpositions(k=104)", 1, 100, 1, 1}, {"transpositions(k=156)", 1, 3000, 1, 1},
	} {
		found := 0
		for input := range inputs {
			c := made(t, of.spec, 52, of.times, of.decks, byte(input))
			tests := must.Have(c.tests(t.Context(), 1, c.faults(), 1e-3))(t)
			least := 1.
			for _, test := range tests {
				least = min(least, test.P*float64(len(tests)))
			}
			found += indicator(least <= 1e-3)
		}
		share := float64(found) / float64(inputs)
		if longtest.On() {
			t.Logf("%d decks by %d of %s: found in %v", of.decks, of.times, of.spec, share)
		}
		if slack := 0.15; !longtest.On() && of.at == 1 && share < 1 || longtest.On() && (share < of.at-slack/2 || share > of.most+slack) {
			t.Errorf("%d decks by %d of %s: found in %v", of.decks, of.times, of.spec, share)
		}
	}
}

// Nothing is simulated or dealt once nobody waits for the answer.
func TestCancelled(t *testing.T) {
	c := made(t, "naive", 10, 1, 5, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.tests(ctx, 1, c.faults(), 1e-3); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := (Question{Counts: c, FalseAlarm: 1e-3}).Answer(ctx, run.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func read(text string, how Reading) (Counts, error) {
	if how.From == "" {
		how.From = New
	}
	how.Order = cards.Suits
	return Read(strings.NewReader(text), how)
}

// Decks are read as programs log them, and all ways to write them say the same.
func TestRead(t *testing.T) {
	want := must.Have(read("3 1 4 2 5\n5 4 3 2 1\n", Reading{}))(t)
	if want.Decks != 2 || want.N != 5 || want.Cells[2][0] != 1 || want.Cells[4][0] != 1 {
		t.Errorf("%+v", want)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte("3,1,4,2,5\n5,4,3,2,1"))
	z.Close()
	for _, text := range []string{
		"# a log\n\n3,1,4,2,5\r\n5,4,3,2,1", "[3,1,4,2,5]\n[5, 4, 3, 2, 1]\n", "{\"deck\":[3,1,4,2,5],\"id\":7}\n{\"cards\": [5,4,3,2,1]}",
		"2 0 3 1 4\n4 3 2 1 0", "first;second;third;fourth;fifth\n3;1;4;2;5\n5;4;3;2;1\n", "\ufeff3\t1\t4\t2\t5\n5 4 3 2 1\n",
		"[[3,1,4,2,5],[5,4,3,2,1]]", "[\n  [3, 1, 4, 2, 5],\n  [5, 4, 3, 2, 1]\n]\n", `[ ["3S","AS","4S","2S","5S"], ["5S","4S","3S","2S","AS"] ]`,
		"3 1 4 2 5\r5 4 3 2 1\r", "# a log\r\r3,1,4,2,5\r5,4,3,2,1", // as spreadsheets write it for the Macintosh
		"c1,c2,c3,c4,c5\n3,1,4,2,5\n5,4,3,2,1\n", "pos 1,pos 2,pos 3,pos 4,pos 5\n3,1,4,2,5\n5,4,3,2,1\n", "\"V0\"\t\"V1\"\t\"V2\"\t\"V3\"\t\"V4\"\n3\t1\t4\t2\t5\n5\t4\t3\t2\t1",
		"{\n  \"deck\": [\n    3,\n    1,\n    4,\n    2,\n    5\n  ],\n  \"id\": {\"of\": [\"}\", 1]}\n}\n{\n  \"deck\": [\n    5, 4, 3, 2, 1\n  ]\n}\n",
		"[\n  [\n    3,\n    1,\n    4,\n    2,\n    5\n  ],\n  [\n    5,\n    4,\n    3,\n    2,\n    1\n  ]\n]\n", "[[3,1,4,2,5],\n[5,4,3,2,1]\n]",
		"[\n  {\n    \"deck\": [3,1,4,2,5]\n  },\n  {\"deck\": [5,4,3,2,1]}\n]\n", `[{"deck":[3,1,4,2,5]},{"deck":[5,4,3,2,1]}]`, "[3,1,4,2,5], [5,4,3,2,1];", "[\n[[3,1,4,2,5]],\n\n[[5,4,3,2,1]]\n]",
		"3S AS 4S 2S 5S\n5S 4S 3S 2S AS", `["3♠","A♠","4♠","2♠","5♠"]` + "\n" + `["5s","4s","3s","2s","as"]`, zipped.String(),
	} {
		got, err := read(text, Reading{})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) && results.Canonical(Question{Counts: got}) != results.Canonical(Question{Counts: want}) {
			t.Errorf("%.60q: %v, %+v", text, err, got)
		}
	}
	kinds, err := read("L S S L\nS S L L\n", Reading{})
	if err != nil || len(kinds.Kinds) != 2 || kinds.Kinds[0] != (Kind{Name: "L", Count: 2}) || kinds.Cells[0][0] != 1 || kinds.Alike[2] != 1 || kinds.Alike[1] != 1 {
		t.Errorf("%v, %+v", err, kinds)
	}
	hands, err := read("1 5 9\n52 3 7", Reading{N: 52})
	if err != nil || hands.N != 52 || hands.Listed != 3 || hands.Decks != 2 || hands.Rising != nil {
		t.Errorf("%v, %+v", err, hands)
	}
	land, err := read("land spell\nspell spell", Reading{Kinds: []Kind{{Name: "land", Count: 24}, {Name: "spell", Count: 36}}})
	if err != nil || land.N != 60 || land.Hands[0][1] != 1 || land.Hands[1][2] != 1 {
		t.Errorf("%v, %+v", err, land)
	}
	table, err := read("1 2 1 0\n1 0 1 2\n2 1 0 1\n0 1 2 1", Reading{From: Table})
	if err != nil || table.Decks != 4 || table.N != 4 {
		t.Errorf("%v, %+v", err, table)
	}
	place, err := read("7 5 6 8 10\n", Reading{From: Table})
	if err != nil || place.Decks != 36 || place.N != 5 || place.Listed != 1 || place.Cells[4][0] != 10 {
		t.Errorf("%v, %+v", err, place)
	}
	if card, err := read("7\n5\n6\n8\n10\n", Reading{From: Table}); err != nil || fmt.Sprint(card) != fmt.Sprint(place) {
		t.Errorf("%v, %+v", err, card)
	}
	for _, first := range []string{"1 2 3 4 5 6 7 8 9 10", "0,1,2,3,4,5,6,7,8,9"} { // numbers of columns, and no deck
		c, err := read(first+"\n2 1 3 4 5 6 7 8 9 10\n1 2 3 4 5 6 7 8 9 10\n", Reading{})
		if err != nil || c.Decks != 2 {
			t.Errorf("%v, %+v", err, c)
		}
	}
	skipped, err := read("3 1 4 2 5\n3 1 4 2\nx\n5 4 3 2 1", Reading{Skip: true})
	if err != nil || skipped.Failed != 2 || skipped.Decks != 2 {
		t.Errorf("%v, %+v", err, skipped)
	}
	for _, c := range []Counts{want, kinds, hands, land, table, place, skipped} {
		q := Question{Counts: c, FalseAlarm: 1e-3, Seed: 1, Skip: c.Failed > 0}
		again, err := results.Of[Question]().Question(q.Schema(), results.TextOf(q).Question)
		if err != nil || results.Canonical(again) != results.Canonical(q) {
			t.Errorf("%+v becomes %+v, %v", q, again, err)
		}
		verdict(t, c)
	}
}

// zippedTo is a compressed file that was cut off.
func zippedTo(length int) string {
	var all bytes.Buffer
	z := gzip.NewWriter(&all)
	z.Write([]byte("3 1 4 2 5\n5 4 3 2 1\n"))
	z.Close()
	return all.String()[:length]
}

// A bad line is refused with its number and the reason.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "there are no decks; want one on each line, its cards from the top",
		"deck\n":                           "there are no decks; want one on each line, its cards from the top",
		"1 2 3 4 5\n1 2 3 4":               "line 2: 4 cards, not the 5 of the first deck",
		"1 2 3 4 5\n\n1 2 3 4 5 6":         "line 3: place 6: card 6 is out of range 1..5",
		"1 2 3 4 5\n1 2 3 4 4":             "line 2: card 4 is at places 4 and 5",
		"1 2 3 4 5\n1 2 3 4 0":             "line 2: place 5: card 0 is out of range 1..5",
		"1 2 3 4 5\n1 2 x 4 5":             `line 2: place 3: "x" is not the number of a card`,
		"1 2 3 4 7":                        "line 1: place 5: card 7 is out of range 1..5",
		"1 2 3":                            "line 1: the deck has 3 cards, not 4 to 416",
		"1 1 1 1":                          "line 1: all cards are equal",
		"AS 2S 3S 4S\nAS 2S 3S 5S":         `line 2: place 4: "5S" is not one of the cards A♠..4♠`,
		"AS 2S 3S 4S\nAS 2S 3S 4":          "line 2: place 4: card 4: give either all cards by number, or all by name",
		"a b a b\na b b b":                 "line 2: place 4: more cards b than the deck has (2)",
		"a b a b\na b c b":                 `line 2: place 3: "c" is not one of the kinds a, b`,
		"{\"deck\": [1,2,3,4]}\n{\"x\":1}": `line 2: the object has no list "deck"`,
		"[[1,2,3,4],[1,2,3,3]]":            "line 1: card 3 is at places 3 and 4",
		"\xff\xfe1\x00 \x002\x00":          "the text is in UTF-16, as PowerShell writes it; want UTF-8",
		"1 2 3 4\n1 2 3\x00 4":             `line 2: place 3: "3\x00" is not the number of a card`,
		"1\n1":                             "line 1: the deck has 1 card, not 4 to 416; want all cards of a deck on one line, or say with --cards how many a deck has",
		"17,3,1,4,2,5\n18,5,4,3,2,1":       "line 1: place 1: card 17 is out of range 1..6; without its first column it is a deck of 5 cards: leave that out",
		"1,3,1,4,2,5\n2,5,4,3,2,1":         "line 2: place 5: more cards 2 than the deck has (1); without its first column it is a deck of 5 cards: leave that out",
		"0,3,1,4,2,5\n1,5,4,3,2,1":         "line 2: card 1 is at places 1 and 6; without its first column it is a deck of 5 cards: leave that out",
		"id,c1,c2,c3,c4,c5\n7,3,1,4,2,5":   "line 2: place 1: card 7 is out of range 1..6; without its first column it is a deck of 5 cards: leave that out",
		",0,1,2,3,4\n0,3,1,4,2,0":          "line 2: more than the 5 cards of the first deck; without its first column it is a deck of 5 cards: leave that out",
		",0,1,2,3,4\n7,3,1,4,2,0":          "line 2: place 1: card 7 is out of range 0..4; without its first column it is a deck of 5 cards: leave that out",
		"7 L S S L\n8 S L S L":             `line 2: place 1: "8" is not one of the kinds 7, L, S; without its first column it is a deck of 4 cards: leave that out`,
		"3 1 4 2 5 a\n5 4 3 2 1 b":         `line 1: "a" at position 6 is not a card; want numbers, or names such as AS, 10H or K♦; without its last column it is a deck of 5 cards: leave that out`,
		"1-2-24 10:01 3 1 4 2 5":           `line 1: "1-2-24" at position 1 is not a card; want numbers, or names such as AS, 10H or K♦; without its first 2 columns it is a deck of 5 cards: leave that out`,
		"[10:00:01] 3 1 4 2 5":             `line 1: "[10:00:01]" is followed by more; want nothing but the cards; without its first column it is a deck of 5 cards: leave that out`,
		"[1] 3 1 4 2 5\n[1] 5 4 3 2 1":     `line 1: "[1]" is followed by more; want nothing but the cards; without its first column it is a deck of 5 cards: leave that out`,
		"deck: L S S L\ndeck: S L S L":     `line 2: "deck:" at place 1 is no card; want nothing but the cards`,
		"1003,998,1012,987":                "line 1: place 1: card 1003 is out of range 1..4; how often each card was at each place is read with --from table",
		"3 1 4 2 2 1 4 3 1 2 3 4":          "the only deck is 3 times the same 4 cards; want each deck on a line of its own",
		"\x89PNG\n\x00\x00\xff":            "line 1 is no text, but binary; want one deck on each line",
		"\x7fELF \x01 \x01 \x02 \x02\n":    "line 1 is no text, but binary; want one deck on each line",
		"l l l a b c d e f g h i j k " + strings.Repeat("m", 99) + "\nz": `line 2: place 1: "z" is not one of the kinds a, b, c, d, e, f, g, h, i, j, ...`,
		"a a b " + strings.Repeat("m", 99) + "\nz":                       `line 2: place 1: "z" is not one of the kinds a, b, ` + strings.Repeat("m", 60) + "...",
		"PK\x03\x04\n": "line 1 is no text, but binary; want one deck on each line",
		"1 2 3 4\n1 2 " + strings.Repeat("\x00", 99):    `line 2: place 3: "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00..." is not the number of a card`,
		`{"decks": [[1,2,3,4]]}`:                        `line 1: the object has a list "decks"; want this list alone`,
		`{"deck": [{"rank": "A"}]}`:                     `line 1: the cards are objects; want their names, such as "AS"`,
		"[[1,2,3,4],\n [4,3,2,1],":                      "a list of decks is not closed by ]; the file is not complete",
		"[[1,2,3,4], 5]":                                "line 1: place 1: card 5 is out of range 1..4",
		"[1,2,3,4]\n\n[4,3,2,1\n[1,2,3,4]":              "line 3: the list is not closed by ]",
		"[1,2,3,4]\n{\"deck\": [4,3,2\n{\"deck\": 5}":   "line 2: not a JSON object: unexpected end of JSON input",
		"[\n1,\n2,\n3,\n4\n]\n[\n4,\n3,\n2,\n2\n]":      "line 7: card 2 is at places 3 and 4",
		"[\n" + strings.Repeat("1,\n", 1<<19):           "line 1: more than 1048576 bytes; want one deck on each line",
		strings.Repeat("1 ", 1000):                      "line 1: the deck has 1000 cards, not 4 to 416",
		"1 2 3 4\n" + strings.Repeat("1 2 3 4 ", 1<<18): "line 2: more than 1048576 bytes; want one deck on each line",
		"\x1f\x8b":                "the compressed file ends too soon; it is not complete",
		zippedTo(30):              "line 2: the compressed file ends too soon; it is not complete",
		"[1,2,3,4]\n{\"deck\": 5": "line 2: not a JSON object: unexpected end of JSON input",
	} {
		if _, err := read(text, Reading{}); fmt.Sprint(err) != want {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"1 1 2 1 0\n2 1 0 1 2\n3 2 1 0 1\n4 0 1 2 1": "a table of 4 rows has as many columns, not 5; leave out the numbers of cards",
		"1 2\n3 4\n":                               "a table has as many rows as places, 4 to 416; or only one row, or one column",
		"1 2 1 0\n1 0 1 2\n2 1 0 1\n0 1 2 2":       "place 4 has 5 cards in 4 decks",
		"1 2 1 0\n1 0 1\n2 1 0 1\n0 1 2 2":         "line 2: 3 counts, not the 4 of the first row",
		"0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0":       "the first place has cards of 0 decks, not of 1 to 1099511627776",
		strings.Repeat("1e12 1e12 1e12 1e12\n", 4): "the first place has cards of 4000000000000 decks, not of 1 to 1099511627776",
		"99999999999999999999 1 1 1\n":             "line 1: count=99999999999999999999 is out of range 0..1000000000000",
		"1 2 1 0\n1 0 1 -2\n2 1 0 1\n0 1 2 2":      "line 2: count=-2 is out of range 0..1000000000000",
	} {
		if _, err := read(text, Reading{From: Table}); fmt.Sprint(err) != want {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	const table = "1 2 1 0\n1 0 1 2\n2 1 0 1\n0 1 2 1"
	for want, how := range map[string]Reading{
		"the table is of 4 cards, not 52":                            {From: Table, N: 52},
		"the cards of a table are different ones; leave out --kinds": {From: Table, Kinds: []Kind{{Name: "a", Count: 2}, {Name: "b", Count: 2}}},
	} {
		if _, err := read(table, how); fmt.Sprint(err) != want {
			t.Errorf("%+v: %v; want %s", how, err, want)
		}
	}
	if c, err := read("[1,2,3,4]\n[1,2,3\n{\"deck\":[1,2\n[4,3,2,1]\n[[2,1,3,4], 5]\n[1,2,3,4", Reading{Skip: true}); err != nil || c.Decks != 3 || c.Failed != 4 {
		t.Errorf("%d decks, %d left out, %v", c.Decks, c.Failed, err)
	}
	if c, err := read(table+"\nx", Reading{From: Table, Skip: true}); err != nil || c.Failed != 1 {
		t.Errorf("%d lines left out, %v", c.Failed, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"3 1 4 2 5\n5 4 3 2 1", "[1,2,3,4]", `{"deck":["AS","2S","3S","4S"]}`, "L S S L", "1 2 1 0\n1 0 1 2\n2 1 0 1\n0 1 2 1",
		"3 1 4 2\r4 3 2 1\r", "{\n\"deck\": [\n1,\n2,\n3,\n4\n]\n}", "[[1,2,3,4],\n [{\"deck\":[4,3,2,1]}\n]]", "c1,c2,c3,c4\n1,2,3,4", "pos 1,pos 2\n", "7 5 6 8", "[1] 3 1 4 2", "[\"a\\\"]\",b,b,a]", "1 2 3 4\n]}\n}[[", "7,3,1,4,2\n8,1,2,3,4"} {
		f.Add(text, 0, true)
	}
	f.Fuzz(func(t *testing.T, text string, n int, table bool) {
		how := Reading{N: max(0, min(n, MaxCards))}
		if table {
			how.From = Table
		}
		c, err := read(text, how)
		if !strings.ContainsRune(text, '\r') && !strings.HasPrefix(text, "\x1f") {
			for _, end := range []string{"\r", "\r\n"} {
				if d, wrong := read(strings.ReplaceAll(text, "\n", end), how); fmt.Sprint(d, wrong) != fmt.Sprint(c, err) {
					t.Errorf("%q with lines that end in %q: %+v, %v; want %+v, %v", text, end, d, wrong, c, err)
				}
			}
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		if err := (Question{Counts: c, FalseAlarm: 0.01, Skip: how.Skip}).Check(); err != nil {
			t.Errorf("%q is read, and refused: %v", text, err)
		}
	})
}
