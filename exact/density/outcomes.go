package density

import (
	"encoding/binary"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// outcome is a permutation with its probability, to some 128 bits.
type outcome struct {
	p      perm.Perm
	weight *big.Float
}

// maxOutcomes are so many as are summed one by one.
const maxOutcomes = 4096

// weightBits is the resolution of an outcome's probability, and rarest where it counts as
// none, 2^-rarest.
const (
	weightBits = 1200
	rarest     = 1000
)

// outcomes are those of letters, one after the other, or of what undoes each of them: nil
// if one of the letters has too many, or all together have.
func outcomes(a *word.Alphabet, letters word.Word, undo bool) []outcome {
	all := []outcome{{perm.Identity(a.N), big.NewFloat(1)}}
	for _, l := range letters {
		letter := a.Letters[l]
		if letter.Perm == nil && !shuffle.Few(letter.Model, a.N) {
			return nil
		}
		var next []outcome
		known := map[string]int{} // in next, by code
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
				c := code(y.p)
				if at, ok := known[c]; ok {
					next[at].weight.Add(next[at].weight, y.weight)
					continue
				}
				known[c] = len(next)
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

// code tells permutations apart.
func code(p perm.Perm) string {
	var c []byte
	for _, j := range p {
		c = binary.LittleEndian.AppendUint16(c, uint16(j))
	}
	return string(c)
}

// step is an outcome made ready: to is nil for the identity.
type step struct {
	to     []uint16
	weight float64
}

func steps(all []outcome) (out []step) {
	for _, x := range all {
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

// then is the step followed by t, which it may write to room.
func (s step) then(room, t []uint16) []uint16 {
	if s.to == nil {
		return t
	}
	for i, j := range s.to {
		room[i] = t[j]
	}
	return room
}

// after is t followed by the step, which it may write to room.
func (s step) after(room, t []uint16) []uint16 {
	if s.to == nil {
		return t
	}
	for i, j := range t {
		room[i] = s.to[j]
	}
	return room
}
