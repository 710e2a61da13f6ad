// Package lawtest has letters of small decks, and their exact laws, for the tests of packages that estimate these.
package lawtest

import (
	"strings"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle/notation"
)

// Small is letters by their definitions, or by name where the name stands for a model.
func Small(t testing.TB, n int, letters string) *position.Laws {
	t.Helper()
	var names []byte
	var defined []string
	for _, l := range strings.Fields(letters) {
		names = append(names, l[0])
		if len(l) > 1 {
			defined = append(defined, l)
		}
	}
	models, err := notation.New(n, names, "literal", defined)
	if err != nil {
		t.Fatal(err)
	}
	return position.NewLaws(n, models)
}

// Scaled are letters for decks of any size.
const Scaled = "R V C T A H=hindu(mean=20/13,sd=10/39) D=deal(order=1-3-2) N=riffle(cut=normal,sd=1) L=clumpy(switch=13/20) M=clumpy(switch=2/5,cut=normal,off=1,sd=1) J=deal(piles=1) U=inverse(of=clumpy(switch=3/5,cut=normal,off=1,sd=1)) K=riffle(p=1/3) F=riffle(cut=half) G=riffle(cut=uniform) B=human(double=1/3) E=inverse(of=human(low=-1,high=1,double=1/2))"

// LettersFor are the letters that can shuffle n cards.
func LettersFor(n int) string {
	if n%2 == 1 {
		return Scaled
	}
	return Scaled + " P=thorp"
}

// LawOf is the exact law of a word.
func LawOf(t testing.TB, a *word.Alphabet, w word.Word) *law.Law {
	t.Helper()
	laws, err := law.Compile(t.Context(), a.N, a.Models(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	l, err := law.NewChain(laws, 1).Word(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
