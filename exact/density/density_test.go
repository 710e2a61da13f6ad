package density

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

func alphabet(t testing.TB, n int, definitions ...string) *law.Compiled {
	t.Helper()
	var names []byte
	for _, d := range definitions {
		names = append(names, d[0])
	}
	definitions = slices.DeleteFunc(slices.Clone(definitions), func(d string) bool { return len(d) == 1 })
	letters, err := shuffle.Alphabet(n, names, "literal", definitions)
	if err != nil {
		t.Fatal(err)
	}
	a, err := law.Compile(context.Background(), n, letters, 4<<30)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Every deck of every word up to so many letters has the density that its law gives it.
func TestAgainstLaws(t *testing.T) {
	packets := []string{
		"H=hindu(mean=20/13,sd=10/39)", "H=hindu(size=uniform,min=1,max=3)", "H=hindu(size=uniform,min=2,max=4)",
		"H=hindu(mean=3,sd=1)", "H=inverse(of=hindu(size=uniform,min=1,max=2))",
	}
	for _, c := range []struct {
		n, longest int
		letters    []string
	}{
		{2, 4, []string{"R", "V", "C", "T", "J=deal(piles=1)", "A"}},
		{3, 4, []string{"R", "V", "C", "T", "J=deal(piles=1)", "D=deal(order=2-1)", "A", "W"}},
		{4, 4, []string{"R", "V", "D=deal(piles=3)", "J=deal(piles=1)", "T"}},
		{5, 4, []string{"R", "V", "J=deal(piles=1)", "D=deal(piles=2)"}},
		{5, 4, []string{"R", "A", "B=inverse(of=ashuffle(a=4))", "X=cut(law=binomial)"}},
		{6, 4, []string{"R", "V", "J=deal(piles=1)", "D=deal(piles=3)"}},
		{7, 3, []string{"R", "V", "D=deal(order=1-3-2)"}},
		{8, 4, []string{"R"}},
	} {
		if testing.Short() && c.n > 6 {
			continue
		}
		for _, h := range packets {
			a := alphabet(t, c.n, append(slices.Clone(c.letters), h, "P=inverse(of="+h[2:]+")")...)
			checkWords(t, a, c.longest)
		}
	}
}

// checkWords compares what is closed with laws, and returns how the words are computed.
func checkWords(t *testing.T, a *law.Compiled, longest int) {
	t.Helper()
	chain := law.NewChain(a, 1)
	rng := rand.New(rand.NewPCG(1, uint64(a.N)))
	var spell func(w word.Word)
	spell = func(w word.Word) {
		if f := Closed(a.Alphabet, w); f != nil {
			var l *law.Law
			if len(w) > 0 {
				var err error
				if l, err = chain.Word(context.Background(), w); err != nil {
					t.Fatal(err)
				}
			}
			checkLaw(t, fmt.Sprintf("n=%d %v %s", a.N, a.Definitions(), a.Format(w)), f, l, a.N, rng)
		}
		for i := 0; len(w) < longest && i < len(a.Letters); i++ {
			spell(append(w[:len(w):len(w)], byte(i)))
		}
	}
	spell(nil)
}

// mostDecks of a law are looked at, all of those of six cards.
const mostDecks = 720

func checkLaw(t *testing.T, what string, f *Form, l *law.Law, n int, rng *rand.Rand) {
	t.Helper()
	density := f.New()
	all := int(perm.Factorial(n))
	for k := range min(all, mostDecks) {
		if all > mostDecks {
			k = rng.IntN(all)
		}
		deck, want := make([]uint16, n), 0.0
		for j, card := range perm.Unrank(n, uint64(k)) {
			deck[j] = uint16(card)
		}
		slack := f.Error()
		switch {
		case l == nil && k == 0:
			want = float64(all)
		case l != nil:
			want = probability(l, k) * float64(all)
			slack += l.RelativeError() + 0x1p-50
		}
		if got := density(deck); !(math.Abs(got-want) <= slack*want+1e-25) {
			t.Fatalf("%s (%s): deck %v has %v, want %v", what, f.Words, deck, got, want)
		}
	}
}

func probability(l *law.Law, deck int) float64 {
	switch {
	case l.Uniform:
		return 1 / float64(l.Decks())
	case l.Exact():
		p, _ := new(big.Rat).SetFrac(l.Counts.At(deck), l.Den).Float64()
		return p
	}
	return l.Probs[deck]
}
