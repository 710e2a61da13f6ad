package deals

import (
	"context"
	"testing"

	"dovetail/exact/tally"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
)

// benchmark measures a deal of a word with its share of the counting, in ns/op.
func benchmark(b *testing.B, dealers []shuffle.Dealer) {
	t := &counter{newTable(52, dealers), make([]uint32, 52*52)}
	rng := draw.Keyed(1, b.Name(), 0, 0)
	for done := 0; done < b.N; done += batch {
		t.deal(rng, min(batch, b.N-done))
	}
}

func benchmarkWord(b *testing.B, word string) {
	q := query(b, 52, word, 1, 1, 1)
	benchmark(b, dealers(q.Alphabet, q.Word))
}

func BenchmarkCount52(b *testing.B)   { benchmark(b, nil) }
func BenchmarkR52(b *testing.B)       { benchmarkWord(b, "R") }
func BenchmarkRRR52(b *testing.B)     { benchmarkWord(b, "RRR") }
func BenchmarkHDHRDHH52(b *testing.B) { benchmarkWord(b, "HDHRDHH") }
func BenchmarkUniform52(b *testing.B) { benchmark(b, []shuffle.Dealer{shuffle.Uniform(52)}) }

func BenchmarkSpreadRRR(b *testing.B) {
	q := query(b, 52, "RRR", 1000000, 1, 1)
	for b.Loop() {
		if _, err := whiteCounts(context.Background(), q, Options{}); err != nil {
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
