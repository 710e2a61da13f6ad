package shuffle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
)

var specs = []string{
	"hindu", "hindu(mean=3,sd=1)", "hindu(mean=4,sd=2,round=floor,min=2)", "hindu(mean=2.5,sd=0.9,round=ceiling)",
	"hindu(mean=1,sd=7,min=3)", "hindu(mean=1/4,sd=1)", "hindu(mean=100,sd=1)",
	"riffle", "riffle(cut=normal)", "riffle(cut=normal,sd=4)", "riffle(cut=normal,sd=1/100)",
	"hindu(size=uniform)", "hindu(size=uniform,min=1,max=3)", "hindu(size=uniform,min=4,max=4)",
	"cut", "cut(law=binomial)", "cut(law=fixed)", "cut(law=fixed,cards=2)", "cut(law=fixed,cards=0)",
	"ashuffle", "ashuffle(a=1)", "ashuffle(a=2)", "ashuffle(a=4)", "ashuffle(a=7)", "ashuffle(a=65536)", "ashuffle(a=1009)",
	"top", "wash", "faro", "faro(kind=in)",
	"inverse", "inverse(of=hindu(size=uniform,min=2,max=3))", "inverse(of=inverse(of=top))", "inverse(of=deal(piles=3))",
	"human", "human(low=0,high=1,double=0)", "human(low=-3/2,high=1/3,double=1/2)", "human(low=-9,high=9,double=1)",
	"deal(piles=1)", "deal(piles=3)", "deal(order=3-1-2,top=first)", "deal(piles=4,top=first)",
}

func parse(t testing.TB, spec string) Model {
	t.Helper()
	m, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The law must equal the sum over every outcome of the shuffle.
func TestLawAgainstSupport(t *testing.T) {
	const bits = 128
	for _, spec := range specs {
		m := parse(t, spec)
		for n := 1; n <= 9; n++ {
			if m.Check(n) != nil {
				continue
			}
			law := m.Law(n, bits)
			sum := newLaw(n, bits, 0)
			outcomes := 0
			m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
				outcomes++
				for i, j := range p {
					sum.At(i, j).Add(sum.At(i, j), w)
				}
				return true
			})
			// Each outcome's weight was rounded down at most n times, from
			// sizes two units off.
			slack := big.NewInt(law.Slack + int64(outcomes)*int64(4*n))
			for c := range law.Cells {
				diff := new(big.Int).Sub(&law.Cells[c], &sum.Cells[c])
				if diff.CmpAbs(slack) > 0 {
					t.Fatalf("%s n=%d cell %d: law - support = %v units", spec, n, c, diff)
				}
			}
		}
	}
}

func TestLawsAreDoublyStochastic(t *testing.T) {
	for _, spec := range specs {
		m := parse(t, spec)
		for _, n := range []int{1, 2, 3, 10, 52, 100} {
			if m.Check(n) != nil {
				continue
			}
			law := m.Law(n, 160)
			p := law.Float()
			one := new(big.Int).Lsh(big.NewInt(1), 160)
			most := big.NewInt(law.Slack * int64(n))
			for i := range n {
				var row, col big.Int
				var frow, fcol float64
				for j := range n {
					row.Add(&row, law.At(i, j))
					col.Add(&col, law.At(j, i))
					frow += p[i*n+j]
					fcol += p[j*n+i]
				}
				if row.Sub(&row, one).CmpAbs(most) > 0 || col.Sub(&col, one).CmpAbs(most) > 0 {
					t.Fatalf("%s n=%d line %d: off by %v, %v units", spec, n, i, &row, &col)
				}
				if math.Abs(frow-1) > 1e-14 || math.Abs(fcol-1) > 1e-14 {
					t.Fatalf("%s n=%d line %d: float sums %v, %v", spec, n, i, frow, fcol)
				}
			}
		}
	}
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

func near(t *testing.T, l *Law, a, b *big.Int) {
	t.Helper()
	if new(big.Int).Sub(a, b).CmpAbs(big.NewInt(2*l.Slack)) > 0 {
		t.Fatalf("%v and %v differ by more than the slack", a, b)
	}
}

// More bits must confirm fewer within the slack that these claim.
func TestSlack(t *testing.T) {
	for _, spec := range specs {
		m := parse(t, spec)
		for _, n := range []int{4, 11, 30} {
			coarse, fine := m.Law(n, 64), m.Law(n, 256)
			for c := range coarse.Cells {
				diff := new(big.Int).Lsh(&coarse.Cells[c], 192)
				diff.Sub(diff, &fine.Cells[c]).Rsh(diff, 192)
				if diff.CmpAbs(big.NewInt(coarse.Slack+1)) > 0 {
					t.Fatalf("%s n=%d cell %d: off by %v units, slack %d", spec, n, c, diff, coarse.Slack)
				}
			}
		}
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

	deal := parse(t, "deal(order=1-2-3)").(*Deal)
	checkPerm(t, "eq. (5)", deal.Perm(10), 4, 7, 10, 3, 6, 9, 2, 5, 8, 1)
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
	if o := parse(t, "deal").(*Deal).Perm(52).Order(); o.Int64() != 50 {
		t.Errorf("order %v, want 50", o)
	}
}

// Dealing must follow the law: every cell's count within six standard
// deviations of what the law says.
func TestDealersFollowLaws(t *testing.T) {
	const deals = 40000
	for _, spec := range specs {
		m := parse(t, spec)
		for _, n := range []int{1, 7, 52, 130} {
			if m.Check(n) != nil {
				continue
			}
			p := m.Law(n, 96).Float()
			count := make([]float64, n*n)
			rng := rand.NewChaCha8([32]byte{1})
			deal := m.Dealer(n)
			src, dst := NewDeck(n), NewDeck(n)
			for range deals {
				deal(rng, dst, src)
				for j, i := range dst {
					count[int(i)*n+j]++
				}
			}
			for c := range p {
				sd := math.Sqrt(deals * p[c] * (1 - p[c]))
				if math.Abs(count[c]-deals*p[c]) > 6*sd+3 {
					t.Fatalf("%s n=%d cell %d: dealt %v times, expected %v +- %v", spec, n, c, count[c], deals*p[c], sd)
				}
			}
		}
	}
}

// The normal distribution function against the standard library's erfc.
func TestNormal(t *testing.T) {
	d := newNormal(100)
	for x := -9.0; x <= 9; x += 0.125 {
		got, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(d.cdf(new(big.Rat).SetFloat64(x))), -100).Float64()
		want := math.Erfc(-x/math.Sqrt2) / 2
		// Rounding x/sqrt(2) alone moves erfc by up to x^2 2^-53 of itself.
		if math.Abs(got-want) > 3e-16*(1+x*x)*want+1e-30 {
			t.Errorf("Phi(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestLargeDecks(t *testing.T) {
	for _, spec := range []string{"hindu", "riffle", "riffle(cut=normal)", "deal", "human", "top", "cut(law=binomial)"} {
		law := parse(t, spec).Law(1000, 192)
		row := new(big.Int)
		for j := range 1000 {
			row.Add(row, law.At(499, j))
		}
		row.Sub(row, new(big.Int).Lsh(big.NewInt(1), 192))
		if row.CmpAbs(big.NewInt(1000*law.Slack)) > 0 {
			t.Errorf("%s: row 500 of 1000 is off by %v units", spec, row)
		}
	}
}
