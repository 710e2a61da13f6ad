package copies

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strconv"
	"testing"

	"dovetail/exact/riffle"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// game is one of the named decks.
func game(t *testing.T, deck string, n int, source, target, deal Order) Game {
	return must.Have(newGame(deck, n, source, target, deal))(t)
}

func record(t *testing.T, q Question, threads int) results.Repeated {
	must.Do(t, q.Check())
	return must.Have(run.AnswerTo[results.Repeated](t.Context(), q, run.Options{Threads: threads}))(t)
}

func float(t *testing.T, text string) float64 {
	return must.Have(strconv.ParseFloat(text, 64))(t)
}

// near wants a sampled row to be within four standard errors of a value with an error of
// its own.
func near(t *testing.T, where string, row results.RepeatedRow, want, se float64) {
	t.Helper()
	if row.Kind != results.Sampled || row.SE == nil {
		t.Fatalf("%s: %+v", where, row)
	}
	if got, allowed := float(t, row.TVDLow), 4*math.Hypot(se, *row.SE)+1e-9; math.Abs(got-want) > allowed {
		t.Errorf("%s, m=%d: %v ± %v, want %v ± %v", where, row.Shuffles, got, *row.SE, want, se)
	}
}

// Sampled distances of 52 cards, as another program with another density found them from
// 20,000 decks (10,000 for ranks).
func TestPublishedSamples(t *testing.T) {
	type value struct{ tvd, se float64 }
	for _, c := range []struct {
		deck string
		rows []value // from m = 3
		c    float64 // of c/a
	}{
		{"suits", []value{{.3215, .0022}, {.1572, .0013}, {.0777, .0001}, {.03872, .00003}, {.01936, .00001}}, 2.4773},
		{"blackjack", []value{{.9607, .0010}, {.3983, .0025}, {.1775, .0015}, {.0854, .0002}, {.04249, .00005}}, 5.422},
		{"ranks", []value{{.99984, .00001}, {.486, .004}, {.214, .002}, {.1025, .0013}, {.05227, .00009}}, 6.653},
	} {
		q := Question{Game: game(t, c.deck, 52, "", "", ""), From: 3, To: 7, Packets: 2, Gap: 1e-9, Decks: 2000, Seed: 1}
		r := record(t, q, 0)
		for k, want := range c.rows {
			near(t, c.deck, r.Rows[k], want.tvd, want.se)
		}
		if got := float(t, r.FirstOrder); math.Abs(got-c.c) > 4*math.Hypot(*r.FirstOrderSE, 2e-4*c.c) {
			t.Errorf("%s: c = %v ± %v, want %v", c.deck, got, *r.FirstOrderSE, c.c)
		}
	}
}

// Lower bounds of deals, as another program found them with an error of 0.001; for hands in
// blocks the distance itself, which is there, is not below them.
func TestPublishedDeals(t *testing.T) {
	for _, c := range []struct {
		deal Order
		from int
		rows []float64
	}{
		{Cyclic, 4, []float64{.157, .071, .035, .017, .009}},
		{BackAndForth, 3, []float64{.193, .068, .020, .005}},
		{Blocks, 5, []float64{.746, .423, .219, .110}},
	} {
		q := Question{Game: game(t, "", 52, "", "", c.deal), From: c.from, To: c.from + len(c.rows) - 1, Packets: 2, Gap: 1e-9, Decks: 2000, Seed: 1}
		r := record(t, q, 0)
		for k, want := range c.rows {
			near(t, string(c.deal), r.Rows[k], want, 0.001)
		}
		if c.deal == Cyclic {
			if got := float(t, r.FirstOrder); math.Abs(got-2.148) > 4**r.FirstOrderSE {
				t.Errorf("c = %v ± %v, want 2.148", got, *r.FirstOrderSE)
			}
		}
	}
}

// The sampled distance of games that have an exact one as well.
func TestSampledIsExact(t *testing.T) {
	for _, c := range []struct {
		Game
		a int64
	}{
		{game(t, "red-black", 52, "", "", ""), 2}, {game(t, "distinct", 20, "", "", ""), 2}, {game(t, "distinct", 20, "", "", ""), 3},
		{game(t, "2,2,3", 7, "", "", ""), 2}, {game(t, "2,2,3", 7, "", Blocks, ""), 5},
	} {
		g := c.Game
		q := Question{Game: g, From: 1, To: 7, Packets: c.a, Gap: 1e-6, Decks: 2000, Seed: 2}
		exact := record(t, q, 0)
		s := &sampler{Question: q, ctx: t.Context()}
		if _, err := s.constant(&results.Repeated{}); err != nil {
			t.Fatal(err)
		}
		for k, row := range exact.Rows {
			e := must.Have(s.distance(q.From + k))(t)
			if want := float(t, row.TVDLow); row.Kind == results.Sampled || math.Abs(e.value-want) > 4*e.se+1e-6 {
				t.Errorf("%v, m=%d: sampled %v ± %v, %s %v", g, row.Shuffles, e.value, e.se, row.Kind, want)
			}
		}
	}
}

// What a test distinguishes is no more than there is: hands of a small deck, dealt cyclically,
// whose law is had from all permutations.
func TestLowerBoundIsBelow(t *testing.T) {
	for _, g := range []Game{game(t, "suits", 8, "", "", Cyclic), game(t, "red-black", 8, Cyclic, "", ""), game(t, "suits", 8, "", "", BackAndForth)}[:longtest.Of(2, 3)] {
		q := Question{Game: g, From: 2, To: 4, Packets: 2, Gap: 1e-9, Decks: 2000, Seed: 1}
		r := record(t, q, 0)
		for k, want := range byPermutations(g, q.From, q.To) {
			row := r.Rows[k]
			low := float(t, row.TVDLow)
			symmetric := g.Order == BackAndForth // two rounds, from which no pair of hands has a bias
			if row.TVDHigh != "" || low > want+4**row.SE || low < want/2 && !symmetric {
				t.Errorf("%v, m=%d: at least %v ± %v, it is %v", g, row.Shuffles, low, *row.SE, want)
			}
		}
	}
}

// Were a test tried on the decks that it was chosen on, it would find what is not there: so
// many riffles that nothing is left but noise have means around nothing, clipped at it.
func TestChosenOnOthers(t *testing.T) {
	sum, count := 0.0, 0.0
	for seed := range uint64(40) {
		q := Question{Game: game(t, "suits", 20, "", "", Cyclic), From: 20, To: 20, Packets: 2, Gap: 1e-9, Decks: 20, Seed: number.Uint(seed)}
		s := &sampler{Question: q, ctx: t.Context()}
		e := must.Have(s.lowerBound(20))(t)
		sum += e.value / e.se
		count++
	}
	// Clipped at 0 a normal deviate has the mean 0.4 and the deviation 0.58.
	if mean := sum / count; mean > 0.4+4*0.58/math.Sqrt(count) {
		t.Errorf("%.2f standard errors are told apart where nothing is", mean)
	}
}

// byPermutations is the distances of a small deck.
func byPermutations(g Game, from, to int) (all []float64) {
	n := g.Deck.Size()
	layout, seen := g.Layout(), make([]uint8, n)
	for m := from; m <= to; m++ {
		laws := map[string]float64{}
		a := big.NewInt(1 << m)
		deck := make([]uint16, n)
		for rank := range perm.Factorial(n) {
			p := perm.Unrank(n, rank) // where cards go
			rising := 1
			for card, place := range p {
				deck[place] = uint16(card)
				if card > 0 && place < p[card-1] {
					rising++
				}
			}
			g.Show(seen, layout, deck)
			x, _ := riffle.Q(n, a, rising).Float64()
			laws[string(seen)] += x
		}
		tvd := 0.0
		for _, x := range laws {
			tvd += max(0, 1/float64(len(laws))-x)
		}
		all = append(all, tvd)
	}
	return all
}

// An answer is the same for any number of threads, and another for another seed.
func TestSameForAnyThreads(t *testing.T) {
	for _, g := range []Game{game(t, "suits", 20, "", "", ""), game(t, "", 20, "", "", Cyclic), game(t, "red-black", 20, "", "", ""), game(t, "suits", 8, "", "", "")} {
		q := Question{Game: g, From: 2, To: 4, Packets: 3, Gap: 1e-9, Decks: longtest.Of(600, 3000), Seed: 7}
		var texts []string
		for threads := 1; threads <= 3; threads++ {
			text := must.Have(json.Marshal(record(t, q, threads)))(t)
			texts = append(texts, string(text))
		}
		if texts[0] != texts[1] || texts[1] != texts[2] {
			t.Errorf("%v: %s", g, texts)
		}
		q.Seed = 8
		if text, _ := json.Marshal(record(t, q, 1)); string(text) == texts[0] && q.way(q.To) >= density {
			t.Errorf("%v: the seed says nothing", g)
		}
	}
}

// Each kind of row says what it is, and a picture has its curves.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		deck         string
		n, m         int
		source, deal Order
		kind         string
		blocks       bool
		series       int
	}{
		{"red-black", 52, 1, "", "", results.Exact, true, 3}, {"red-black", 52, 2, "", "", results.Bound, true, 3},
		{"top-card", 52, 7, "", "", results.Exact, true, 3}, {"distinct", 52, 7, "", "", results.Exact, true, 3},
		{"2,3,4", 9, 7, "", "", results.Exact, true, 3}, {"1,1,50", 52, 7, "", "", results.Bound, true, 3}, {"suits", 52, 7, "", "", results.Sampled, true, 3},
		{"red-black", 8, 2, Cyclic, "", results.Sampled, false, 2}, {"", 52, 7, "", Blocks, results.Sampled, false, 2},
		{"suits", 8, 3, "", Blocks, results.Exact, false, 2}, {"suits", 8, 3, "", Cyclic, results.Sampled, false, 2},
	} {
		q := Question{Game: game(t, c.deck, c.n, c.source, "", c.deal), From: c.m, To: c.m, Packets: 2, Gap: 1e-4, Decks: 100, Seed: 7}
		r := record(t, q, 1)
		row := r.Rows[0]
		sampled := row.Kind == results.Sampled
		if row.Kind != c.kind || (row.Separation != "") != c.blocks || (row.SE != nil) != sampled ||
			(r.Gap > 0) != (row.Kind == results.Bound) || (r.Seed.Int != nil) != (sampled || r.FirstOrderSE != nil) || (r.Decks > 0) != (r.Seed.Int != nil) ||
			(row.TVDExact != "") && row.Kind != results.Exact {
			t.Errorf("%+v: %+v, %+v", c, r, row)
		}
		blocks, err := q.Picture(t.Context(), run.Options{}, []results.Record{r})
		if err != nil || len(blocks[1].(figure.Curve).Series) != c.series {
			t.Errorf("%+v: %+v, %v", c, blocks, err)
		}
	}
}

func TestCheck(t *testing.T) {
	good := Question{Game: game(t, "", 52, "", "", ""), From: 1, To: 12, Packets: 2, Gap: 1e-9, Decks: 100}
	must.Do(t, good.Check())
	for what, change := range map[string]func(q *Question){
		"no deck": func(q *Question) { q.Deck = nil }, "one value": func(q *Question) { q.Deck = Deck{52} },
		"no cards of a value": func(q *Question) { q.Deck = Deck{52, 0} }, "a huge deck": func(q *Question) { q.Deck = Deck{1e6, 1e6} },
		"overflow": func(q *Question) { q.Deck = Deck{math.MaxInt, 3, math.MaxInt} },
		"no order": func(q *Question) { q.Order = "" }, "no side": func(q *Question) { q.Fixed = "" },
		"no packets": func(q *Question) { q.Packets = 1 }, "many packets": func(q *Question) { q.Packets = 1 << 20 },
		"no shuffles": func(q *Question) { q.From = 0 }, "from above to": func(q *Question) { q.From = 13 }, "many shuffles": func(q *Question) { q.To = 21 },
		"many packets together": func(q *Question) { q.Packets = 4 }, "a small gap": func(q *Question) { q.Gap = 1e-12 }, "no gap": func(q *Question) { q.Gap = math.NaN() },
		"a deck sampled": func(q *Question) { q.Decks = 1 }, "many decks": func(q *Question) { q.Decks = 1e7 },
	} {
		q := good
		change(&q)
		if q.Check() == nil {
			t.Errorf("%s is taken: %+v", what, q)
		}
	}
	for _, wrong := range [][4]string{{"x", "", "", ""}, {"", "blocks", "blocks", ""}, {"", "", "cyclic", "cyclic"}, {"", "cyclic", "", "cyclic"}, {"13,38", "", "", ""}} {
		if g, err := newGame(wrong[0], 52, Order(wrong[1]), Order(wrong[2]), Order(wrong[3])); err == nil {
			t.Errorf("%q is %v", wrong, g)
		}
	}
}

// Many more cards than a test can take time for end at once when they are given up.
func TestCancelled(t *testing.T) {
	for _, g := range []Game{game(t, "red-black", 100, "", "", ""), game(t, "suits", 100, "", "", ""), game(t, "suits", 100, "", "", Cyclic)} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		q := Question{Game: g, From: 7, To: 7, Packets: 2, Gap: 1e-9, Decks: 1e6}
		if _, err := q.Answer(ctx, run.Options{Threads: 1}); err == nil {
			t.Errorf("%v has an answer", g)
		}
	}
}

func TestEstimates(t *testing.T) {
	e := meanOf([]float64{1, 2, 3, 6})
	if e.value != 3 || math.Abs(e.se-math.Sqrt(14.0/12)) > 1e-15 {
		t.Errorf("%+v", e)
	}
	// The best test of two sets of points is where the first are mostly above.
	first, others := []float64{1, 5, 6, 7}, []float64{2, 3, 4, 6.5}
	if level := bestLevel(first, others); level != 4 {
		t.Errorf("level %v", level)
	}
}

// A block of decks is left when its context is done: one holds all that a page deals, for a minute.
func TestLeftWithinABlock(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	s := &sampler{Question: Question{Game: Game{Deck: Deck{2, 2}, Order: Blocks, Fixed: Source}, Seed: 1}, ctx: ctx, threads: 1}
	seen := 0
	_, err := shown(s, s.fair("density"), 1000, func() func([]uint8) int {
		return func([]uint8) int {
			if seen++; seen == 10 {
				leave()
			}
			return seen
		}
	})
	if !errors.Is(err, context.Canceled) || seen != 10 {
		t.Errorf("%d decks, %v", seen, err)
	}
}
