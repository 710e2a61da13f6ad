package law

import "dovetail/perm"

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
	return a.laws(2+a.mixed()) + uint64(threads)*a.working()
}

// CoreMemory is how many bytes a Chain takes that goes through cores with up to m
// random letters on one thread.
func (a *Alphabet) CoreMemory(m int) uint64 {
	laws := m + a.mixed()
	for _, l := range a.Letters {
		if l.Perm != nil && m > 2 {
			laws++
			break
		}
	}
	return a.laws(laws) + a.working()
}

func (a *Alphabet) laws(k int) uint64 { return 8 * uint64(k) * perm.Factorial(a.N) }

// mixed is 1 if laws may have to be rounded on the way.
func (a *Alphabet) mixed() int {
	exact, real := false, false
	for _, l := range a.Letters {
		exact = exact || l.Den != nil && l.Perm == nil
		real = real || l.Den == nil
	}
	if exact && real {
		return 1
	}
	return 0
}

// working is the memory of an engine for the letter that takes most.
func (a *Alphabet) working() uint64 {
	most := 0
	for _, l := range a.Letters {
		most = max(most, l.reals.room(a.tables.factorial))
	}
	return 8 * uint64(most)
}
