package law

import (
	"slices"

	"dovetail/perm"
)

// WordMemory is how many bytes Chain.Word takes for a word on so many threads, to
// within a few percent.
func (a *Alphabet) WordMemory(w Word, threads int) uint64 {
	parts, rest := a.syllables(w)
	steps := len(parts) - max(1, leadingRiffles(parts))
	if rest != nil {
		steps++
	}
	if steps <= 0 {
		return a.laws(1)
	}
	var used []*Letter
	for _, i := range w {
		used = append(used, a.Letters[i])
	}
	return a.laws(2+mixed(used)) + uint64(threads)*a.working(used)
}

// CoreMemory is how many bytes a Chain takes that goes through cores of up to m
// letters on one thread.
func (a *Alphabet) CoreMemory(m int) uint64 {
	laws := m + mixed(a.Letters)
	if m > 2 && slices.ContainsFunc(a.Letters, func(l *Letter) bool { return l.Perm != nil }) {
		laws++
	}
	return a.laws(laws) + a.working(a.Letters)
}

func (a *Alphabet) laws(k int) uint64 { return 8 * uint64(k) * perm.Factorial(a.N) }

// mixed is 1 if laws may have to be rounded on the way.
func mixed(letters []*Letter) int {
	exact, real := false, false
	for _, l := range letters {
		exact = exact || l.Den != nil && l.Perm == nil
		real = real || l.Den == nil
	}
	if exact && real {
		return 1
	}
	return 0
}

// working is the memory of an engine for the letter that takes most.
func (a *Alphabet) working(letters []*Letter) uint64 {
	most := 0
	for _, l := range letters {
		most = max(most, l.reals.room(a.tables.factorial))
	}
	return 8 * uint64(most)
}

// Work is roughly how many numbers a step reads for the letter that takes most.
func (a *Alphabet) Work() float64 {
	most := 0
	for _, l := range a.Letters {
		reads := 0
		for _, level := range l.reals.levels {
			for _, u := range level.states {
				reads += len(u.sources)
			}
		}
		most = max(most, reads)
	}
	return float64(most) * float64(perm.Factorial(a.N))
}
