package density

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// summed is the density of U B V: the law of its block, summed over the outcomes of the letters on
// both sides.
//
// The deck of a permutation p has deck[p[i]] = i. With p = u b v, either b = u^-1 p v^-1 has the
// block's law, which is that of an a-shuffle, or b^-1 = v p^-1 u has. Either is an inside outcome,
// then p or p^-1 (which is the deck), then an outside outcome.
type summed struct {
	n       int
	inverse bool // whether the block is an inverse one
	law     blockLaw
	inside  []step
	outside []step
}

func (f *summed) String() string {
	if outcomes := len(f.inside) * len(f.outside); outcomes > 1 {
		return fmt.Sprint(f.law, ", summed over ", outcomes, " outcomes")
	}
	return f.law.String()
}

func (f *summed) New() Density {
	value := f.law.New()
	middle, inner, outer := make([]uint16, f.n), make([]uint16, f.n), make([]uint16, f.n)
	return func(deck []uint16) float64 {
		s := deck[:f.n]
		if !f.inverse {
			for j, card := range s {
				middle[card] = uint16(j)
			}
			s = middle
		}
		sum := 0.0
		for _, x := range f.inside {
			y := compose(inner, x.to, s)
			for _, z := range f.outside {
				if weight := float64(x.weight * z.weight); weight > 0 {
					sum += float64(weight * value(compose(outer, y, z.to)))
				}
			}
		}
		return sum
	}
}

// Error counts the roundings of a density, which is enough as every term is positive. One makes a
// ratio of a block. An outcome has two weights, their product, and its product with a ratio, and is
// one of several terms. Three a card are a rounded probability of a label and two products with it;
// they are counted without labels too.
func (f *summed) Error() float64 {
	roundings := 6 + 3*f.n + len(f.inside)*len(f.outside) + f.law.roundings(f.n)
	lost := float64(float64(roundings) * 0x1p-53)
	return lost / (1 - lost) * (1 + 0x1p-50)
}

// outcome is a permutation with its probability, to some 128 bits.
type outcome struct {
	p      perm.Perm
	weight *big.Float
}

const (
	maxOutcomes = 4096 // are summed one by one
	weightBits  = 1200 // the resolution of an outcome's probability
	rarest      = 1000 // 2^-rarest counts as none
)

// outcomes are the outcomes of successive letters, or of their inverses. It is nil if one of the
// letters has too many, or all together have.
func outcomes(a *word.Alphabet, letters word.Word, undo bool) []outcome {
	all := []outcome{{perm.Identity(a.N), big.NewFloat(1)}}
	for _, l := range letters {
		letter := a.Letters[l]
		if letter.Perm == nil && !shuffle.Few(letter.Model, a.N) {
			return nil
		}
		var next []outcome
		known := map[string]int{} // index in next, by the permutation
		letter.Model.Support(a.N, weightBits, func(p perm.Perm, fixed *big.Int) bool {
			if fixed.BitLen() <= weightBits-rarest {
				return true
			}
			if undo {
				p = p.Inverse()
			}
			weight := new(big.Float).SetPrec(128).SetInt(fixed)
			weight.SetMantExp(weight, -weightBits)
			for _, x := range all {
				y := outcome{x.p.Then(p), new(big.Float).Mul(x.weight, weight)}
				var code []byte
				for _, j := range y.p {
					code = binary.LittleEndian.AppendUint16(code, uint16(j))
				}
				if at, ok := known[string(code)]; ok {
					next[at].weight.Add(next[at].weight, y.weight)
					continue
				}
				known[string(code)] = len(next)
				next = append(next, y)
			}
			return len(next) <= maxOutcomes
		})
		if all = next; len(all) > maxOutcomes {
			return nil
		}
	}
	return all
}

// step is a prepared outcome: to is nil for the identity.
type step struct {
	to     []uint16
	weight float64
}

// steps are outcomes after a reversal, if the deck is turned, and inverted or not.
func steps(all []outcome, turned, inverse bool) (out []step) {
	for _, x := range all {
		if turned {
			x.p = perm.Reversal(len(x.p)).Then(x.p)
		}
		if inverse {
			x.p = x.p.Inverse()
		}
		var s step
		s.weight, _ = x.weight.Float64()
		if !slices.Equal(x.p, perm.Identity(len(x.p))) {
			for _, j := range x.p {
				s.to = append(s.to, uint16(j))
			}
		}
		out = append(out, s)
	}
	return out
}

// compose is s and then t, either nil for the identity; it may write it to room.
func compose(room, s, t []uint16) []uint16 {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	for i, j := range s {
		room[i] = t[j]
	}
	return room
}
