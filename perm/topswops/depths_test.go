package topswops

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// endsOf are random ends of n cards, with some cards at home.
func endsOf(rng *rand.Rand, n, count int) (ends []Word) {
	for range count {
		cards := rng.Perm(n - 1)
		for range rng.IntN(3) {
			if n > 1 {
				v := rng.IntN(n - 1)
				at := slices.Index(cards, v)
				cards[at], cards[v] = cards[v], v
			}
		}
		var end Word
		for p, v := range cards {
			end = end.Put(p+1, v+1)
		}
		ends = append(ends, end)
	}
	return ends
}

// Every deck of few cards is played.
func TestDepthsByPlaying(t *testing.T) {
	for n := 1; n <= 8; n++ {
		want := map[Word]*[WordCards]uint8{}
		var ends []Word
		decks := uint64(0)
		for _, deck := range permutations(n) {
			var d Word
			for p, v := range deck {
				d = d.Put(p, v)
			}
			moves, moved := uint8(0), uint32(0)
			for k := d.Card(0); k != 0; k = d.Card(0) {
				d, moves, moved = d.Flip(k+1), moves+1, moved|1<<k
			}
			of := want[d]
			if of == nil {
				of = new([WordCards]uint8)
				want[d] = of
				ends = append(ends, d)
			}
			for v := range WordCards {
				if moved>>v&1 == 0 {
					of[v] = max(of[v], moves)
				}
			}
			decks++
		}
		d := Depths{Cards: n}
		d.Over = func() bool { return false }
		if !d.Find(ends) || d.Visits != decks {
			t.Errorf("%d of %d decks of %d cards", d.Visits, decks, n)
		}
		for i, end := range ends {
			if d.Of[i] != *want[end] {
				t.Errorf("%x: %v, want %v", end, d.Of[i], *want[end])
			}
		}
	}
}

// permutations are all orders of n cards.
func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}

// each calls yield with every deck whose game ends so, with its moves and the cards that are supporting in it, 0 and the
// numbers that no card has among them.
func (d *Depths) each(end Word, yield func(deck Word, moves int, still uint32)) {
	var from func(deck Word, moves int, still uint32)
	from = func(deck Word, moves int, still uint32) {
		d.Visits++
		yield(deck, moves, still)
		for homes := deck.Homes() & d.below(); homes != 0; homes &= homes - 1 {
			v := bits.TrailingZeros64(uint64(homes)) / bitsOfNibble
			from(deck.Flip(v+1), moves+1, still&^(1<<v))
		}
	}
	from(end, 0, all)
}

// findByCalls finds for some ends what Find does, a call for each deck.
func (d *Depths) findByCalls(ends []Word) (of [][WordCards]uint8) {
	of = make([][WordCards]uint8, len(ends))
	for i, end := range ends {
		d.each(end, func(_ Word, moves int, still uint32) {
			for v := range WordCards {
				if still>>v&1 != 0 {
					of[i][v] = max(of[i][v], uint8(moves))
				}
			}
		})
	}
	return of
}

// climbsHere are the forms that this machine has.
func climbsHere(d *Depths) map[string]climbs {
	return map[string]climbs{"kernel": newClimbs(d.below()), "go": &wordClimbs{below: d.below() & nibbleOnes}}
}

// Both forms find what calls do, whatever they have done before.
func TestDepthsByCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for n := 1; n <= WordCards; n++ {
		never := func() bool { return false }
		plain := Depths{Cards: n, Over: never}
		forms := climbsHere(&plain)
		for _, count := range []int{0, 1, 7, 127, 128, 129, 1000} {
			if n > 12 {
				count = min(count, 300)
			}
			ends := endsOf(rng, n, count)
			plain.Visits = 0
			want := plain.findByCalls(ends)
			for name, form := range forms {
				d := Depths{Cards: n, Over: never, rows: new(rows), climbs: form}
				if !d.Find(ends) || d.Visits != plain.Visits || !slices.Equal(d.Of, want) {
					t.Fatalf("%s, n=%d, %d ends: %d looks, want %d", name, n, count, d.Visits, plain.Visits)
				}
			}
		}
	}
}

// However many climbs wait, there is room for more.
func TestDepthsRoom(t *testing.T) {
	d := Depths{Cards: WordCards}
	homes := wordAtHome.Homes() & d.below()
	c := wordClimbs{below: homes}
	for range room - spare/2 {
		c.begin(wordAtHome, homes, all)
	}
	r := new(rows)
	for visits := 0; visits < 1<<17; {
		if visits += c.visit(r); c.top > room {
			t.Fatalf("%d wait in a room for %d", c.top, room)
		}
	}
}

// What is left when it is given up does not show later.
func TestDepthsGivenUp(t *testing.T) {
	const n = 11
	inOrder := wordAtHome & (1<<(bitsOfNibble*n) - 1)
	var want Depths
	want.Cards = n
	want.Over = func() bool { return false }
	want.Find([]Word{inOrder})
	for after := range 4 {
		d := Depths{Cards: n}
		left := after
		d.Over = func() bool { left--; return left < 0 }
		if d.Find([]Word{inOrder}) {
			t.Errorf("not given up after %d looks", d.Visits)
		}
		d.Visits, left = 0, 1<<30
		if !d.Find([]Word{inOrder}) || d.Visits != want.Visits || !slices.Equal(d.Of, want.Of) {
			t.Errorf("%d looks, want %d", d.Visits, want.Visits)
		}
	}
}

func BenchmarkDepths(b *testing.B) {
	const n = 12
	ends := endsOf(rand.New(rand.NewPCG(2, 2)), n, 10_000)
	d := Depths{Cards: n, Over: func() bool { return false }, rows: new(rows)}
	for name, form := range climbsHere(&d) {
		b.Run(name, func(b *testing.B) {
			d.Visits, d.climbs = 0, form
			for b.Loop() {
				d.Find(ends)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(d.Visits), "ns/deck")
		})
	}
	b.Run("calls", func(b *testing.B) {
		d.Visits = 0
		for b.Loop() {
			d.findByCalls(ends)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(d.Visits), "ns/deck")
	})
}
