package pairs

import (
	"math"
	"testing"

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
		p, _ := m.Biased()
		law := shuffle.Pairs(t.Context(), m, c.n)
		fast := &Laws{a.Alphabet, a.pairs, []*letter{{riffle: newRiffle(c.n, p)}, a.letters[1], nil}}
		slow := &Laws{a.Alphabet, a.pairs, []*letter{newLetter(law), a.letters[1], nil}}
		for _, s := range []string{"R", "RR", "HR", "RDR", "RHRRDR"} {
			w, _ := a.Parse(s)
			x, y := rows(t, NewChain(fast, a.Every(), 2), w), rows(t, NewChain(slow, a.Every(), 1), w)
			for i := range x.Sum.Rows {
				sum, diff := 0.0, 0.0
				for j, v := range x.Sum.Row(i) {
					sum += math.Abs(v - y.Sum.Row(i)[j])
					diff += math.Abs(x.Diff.Row(i)[j] - y.Diff.Row(i)[j])
				}
				if bound := x.Slack + y.Slack; sum > bound || diff > bound {
					t.Fatalf("n=%d %s %s: row %d is %g and %g off, at most %g", c.n, c.spec, s, i, sum, diff, bound)
				}
			}
		}
	}
}
