package words

import (
	"dovetail/exact/position"
	"dovetail/perm"
)

// suffix is a second half: what is needed to test it, and to go on when the
// tests fail to reject it.
type suffix struct {
	word   position.Word
	beta   float64
	before perm.Perm
	parts  []*position.Matrix
}

// suffixes are all second halves up to a length: words that end in a random
// letter. Their first test vectors stand in the columns of chunks, n to a
// chunk, so that n x n tests are one matrix product.
type suffixes struct {
	list   []suffix
	probes [probes][]float64 // vector k of suffix i, scaled, at [i*n : (i+1)*n]
	chunks []*position.Matrix
}

func newSuffixes(f *factors, m measure, l limits, longest int) *suffixes {
	n := f.alphabet.N
	s := &suffixes{}
	maker, probe := newHalfMaker(f), newProber(n)
	var add func(w position.Word, length int)
	add = func(w position.Word, length int) {
		if len(w) == length {
			if f.alphabet.Letters[w[length-1]].Perm == nil {
				s.add(maker.make(append(position.Word{}, w...)), probe, m, l)
			}
			return
		}
		for letter := range f.alphabet.Letters {
			add(append(w, byte(letter)), length)
		}
	}
	for length := 1; length <= longest; length++ {
		add(make(position.Word, 0, length), length)
	}
	for i := range s.list {
		if i%n == 0 {
			s.chunks = append(s.chunks, position.NewMatrix(n))
		}
		chunk := s.chunks[i/n]
		for k, x := range s.probe(0, i, n) {
			chunk.Row(k)[i%n] = x
		}
	}
	return s
}

func (s *suffixes) add(h half, probe *prober, m measure, l limits) {
	beta := l.beta(h.factor)
	s.list = append(s.list, suffix{h.word, beta, h.before, h.parts})
	m.right(probe, h.e)
	for k, vector := range probe.vectors {
		for i := range vector {
			j := i
			if h.before != nil {
				j = h.before[i] // row i of P E is row before[i] of E
			}
			s.probes[k] = append(s.probes[k], vector[j]*m.scale(l.n)/beta)
		}
	}
}

// probe is test vector k of suffix i.
func (s *suffixes) probe(k, i, n int) []float64 { return s.probes[k][i*n : (i+1)*n] }
