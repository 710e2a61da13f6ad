package law

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"dovetail/exact/word"
	"dovetail/perm"
)

// A word with a uniform letter is uniform whatever else is in it, and what is said of
// its law is what counts of 1 would give.
func TestUniform(t *testing.T) {
	const n = 4
	a := alphabet(t, n, "hindu(mean=2,sd=1)", "riffle", "deal(piles=2)", "inverse(of=wash)")
	counts := &Law{N: n, Counts: Counts{Bits: 60}}
	counts.exact(big.NewInt(24), 1)
	for d := range counts.Decks() {
		counts.Counts.Digits[0][d] = 1
	}
	chain := NewChain(a, 1)
	eachWord(4, 3, func(w word.Word) {
		l := law(t, a, w)
		if l.Uniform != strings.Contains(string(w), "\x03") {
			t.Fatalf("%v: uniform %v", w, l.Uniform)
		}
		if _, core, _ := a.Split(w); len(core) > 0 {
			c, err := chain.Core(context.Background(), core)
			if err != nil || c.Uniform != l.Uniform || !c.TVD().Near(l.TVD()) {
				t.Fatalf("%v: as a core uniform %v, %v", w, c.Uniform, err)
			}
		}
		if !l.Uniform {
			return
		}
		equal := func(x, y Value) bool { return x.Float == y.Float && (x.Exact == nil || x.Exact.Cmp(y.Exact) == 0) }
		root, square := l.L2()
		wantRoot, wantSquare := counts.L2()
		if !equal(l.TVD(), counts.TVD()) || !equal(l.Separation(), counts.Separation()) || !equal(root, wantRoot) ||
			!equal(square, wantSquare) || l.Deficit().Float != counts.Deficit().Float || l.Support() != counts.Support() {
			t.Fatalf("%v: other distances than those of equal counts", w)
		}
		for k, d := range l.Most(3) {
			if want := counts.Most(3)[k]; d.Cards.Rank() != want.Cards.Rank() || !equal(d.Probability, want.Probability) || d.Sharing != want.Sharing {
				t.Fatalf("%v: deck %d is %v, want %v", w, k, d, want)
			}
		}
		l.Each(func(_ []int, count string) bool {
			if count != "1" || l.Den.Uint64() != perm.Factorial(n) {
				t.Fatalf("%v: %s of %v", w, count, l.Den)
			}
			return true
		})
	})
}

// Outcomes and laws are refused before they are gone through.
func TestTooLarge(t *testing.T) {
	refused := func(n int, memory uint64, specs ...string) string {
		_, err := Compile(context.Background(), n, lettersOf(t, n, specs...), memory)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	for _, c := range []struct {
		n      int
		memory uint64
		spec   string
		want   string
	}{
		{12, 1 << 32, "ashuffle(a=65536)", "the 479001600 outcomes of A=ashuffle(a=65536) at n=12 alone need 457GiB of memory; --memory allows 4GiB"},
		{10, 1 << 10, "riffle", ""},
		{12, 1, "wash", ""},
		{8, 1 << 20, "riffle", ""},
	} {
		if got := refused(c.n, c.memory, c.spec); got != c.want {
			t.Errorf("%s at n=%d in %d bytes: %q", c.spec, c.n, c.memory, got)
		}
	}
}
