package shuffle

import (
	"math/rand/v2"
	"testing"
)

// benchmark measures one shuffle of n cards, in ns/op. Decks take turns, as they
// do where words are dealt: a deck is not shuffled again before it has left the
// processor's store buffer.
func benchmark(b *testing.B, deal Dealer, n int) {
	const decks = 16
	rng := rand.NewChaCha8([32]byte{1})
	var from, to [decks][]uint16
	for k := range decks {
		from[k], to[k] = NewDeck(n), NewDeck(n)
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
func BenchmarkUniform52(b *testing.B) { benchmark(b, Uniform(52), 52) }
func BenchmarkRiffle1000(b *testing.B) {
	benchmark(b, parse(b, "riffle").Dealer(1000), 1000)
}
