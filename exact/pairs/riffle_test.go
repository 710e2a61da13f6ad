package pairs

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"dovetail/exact/position"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
)

// A riffle that is applied gives the rows of its law, within the bounds of both.
func TestRiffleIsItsLaw(t *testing.T) {
	for _, c := range []struct {
		n    int
		spec string
	}{
		{2, "riffle"}, {3, "riffle"}, {4, "riffle"}, {5, "riffle"}, {9, "riffle(p=1/3)"}, {16, "riffle(p=5/7)"},
		{17, "riffle"}, {24, "riffle(p=1/16)"}, {33, "riffle"}, {33, "riffle(p=14/15)"},
	} {
		a := alphabet(t, c.n, "RHD", "R="+c.spec)
		m := a.Letters[0].Model
		p := shuffle.ClosedOf(m).Top
		law := shuffle.Pairs(t.Context(), m, c.n)
		fast := &Laws{a.Alphabet, a.pairs, []*letter{{riffle: newRiffle(c.n, p)}, a.letters[1], nil}, nil}
		letters := must.Have(newLetter(t.Context(), law))(t)
		slow := &Laws{a.Alphabet, a.pairs, []*letter{letters, a.letters[1], nil}, nil}
		for _, s := range []string{"R", "RR", "HR", "RDR", "RHRRDR"} {
			w, _ := a.Parse(s)
			sameRows(t, fmt.Sprintf("n=%d %s %s", c.n, c.spec, s),
				rows(t, NewChain(fast, a.Every(), 2), w), rows(t, NewChain(slow, a.Every(), 1), w))
		}
	}
}

// A law that is mostly 0 multiplies as one that is not.
func TestSparseLetters(t *testing.T) {
	a := alphabet(t, 24, "HTR", "H=hindu(mean=2,sd=1/2)", "T=top(cards=3)")
	full := &Laws{a.Alphabet, a.pairs, slices.Clone(a.letters), nil}
	for k := range 2 {
		law := shuffle.Pairs(t.Context(), a.Letters[k].Model, a.N)
		if a.letters[k].uniform != 0 {
			t.Errorf("%v is not sparse", a.Letters[k])
		}
		full.letters[k] = madeLetter(a.pairs, law.Error,
			func(x, y int) float64 { return law.Kept[x*a.pairs+y] }, func(x, y int) float64 { return law.Swapped[x*a.pairs+y] })
	}
	for _, s := range []string{"T", "H", "TT", "HTR", "RHTHT"} {
		w, _ := a.Parse(s)
		sameRows(t, s, rows(t, NewChain(a, a.Every(), 1), w), rows(t, NewChain(full, a.Every(), 2), w))
	}
}

// sameRows wants rows of one law, within the bounds of both.
func sameRows(t *testing.T, what string, x, y *Rows) {
	t.Helper()
	for i := range x.Sum.Rows {
		sum, diff := 0.0, 0.0
		for j, v := range x.Sum.Row(i) {
			sum += math.Abs(v - y.Sum.Row(i)[j])
			diff += math.Abs(x.Diff.Row(i)[j] - y.Diff.Row(i)[j])
		}
		if bound := x.Slack + y.Slack; sum > bound || diff > bound {
			t.Fatalf("%s: row %d is %g and %g off, at most %g", what, i, sum, diff, bound)
		}
	}
}

// Decks that riffles are applied to without laws have the position law in what one of two cards does.
func TestLargeLawMargins(t *testing.T) {
	a := alphabet(t, fewest+1, "HRD")
	if a.letters[1].riffle == nil || binomial(a.Letters[1].Model, fewest-1) != nil {
		t.Fatal("riffles are applied from another deck on")
	}
	starts := []int{0, 77, a.pairs - 1}
	w, _ := a.Parse("RDRHR")
	law := rows(t, NewChain(a, starts, 2), w)
	single := must.Have(position.NewChain(position.NewLaws(a.N, a.Models())).Word(t.Context(), w))(t)
	for row, x := range starts {
		sums, y := make([]float64, a.N), 0
		for k := range a.N { // Sum counts either card: both come to k or l
			for l := k + 1; l < a.N; l++ {
				p := law.Sum.Row(row)[y] + 1/float64(a.pairs)
				sums[k], sums[l] = sums[k]+p, sums[l]+p
				y++
			}
		}
		i, j := a.Pair(x)
		for k, p := range sums {
			want := position.Probabilities(single, i)[k] + position.Probabilities(single, j)[k]
			if math.Abs(p-want) > 2*law.Slack {
				t.Errorf("%d,%d to %d: %v, want %v", i, j, k, p, want)
			}
		}
	}
}
