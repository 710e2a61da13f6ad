package density

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
)

// alphabet is letters by their definitions, or their names where those stand for a model.
func alphabet(t testing.TB, n int, letters ...string) *word.Alphabet {
	t.Helper()
	var names []byte
	for _, l := range letters {
		names = append(names, l[0])
	}
	defined := slices.DeleteFunc(slices.Clone(letters), func(l string) bool { return len(l) == 1 })
	models := must.Have(notation.New(n, names, "literal", defined))(t)
	return word.New(n, models, word.Laws(n, models))
}

func closed(t testing.TB, a *word.Alphabet, spelled string) Form {
	t.Helper()
	w := must.Have(a.Parse(spelled))(t)
	return Closed(a, w)
}

// Every deck of every word that is closed has the density that its law gives it.
func TestAgainstLaws(t *testing.T) {
	for _, c := range []struct {
		n, longest, words int
		letters           string
	}{
		{1, 2, 30, "R V C T H"},
		{2, 4, 508, "R V C T J=deal(piles=1)"},
		{3, 4, 1208, "R V C T J=deal(piles=1) H=hindu(mean=1,sd=1/2) P=inverse(of=hindu(mean=1,sd=1/2))"},
		{3, 3, 132, "R A W D=deal(order=2-1) H=hindu(size=uniform,min=1,max=2)"},
		{4, 4, 363, "R V T J=deal(piles=1) H=hindu(size=uniform,min=1,max=3)"},
		{4, 4, 94, "R V D=deal(piles=3) P=inverse(of=hindu(mean=2,sd=1))"},
		{5, 4, 200, "R C H=hindu(mean=20/13,sd=10/39) D=deal(order=1-3-2)"},
		{5, 4, 94, "A B=inverse(of=ashuffle(a=4)) P=inverse(of=hindu(size=uniform,min=2,max=4)) X=cut(law=binomial)"},
		{5, 4, 221, "V J=deal(piles=1) H=hindu(mean=2,sd=1) D=deal(piles=2)"},
		{6, 4, 54, "R H=hindu(mean=20/13,sd=10/39) D=deal(order=1-3-2)"},
		{6, 4, 130, "R V J=deal(piles=1) H=hindu(size=uniform,min=1,max=3)"},
		{6, 3, 45, "R V T P=inverse(of=hindu(mean=3,sd=1))"},
		{4, 3, 45, "S=shelf(m=2) V T R"},
		{5, 3, 75, "S=shelf(m=1) Z=shelf(m=3) B=inverse(of=ashuffle(a=3)) D=deal(order=1-3-2)"},
		{6, 2, 7, "S=shelf(m=2) O=overhand(p=1/3) R"},
		{5, 3, 84, "S=shelf(m=2,p=1/3) M=shelf(m=1) V=inverse(of=riffle(p=2/5)) A=inverse(of=ashuffle(a=3))"},
		{4, 3, 35, "S=shelf(m=3,p=1) Z=shelf(m=2,p=0) B=inverse(of=shelf(m=2,p=1/3)) C"},
		{4, 4, 324, "R V K=riffle(p=1/3) T C"},
		{5, 3, 107, "K=riffle(p=1/3) Q=riffle(p=3/5) A B=inverse(of=riffle(p=1/4)) V D=deal(order=1-3-2)"},
		{5, 2, 9, "K=riffle(p=1/3) J=deal(piles=1) H=hindu(mean=20/13,sd=10/39)"},
		{7, 3, 15, "R V H=hindu(mean=2,sd=1)"},
		{8, 4, 18, "R H=hindu(mean=20/13,sd=10/39) P=inverse(of=hindu(size=uniform,min=2,max=5))"},
	} {
		if words := checkWords(t, c.n, c.longest, strings.Fields(c.letters)); words != c.words {
			t.Errorf("n=%d: %d words up to %d letters of %s are closed, not %d", c.n, words, c.longest, c.letters, c.words)
		}
	}
}

// checkWords compares all words up to a number of letters that are closed with their laws, and
// counts them.
func checkWords(t *testing.T, n, longest int, letters []string) (words int) {
	t.Helper()
	a := alphabet(t, n, letters...)
	laws := must.Have(law.Compile(context.Background(), n, a.Models(), 4<<30))(t)
	chain := law.NewChain(laws, 1)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	var spell func(w word.Word)
	spell = func(w word.Word) {
		if f := Closed(a, w); f != nil && len(w) > 0 {
			l := must.Have(chain.Word(context.Background(), w))(t)
			checkLaw(t, fmt.Sprintf("%v %s", a.Definitions(), a.Format(w)), f, l, rng)
			words++
		}
		for i := 0; len(w) < longest && i < len(a.Letters); i++ {
			spell(append(w[:len(w):len(w)], byte(i)))
		}
	}
	spell(nil)
	return words
}

// checkLaw compares a density with a law: all decks up to six cards, as many others.
func checkLaw(t *testing.T, what string, f Form, l *law.Law, rng *rand.Rand) {
	t.Helper()
	density := f.New()
	for d := range min(l.Decks(), 720) {
		if l.N > 6 {
			d = rng.IntN(l.Decks())
		}
		deck := make([]uint16, l.N)
		for j, card := range perm.Unrank(l.N, uint64(d)) {
			deck[j] = uint16(card)
		}
		want := l.Probability(d) * float64(l.Decks())
		if got := density(deck); !(math.Abs(got-want) <= (f.Error()+l.RelativeError()+0x1p-50)*want+1e-25) {
			t.Fatalf("%s (%s): deck %v has %v, want %v", what, f, deck, got, want)
		}
	}
}

// What is closed, how, and what is not.
func TestClosed(t *testing.T) {
	a := alphabet(t, 52, "R", "V", "H", "P", "D", "C", "T", "W", "J=deal(piles=1)", "N=riffle(cut=normal)", "A")
	for spelled, want := range map[string]string{
		"RRAJRD": "rising sequences",
		"DCJ":    "rising sequences, summed over 52 outcomes",
		"CRRDT":  "rising sequences, summed over 2704 outcomes",
		"CCRRCC": "rising sequences, summed over 2704 outcomes",
		"HRRRJ":  "rising sequences and packets of H",
		"JRJRJH": "rising sequences and packets of H",
		"HJRD":   "rising sequences and packets of H",
		"CHVVJD": "rising sequences and packets of H, summed over 52 outcomes",
		"VJPT":   "rising sequences and packets of P, summed over 52 outcomes",
		"DP":     "rising sequences and packets of P",
		"RHNWRD": "every order equally likely",
		"RDR":    "", "RV": "", "HRH": "", "HH": "", "HDR": "", "RDH": "", "HCR": "", "RTH": "", "RNR": "", "NR": "", "TTTR": "", "CTRRDC": "",
	} {
		f := closed(t, a, spelled)
		if f == nil && want != "" || f != nil && f.String() != want {
			t.Errorf("%s: %v, want %q", spelled, f, want)
		}
	}
	wide := alphabet(t, 1000, "R", "H=hindu(size=uniform,min=1,max=900)")
	if closed(t, wide, "HR") != nil || closed(t, wide, "RH") == nil {
		t.Error("wide packets before riffles want too much room, after them they do not")
	}
}

func uniform(rng *rand.Rand, n int) []uint16 {
	deck := make([]uint16, n)
	for i, card := range rng.Perm(n) {
		deck[i] = uint16(card)
	}
	return deck
}

// Riffles without end make every deck as likely as any other, so that what packets are
// left out is what is missing from 1.
func TestNothingIsLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{10, 52, 53, 200} {
		a := alphabet(t, n, "R", "V", "C", "H", "P", "Q=hindu(mean=3,sd=5)", "U=hindu(size=uniform,min=6,max=8)")
		for _, ends := range []string{"_C", "C_", "H_", "_H", "P_", "_P", "Q_", "_Q", "U_", "_U"} {
			for _, block := range []string{"R", "V"} {
				f := closed(t, a, strings.Replace(ends, "_", strings.Repeat(block, 90), 1))
				if got := f.New()(uniform(rng, n)); math.Abs(got-1) > f.Error()+1e-20 {
					t.Errorf("n=%d %s of %s: %v", n, ends, block, got)
				}
			}
		}
	}
}

// Sums over packets are the means over packets that are dealt.
func TestAgainstDealtPackets(t *testing.T) {
	const deals = 20000
	for _, n := range []int{52, 120} {
		a := alphabet(t, n, "R", "H", "P")
		block := strings.Repeat("R", n/16+3)
		ratios := newRising(n, new(big.Int).Lsh(big.NewInt(1), uint(len(block))))
		for l, letter := range []string{"H", "P"} {
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			deal, random := a.Letters[l+1].Model.Dealer(n), draw.NewStream([32]byte{1})
			inOrder, dealt := shuffle.NewDeck(n), shuffle.NewDeck(n)
			first, last := closed(t, a, letter+block), closed(t, a, block+letter)
			for range 3 {
				deck := uniform(rng, n)
				at, t1, t2 := make([]uint16, n), make([]uint16, n), make([]uint16, n)
				for j, card := range deck {
					at[card] = uint16(j)
				}
				var sum, square [2]float64
				for range deals {
					deal(random, dealt, inOrder)
					for i := range n {
						t1[i], t2[i] = at[dealt[i]], dealt[at[i]]
					}
					for k, x := range []float64{ratios[1+perm.Descents(t1)], ratios[1+perm.Descents(t2)]} {
						sum[k] += x / deals
						square[k] += x * x / deals
					}
				}
				for k, f := range []Form{first, last} {
					got, slack := f.New()(deck), 5*math.Sqrt((square[k]-sum[k]*sum[k])/deals)
					if math.Abs(got-sum[k]) > slack || slack > got/5 {
						t.Errorf("n=%d %s: %v, dealt %v +- %v", n, f, got, sum[k], slack)
					}
				}
			}
		}
	}
}

// tvd is the mean of the positive part of 1 - density over decks, with its standard error.
func tvd(f Form, decks int, deck func(k int) []uint16) (mean, off float64) {
	density := f.New()
	var sum, square float64
	for k := range decks {
		x := max(0, 1-density(deck(k)))
		sum += x
		square += x * x
	}
	mean = sum / float64(decks)
	return mean, math.Sqrt((square/float64(decks) - mean*mean) / float64(decks))
}

// Distances that are known: exactly, or from 10^5 decks of a program of its own.
func TestKnownDistances(t *testing.T) {
	a := alphabet(t, 8, "R", "H=hindu(mean=20/13,sd=10/39)")
	for spelled, want := range map[string]string{"RRRH": "0.25467", "HRRR": "0.18595"} {
		got, _ := tvd(closed(t, a, spelled), 40320, func(k int) []uint16 {
			deck := make([]uint16, 8)
			for j, card := range perm.Unrank(8, uint64(k)) {
				deck[j] = uint16(card)
			}
			return deck
		})
		if s := fmt.Sprintf("%.5f", got); s != want {
			t.Errorf("n=8 %s: %s, want %s", spelled, s, want)
		}
	}
	a = alphabet(t, 52, "R", "H", "D", "C")
	cut, _ := riffle.New(52, riffle.After).TVD(big.NewInt(128)).Float64()
	for _, c := range []struct {
		word      string
		decks     int
		tvd, off1 float64
	}{
		{"RRRRRRH", 10000, 0.4891, 0.0012}, {"HRRRRRR", 3000, 0.557, 0.003},
		{"RRRRRH", 10000, 0.8291, 0.001}, {"HRRRRR", 3000, 0.886, 0.001}, {"RRRRH", 10000, 0.9991, 0.0001},
		{"DRRRRRR", 100000, 0.613550, 0}, {"RRRRRRRD", 100000, 0.334061, 0}, {"RRRRRRRC", 10000, cut, 0},
	} {
		rng := rand.New(rand.NewPCG(52, 52))
		got, off := tvd(closed(t, a, c.word), c.decks, func(int) []uint16 { return uniform(rng, 52) })
		if math.Abs(got-c.tvd) > 4*math.Hypot(off, c.off1) {
			t.Errorf("%s: %.4f +- %.4f, want %.4f", c.word, got, off, c.tvd)
		}
	}
}

// Logarithms of densities, and densities, are those of the closed form of riffles.
func TestRising(t *testing.T) {
	for _, n := range []int{1, 2, 7, 52, 170} {
		fair := new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(n)))
		for _, a := range []*big.Int{big.NewInt(1), big.NewInt(2), big.NewInt(5), big.NewInt(64), new(big.Int).Lsh(big.NewInt(1), 60)} {
			logs := Rising(n, a)
			if len(logs) != n+1 || !math.IsInf(logs[0], -1) {
				t.Fatalf("n=%d a=%v: %v", n, a, logs)
			}
			for r := 1; r <= n; r++ {
				want, _ := fair.Mul(fair, riffle.Q(n, a, r)).Float64()
				fair.SetInt(new(big.Int).MulRange(1, int64(n)))
				if l := math.Log(want); math.Abs(logs[r]-l) > 0x1p-51*(1+math.Abs(l)) || want == 0 && !math.IsInf(logs[r], -1) {
					t.Fatalf("n=%d a=%v r=%d: %v, want %v", n, a, r, logs[r], l)
				}
			}
		}
	}
	// 1000! Q(1) = (2/2) (3/2) ... (1001/2) is beyond the doubles, its logarithm is not.
	want, _ := math.Lgamma(1002)
	want -= 1000 * math.Ln2
	if got := Rising(1000, big.NewInt(2))[1]; math.Abs(got-want) > 1e-9 {
		t.Errorf("n=1000: %v, want %v", got, want)
	}
}
