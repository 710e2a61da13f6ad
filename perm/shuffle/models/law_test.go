package models

import (
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
)

func parse(t testing.TB, spec string) shuffle.Model {
	t.Helper()
	m, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// GSR in closed form: P(i->j) = C(j-1,i-1) 2^-j + C(n-j,n-i) 2^(j-1-n).
func TestRiffleClosedForm(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 52, 90} {
		law := parse(t, "riffle").Law(n, uint(n))
		if law.Slack != 0 {
			t.Fatalf("n=%d: slack %d", n, law.Slack)
		}
		for i := 1; i <= n; i++ {
			for j := 1; j <= n; j++ {
				top := new(big.Int).Binomial(int64(j-1), int64(i-1))
				top.Lsh(top, uint(n-j))
				bottom := new(big.Int).Binomial(int64(n-j), int64(n-i))
				bottom.Lsh(bottom, uint(j-1))
				if want := top.Add(top, bottom); law.At(i-1, j-1).Cmp(want) != 0 {
					t.Fatalf("n=%d P(%d->%d) = %v/2^%d, want %v", n, i, j, law.At(i-1, j-1), n, want)
				}
			}
		}
	}
}

// J R J = R, and H^T = J H J, with J the reversal.
func TestReversal(t *testing.T) {
	for _, n := range []int{1, 5, 52} {
		for _, spec := range []string{"riffle", "riffle(cut=normal)"} {
			law := parse(t, spec).Law(n, 128)
			for i := range n {
				for j := range n {
					near(t, law, law.At(i, j), law.At(n-1-i, n-1-j))
				}
			}
		}
		for _, spec := range []string{"hindu", "hindu(mean=3,sd=2,min=2)"} {
			law := parse(t, spec).Law(n, 128)
			for i := range n {
				for j := range n {
					near(t, law, law.At(j, i), law.At(n-1-i, n-1-j))
				}
			}
		}
	}
}

func near(t *testing.T, l *shuffle.Law, a, b *big.Int) {
	t.Helper()
	if new(big.Int).Sub(a, b).CmpAbs(big.NewInt(2*l.Slack)) > 0 {
		t.Fatalf("%v and %v differ by more than the slack", a, b)
	}
}

// The paper's worked examples, equations (3), (4) and (5), for n = 10.
func TestPaperExamples(t *testing.T) {
	packets := parse(t, "hindu(mean=3,sd=1/1000)")
	var three perm.Perm
	packets.Support(10, 64, func(p perm.Perm, w *big.Int) bool {
		if w.BitLen() > 63 {
			three = append(three, p...)
		}
		return true
	})
	checkPerm(t, "eq. (3)", three, 8, 9, 10, 5, 6, 7, 2, 3, 4, 1)

	faro := perm.Perm{0, 2, 4, 6, 8, 1, 3, 5, 7, 9}
	found := false
	parse(t, "riffle").Support(10, 64, func(p perm.Perm, w *big.Int) bool {
		found = found || samePerm(p, faro)
		return true
	})
	if !found {
		t.Error("eq. (4): the perfect interleaving is not in the riffle's support")
	}

	checkPerm(t, "eq. (5)", parse(t, "deal(order=1-2-3)").Law(10, 64).Deterministic(), 4, 7, 10, 3, 6, 9, 2, 5, 8, 1)
}

func checkPerm(t *testing.T, what string, got perm.Perm, want ...int) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || got[i]+1 != want[i] {
			t.Fatalf("%s: got %v (from 0), want %v (from 1)", what, got, want)
		}
	}
}

func samePerm(p, q perm.Perm) bool {
	for i := range p {
		if p[i] != q[i] {
			return false
		}
	}
	return true
}

// The literal deal of 52 cards into 10 piles has order 50, so it is not nearly
// the identity after four deals as the paper's figure 6 says.
func TestDealOrder(t *testing.T) {
	if o := parse(t, "deal").Law(52, 64).Deterministic().Order(); o.Int64() != 50 {
		t.Errorf("order %v, want 50", o)
	}
}

func TestLargeDecks(t *testing.T) {
	n := longtest.Of(300, 1000)
	for _, spec := range []string{"hindu", "riffle", "riffle(cut=normal)", "deal", "human", "top", "top(cards=30)", "cut(law=binomial)", "overhand", "clumpy"} {
		law := parse(t, spec).Law(n, 192)
		row := new(big.Int)
		for j := range n {
			row.Add(row, law.At(n/2-1, j))
		}
		row.Sub(row, new(big.Int).Lsh(big.NewInt(1), 192))
		if row.CmpAbs(big.NewInt(int64(n)*law.Slack)) > 0 {
			t.Errorf("%s: row %d of %d is off by %v units", spec, n/2, n, row)
		}
	}
}
