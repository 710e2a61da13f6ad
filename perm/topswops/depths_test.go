package topswops

import (
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

// The kernel finds what findGo does, whatever it has done before.
func TestDepthsKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for n := 1; n <= WordCards; n++ {
		asked := 0
		never := func() bool { asked++; return false }
		d, g := Depths{Cards: n, Over: never}, Depths{Cards: n, Over: never}
		for _, count := range []int{0, 1, 7, 9, 511, 512, 513, 3000} {
			if n > 12 {
				count = min(count, 300)
			}
			ends := endsOf(rng, n, count)
			g.Of = make([][WordCards]uint8, count)
			g.findGo(ends)
			if !d.Find(ends) || d.Visits != g.Visits || !slices.Equal(d.Of, g.Of) {
				t.Fatalf("n=%d, %d ends: %d looks, want %d", n, count, d.Visits, g.Visits)
			}
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
	for _, c := range []struct {
		name string
		find func(*Depths, []Word)
	}{{"kernel", (*Depths).find}, {"go", (*Depths).findGo}} {
		b.Run(c.name, func(b *testing.B) {
			d := Depths{Cards: n, Over: func() bool { return false }, Of: make([][WordCards]uint8, len(ends))}
			for b.Loop() {
				c.find(&d, ends)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(d.Visits), "ns/deck")
		})
	}
}
