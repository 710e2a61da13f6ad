package models_test

import (
	"testing"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
)

// benchmark measures one shuffle of n cards, in ns/op. Decks take turns, as they
// do where words are dealt: a deck is not shuffled again before it has left the
// processor's store buffer.
func benchmark(b *testing.B, deal shuffle.Dealer, n int) {
	const decks = 16
	rng := draw.NewStream([32]byte{1})
	var from, to [decks][]uint16
	for k := range decks {
		from[k], to[k] = shuffle.NewDeck(n), shuffle.NewDeck(n)
	}
	for k := 0; b.Loop(); k = (k + 1) % decks {
		deal(rng, to[k], from[k])
		from[k], to[k] = to[k], from[k]
	}
}

func BenchmarkRiffle52(b *testing.B) { benchmark(b, parse(b, "riffle").Dealer(52), 52) }
func BenchmarkNarrowRiffle52(b *testing.B) {
	benchmark(b, parse(b, "riffle(cut=normal)").Dealer(52), 52)
}
func BenchmarkHindu52(b *testing.B)   { benchmark(b, parse(b, "hindu").Dealer(52), 52) }
func BenchmarkDeal52(b *testing.B)    { benchmark(b, parse(b, "deal").Dealer(52), 52) }
func BenchmarkUniform52(b *testing.B) { benchmark(b, shuffle.Uniform(52), 52) }
func BenchmarkRiffle1000(b *testing.B) {
	benchmark(b, parse(b, "riffle").Dealer(1000), 1000)
}

// The dealers and laws of the other models, by default letter.
func BenchmarkDealers52(b *testing.B) {
	for _, l := range standardLetters(b, 52) {
		b.Run(string(l.Name), func(b *testing.B) { benchmark(b, l.Model.Dealer(52), 52) })
	}
}

func BenchmarkLaws52(b *testing.B) { benchmarkLaws(b, 52, 64) }

func BenchmarkLaws1000(b *testing.B) { benchmarkLaws(b, 1000, 192) }

func benchmarkLaws(b *testing.B, n int, bits uint) {
	for _, l := range standardLetters(b, n) {
		b.Run(string(l.Name), func(b *testing.B) {
			for b.Loop() {
				l.Model.Law(n, bits)
			}
		})
	}
}

func standardLetters(b *testing.B, n int) []notation.Letter {
	letters, err := notation.Preset(n, "literal")
	if err != nil {
		b.Fatal(err)
	}
	return letters
}

func BenchmarkPairsRiffle52(b *testing.B) { benchmarkPairs(b, "riffle") }
func BenchmarkPairsHindu52(b *testing.B)  { benchmarkPairs(b, "hindu") }

func benchmarkPairs(b *testing.B, spec string) {
	m := parse(b, spec)
	for b.Loop() {
		shuffle.Pairs(b.Context(), m, 52)
	}
}
