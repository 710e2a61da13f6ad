package copies

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/exact/riffle"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/models"
)

// packets are those of m riffles.
func packets(m int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(m)) }

// published distances of 52 cards of two values after m = 1, 2, ... riffles, to ten decimals,
// by a meeting of half paths.
var halves = map[string][]string{
	"26,26": {"0.5794377131", "0.3599438972", "0.2077842162", "0.1048189993", "0.0525182744", "0.0262727324",
		"0.0131381049", "0.0065693034", "0.0032846669", "0.0016423165", "0.0008211514", "0.0004105737"},
	"13,39": {"0.9753591474", "0.4095081130", "0.2399276827", "0.1211246517", "0.0607136449", "0.0303759669", "0.0151902839", "0.0075954192"},
	"4,48":  {"0.9849280964", "0.8692894899", "0.4950764059", "0.2025277314", "0.0994815349", "0.0497979135", "0.0249034620", "0.0124519488"},
	"1,51":  {"0.8725961538", "0.7518387009", "0.5774741576", "0.3674370455", "0.2003612004", "0.1026812626", "0.0516669136", "0.0258670856"},
}

// around reports whether an interval has a number that rounds to text in it.
func around(low, high *big.Rat, text string) bool {
	x, _ := strconv.ParseFloat(text, 64)
	lo, _ := low.Float64()
	hi, _ := high.Float64()
	return lo <= x+0.51e-10 && x-0.51e-10 <= hi
}

func TestTwoValues(t *testing.T) {
	gap := big.NewRat(1, 1e9)
	for name, rows := range halves {
		d := must.Have(parseDeck(name, 52))(t)
		for k, want := range rows[:longtest.Of(min(7, len(rows)), len(rows))] {
			low, high, err := d.Bracket(t.Context(), 2<<k, 1e-9)
			if err != nil || !around(low, high, want) || new(big.Rat).Sub(high, low).Cmp(gap) > 0 {
				t.Errorf("%s, m=%d: %s to %s (%v), want %s", name, k+1, low.FloatString(12), high.FloatString(12), err, want)
			}
		}
	}
	if !longtest.On() {
		return
	}
	d := Deck{52, 52}
	low, high, err := d.Bracket(t.Context(), 128, 1e-7)
	if err != nil || low.Cmp(big.NewRat(18464039290, 1e12)) > 0 || high.Cmp(big.NewRat(18463990961, 1e12)) < 0 {
		t.Errorf("two decks: %s to %s, %v", low.FloatString(12), high.FloatString(12), err)
	}
}

// One riffle in fractions.
func TestOneRiffle(t *testing.T) {
	if got := known((Deck{26, 26}).TVD(t.Context(), 2)).FloatString(16); got != "0.5794377131196195" && got != "0.5794377131196194" {
		t.Error(got)
	}
	low, high, err := Deck{26, 26}.Bracket(t.Context(), 2, 1e-9)
	if x := known((Deck{26, 26}).TVD(t.Context(), 2)); err != nil || x.Cmp(low) < 0 || x.Cmp(high) > 0 {
		t.Error(low.FloatString(15), high.FloatString(15), err)
	}
}

// Three ways to one distance: sums along paths in fractions, descents of all arrangements
// in fractions, and the certified interval.
func TestFractions(t *testing.T) {
	for _, d := range []Deck{{9, 9}, {6, 12}, {12, 6}, {1, 9}, {7, 2}} {
		for _, a := range []int64{2, 3, 8, 64} {
			if d[0] == 9 && (a == 3 || a == 64) {
				continue // each of the fractions takes half a second
			}
			sums := known(d.TVD(t.Context(), a))
			equal(t, fmt.Sprintf("%v, a=%d", d, a), sums, known(newCounter(Game{d, Blocks, Source}).TVD(t.Context(), big.NewInt(a))))
			for _, gap := range []float64{1e-2, 1e-5, 1e-9} {
				low, high, err := d.Bracket(t.Context(), a, gap)
				if err != nil || low.Cmp(sums) > 0 || high.Cmp(sums) < 0 {
					t.Errorf("%v, a=%d: %s is not in [%s, %s], %v", d, a, sums.FloatString(13), low.FloatString(13), high.FloatString(13), err)
				}
			}
		}
	}
}

// The bounds hold on any grid, however coarse, before they are moved out for rounding, and
// finer grids do not leave coarser intervals.
func TestGrids(t *testing.T) {
	for _, c := range []struct {
		r, b int
		a    int64
	}{{1, 1, 2}, {2, 3, 4}, {3, 3, 8}, {4, 7, 5}, {5, 6, 256}} {
		want, _ := known(Deck{c.r, c.b}.TVD(t.Context(), c.a)).Float64()
		g := known(newGrid(t.Context(), c.r, c.b, c.a))
		for _, steps := range []int{1, 2, 3, 7, 20, 111, 1000} {
			low, high, err := g.run(t.Context(), steps)
			if err != nil || low > want+1e-14 || high < want-1e-14 {
				t.Errorf("%+v, %d steps: %v is not in [%v, %v], %v", c, steps, want, low, high, err)
			}
			if steps == 1000 && high-low > 1e-5 {
				t.Errorf("%+v: the interval is still %v long", c, high-low)
			}
		}
	}
}

// Doubles enclose the distance of few arrangements, however many permutations show one.
func TestEnclose(t *testing.T) {
	for _, d := range []Deck{{1, 51}, {2, 50}, {99, 1}, {5, 5}} {
		c := newCounter(Game{d, Blocks, Source})
		for _, a := range []int64{2, 8, 128} {
			want := known(d.TVD(t.Context(), a))
			low, high, _ := c.Enclose(t.Context(), a)
			if want.Cmp(low) < 0 || want.Cmp(high) > 0 || new(big.Rat).Sub(high, low).Cmp(big.NewRat(2, 1e11)) > 0 {
				t.Errorf("%v, a=%d: %s is not in [%s, %s]", d, a, want.FloatString(15), low.FloatString(15), high.FloatString(15))
			}
		}
	}
}

// The law of the top card alone is a row of the position law.
func TestTopCard(t *testing.T) {
	for m := 1; m <= 8; m++ {
		model := must.Have(models.Parse(fmt.Sprintf("ashuffle(a=%d)", 1<<m)))(t)
		law := model.Law(52, uint(52*m))
		sum := new(big.Rat)
		for j := range 52 {
			p := new(big.Rat).SetFrac(law.At(0, j), new(big.Int).Lsh(big.NewInt(1), uint(52*m)))
			sum.Add(sum, p.Abs(p.Sub(p, big.NewRat(1, 52))))
		}
		equal(t, fmt.Sprintf("top card after %d riffles", m), known(Deck{1, 51}.TVD(t.Context(), 1<<m)), sum.Quo(sum, big.NewRat(2, 1)))
	}
}

// Sums of F and descents give one density, of random arrangements of 52 cards.
func TestDensity(t *testing.T) {
	d := Deck{20, 32}
	c, rng := newCounter(Game{d, Blocks, Source}), rand.New(rand.NewPCG(1, 2))
	layout := Game{d, Blocks, Source}.Layout()
	for _, a := range []int64{2, 4, 100, 4096} {
		f, ratios := known(shares(t.Context(), 20, 32, a)), densityRatios(52, a)
		for range 20 {
			i, j, sum := 0, 0, 0.0
			for _, v := range layout {
				if v == 0 {
					sum += f[i][j]
					i++
				} else {
					j++
				}
			}
			if got := c.Density(c.Descents(layout), ratios); math.Abs(got-sum) > 1e-12*sum {
				t.Errorf("a=%d, %v: %v by descents, %v by sums", a, layout, got, sum)
			}
			rng.Shuffle(52, func(i, j int) { layout[i], layout[j] = layout[j], layout[i] })
		}
	}
}

// A deck of distinct cards gives the results of package riffle, and so do hands in blocks of
// one card.
func TestDistinct(t *testing.T) {
	d, _ := parseDeck("distinct", 6)
	for _, a := range []int64{2, 5, 64} {
		for _, side := range sides {
			equal(t, fmt.Sprint("distinct, ", side), known(newCounter(Game{d, Blocks, side}).TVD(t.Context(), big.NewInt(a))), riffle.TVD(6, big.NewInt(a)))
		}
		equal(t, "separation", d.Separation(big.NewInt(a)), riffle.Separation(6, big.NewInt(a)))
	}
}

// Separation after m = 4, ..., 10 riffles, summed over labels by others, and the rule of
// thumb beside it.
func TestSeparations(t *testing.T) {
	for name, rows := range map[string]string{
		"red-black": ".7079833123 .5084528149 .3165533667 .1785922543 .0951352081 .0491355425 .0249741976",
		"suits":     ".9761740053 .8837505210 .6830788514 .4469464657 .2595285192 .1404063431 .0731009863",
		"blackjack": ".9999867740 .9986800609 .9702317842 .8340504890 .5960577175 .3656732725 .2039254517",
		"ranks":     ".9999997454 .9998724940 .9911914812 .9099870918 .7024185413 .4554503585 .2623635614",
		"top-card":  ".8754355737 .6048561601 .3528258385 .1896697382 .0981924070 .0499383332 .0251798712",
	} {
		d := must.Have(parseDeck(name, 52))(t)
		for k, want := range strings.Fields(rows) {
			a := packets(k + 4)
			got := d.Separation(a)
			if got.FloatString(10) != "0"+want {
				t.Errorf("%s, m=%d: %s, want %s", name, k+4, got.FloatString(10), want)
			}
			x, _ := got.Float64()
			if rule := d.RuleOfThumb(a.Int64()); name != "top-card" && math.Abs(rule-x) > 4e-5 {
				t.Errorf("%s, m=%d: the rule of thumb says %v, separation is %v", name, k+4, rule, x)
			}
		}
	}
	// For blocks of two cards each and others, by the sum over the greatest labels.
	for _, d := range []Deck{{2, 2, 2}, {5, 1, 3}, {4, 4, 4, 4}} {
		for _, a := range []int{2, 3, 4, 7, 16} {
			equal(t, fmt.Sprintf("%v, a=%d", d, a), d.Separation(big.NewInt(int64(a))), overLabels(d, a))
		}
	}
}

// overLabels is the separation by the labels of the reversed values: those of a value lie
// above all labels of the one before, whose greatest is k-1 (a value of labels k..next-1 has
// (next-k)^n_v ways, less those without next-1).
func overLabels(d Deck, a int) *big.Rat {
	pow := func(x, e int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(e)), nil) }
	var sum func(v, k int) *big.Int
	sum = func(v, k int) *big.Int {
		if v == len(d)-1 {
			return pow(a-k, d[v])
		}
		all := new(big.Int)
		for next := k + 1; next < a; next++ {
			ways := new(big.Int).Sub(pow(next-k, d[v]), pow(next-k-1, d[v]))
			all.Add(all, ways.Mul(ways, sum(v+1, next)))
		}
		return all
	}
	ways := sum(0, 0)
	p := new(big.Rat).SetFrac(ways.Mul(ways, d.Arrangements()), pow(a, d.Size()))
	return p.Sub(big.NewRat(1, 1), p)
}

// The constants of the first order, and the normal approximation beside them.
func TestConstants(t *testing.T) {
	for name, want := range map[string]float64{"26,26": 1.68170052, "13,39": 1.9445, "4,48": 3.1874, "1,51": 6.6275} {
		d, _ := parseDeck(name, 52)
		c, _ := Game{d, Blocks, Source}.Constant().Float64()
		if math.Abs(c-want) > 0.5e-4 || name == "26,26" && math.Abs(c-want) > 0.5e-8 {
			t.Errorf("%s: c = %.9f, want %v", name, c, want)
		}
		r, b := float64(d[0]), float64(d[1]) // the law of Mann and Whitney is nearly normal
		if normal := 26 * math.Sqrt(2/math.Pi) * math.Sqrt(53/(12*r*b)); name != "1,51" && math.Abs(normal/c-1) > 0.015 {
			t.Errorf("%s: normally %v, exactly %v", name, normal, c)
		}
		// The distance comes to c/a.
		low, high, err := d.Bracket(t.Context(), 1<<12, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		lo, _ := low.Float64()
		hi, _ := high.Float64()
		if math.Abs(lo*4096/c-1) > 1e-4 || math.Abs(hi*4096/c-1) > 1e-4 {
			t.Errorf("%s: a TVD is %v to %v at a = 4096, c = %v", name, lo*4096, hi*4096, c)
		}
	}
}

// What is read as a deck is one, and is read from its own counts again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"red-black", "blackjack", "13,39", "4, 48", "1,,51", "-1,53", "1e1,42", "99999999999999999999,1"} {
		f.Add(text, 52)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		d, err := parseDeck(text, n)
		if err != nil {
			return
		}
		if d.Size() != n || d.Check(n) != nil {
			t.Fatalf("%q is %v of %d cards", text, d, n)
		}
		again, err := parseDeck(strings.Trim(strings.ReplaceAll(fmt.Sprint(d), " ", ","), "[]"), n)
		if err != nil || !slices.Equal(again, d) {
			t.Errorf("%v is read as %v, %v", d, again, err)
		}
	})
}

// Many riffles of distinct cards leave c/a.
func TestConstantOfDistinct(t *testing.T) {
	d, _ := parseDeck("distinct", 52)
	c, _ := Game{d, Blocks, Source}.Constant().Float64()
	tvd, _ := riffle.TVD(52, packets(16)).Float64()
	if math.Abs(tvd*65536/c-1) > 1e-5 {
		t.Errorf("c = %v, a TVD is %v at a = 65536", c, tvd*65536)
	}
}

func BenchmarkRedBlack(b *testing.B) {
	for b.Loop() {
		for m := 1; m <= 12; m++ {
			if _, _, err := (Deck{26, 26}).Bracket(b.Context(), 1<<m, 1e-9); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkDensity(b *testing.B) {
	for _, name := range []string{"suits", "blackjack", "ranks"} {
		d, _ := parseDeck(name, 52)
		for _, side := range sides {
			b.Run(name+" "+string(side), func(b *testing.B) {
				g := Game{d, Blocks, side}
				c, shown, rng := newCounter(g), g.Layout(), rand.New(rand.NewPCG(1, 2))
				rng.Shuffle(52, func(i, j int) { shown[i], shown[j] = shown[j], shown[i] })
				for b.Loop() {
					c.Descents(shown)
				}
			})
		}
	}
}

func BenchmarkSeparation(b *testing.B) {
	d, _ := parseDeck("ranks", 52)
	for b.Loop() {
		d.Separation(big.NewInt(4096))
	}
}
