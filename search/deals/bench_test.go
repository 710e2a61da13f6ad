package deals

import (
	"context"
	"testing"

	"dovetail/exact/tally"
	"dovetail/search/run"
)

// benchmark measures a deal of a word with its share of the counting, in ns/op.
func benchmark(b *testing.B, s Source[uint16]) {
	t, counts := newTable(s), make([]uint32, s.n*s.n)
	for decks := range t.block(b.Context(), 0, 0, int64(b.N)) {
		countCards(counts, s.n, decks)
	}
}

func benchmarkWord(b *testing.B, word string) {
	q := query(b, 52, word, 1, 1, 1)
	benchmark(b, OfWord(q.Alphabet, q.Word, b.Name(), 1))
}

func BenchmarkCount52(b *testing.B)   { benchmarkWord(b, "") }
func BenchmarkR52(b *testing.B)       { benchmarkWord(b, "R") }
func BenchmarkRRR52(b *testing.B)     { benchmarkWord(b, "RRR") }
func BenchmarkHDHRDHH52(b *testing.B) { benchmarkWord(b, "HDHRDHH") }
func BenchmarkUniform52(b *testing.B) { benchmark(b, OfUniform(52, b.Name(), 1)) }

func BenchmarkSpreadRRR(b *testing.B) {
	q := query(b, 52, "RRR", 1000000, 1, 1)
	for b.Loop() {
		if _, err := whiteCounts(context.Background(), q, run.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPredictRRR(b *testing.B) {
	q := query(b, 52, "RRR", 1000000, 1, 1)
	f, err := tally.NewWhite(52, 1000000, tally.Published)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := predict(b.Context(), q.Alphabet, q.Word, f, predictDeals, 1); err != nil {
			b.Fatal(err)
		}
	}
}
