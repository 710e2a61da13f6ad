package topswops

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A climb has all decks from which a deck can be reached by moves of the allowed cards, and by at
// most the remaining moves. The decks from which it continues are selected by what they lack.
func TestClimbs(t *testing.T) {
	for name, visit := range map[string]func(*Climbs) (found []Climb, visits int){
		"kernel": (*Climbs).Visit,
		"go": func(c *Climbs) ([]Climb, int) {
			some, visits := c.take()
			c.visitGo(some)
			return c.found, visits
		},
	} {
		t.Run(name, func(t *testing.T) { testClimbs(t, visit) })
	}
}

func testClimbs(t *testing.T, visit func(*Climbs) (found []Climb, visits int)) {
	rng := rand.New(rand.NewPCG(1, 7))
	looked, wanted := 0, 0
	for range 300 {
		n := 2 + rng.IntN(MaxCards-1)
		c := Climbs{Cards: (rng.Uint32() | rng.Uint32()) &^ 1, Need: int32(rng.IntN(9)), Lacks: make([]uint32, 9)}
		for i := range c.Lacks {
			c.Lacks[i] = rng.Uint32() | rng.Uint32() | rng.Uint32()
		}
		var want []Deck
		visits := 0
		for range 1 + rng.IntN(2*most) {
			cards := rng.Perm(n - 1)
			for i := range cards {
				cards[i]++
			}
			for v := 1; v < n; v += 1 + rng.IntN(5) {
				at := slices.Index(cards, v)
				cards[at], cards[v-1] = cards[v-1], v
			}
			x := Climb{Deck: Pack(slices.Insert(cards, 0, 0)), Moves: int32(rng.IntN(5)), Left: int32(1 + rng.IntN(4))}
			if x.Homes = x.Deck.Homes() & c.Cards; x.Homes == 0 {
				continue
			}
			c.Begin(x)
			visits += c.byCalls(&x, &want)
		}
		var got []Deck
		for c.Waiting() > 0 {
			found, some := visit(&c)
			for _, x := range found {
				got = append(got, x.Deck)
			}
			visits -= some
		}
		byPlaces := func(a, b Deck) int { return slices.Compare(a[:], b[:]) }
		slices.SortFunc(want, byPlaces)
		slices.SortFunc(got, byPlaces)
		if visits != 0 || !slices.Equal(got, want) {
			t.Fatalf("n=%d: %d decks, want %d; %d looks too few", n, len(got), len(want), visits)
		}
		looked, wanted = looked+len(want), wanted+min(1, len(want))
	}
	if looked < 10_000 || wanted < 200 {
		t.Errorf("only %d decks in %d cases", looked, wanted)
	}
}

// byCalls adds the decks that are looked for, a call for each deck, and gives the number of looks.
func (c *Climbs) byCalls(x *Climb, found *[]Deck) (visits int) {
	for homes := x.Homes; homes != 0; homes &= homes - 1 {
		v := bits.TrailingZeros32(homes)
		y := Climb{Deck: x.Deck.Flip(v + 1), Moves: x.Moves + 1, Left: x.Left - 1}
		y.Homes = y.Deck.Homes() & c.Cards
		short := int(c.Need - y.Moves)
		if visits++; short <= 0 {
			*found = append(*found, y.Deck)
		}
		if y.Left > 0 && y.Homes != 0 && (short <= 0 && y.Homes&c.Lacks[0] != 0 || short > 0 && y.Homes&c.Lacks[short] != 0) {
			visits += c.byCalls(&y, found)
		}
	}
	return visits
}

// What waits can be given up, and other climbs begun.
func TestClimbsStop(t *testing.T) {
	c := Climbs{Cards: 1<<5 - 2, Lacks: []uint32{1<<5 - 2}}
	x := Climb{Deck: Pack([]int{0, 1, 2, 3, 4}), Homes: 1<<5 - 2, Left: 100}
	looks := func() (all int) {
		for c.Begin(x); c.Waiting() > 0; {
			_, visits := c.Visit()
			all += visits
		}
		return all
	}
	whole := looks()
	c.Begin(x)
	c.Visit()
	if c.Waiting() == 0 {
		t.Error("nothing waits")
	}
	if c.Stop(); c.Waiting() != 0 {
		t.Errorf("%d still wait", c.Waiting())
	}
	if again := looks(); again != whole {
		t.Errorf("%d looks after others were given up, want %d", again, whole)
	}
}

func BenchmarkClimbs(b *testing.B) {
	c := Climbs{Cards: 1<<20 - 2, Need: 100, Lacks: make([]uint32, 101)}
	for i := range c.Lacks {
		c.Lacks[i] = 1<<20 - 2
	}
	in := make([]int, 20)
	for i := range in {
		in[i] = i
	}
	visits := 0
	for b.Loop() {
		c.Begin(Climb{Deck: Pack(in), Homes: c.Cards, Left: 5})
		for c.Waiting() > 0 {
			_, some := c.Visit()
			visits += some
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(visits), "ns/visit")
}
