package anneal

import (
	"testing"

	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
)

// BenchmarkBlock is a sweep of walks on the labels of seven riffles of 52 cards.
func BenchmarkBlock(b *testing.B) {
	a := small(b, 52, "L=clumpy(switch=13/20)")
	w := must.Have(a.Parse("LLLLLLL"))(b)
	s := must.Have(New(a.Alphabet, w))(b)
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
