package bound

import (
	"context"
	"math/big"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/must"
)

// All words of up to five letters, against their laws on all decks: where these are
// whole numbers, the interval contains an exact fraction.
func TestIntervalsContainTheDistanceOfLaws(t *testing.T) {
	containsLaw(t, 7, 5, "HRD", "literal", "H=hindu(mean=70/52,sd=35/156)", "D=deal(piles=3)")
	containsLaw(t, 8, 5, "HRD", "literal", "H=hindu(mean=80/52,sd=40/156)", "D=deal(piles=3,order=1-3-2)")
	containsLaw(t, 8, 5, "RCD", "literal", "D=deal(piles=2)")
	containsLaw(t, 6, 5, "RCVJ", "literal", "J=deal(piles=1)")
	containsLaw(t, 7, 5, "ACV", "literal")
}

// Cuts between riffles that follow a cut change nothing, and before a cut nothing that is undone; so the distance is exact,
// or one end of it is.
func TestCutsAreAbsorbed(t *testing.T) {
	a := alphabet(t, 52, "RACVJD", "literal", "J=deal(piles=1)")
	p := NewProver(a, nil, nil, 1)
	interval := func(word string) Interval {
		w := must.Have(a.Parse(word))(t)
		return enclose(t, p, w, false)
	}
	for word, same := range map[string]string{
		"CRCRCRCRCR": "CRRRRR", "CRCACR": "CRAR", "CRRCRRCRRRC": "CRRRRRRR", "VCVCVVVC": "VVVVVC", "CVCVVVVC": "VVVVVC",
		"DCRRCRRRCRCD": "CRRRRRR",
	} {
		got, want := interval(word), interval(same)
		if !got.Exact() || got.Lower.Value.Cmp(want.Lower.Value) != 0 {
			t.Errorf("%s: %v to %v, want %v as %s", word, got.Lower, got.Upper, want.Lower, same)
		}
	}
	for _, word := range []string{"CRJCR", "CDRCR", "CRDCR", "CRVCR", "CRCVC"} {
		if i := interval(word); i.Exact() {
			t.Errorf("%s: %v", word, i.Lower)
		}
	}
	got, low, high := interval("RCRCRCRCRCRCRC"), interval("CRRRRRRR"), interval("CRRRRRR")
	if got.Lower.Value.Cmp(low.Lower.Value) != 0 || got.Lower.By != Cuts || got.Upper.Value.Cmp(high.Upper.Value) != 0 {
		t.Errorf("%v to %v, want %v to %v", got.Lower, got.Upper, low.Lower, high.Upper)
	}
}

// The ends of the deck show a part of what all pairs do, and at once.
func TestEnds(t *testing.T) {
	a := alphabet(t, 52, "HDR", "literal")
	for word, least := range map[string]float64{"RRDRRDR": 0.02, "RRRRRRR": 0.33, "HHHHHHH": 0.99} {
		w := must.Have(a.Parse(word))(t)
		one := must.Have(Single(t.Context(), a, w, 1))(t)
		two, err := Ends(t.Context(), new(pairs.Cache), a, w, 1)
		if low, _ := two.Lower.Value.Float64(); err != nil || low < least || two.Lower.Value.Cmp(one.Lower.Value) < 0 || two.Upper.Value.Cmp(one.Upper.Value) != 0 {
			t.Errorf("%s: %v to %v, by one card %v to %v, %v", word, two.Lower, two.Upper, one.Lower, one.Upper, err)
		}
	}
}

// containsLaw checks the cores of up to m letters: letters at their ends that are
// deterministic change neither side.
func containsLaw(t *testing.T, n, m int, names, preset string, models ...string) {
	a := alphabet(t, n, names, preset, models...)
	p := prover(t, a)
	letters := a.Models()
	b := must.Have(law.Compile(context.Background(), n, letters, 4<<30))(t)
	chain := law.NewChain(b, 1)
	distance := map[string]law.Value{}
	eachWord(len(letters), m, func(w word.Word) {
		_, core, _ := b.Split(word.Word(w))
		if len(core) == 0 {
			return
		}
		want, ok := distance[string(core)]
		if !ok {
			l := must.Have(chain.Core(context.Background(), core))(t)
			want = l.TVD()
			distance[string(core)] = want
		}
		low, high := want.Exact, want.Exact
		if low == nil {
			low = new(big.Rat).SetFloat64(want.Float - want.Error)
			high = new(big.Rat).SetFloat64(want.Float + want.Error)
		}
		i := enclose(t, p, w, true)
		if i.Lower.Value.Cmp(high) > 0 || i.Upper.Value.Cmp(low) < 0 {
			t.Fatalf("n=%d %s: [%v, %v] by %s and %s, but the distance is %v\n%v", n, a.Format(w), i.Lower.Value, i.Upper.Value, i.Lower.By, i.Upper.By, want.Float, i.Steps)
		}
	})
}

// The law on all orders of a small deck is within the bounds that are proved without it, and its
// distance is exact or nearly so.
func TestWholeIsWithinTheOthers(t *testing.T) {
	for _, models := range [][]string{{"H=hindu(mean=70/52,sd=35/156)", "D=deal(piles=3)"}, {"H=hindu(mean=2,sd=1)", "D=deal(piles=2)"}} {
		a := alphabet(t, 7, "HRD", "literal", models...)
		p := prover(t, a)
		exact := 0
		eachWord(3, 3, func(w word.Word) {
			text := a.Format(w)
			whole := must.Have(Whole(t.Context(), a, w, 1<<30, 1))(t)
			i := enclose(t, p, w, true)
			width, _ := new(big.Rat).Sub(whole.Upper.Value, whole.Lower.Value).Float64()
			if whole.Upper.Value.Cmp(i.Lower.Value) < 0 || whole.Lower.Value.Cmp(i.Upper.Value) > 0 || width < 0 || width > 1e-12 {
				t.Errorf("%s: %v to %v, but %v to %v", text, whole.Lower, whole.Upper, i.Lower, i.Upper)
			}
			if whole.Exact() {
				exact++
			}
		})
		if exact == 0 {
			t.Error("no distance is a fraction")
		}
	}
}
