package density

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// To cut at p from the top is to cut at 1-p from the bottom: a deck that is turned over before and
// after has the density of the other cut. With equal chances it is the density by rising sequences.
func TestTurnedBiased(t *testing.T) {
	a := alphabet(t, 52, "P=riffle(p=2/5)", "Q=riffle(p=3/5)", "R")
	rng := rand.New(rand.NewPCG(1, 1))
	for _, words := range [][2]string{{"PPPPPPP", "QQQQQQQ"}, {"PRQPPR", "QRPQQR"}} {
		top, bottom := closed(t, a, words[0]), closed(t, a, words[1])
		for range 20 {
			deck, turned := uniform(rng, 52), make([]uint16, 52)
			for j, card := range deck {
				turned[51-j] = 51 - card
			}
			x, y := top.New()(deck), bottom.New()(turned)
			if math.Abs(x-y) > (top.Error()+bottom.Error())*x || x == 0 {
				t.Errorf("%s: %v, %s turned over: %v", words[0], x, words[1], y)
			}
		}
	}
	a = alphabet(t, 52, "P=riffle(p=2/5)", "Q=riffle(p=3/5)", "V=inverse(of=riffle(p=2/5))", "W=inverse(of=riffle(p=3/5))",
		"J=deal(piles=1)", "R")
	for _, words := range [][2]string{{"PJPJPPPP", "PQPPPP"}, {"PPPJPPJP", "PPPQQP"}, {"VVJVVJVV", "VVWWVV"}} {
		between, other := closed(t, a, words[0]), closed(t, a, words[1])
		for range 20 {
			deck := uniform(rng, 52)
			if x, y := between.New()(deck), other.New()(deck); math.Abs(x-y) > (between.Error()+other.Error())*x {
				t.Errorf("%s: %v, %s: %v", words[0], x, words[1], y)
			}
		}
	}
	fair := closed(t, a, "RRRRRRR")
	for range 20 {
		deck := uniform(rng, 52)
		places := make([]uint16, 52)
		for j, card := range deck {
			places[card] = uint16(j)
		}
		f := summed{n: 52, law: labels(slices.Repeat([]label{{1. / 128, false}}, 128))}
		if x, y := fair.New()(deck), f.law.New()(places); math.Abs(x-y) > f.Error()*x {
			t.Errorf("by rising sequences %v, by labels %v", x, y)
		}
	}
}

func BenchmarkBiased52(b *testing.B) {
	f := closed(b, alphabet(b, 52, "P=riffle(p=2/5)"), "PPPPPPP")
	deck, density := uniform(rand.New(rand.NewPCG(1, 1)), 52), f.New()
	for b.Loop() {
		density(deck)
	}
}
