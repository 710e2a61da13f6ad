package topswops

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The climbs of the machine find what the one in Go finds, from every root in
// the same order, and count alike, whatever the bounds.
func TestClimbAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, MaxCards-2).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		need := rapid.IntRange(0, 20).Draw(t, "need")
		fast := Climber{
			Card:   m,
			Need:   need,
			Attend: need + rng.IntN(10) - 2,
			Floor:  append(bounds(rng, need), 0),
			Rise:   bounds(rng, 1+rng.IntN(30)),
			Next:   &Climber{Card: m + 1},
		}
		slow := fast
		slow.Next = &Climber{Card: m + 1}
		if rapid.Bool().Draw(t, "last") {
			fast.Attend, fast.Next = 0, nil
			slow.Attend, slow.Next = 0, nil
		}
		for range 3 { // later with memory at hand, and roots left over
			for range rapid.IntRange(0, 12).Draw(t, "roots") {
				deck, end, moves, quiet := risen(rng, m), Pack(rng.Perm(m)), rng.IntN(8), rng.Uint32()&(1<<m-2)&rng.Uint32()
				fast.Add(&deck, &end, moves, quiet)
				slow.Add(&deck, &end, moves, quiet)
			}
			k := rapid.IntRange(1, 12).Draw(t, "k")
			got, want := climbed(&fast, k, (*Climber).begin, (*Climber).climb), climbed(&slow, k, (*Climber).beginGo, (*Climber).climbGo)
			if fast.Visits != slow.Visits || fast.Stops != slow.Stops || fast.Passed != slow.Passed {
				t.Fatalf("%d visits, %d stops, %d passed; want %d, %d, %d",
					fast.Visits, fast.Stops, fast.Passed, slow.Visits, slow.Stops, slow.Passed)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("found %v, want %v", got, want)
			}
			if got, want := sortedRoots(fast.Next), sortedRoots(slow.Next); !slices.Equal(got, want) {
				t.Fatalf("next %v, want %v", got, want)
			}
		}
	})
}

// sortedRoots are the roots of a climber in an order that does not depend on
// how they were found. The homes of roots come as they are set by Add.
func sortedRoots(c *Climber) []root {
	if c == nil {
		return nil
	}
	roots := slices.Clone(c.roots)
	slices.SortFunc(roots, func(a, b root) int {
		return cmp.Or(slices.Compare(a.deck[:], b.deck[:]), slices.Compare(a.end[:], b.end[:]), cmp.Compare(a.moves, b.moves))
	})
	return roots
}

func bounds(rng *rand.Rand, n int) []uint8 {
	low := make([]uint8, n)
	for i := range low {
		if low[i] = uint8(rng.IntN(2 + (n-i)/3)); rng.IntN(12) == 0 {
			low[i] = MaxCards
		}
	}
	return low
}

// Climbs that find much pause, and nothing is lost.
func TestClimbsPause(t *testing.T) {
	fast, slow := ordered(), ordered()
	got, want := climbed(fast, 1, (*Climber).begin, (*Climber).climb), climbed(slow, 1, (*Climber).beginGo, (*Climber).climbGo)
	if n := len(want[0]); n < 10*much || uint64(n) != fast.Visits {
		t.Fatalf("%d found, %d visits", n, fast.Visits)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the machine finds other decks")
	}
}

// What is left of climbs can be gone on from, and the same decks are found.
func TestClimbsLeft(t *testing.T) {
	whole := ordered()
	want := decks(climbed(whole, 1, (*Climber).begin, (*Climber).climb))
	c := ordered()
	for range 2 {
		c.Add(&c.roots[0].deck, &Deck{}, 0, 0)
	}
	got := map[Deck]int{}
	c.Take(1) // the others are not begun
	for pauses := 0; ; pauses++ {
		more := c.Climb()
		for _, list := range c.Found {
			for _, s := range list {
				got[s.Deck]++
			}
		}
		if !more {
			if c.Roots() == 0 {
				break
			}
			c.Take(3)
		}
		if pauses%7 == 0 {
			type left struct {
				deck  Deck
				homes uint32
			}
			var rest []left
			c.Leave(func(d Deck, homes uint32) { rest = append(rest, left{d, homes}) })
			for _, r := range rest {
				moves := int(r.deck.Play().Moves)
				c.GoOn(&r.deck, &Deck{}, moves, 0, r.homes)
			}
			c.Take(len(rest))
		}
	}
	for d := range want {
		want[d] *= 3
	}
	if !maps.Equal(got, want) || c.Visits != 3*whole.Visits {
		t.Errorf("%d decks and %d visits, want %d and %d", len(got), c.Visits, len(want), 3*whole.Visits)
	}
}

// Without supporting cards, decks of Attend moves or more are found, and those of
// fewer passed on.
func TestAttend(t *testing.T) {
	all := climbed(ordered(), 1, (*Climber).beginGo, (*Climber).climbGo)[0]
	for _, attend := range []int{1, 4, 9} {
		var want []Start
		for _, s := range all {
			if int(s.Moves) >= attend {
				want = append(want, s)
			}
		}
		for name, run := range map[string]func(c *Climber) map[uint32][]Start{
			"machine": func(c *Climber) map[uint32][]Start { return climbed(c, 1, (*Climber).begin, (*Climber).climb) },
			"Go":      func(c *Climber) map[uint32][]Start { return climbed(c, 1, (*Climber).beginGo, (*Climber).climbGo) },
		} {
			c := ordered()
			c.Attend, c.Next = attend, &Climber{Card: c.Card + 1}
			if got := run(c)[0]; !slices.Equal(got, want) || int(c.Passed) != len(all)-len(want) {
				t.Errorf("%s: %d decks of %d moves or more found, %d passed; want %d of %d", name, len(got), attend, c.Passed, len(want), len(all))
			}
		}
	}
}

func decks(found map[uint32][]Start) map[Deck]int {
	times := map[Deck]int{}
	for _, list := range found {
		for _, s := range list {
			times[s.Deck]++
		}
	}
	return times
}

// ordered climbs without bounds from the deck of which card 11 makes, when it
// moves back, one with all cards at home.
func ordered() *Climber {
	const m = 11
	var deck Deck
	for v := range m {
		deck = deck.Put(v, (m-v)%m)
	}
	c := &Climber{Card: m, Need: 1, Floor: []uint8{0, 0}, Rise: []uint8{0}}
	c.Add(&deck, &Deck{}, 0, 0)
	return c
}

// climbed is what is found from k roots, by root.
func climbed(c *Climber, k int, begin func(*Climber), climb func(*Climber) bool) map[uint32][]Start {
	rest := max(0, len(c.roots)-k)
	c.taken = append(c.taken[:0], c.roots[rest:]...)
	c.roots = c.roots[:rest]
	c.begun = 0
	begin(c)
	found := map[uint32][]Start{}
	for more := true; more; {
		for i := range c.Found {
			c.Found[i] = c.Found[i][:0]
		}
		more = climb(c)
		for _, list := range c.Found {
			for _, s := range list {
				found[s.from] = append(found[s.from], s)
			}
		}
	}
	return found
}

// A deck found has as many moves down to its root as are said, and the
// supporting cards are those that did not show.
func TestClimbsAreGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, MaxCards-1).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		quiet := uint32(1)<<m - 2
		c := Climber{Card: m, Floor: []uint8{0}, Rise: []uint8{0}}
		deck := risen(rng, m)
		c.Add(&deck, &Deck{}, 0, quiet)
		c.Take(1)
		for more := true; more; {
			more = c.Climb()
			for _, list := range c.Found {
				for _, s := range list {
					if moves, shown := descent(s.Deck, m); moves+1 != int(s.Moves) || quiet&^shown != s.Quiet {
						t.Fatalf("%d moves, %b quiet; want %d, %b", s.Moves, s.Quiet, moves+1, quiet&^shown)
					}
				}
			}
		}
	})
}

// risen is a random deck of m cards, of which the move of card m brings some
// home, but not so many that all the ways back would fill the memory.
func risen(rng *rand.Rand, m int) Deck {
	d := Pack(rng.Perm(m))
	for range 3 {
		if v := 1 + rng.IntN(m); v < m {
			d = d.Exchange(v, d.card(m-v))
		}
	}
	return d
}

// card is the card at position p.
func (d Deck) card(p int) int {
	for v := 0; ; v++ {
		if d.Position(v) == p && d[v>>3]>>(v&7*8)&0x80 != 0 {
			return v
		}
	}
}

// descent counts the moves until card m comes to the top, and the cards that
// showed before.
func descent(d Deck, m int) (moves int, shown uint32) {
	for {
		v := d.card(0)
		if v == m {
			return moves, shown
		}
		d = d.Flip(v + 1)
		shown |= 1 << v
		moves++
	}
}

// benchClimb climbs from random decks of 12 cards, without bounds.
func benchClimb(b *testing.B, climb func(*Climber, int)) {
	const m, roots = 12, 128
	rng := rand.New(rand.NewPCG(1, 2))
	decks := make([]Deck, 1024)
	for i := range decks {
		decks[i] = Pack(rng.Perm(m))
	}
	c := Climber{Card: m, Need: 1000, Floor: make([]uint8, 1001), Rise: []uint8{MaxCards}}
	next := 0
	for b.Loop() {
		for range roots {
			c.Add(&decks[next%len(decks)], &Deck{}, 0, 0)
			next++
		}
		climb(&c, roots)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.Visits), "ns/visit")
}

func BenchmarkClimb(b *testing.B) {
	benchClimb(b, func(c *Climber, k int) {
		for c.Take(k); c.Climb(); {
		}
	})
}

func BenchmarkClimbGo(b *testing.B) {
	benchClimb(b, func(c *Climber, k int) { climbed(c, k, (*Climber).beginGo, (*Climber).climbGo) })
}
