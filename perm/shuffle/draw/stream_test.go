package draw

import (
	"math/rand/v2"
	"testing"
)

// moreRefills are those of the machine that it has quicker ones for.
var moreRefills []func(*Stream) uint

// The words are those of the generator of package rand, by the kernels too, however many are drawn at a time.
func TestStream(t *testing.T) {
	kernel := refill
	defer func() { refill = kernel }()
	for _, way := range append(moreRefills, kernel, refillGo) {
		refill = way
		var s Stream
		s.Start(NewStream([32]byte{1}))
		var key [32]byte
		rand.NewChaCha8([32]byte{1}).Read(key[:])
		want, words := rand.NewChaCha8(key), make([]uint64, 300)
		for count := range words {
			s.Fill(words[:count])
			for i, x := range words[:count] {
				if y := want.Uint64(); x != y {
					t.Fatalf("word %d of %d: %x, want %x", i, count, x, y)
				}
			}
			if x, y := s.Uint64(), want.Uint64(); x != y {
				t.Fatalf("the word after %d: %x, want %x", count, x, y)
			}
		}
	}
}

func BenchmarkStream(b *testing.B) {
	s := NewStream([32]byte{1})
	words := make([]uint64, 1000)
	for b.Loop() {
		s.Fill(words)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(words)), "ns/word")
}
