package anneal

import (
	"testing"

	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
)

// BenchmarkBlock is a sweep of walks on the labels of eight riffles, by kernels and, of riffles that differ by their cuts
// alone, by counts.
func BenchmarkBlock(b *testing.B) {
	for name, of := range map[string]struct {
		n       int
		letter  string
		counted bool
	}{
		"clumpy/n=52":      {52, "L=clumpy(switch=13/20)", false},
		"cut/n=52":         {52, "L=riffle(cut=normal,sd=3)", false},
		"cut/n=52/counts":  {52, "L=riffle(cut=normal,sd=3)", true},
		"cut/n=100/counts": {100, "L=riffle(cut=normal,sd=3)", true},
	} {
		b.Run(name, func(b *testing.B) {
			a := small(b, of.n, of.letter)
			s := newBlock(a.Alphabet, must.Have(a.Parse("LLLLLLLL"))(b))
			v := s.Particles(8)
			if of.counted {
				v = s.cutWalks(8)
			}
			for k := range 8 {
				v.Begin(k, PlacesOf(Uniform(of.n, draw.Keyed(1, "bench", k, 0))), draw.Keyed(1, "bench", k, 1))
				v.Draw(k)
			}
			v.Ready()
			t := s.Ladder().tilt(1)
			for b.Loop() {
				v.sweep(nil, t, false)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*8*of.n), "ns/move")
		})
	}
}
