package anneal

import (
	"testing"

	"dovetail/perm/shuffle/draw"
)

// BenchmarkBlock is a sweep of walks on the labels of seven riffles of 52 cards.
func BenchmarkBlock(b *testing.B) {
	a := small(b, 52, "L=clumpy(switch=13/20)")
	w, err := a.Parse("LLLLLLL")
	if err != nil {
		b.Fatal(err)
	}
	s, err := New(a.Alphabet, w)
	if err != nil {
		b.Fatal(err)
	}
	v := s.Particles(8)
	for k := range 8 {
		v.Begin(k, PlacesOf(Uniform(52, draw.Keyed(1, "bench", k, 0))), draw.Keyed(1, "bench", k, 1))
		v.Draw(k)
	}
	v.Ready()
	t := s.Ladder().tilt(1)
	for b.Loop() {
		v.sweep(nil, t, false)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*8*52), "ns/move")
}
