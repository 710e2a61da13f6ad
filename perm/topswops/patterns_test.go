package topswops

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func never() bool { return false }

// patternForms are the forms that this machine has.
func patternForms(c *Patterns) map[string]patternForm {
	return map[string]patternForm{"kernel": c.newForm(), "go": &wordPatterns{inner: c.inner()}}
}

// Every deck of few cards is played.
func TestPatternsByPlaying(t *testing.T) {
	for n := 1; n <= 8; n++ {
		var want []uint64
		for _, deck := range permutations(n) {
			moves := int(Pack(deck).Play().Moves)
			want = append(want, make([]uint64, max(0, moves+1-len(want)))...)
			want[moves]++
		}
		c := Patterns{Cards: n, Over: never}
		for name, form := range patternForms(&c) {
			c.form = form
			if got, ok := c.Count(c.End()); !ok || !slices.Equal(got, want) {
				t.Errorf("%s, %d cards: %d, want %d", name, n, got, want)
			}
		}
	}
}

// A part of the decks is what it would be by going back from each pattern by itself, a call each, in which what is known
// is compared card by card.
func TestPatternsByCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for n := 2; n <= WordCards; n++ {
		for range 20 {
			c := Patterns{Cards: n, Over: never}
			p := c.End()
			x := knownOf(n)
			for range rng.IntN(3) + n - 5 {
				homes := p.Homes()
				if len(homes) == 0 {
					break
				}
				card := homes[rng.IntN(len(homes))]
				p, x = c.Undo(p, card), x.undo(card)
			}
			var want []uint64
			x.count(0, &want)
			for name, form := range patternForms(&c) {
				c.form = form
				if got, ok := c.Count(p); !ok || !slices.Equal(got, want) {
					t.Fatalf("%s, %v: %d, want %d", name, x, got, want)
				}
			}
		}
	}
}

// Many that wait go on alike in both forms, whatever their patterns.
func TestPatternsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for n := 2; n <= WordCards; n++ {
		c := Patterns{Cards: n}
		kernel, plain := c.newForm(), &wordPatterns{inner: c.inner()}
		for range 300 {
			p := c.End()
			for homes := p.Homes(); len(homes) > 0 && rng.IntN(2*n) > 0; homes = p.Homes() {
				p = c.Undo(p, homes[rng.IntN(len(homes))])
			}
			if len(p.Homes()) > 0 {
				kernel.begin(p)
				plain.begin(p)
			}
		}
		for moves := range 30 {
			for left := 8; left > 0 && plain.wait(moves) > 0; left-- {
				some, decks := kernel.visit(moves)
				wantSome, want := plain.visit(moves)
				if some != wantSome || decks != want || kernel.wait(moves+1) != plain.wait(moves+1) {
					t.Fatalf("%d cards, %d moves: %d patterns, %d decks, %d wait; want %d, %d, %d", n, moves,
						some, decks, kernel.wait(moves+1), wantSome, want, plain.wait(moves+1))
				}
			}
		}
	}
}

// known has the cards that are known of a deck by position, and -1 elsewhere.
type known []int

func knownOf(n int) known {
	x := slices.Repeat(known{-1}, n)
	x[0] = 0
	return x
}

func (x known) undo(card int) known {
	x = slices.Clone(x)
	x[card] = card
	slices.Reverse(x[:card+1])
	return x
}

// count adds the decks that have it and that lead to it, by moves.
func (x known) count(moves int, counts *[]uint64) {
	if len(*counts) == moves {
		*counts = append(*counts, 0)
	}
	decks, unknown := uint64(1), uint64(0)
	for at, card := range x {
		if card < 0 {
			unknown++
			decks *= unknown
		}
		if at > 0 && (card == at || card < 0 && !slices.Contains(x, at)) {
			x.undo(at).count(moves+1, counts)
		}
	}
	(*counts)[moves] += decks
}

// What is left when it is given up does not show later.
func TestPatternsGivenUp(t *testing.T) {
	c := Patterns{Cards: 10, Over: never}
	want, _ := c.Count(c.End())
	for after := range 4 {
		for name, form := range patternForms(&c) {
			left := after
			c := Patterns{Cards: 10, Over: func() bool { left--; return left < 0 }, form: form}
			if _, ok := c.Count(c.End()); ok {
				t.Errorf("%s: not given up", name)
			}
			left = 1 << 30
			if got, ok := c.Count(c.End()); !ok || !slices.Equal(got, want) {
				t.Errorf("%s: %d, want %d", name, got, want)
			}
		}
	}
}

func BenchmarkPatterns(b *testing.B) {
	const n, patterns = 11, 9_864_101 // the sum of 10!/k!
	c := Patterns{Cards: n, Over: never}
	for name, form := range patternForms(&c) {
		b.Run(name, func(b *testing.B) {
			c.form = form
			for b.Loop() {
				c.Count(c.End())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*patterns), "ns/pattern")
		})
	}
}
