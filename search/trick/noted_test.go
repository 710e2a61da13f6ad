package trick

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/exact/riffle"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/results/games"
	"dovetail/search/run"
)

// joint is the probability of every deck with every card that may have been noted, step by
// step as the trick is done: all decks, all cuts, all places.
func joint(t Trick) map[string][]float64 {
	n := t.N
	a := new(big.Int).Lsh(big.NewInt(1), uint(t.From))
	q := t.Insert.law(n)
	all := map[string][]float64{}
	turns := func(deck []int, cut bool, yield func(deck []int, p float64)) {
		if !cut {
			yield(deck, 1)
			return
		}
		for k := range n {
			yield(slices.Concat(deck[k:], deck[:k]), 1/float64(n))
		}
	}
	for rank := range perm.Factorial(n) {
		p := perm.Unrank(n, rank)
		x, _ := riffle.Q(n, a, p.RisingSequences()).Float64()
		turns(p.Inverse(), t.Cut.Before(), func(deck []int, before float64) {
			for j := range n {
				back := slices.Insert(slices.Clone(deck[1:]), j, deck[0])
				turns(back, t.Cut.After(), func(end []int, after float64) {
					key := fmt.Sprint(end)
					if all[key] == nil {
						all[key] = make([]float64, n)
					}
					all[key][deck[0]] += x * before * q[j] * after
				})
			}
		})
	}
	return all
}

func lying(deck []int) (all []uint16) {
	for _, x := range deck {
		all = append(all, uint16(x))
	}
	return all
}

// Posteriors of all decks are what going through every way that the trick can go says.
func TestEveryWay(t *testing.T) {
	for n := MinDeck; n <= longtest.Of(5, 6); n++ {
		for m := 1; m <= 3; m++ {
			for _, cut := range Cuts {
				for _, insert := range Insertions {
					trick := Trick{n, m, m, cut, insert}
					all, magician := joint(trick), newMagician(trick, trick.From)
					sum := 0.0
					for rank := range perm.Factorial(n) {
						deck := []int(perm.Unrank(n, rank))
						want, whole := all[fmt.Sprint(deck)], 0.0
						for _, p := range want {
							whole += p
						}
						sum += whole
						got := magician.posterior(lying(deck))
						if p := math.Exp2(magician.bits()) / float64(perm.Factorial(n)); math.Abs(p-whole) > 1e-12 {
							t.Fatalf("%+v: deck %v has probability %v, want %v", trick, deck, p, whole)
						}
						for x := range n {
							p := 0.0
							if whole > 0 {
								p = want[x] / whole
							}
							if math.Abs(got[x]-p) > 1e-12 {
								t.Fatalf("%+v: deck %v: %v, want %v over %v", trick, deck, got, want, whole)
							}
						}
					}
					if math.Abs(sum-1) > 1e-12 {
						t.Fatalf("%+v: all ways have probability %v", trick, sum)
					}
				}
			}
		}
	}
}

// summed is the posterior of a deck of any size by the laws of single decks, which know
// nothing of what changes from one candidate to the next.
func summed(t Trick, deck []int) []float64 {
	n := t.N
	q := riffle.Shuffles{N: n, Packets: 2, Cut: riffle.None}
	if t.Cut.Before() {
		q.Cut = riffle.After // the riffles
	}
	places := t.Insert.law(n)
	post := make([]float64, n)
	turns := 1
	if t.Cut.After() {
		turns = n
	}
	sum := 0.0
	for k := range turns {
		turned := slices.Concat(deck[k:], deck[:k])
		for j, x := range turned {
			before := slices.Concat([]int{x}, turned[:j], turned[j+1:])
			_, after := q.Ratio(perm.Perm(before).Inverse())
			p, _ := after(t.From).Float64()
			post[x] += p * places[j]
			sum += p * places[j]
		}
	}
	for x := range post {
		post[x] /= sum
	}
	return post
}

func TestLargerDecks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{7, 13, 20} {
		for _, cut := range Cuts {
			for _, insert := range Insertions {
				deck := rng.Perm(n)
				trick := Trick{n, 5, 5, cut, insert}
				got := newMagician(trick, trick.From).posterior(lying(deck))
				for x, want := range summed(trick, deck) {
					if math.Abs(got[x]-want) > 1e-12 {
						t.Fatalf("%+v: deck %v, card %d: %v, want %v", trick, deck, x, got[x], want)
					}
				}
			}
		}
	}
}

// Places are a law, and say what they are.
func TestInsertions(t *testing.T) {
	for _, n := range []int{3, 4, 5, 52, MaxDeck} {
		for _, insert := range Insertions {
			sum := 0.0
			for _, p := range insert.law(n) {
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s of %d adds up to %v", insert, n, sum)
			}
		}
	}
	for insert, want := range map[Insertion]string{
		Uniform: "put back uniformly on the 52 places", Middle: "put back near the middle: Binomial(51, 1/2) cards above it", Top: "put back near the top: uniformly on places 1 to 13",
	} {
		if got := insert.describe(52); got != want {
			t.Errorf("%q", got)
		}
	}
}

func TestBest(t *testing.T) {
	for _, c := range []struct {
		post []float64
		want [guesses]int
	}{{[]float64{.1, .2, .3, .4}, [3]int{3, 2, 1}}, {[]float64{.25, .25, .25, .25}, [3]int{0, 1, 2}}, {[]float64{.5, .1, .4}, [3]int{0, 2, 1}}, {[]float64{0, 0, 1, 0}, [3]int{2, 0, 1}}} {
		if got := best(c.post); got != c.want {
			t.Errorf("%v: %v, want %v", c.post, got, c.want)
		}
	}
}

func BenchmarkPosterior(b *testing.B) {
	for _, cut := range Cuts {
		b.Run(string(cut), func(b *testing.B) {
			m := newMagician(Trick{52, 3, 3, cut, Uniform}, 3)
			deck := lying(rand.New(rand.NewPCG(1, 2)).Perm(52))
			for b.Loop() {
				m.posterior(deck)
			}
		})
	}
}

// A deck of 52 that was riffled as often as it can be found: seven of spades, put back far down.
func perform(q Performance) (games.TrickDeck, error) {
	return run.AnswerTo[games.TrickDeck](context.Background(), q, run.Options{})
}

func TestPerform(t *testing.T) {
	deck := make([]int, 52)
	for j := range deck { // one perfect riffle of the cards 1 to 52
		deck[j] = 1 + j/2 + 26*(j%2)
	}
	deck = append(append(deck[1:40:40], deck[0]), deck[40:]...) // the ace goes back under 39 cards
	r, err := perform(Performance{Trick: Trick{N: 52, From: 1, To: 3, Cut: None, Insert: Uniform}, Deck: deck})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 3 || r.Likeliest != 1 || r.Rows[0].First != 1 || r.Rows[0].FirstP < 0.999 || r.Rows[0].Second != 0 {
		t.Errorf("%+v", r)
	}
	// In the reversed deck no card was put back after one riffle.
	deck = deck[:10]
	for j := range deck {
		deck[j] = 10 - j
	}
	r, err = perform(Performance{Trick: Trick{N: 10, From: 1, To: 4, Cut: Both, Insert: Uniform}, Deck: deck})
	if err != nil || r.Rows[0].First != 0 || r.Rows[0].Bits != "" || r.Rows[3].First == 0 || r.Likeliest != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, wrong := range [][]int{{1, 2, 2}, {1, 2}, {1, 2, 4}, nil} {
		if err := (Performance{Trick: Trick{N: 3, From: 1, To: 4, Cut: Both, Insert: Uniform}, Deck: wrong}).Check(); err == nil {
			t.Errorf("%v is a deck", wrong)
		}
	}
}
