package words

import (
	"math/big"
	"slices"

	"dovetail/exact/position"
)

// A word is a core with deterministic letters before and after it, and has the
// core's scores. The core starts and ends with a random letter, so a word has
// one core only, and the words of length m are counted and listed by cores.

// paddings is the number of words of length m with one given core of length
// core: with gap = m - core letters to place in front or behind, each one of d
// deterministic letters, (gap+1) d^gap; for the empty core d^m.
func paddings(m, core, d int) *big.Int {
	gap := m - core
	count := new(big.Int).Exp(big.NewInt(int64(d)), big.NewInt(int64(gap)), nil)
	if core > 0 {
		count.Mul(count, big.NewInt(int64(gap+1)))
	}
	return count
}

// padder lists the words of one core in lexicographic order of their names.
type padder struct {
	alphabet *position.Alphabet
	fixed    []byte // deterministic letters in the order of their names
}

func newPadder(a *position.Alphabet) *padder {
	p := &padder{alphabet: a}
	for i, l := range a.Letters {
		if l.Perm != nil {
			p.fixed = append(p.fixed, byte(i))
		}
	}
	slices.SortFunc(p.fixed, func(x, y byte) int { return p.name(x) - p.name(y) })
	return p
}

func (p *padder) name(letter byte) int { return int(p.alphabet.Letters[letter].Name) }

// each calls yield with the words of length m of the core until it returns false.
func (p *padder) each(core position.Word, m int, yield func(word string) bool) {
	w := make(position.Word, 0, m)
	var behind func() bool
	behind = func() bool {
		if len(w) == m {
			return yield(p.alphabet.Format(w))
		}
		for _, l := range p.fixed {
			w = append(w, l)
			ok := behind()
			w = w[:len(w)-1]
			if !ok {
				return false
			}
		}
		return true
	}
	place := func() bool {
		w = append(w, core...)
		ok := behind()
		w = w[:len(w)-len(core)]
		return ok
	}
	var before func() bool
	before = func() bool {
		placed := len(core) == 0
		if len(w)+len(core) == m {
			return place()
		}
		for _, l := range p.fixed {
			if !placed && p.name(core[0]) < p.name(l) {
				placed = true
				if !place() {
					return false
				}
			}
			w = append(w, l)
			ok := before()
			w = w[:len(w)-1]
			if !ok {
				return false
			}
		}
		return placed || len(p.fixed) > 0 && place()
	}
	before()
}
