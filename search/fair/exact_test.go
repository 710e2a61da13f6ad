package fair

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"dovetail/exact/statistic"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
)

// every yields all decks of the description, each as often as it is likely.
func (c Counts) every(yield func(deck []uint16)) {
	var cards []uint16
	for k, kind := range c.Kinds {
		for range kind.Count {
			cards = append(cards, uint16(k))
		}
	}
	for rank := range perm.Factorial(c.N) {
		deck := make([]uint16, c.N)
		for j, x := range perm.Unrank(c.N, rank) {
			if deck[j] = uint16(x); cards != nil {
				deck[j] = cards[x]
			}
		}
		yield(deck[:c.Listed])
	}
}

// counted are the counts of decks.
func (c Counts) counted(decks ...[]uint16) Counts {
	t := NewTally(c)
	for _, d := range decks {
		t.Add(d)
	}
	return t.Done()
}

var descriptions = []Counts{
	{N: 4, Listed: 4, From: New}, {N: 5, Listed: 5, From: New}, {N: 6, Listed: 6, From: New, Ranks: 3}, {N: 6, Listed: 2, From: New},
	{N: 6, Listed: 1, From: New}, {N: 6, Listed: 6, From: New, Kinds: []Kind{{Name: "a", Count: 1}, {Name: "b", Count: 3}, {Name: "c", Count: 2}}},
	{N: 6, Listed: 3, From: New, Kinds: []Kind{{Name: "a", Count: 2}, {Name: "b", Count: 4}}},
}

// Forms are what they are said to be: of one deck each is its degrees of freedom, if all cards are listed and different; and
// the kernel of two decks, T = df + k, has the mean 0 and the variance df over all decks beside any, and the third
// moment that is said, exactly for the cells and for one place.
func TestForms(t *testing.T) {
	for _, c := range descriptions {
		rng := rand.New(rand.NewPCG(1, 2))
		first := make([]uint16, 0)
		pick, at := rng.Uint64N(perm.Factorial(c.N)), uint64(0)
		c.every(func(d []uint16) {
			if at == pick {
				first = d
			}
			at++
		})
		type moments struct{ one, mean, square, third float64 }
		sums, decks := map[string]moments{}, 0.
		c.every(func(d []uint16) {
			decks++
			one, two := c.counted(d).forms(), c.counted(first, d).forms()
			own := c.counted(first).forms()
			for i, f := range two {
				// T of two decks is (k(s,s) + 2 k(s,t) + k(t,t))/2
				k := f.value - own[i].value/2 - one[i].value/2
				m := sums[f.name]
				m.one += one[i].value
				m.mean += k
				m.square += k * k
				m.third += k * k * k
				sums[f.name] = m
				if c.Kinds == nil && c.Listed == c.N && math.Abs(one[i].value-f.df) > 1e-9 {
					t.Fatalf("%+v, %s of one deck: %v, want %v", c, f.name, one[i].value, f.df)
				}
			}
		})
		for _, f := range c.counted(first).forms() {
			m := sums[f.name]
			if math.Abs(m.one/decks-f.df) > 1e-9 || math.Abs(m.mean/decks) > 1e-9 {
				t.Errorf("%+v, %s: mean %v, k %v; want %v, 0", c, f.name, m.one/decks, m.mean/decks, f.df)
			}
			if c.Kinds == nil && math.Abs(m.square/decks-f.df) > 1e-8*f.df {
				t.Errorf("%+v, %s: variance of k %v, want %v", c, f.name, m.square/decks, f.df)
			}
			if c.Kinds == nil && c.Listed == c.N && f.name != "neighbours of each card" && math.Abs(m.third/decks-f.third) > 1e-7*(1+f.third) {
				t.Errorf("%+v, %s: third moment of k %v, want %v", c, f.name, m.third/decks, f.third)
			}
		}
	}
}

// Of kinds the variance of the kernel over both decks is the degrees of freedom.
func TestFormsOfKinds(t *testing.T) {
	for _, c := range []Counts{{N: 5, Listed: 5, From: New, Kinds: []Kind{{Name: "a", Count: 1}, {Name: "b", Count: 2}, {Name: "c", Count: 2}}},
		{N: 5, Listed: 2, From: New, Kinds: []Kind{{Name: "a", Count: 2}, {Name: "b", Count: 3}}}} {
		var decks [][]uint16
		c.every(func(d []uint16) { decks = append(decks, d) })
		square, third, pairs := map[string]float64{}, map[string]float64{}, 0.
		single := make([][]form, len(decks))
		for i, d := range decks {
			single[i] = c.counted(d).forms()
		}
		for i, s := range decks {
			for j, d := range decks {
				pairs++
				for x, f := range c.counted(s, d).forms() {
					k := f.value - single[i][x].value/2 - single[j][x].value/2
					square[f.name] += k * k
					third[f.name] += k * k * k
				}
			}
		}
		for _, f := range single[0] {
			if math.Abs(square[f.name]/pairs-f.df) > 1e-8 {
				t.Errorf("%+v, %s: %v, want %v", c, f.name, square[f.name]/pairs, f.df)
			}
			if f.name == "first place" && math.Abs(third[f.name]/pairs-f.third) > 1e-8 {
				t.Errorf("%+v, %s: third moment %v, want %v", c, f.name, third[f.name]/pairs, f.third)
			}
		}
	}
}

// Counts are those of plain loops over the decks.
func TestCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{4, 9, 64, 70} {
		for _, from := range []string{New, Previous} {
			c := Counts{N: n, Listed: n, From: from}
			var decks [][]uint16
			for range 300 {
				d := shuffle.NewDeck(n)
				rng.Shuffle(n, func(i, j int) { d[i], d[j] = d[j], d[i] })
				decks = append(decks, d)
			}
			got := c.counted(decks...)
			if from == Previous { // each deck in the names of the places before
				var turned [][]uint16
				for k := 1; k < len(decks); k++ {
					d := make([]uint16, n)
					for j, x := range decks[k] {
						for i, y := range decks[k-1] {
							if x == y {
								d[j] = uint16(i)
							}
						}
					}
					turned = append(turned, d)
				}
				decks = turned
			}
			g := statistic.NewMeasurer(n)
			var sums [statistic.Count]int64
			places, cards, stays, even, same, before := 0, 0, 0, 0, 0, int64(0)
			p, q := n/2, n-1
			for k, d := range decks {
				wide, at := make([]uint32, n), make([]int, n)
				for j, x := range d {
					wide[j], at[x] = uint32(x), j
					if k > 0 && decks[k-1][j] == x {
						stays++
					}
				}
				v := must.Have(g.Measure(t.Context(), wide))(t)
				for s := range v {
					sums[s] += v[s]
				}
				sign := v[statistic.Inversions] % 2
				even += indicator(sign == 0)
				same += indicator(k > 0 && sign == before)
				before = sign
				places += indicator(d[p] < d[q])
				cards += indicator(at[p] < at[q])
			}
			for s, counts := range map[statistic.Statistic][]int{statistic.Rising: got.Rising, statistic.Descents: got.Descents,
				statistic.Fixed: got.Fixed, statistic.Cycles: got.Cycles, statistic.Adjacencies: got.Neighbours} {
				sum := int64(0)
				for k, count := range counts {
					sum += int64(k) * int64(count)
				}
				if sum != sums[s] {
					t.Errorf("n=%d, %s: %s %d, want %d", n, from, s, sum, sums[s])
				}
			}
			if got.inversions() != sums[statistic.Inversions] || got.Places[q][p] != places || got.Cards[q][p] != cards {
				t.Errorf("n=%d, %s: inversions %d, places %d, cards %d; want %d, %d, %d", n, from, got.inversions(), got.Places[q][p],
					got.Cards[q][p], sums[statistic.Inversions], places, cards)
			}
			all := 0
			for k, count := range got.Stays {
				all += k * count
			}
			if from == New && (all != stays || got.Even != same) {
				t.Errorf("n=%d: %d cards at the same place, and %d times the same sign, want %d, %d", n, all, got.Even, stays, same)
			}
			for _, test := range got.sums() {
				if test.Name == "even decks" && math.Abs(test.Seen*float64(got.Decks)-float64(even)) > 1e-9 {
					t.Errorf("n=%d, %s: %v of the decks are even, want %d", n, from, test.Seen, even)
				}
			}
			if err := got.withScores().check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// withScores is as if decks had been read.
func (c Counts) withScores() Counts {
	for _, m := range scoredFaults(c.N) {
		c.Scores = append(c.Scores, Score{Model: m.model, Decks: min(scored, c.Decks)})
	}
	return c
}

// Ranks of all decks have the means of their laws.
func TestLawsOfRanks(t *testing.T) {
	c := Counts{N: 6, Listed: 6, From: New, Ranks: 4}
	var decks [][]uint16
	c.every(func(d []uint16) { decks = append(decks, slices.Clone(d)) })
	found := 0
	for _, test := range c.counted(decks...).sums() {
		if slices.Contains(statistic.OfRanks[:], test.Name) {
			if found++; math.Abs(test.Seen-test.Fair) > 1e-12 || test.P != 1 {
				t.Errorf("%s: %v, not %v, p = %v", test.Name, test.Seen, test.Fair, test.P)
			}
		}
	}
	if found != 3 {
		t.Errorf("%d tests of ranks", found)
	}
}

// Laws of kinds are those of all decks.
func TestLawsOfKinds(t *testing.T) {
	for _, c := range descriptions {
		if c.Kinds == nil {
			continue
		}
		decks := 0.
		counts := make([]float64, c.N)
		hands := make([]float64, c.Listed+1)
		c.every(func(d []uint16) {
			decks++
			got := c.counted(d)
			for k, x := range got.Alike {
				counts[k] += float64(x)
			}
			for k := range hands {
				if got.Hands != nil {
					hands[k] += float64(got.Hands[0][k])
				}
			}
		})
		want, of := statistic.Alike(c.counted().sizes()), counts
		if c.Listed < c.N {
			want, of = hypergeometric(c.N, c.Kinds[0].Count, c.Listed), hands
		}
		for k, p := range want {
			if math.Abs(p-of[k]/decks) > 1e-12 {
				t.Errorf("%+v: %d with %v, want %v", c, k, p, of[k]/decks)
			}
		}
	}
}

// Ratios of faults have the mean 1 over fair decks, so that their average bounds the chance of an alarm; and those of whole
// decks are the laws of the models.
func TestRatiosHaveMeanOne(t *testing.T) {
	const n = 5
	c := Counts{N: n, Listed: n, From: New}
	all := scorers(n)
	sums, laws := map[string]float64{}, map[string]map[string]float64{}
	for _, spec := range []string{"fisheryates(mistake=round,from=last)", "fisheryates(mistake=short,from=first)", "fisheryates(mistake=late,from=last)",
		"fisheryates(mistake=modulo,values=256,from=first)", "riffle", "keys(values=100)", "sattolo", "cut(law=uniform)",
		"comparator(sort=binary)", "comparator(sort=blocks)", "comparator(sort=merge)", "comparator(sort=insertion)"} {
		m := must.Have(models.Parse(spec))(t)
		laws[spec] = map[string]float64{}
		m.Support(n, 200, func(p perm.Perm, w *big.Int) bool {
			x, _ := new(big.Rat).SetFrac(w, new(big.Int).Lsh(big.NewInt(1), 200)).Float64()
			laws[spec][key(p.Inverse())] += x
			return true
		})
	}
	decks := float64(perm.Factorial(n))
	c.every(func(d []uint16) {
		counts := c.counted(d)
		for _, s := range all {
			counts.Scores = append(counts.Scores, Score{s.Model, 1, s.ratio(d)})
		}
		p := make(perm.Perm, n)
		for j, x := range d {
			p[j] = int(x)
		}
		for _, f := range counts.faults() {
			name, _, _ := strings.Cut(f.model, "(k=")
			sums[name+string(rune('0'+f.times%64))] += math.Exp(f.log) / decks
			if law, known := laws[f.model]; known && f.times == 1 && math.Abs(law[key(p)]*decks-math.Exp(f.log)) > 1e-9 {
				t.Errorf("%s, deck %v: %v, want %v", f.model, d, math.Exp(f.log), law[key(p)]*decks)
			}
		}
	})
	for name, mean := range sums {
		if math.Abs(mean-1) > 1e-9 {
			t.Errorf("%s: mean %v", name, mean)
		}
	}
	if len(sums) < 24 {
		t.Errorf("%d faults", len(sums))
	}
}

func key(p perm.Perm) string {
	b := make([]byte, len(p))
	for i, x := range p {
		b[i] = byte(x)
	}
	return string(b)
}

// The bound on repeated decks is one: of decks with 24 orders their number has this law, by the chain of how many
// different ones there are. It is twice the smaller tail, or more, and on the lower side not much more.
func TestRepeatsAreBounded(t *testing.T) {
	const orders = 24
	different := []float64{1}
	for decks := 1; decks <= 20; decks++ {
		next := make([]float64, decks+1)
		for k, p := range different {
			next[k] += p * float64(k) / orders
			next[min(k+1, decks)] += p * (1 - float64(k)/orders)
		}
		different = next
		tail := 0.
		for again := decks - 1; again >= 0; again-- {
			lower := 1 - tail
			tail += different[decks-again]
			c := Counts{N: 4, Listed: 4, From: New, Repeats: Repeats{Decks: decks, Different: decks - again}}
			got, ok := c.repeats()
			if want := min(1, 2*lower, 2*tail); ok && got.P < want*(1-1e-9) {
				t.Errorf("%d decks, %d again: %v, below %v", decks, again, got.P, want)
			} else if ok && lower < 0.2 && float64(again) < got.Fair && math.Abs(got.P-2*lower) > 1e-12 {
				t.Errorf("%d decks, only %d again: %v, want %v", decks, again, got.P, 2*lower)
			}
		}
	}
	c := Counts{N: 52, Listed: 52, From: New, Repeats: Repeats{Decks: 100, Different: 99, Pairs: 1}}
	if got, _ := c.repeats(); !(got.P < 1e-60) {
		t.Errorf("one deck of 52 came twice: %v", got.P)
	}
}

// The lower tail of the form of one place is never below the exact one, however few decks there are, and no loose bound
// where there are many; far out it has the size of that of chi-square.
func TestLowerTail(t *testing.T) {
	if p := mathext.GammaIncReg(51./2, 0.124/2); !(p > 1e-58 && p < 1e-56) {
		t.Errorf("chi-square below 0.124 at 51 degrees of freedom: %v", p)
	}
	if p := (form{value: 0.124, df: 51, third: 51 * 50, grain: 52 * 52 / 4, decks: 32000}).p(); !(p > 1e-57 && p < 1e-53) {
		t.Errorf("FreeCell: %v", p)
	}
	for _, of := range []struct{ n, decks int }{{4, 40}, {4, 200}, {5, 60}, {8, 40}, {8, 60}} {
		n, decks := float64(of.n), of.decks
		most := decks*decks/of.n + 2*decks // of the sum of squares: beyond the mean
		law := map[[2]int]float64{{0, 0}: 1}
		for cell := range of.n { // decks so far, and the sum of their squares
			next := map[[2]int]float64{}
			for at, p := range law {
				left, share := decks-at[0], 1/(n-float64(cell))
				for k := 0; k <= left; k++ {
					if square := at[1] + k*k; square <= most && (share < 1 || k == left) {
						chance := 1.
						if share < 1 {
							a, _ := math.Lgamma(float64(left + 1))
							b, _ := math.Lgamma(float64(k + 1))
							c, _ := math.Lgamma(float64(left - k + 1))
							chance = math.Exp(a - b - c + float64(k)*math.Log(share) + float64(left-k)*math.Log1p(-share))
						}
						if chance > 1e-30 {
							next[[2]int{at[0] + k, square}] += p * chance
						}
					}
				}
			}
			law = next
		}
		below, deep := 0., 0
		for square := range most + 1 {
			p := law[[2]int{decks, square}]
			if below += p; p == 0 {
				continue
			}
			f := form{value: float64(square)*n/float64(decks) - float64(decks), df: n - 1, third: (n - 1) * (n - 2), grain: n * n / 4, decks: decks}
			got := f.p()
			if below < 0.4 && got < 2*below*(1-1e-9) {
				t.Errorf("%d decks of %d, T = %v: p %v, below %v", decks, of.n, f.value, got, 2*below)
			}
			if deep += indicator(below < 0.01); decks >= 50*of.n && below < 0.01 && got > 20*below {
				t.Errorf("%d decks of %d, T = %v: p %v, far above %v", decks, of.n, f.value, got, 2*below)
			}
		}
		if deep == 0 {
			t.Errorf("%d decks of %d have no lower tail", decks, of.n)
		}
	}
}
