package anneal

import (
	"math"
	"slices"
	"testing"

	"dovetail/exact/density"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
)

// Walks that count bits and those that lay them out have the same labels and weights where they begin and are dealt, and make
// the same moves; with 60 cards and riffles by different cuts.
func TestCutsAreLaidOut(t *testing.T) {
	const n, count = 60, 3
	a := small(t, n, "M=riffle(cut=normal,sd=3) N=riffle(cut=uniform) K=riffle(p=2/5) G=riffle(cut=half) R J=deal(piles=1)")
	for _, spelled := range []string{"MMMMMMMM", "NMNKR", "GM", "KKKKKKKKKKKK", "NJMKJR"} {
		b := newBlock(a.Alphabet, must.Have(a.Parse(spelled))(t))
		laid, counted := b.Particles(count).(*labelled), b.cutWalks(count)
		for round := range 20 {
			for k := range count {
				if round%2 == 0 {
					places := PlacesOf(Uniform(n, draw.Keyed(1, "deck", round, k)))
					for _, v := range []Particles{laid, counted} {
						v.Begin(k, places, draw.Keyed(1, "walk", round, k))
						v.Draw(k)
					}
				} else if x, y := laid.Deal(k, draw.Keyed(1, "deal", round, k)), counted.Deal(k, draw.Keyed(1, "deal", round, k)); *x != *y {
					t.Fatalf("%s: dealt as %v and %v", spelled, x[:n], y[:n])
				}
			}
			for sweep := range 5 {
				for k := range count {
					x, y := &laid.walks[k], &counted.walks[k]
					if laid.can(k) != counted.can(k) || laid.base(k) != counted.base(k) || laid.can(k) && (x.energy != y.energy || !slices.Equal(x.x[1:n+1], y.x[1:n+1])) {
						t.Fatalf("%s, sweep %d: labels %v of weight %v, counted %v of %v", spelled, sweep, x.x[1:n+1], x.energy, y.x[1:n+1], y.energy)
					}
				}
				step := tilt{beta: 0.3 * float64(sweep+1)}
				laid.sweep(nil, step, sweep%2 == 1)
				counted.sweep(nil, step, sweep%2 == 1)
				laid.leave()
			}
		}
	}
}

// Decks of more cards than a word has bits: the mean of walks is the density that is known in closed form.
func TestCutsOfLargeDecks(t *testing.T) {
	for _, n := range []int{65, 100, 256} {
		a := small(t, n, "K=riffle(p=9/20) R")
		w := must.Have(a.Parse("KRRRKRRRR"))(t)
		b := must.Have(New(a.Alphabet, w))(t)
		known := density.Closed(a.Alphabet, w).New()
		ladder := b.Ladder()
		ladder.Even(n / 4)
		const count = 400
		v := b.Particles(count)
		for d := range 3 {
			deck := Uniform(n, draw.Keyed(1, "deck", n, d))
			for k := range count {
				v.Begin(k, b.Places(deck), draw.Keyed(1, "walk", d, k))
			}
			sum, squares := 0.0, 0.0
			for _, l := range must.Have(v.Forward(t.Context(), ladder))(t) {
				sum += math.Exp(l) / count
				squares += math.Exp(2*l) / count
			}
			want, se := known(deck), math.Sqrt((squares-sum*sum)/count)
			if se > want/4 || math.Abs(sum-want) > 5*se {
				t.Errorf("n=%d, deck %d: %v ± %v, exactly %v", n, d, sum, se, want)
			}
		}
	}
}

// The identity of TestWalksBack with more cards than a word has bits, on average over all decks: for f(w) = min(1, M/w) the
// mean of f over dealt decks is that of min(w, M) over uniform ones, and w and 1/w are 1 on average.
func TestCutsOfLargeDecksBack(t *testing.T) {
	for word, count := range map[string]int{"KJRRRKRJRRRR": 1200, "KRRRKRRRDRR": 400} {
		for _, n := range []int{65, 100} {
			a := small(t, n, "K=riffle(p=9/20) R J=deal(piles=1) D=deal(piles=5)")
			b := must.Have(New(a.Alphabet, must.Have(a.Parse(word))(t)))(t)
			ladder := b.Ladder()
			ladder.Even(n / 2)
			v := b.Particles(count)
			for k := range count {
				v.Begin(k, b.Places(Uniform(n, draw.Keyed(1, "uniform", n, k))), draw.Keyed(1, "forth", n, k))
				v.Draw(k)
			}
			v.Ready()
			forth := must.Have(v.Forward(t.Context(), ladder))(t)
			for k := range count {
				v.Deal(k, draw.Keyed(1, "back", n, k))
			}
			v.Ready()
			back := must.Have(v.Backward(t.Context(), ladder))(t)
			const most = 2.0
			for what, values := range map[string][2]func(log float64) float64{
				"capped": {func(l float64) float64 { return min(math.Exp(l), most) }, func(l float64) float64 { return min(1, most*math.Exp(-l)) }},
				"all":    {math.Exp, func(float64) float64 { return 1 }},
				"arrive": {func(l float64) float64 { return math.Min(1, math.Exp(l+1000)) }, func(l float64) float64 { return math.Exp(-l) }},
			} {
				x, y := meanOf(forth, values[0]), meanOf(back, values[1])
				if off := math.Abs(x.mean - y.mean); off > 5*(x.se+y.se)+1e-9 || x.se+y.se > 0.25 {
					t.Errorf("%s, n=%d, %s: %v forth and %v back", word, n, what, x, y)
				}
			}
		}
	}
}

type mean struct{ mean, se float64 }

func meanOf(logs []float64, f func(log float64) float64) mean {
	sum, squares, count := 0.0, 0.0, float64(len(logs))
	for _, l := range logs {
		sum += f(l) / count
		squares += f(l) * f(l) / count
	}
	return mean{sum, math.Sqrt(max(0, squares-sum*sum) / count)}
}
