package words

import (
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/exact/word"
)

// A word is a core with deterministic letters before and after it and central
// letters anywhere, and has the core's scores. The core starts and ends with a
// random letter and has no central one, so a word has one core only, and the
// words of length m are counted and listed by cores.

// paddings is the number of words of length m with one given core of length
// core, over d deterministic letters that are not central and z central ones.
// With gap letters to place in front or behind there are (gap+1) d^gap words
// without central letters, for the empty core d^gap; g central letters can then
// stand in C(m, g) ways.
func paddings(m, core, d, z int) *big.Int {
	sum := new(big.Int)
	for g := 0; g <= m-core && (g == 0 || z > 0); g++ {
		gap := m - core - g
		term := power(d, gap)
		if core > 0 {
			term.Mul(term, big.NewInt(int64(gap+1)))
		}
		term.Mul(term, power(z, g))
		term.Mul(term, new(big.Int).Binomial(int64(m), int64(g)))
		sum.Add(sum, term)
	}
	return sum
}

func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

// padder lists the words of one core in lexicographic order of their names.
type padder struct {
	alphabet *position.Laws
	extra    []byte // deterministic letters in the order of their names
}

func newPadder(a *position.Laws) *padder {
	p := &padder{alphabet: a}
	for i, l := range a.Letters {
		if l.Perm != nil {
			p.extra = append(p.extra, byte(i))
		}
	}
	slices.SortFunc(p.extra, func(x, y byte) int { return p.name(x) - p.name(y) })
	return p
}

func (p *padder) name(letter byte) int { return int(p.alphabet.Letters[letter].Name) }

// each calls yield with the words of length m of the core until it returns false; the
// next word overwrites the one before.
func (p *padder) each(core word.Word, m int, yield func(word.Word) bool) {
	w := make(word.Word, 0, m)
	var extend func(k int) bool // k letters of the core are placed
	extend = func(k int) bool {
		if len(w) == m {
			return yield(w)
		}
		with := func(l byte, k int) bool {
			w = append(w, l)
			ok := extend(k)
			w = w[:len(w)-1]
			return ok
		}
		room := m-len(w) > len(core)-k
		outside := k == 0 || k == len(core)
		next := k < len(core) // whether the core's next letter has still to be tried here
		for _, l := range p.extra {
			if next && p.name(core[k]) < p.name(l) {
				next = false
				if !with(core[k], k+1) {
					return false
				}
			}
			if room && (outside || p.alphabet.Letters[l].Central) && !with(l, k) {
				return false
			}
		}
		return !next || with(core[k], k+1)
	}
	extend(0)
}
