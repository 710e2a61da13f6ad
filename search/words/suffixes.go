package words

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
)

// suffix is a second half: what is needed to test it, and to go on when the
// tests fail to reject it.
type suffix struct {
	word   position.Word
	beta   float64
	before perm.Perm
	parts  []*dense.Matrix
}

// suffixes are all second halves up to a length: words that end in a random
// letter. Their first test vectors stand in the columns of chunks, n to a
// chunk, so that n x n tests are one matrix product.
type suffixes struct {
	list   []suffix
	probes [probes][]float64 // vector k of suffix i, scaled, at [i*n : (i+1)*n]
	chunks []*dense.Matrix
}

// newSuffixes fails only if ctx is over.
func newSuffixes(ctx context.Context, f *factors, letters []byte, m measure, l limits, longest int) (*suffixes, error) {
	n := f.alphabet.N
	s := &suffixes{}
	shorter := 0 // where the suffixes one letter shorter begin
	for length := 1; length <= longest; length++ {
		begin := len(s.list)
		s.grow(f, letters, length)
		if err := s.fill(ctx, f, m, l, begin, shorter); err != nil {
			return nil, err
		}
		shorter = begin
	}
	for i := range s.list {
		if i%n == 0 {
			s.chunks = append(s.chunks, dense.Square(n))
		}
		chunk := s.chunks[i/n]
		for k, x := range s.probe(0, i, n) {
			chunk.Row(k)[i%n] = x
		}
	}
	return s, nil
}

// grow lists the suffixes of a length, in the order of their letters.
func (s *suffixes) grow(f *factors, letters []byte, length int) {
	w := make(position.Word, 0, length)
	var add func()
	add = func() {
		if len(w) == length {
			if f.alphabet.Letters[w[length-1]].Perm == nil {
				s.list = append(s.list, suffix{word: slices.Clone(w)})
			}
			return
		}
		for _, letter := range letters {
			w = append(w, letter)
			add()
			w = w[:len(w)-1]
		}
	}
	add()
	for k := range s.probes {
		s.probes[k] = append(s.probes[k], make([]float64, len(s.list)*f.alphabet.N-len(s.probes[k]))...)
	}
}

// fill computes the suffixes from begin on. Those that start with the same
// letter follow each other in the order of their rests, which begin at shorter;
// so a deterministic first letter only permutes what the rest has.
func (s *suffixes) fill(ctx context.Context, f *factors, m measure, l limits, begin, shorter int) error {
	n := f.alphabet.N
	rests := begin - shorter
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	const share = 256
	for from := begin; from < len(s.list); from += share {
		work.Go(func() error {
			maker, probe := newHalfMaker(f), newProber(n)
			for i := from; i < min(from+share, len(s.list)); i++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				y := &s.list[i]
				if p := f.alphabet.Letters[y.word[0]].Perm; p != nil {
					rest := shorter + (i-begin)%rests
					y.beta, y.parts = s.list[rest].beta, s.list[rest].parts
					y.before = p
					if s.list[rest].before != nil {
						y.before = p.Then(s.list[rest].before)
					}
					for k := range s.probes {
						for row, moved := range p {
							s.probe(k, i, n)[row] = s.probe(k, rest, n)[moved]
						}
					}
					continue
				}
				h := maker.make(y.word)
				y.beta, y.parts = l.beta(h.factor), h.parts
				m.right(probe, h.e)
				for k, vector := range probe.vectors {
					for row, x := range vector {
						s.probe(k, i, n)[row] = x * m.scale(n) / y.beta
					}
				}
			}
			return nil
		})
	}
	return work.Wait()
}

// probe is test vector k of suffix i.
func (s *suffixes) probe(k, i, n int) []float64 { return s.probes[k][i*n : (i+1)*n] }
