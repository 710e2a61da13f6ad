package law

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
)

// TooLarge is the error of laws that need more memory than is allowed.
func (a *Compiled) TooLarge(need, limit uint64) error {
	return number.TooLarge{What: fmt.Sprintf("laws on the %d! = %d decks", a.N, perm.Factorial(a.N)), Need: need,
		Limit: limit}
}

// WordMemory is the number of bytes that a program takes to call Chain.Word for a word on the
// given number of threads, to within a few percent. It is more where counts stay smaller than
// they might.
func (a *Compiled) WordMemory(w word.Word, threads int) uint64 {
	base := number.ProgramBytes + a.compiled()
	if a.isUniform(w) {
		return base
	}
	parts, rest := a.Syllables(w)
	_, steps := a.start(parts)
	digits := a.wordDigits(parts)
	if len(steps) == 0 && (rest == nil || len(parts) == 0) {
		return base + a.laws(digits)
	}
	used := a.random(parts)
	return base + tableBytes(a.N) + a.laws(2*digits+mixed(used)) + uint64(threads)*a.working(a.random(steps))
}

// wordDigits bounds the digits of the counts in a word, up to the first letter that
// is worked through in doubles.
func (a *Compiled) wordDigits(parts []word.Syllable) int {
	first, steps := a.start(parts)
	if len(first) == 0 {
		return 1
	}
	l := a.letters[first[0].Letter]
	if l.Den == nil {
		return 1
	}
	den, most := log2(l.Den), l.logMost()
	if k := len(first); k > 1 {
		den = float64(den * float64(k))
		most = log2(riffle.Ways(a.N, new(big.Int).Lsh(big.NewInt(1), uint(k)), 1)) - den
	}
	for _, l := range a.random(steps) {
		if l.counts == nil {
			break
		}
		den += log2(l.Den)
		most = min(most, l.logMost())
	}
	return digits(den, most, a.digitBits(a.random(steps)))
}

// digits bounds the number of digits, of the given number of bits, of counts of 1/2^den where no
// deck is likelier than 2^most. A letter makes no deck likelier than the likeliest before, nor
// than its own likeliest outcome.
func digits(den, most float64, bits uint) int {
	const slack = 1e-6 // for roundings of logarithms
	return 1 + int((max(0, den+most)+slack)/float64(bits))
}

func log2(x *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(x).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return elementary.Log2(m) + float64(exponent)
}

// logMost is the logarithm of the probability of the likeliest outcome of a letter
// with a denominator.
func (l *letter) logMost() float64 { return log2(l.mostWeight()) - log2(l.Den) }

// CoreMemory is the number of bytes that a program takes whose Chains, one for each thread,
// visit cores of up to m letters. It is more where counts stay smaller than they might.
func (a *Compiled) CoreMemory(m, threads int) uint64 {
	all := number.ProgramBytes + a.compiled() + tableBytes(a.N) + uint64(threads)*a.chain(m)
	return all + all/12 // laws that change from counts to doubles and back are garbage for a while
}

// chain is the memory of a Chain that visits cores of up to m letters.
func (a *Compiled) chain(m int) uint64 {
	den, most := 0.0, math.Inf(-1)
	for _, l := range a.letters {
		if l.Den != nil && l.Perm == nil && !l.Uniform {
			den = max(den, log2(l.Den))
			most = max(most, l.logMost())
		}
	}
	bits := a.digitBits(a.letters)
	laws := mixed(a.letters)
	for k := 1; k <= m; k++ {
		laws += digits(float64(float64(k)*den), most, bits)
	}
	if m > 2 && slices.ContainsFunc(a.letters, func(l *letter) bool { return l.Perm != nil }) {
		laws += digits(float64(float64(m-1)*den), most, bits)
	}
	return a.laws(laws) + a.working(a.letters)
}

// compiled is the memory of the outcomes of the letters.
func (a *Compiled) compiled() (bytes uint64) {
	for _, l := range a.letters {
		bytes += outcomeBytes * uint64(len(l.first))
	}
	return bytes
}

func (a *Compiled) laws(k int) uint64 { return 8 * uint64(k) * perm.Factorial(a.N) }

// mixed is 1 if laws may have to be rounded on the way.
func mixed(letters []*letter) int {
	exact, real := false, false
	for _, l := range letters {
		if l.Uniform {
			continue
		}
		exact = exact || l.Den != nil && l.Perm == nil
		real = real || l.counts == nil
	}
	if exact && real {
		return 1
	}
	return 0
}

// working is the memory of a thread's engines for the letters that take most, or for a run of
// deterministic ones: that for counts, or of both engines if a letter has only doubles.
func (a *Compiled) working(letters []*letter) uint64 {
	counts, exact := uint64(0), true
	for s := baseCards; s < a.N; s++ {
		counts += perm.Factorial(s) // of a run of deterministic letters
	}
	reals := counts
	for _, l := range letters {
		if l.Uniform {
			continue
		}
		room := l.reals.room()
		if l.counts == nil {
			exact = false
		} else {
			counts = max(counts, room)
		}
		reals = max(reals, room)
	}
	if exact {
		reals = 0
	}
	return 8 * (counts + reals)
}

// Work is roughly the number of numbers that a step reads for the letter that takes most.
func (a *Compiled) Work() float64 {
	most := 0
	for _, l := range a.letters {
		most = max(most, l.edges())
	}
	return float64(most) * float64(perm.Factorial(a.N))
}
