package law

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dovetail/perm"
	"dovetail/perm/must"
)

// withDigits is the alphabet with digits of at most a number of bits, so that counts have
// many of them.
func withDigits(a *Compiled, bits uint) *Compiled {
	few := *a
	few.bits = bits
	return &few
}

// sameCounts wants two laws to be exact and the same, whatever their digits.
func sameCounts(t interface{ Fatalf(string, ...any) }, what string, got, want *Law) {
	if !got.Exact() || !want.Exact() || got.Den.Cmp(want.Den) != 0 {
		t.Fatalf("%s: over %v, want %v", what, got.Den, want.Den)
	}
	for k, digit := range got.Counts.Digits {
		if x := slices.Max(digit); got.Counts.Bits < 64 && x>>got.Counts.Bits != 0 {
			t.Fatalf("%s: digit %d is %d, of %d bits", what, k, x, got.Counts.Bits)
		}
	}
	alike := got.Counts.Bits == want.Counts.Bits && len(got.Counts.Digits) == len(want.Counts.Digits)
	for k := 0; alike && k < len(got.Counts.Digits); k++ {
		alike = slices.Equal(got.Counts.Digits[k], want.Counts.Digits[k])
	}
	if alike {
		return
	}
	for d := range got.Decks() {
		if x, y := got.Counts.At(d), want.Counts.At(d); x.Cmp(y) != 0 {
			t.Fatalf("%s deck %d: %v, want %v", what, d, x, y)
		}
	}
}

// Words whose counts are far beyond 64 bits, against the sums over all outcomes in
// rationals. What comes before the first letter that has no whole numbers stays
// exact.
func TestLongWords(t *testing.T) {
	for _, c := range []struct {
		n     int
		specs []string
		word  string
	}{
		{4, []string{"riffle", "deal(piles=2)", "cut", "ashuffle(a=3)"}, strings.Repeat("ABACD", 12)},
		{5, []string{"riffle", "deal(piles=2)", "cut"}, strings.Repeat("ABAC", 8)},
		{6, []string{"riffle", "inverse(of=riffle)", "top", "deal(piles=3)"}, "ABACADABBADABA"},
		{5, []string{"ashuffle(a=700)", "riffle"}, "ABBABB"},
		{5, []string{"ashuffle(a=65000)", "riffle"}, "BBABB"},
		{4, []string{"ashuffle(a=65000)", "riffle", "hindu(mean=2,sd=1)"}, "ABBBBBBBBBBBBBBBBCBB"},
	} {
		againstOutcomes(t, c.n, c.specs, c.word)
	}
}

// againstOutcomes compares a word's law with sums over the outcomes of its letters.
func againstOutcomes(t *testing.T, n int, specs []string, word string) {
	a := alphabet(t, n, specs...)
	w := must.Have(a.Parse(word))(t)
	want := make([]*big.Rat, perm.Factorial(n))
	for d := range want {
		want[d] = new(big.Rat)
	}
	want[0].SetInt64(1)
	for _, l := range w {
		want = convolve(n, want, a.Letters[l].Model)
	}
	what := fmt.Sprintf("n=%d %s", n, word)
	equalLaws(t, what, law(t, a, w), want)
	got := must.Have(NewChain(a, 2).Core(context.Background(), w))(t)
	equalLaws(t, what+" as a core", got, want)
}

// Laws and distances do not depend on how large digits are.
func TestDigits(t *testing.T) {
	a := alphabet(t, 7, "riffle", "cut", "deal(piles=3)")
	rapid.Check(t, func(t *rapid.T) {
		w, bits := drawWord(t, "w"), rapid.UintRange(1, a.digitBits(a.letters)).Draw(t, "bits")
		got, want := law(t, withDigits(a, bits), w), law(t, a, w)
		sameCounts(t, "law", got, want)
		for i, f := range []func(*Law) Value{
			(*Law).TVD,
			(*Law).Separation,
			func(l *Law) Value { _, square := l.L2(); return square },
		} {
			if x, y := f(got), f(want); x.Exact.Cmp(y.Exact) != 0 {
				t.Fatalf("distance %d: %v, want %v", i, x, y)
			}
		}
		if x, y := got.Deficit(), want.Deficit(); !x.Near(y) {
			t.Fatalf("deficit %v, want %v", x, y)
		}
		if got.Support() != want.Support() {
			t.Fatalf("support %d, want %d", got.Support(), want.Support())
		}
		for d := 0; d < got.Decks(); d += 97 {
			if x, y := got.text(d), want.text(d); x != y {
				t.Fatalf("deck %d: %s, want %s", d, x, y)
			}
		}
	})
}

// The memory stated for a word holds all its digits.
func TestMemoryOfDigits(t *testing.T) {
	a := alphabet(t, 7, "riffle", "cut", "deal(piles=3)", "hindu(mean=2,sd=1)", "ashuffle(a=300)")
	for _, word := range []string{"C", "A", "AAAAAAAA", "AAAAAAAAAAAAAAAAAA", "CAAAAAAAAAAAABAAAACB", "ABABABABABABABA", "EAE", "AAAAAAAAAEDAA", "AAAAAAAAADAA"} {
		w := must.Have(a.Parse(word))(t)
		exact := w
		if i := slices.Index(w, 3); i >= 0 {
			exact = w[:i]
		}
		parts, _ := a.Syllables(exact)
		l := law(t, a, exact)
		if stated, digits := a.wordDigits(parts), len(l.Counts.Digits); digits > stated || a.WordMemory(w, 1) < 8*uint64(digits*l.Decks()) {
			t.Errorf("%s: %d digits, %d stated", word, digits, stated)
		}
		if _, core, _ := a.Split(exact); len(core) > 0 && a.CoreMemory(len(core), 1) < a.laws(len(l.Counts.Digits)) {
			t.Errorf("%s: memory of cores", word)
		}
	}
	if d := a.wordDigits(nil); d != 1 {
		t.Errorf("no letter takes %d digits", d)
	}
}
