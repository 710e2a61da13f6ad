package bound

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
)

// pairLaw is the law of ordered pairs of positions after a word, in rationals, letter
// by letter from the outcomes.
func pairLaw(a *position.Laws, w word.Word) map[[4]int]*big.Rat {
	const bits = 120
	law := map[[4]int]*big.Rat{}
	for i := range a.N {
		for j := range a.N {
			if i != j {
				law[[4]int{i, j, i, j}] = big.NewRat(1, 1)
			}
		}
	}
	for _, l := range w {
		next := map[[4]int]*big.Rat{}
		a.Letters[l].Model.Support(a.N, bits, func(p perm.Perm, weight *big.Int) bool {
			q := new(big.Rat).SetFrac(weight, new(big.Int).Lsh(big.NewInt(1), bits))
			for k, v := range law {
				to := [4]int{k[0], k[1], p[k[2]], p[k[3]]}
				if next[to] == nil {
					next[to] = new(big.Rat)
				}
				next[to].Add(next[to], new(big.Rat).Mul(q, v))
			}
			return true
		})
		law = next
	}
	return law
}

// furthest are the largest distances from uniform of laws of one and of two cards: of
// where the cards of a start land, and of which cards land on an end.
func furthest(n int, law map[[4]int]*big.Rat) map[Inequality]*big.Rat {
	most := map[Inequality]*big.Rat{OneCard: new(big.Rat), TwoCards: new(big.Rat)}
	distances := func(by Inequality, cells map[[2]int]*big.Rat, states int) {
		fair := big.NewRat(1, int64(states))
		rows := map[[2]int]*big.Rat{}
		for k, p := range cells {
			for side, at := range k {
				key := [2]int{side, at}
				if rows[key] == nil {
					rows[key] = new(big.Rat)
				}
				if off := new(big.Rat).Sub(p, fair); off.Sign() > 0 {
					rows[key].Add(rows[key], off)
				}
			}
		}
		for _, d := range rows {
			if d.Cmp(most[by]) > 0 {
				most[by] = d
			}
		}
	}
	one, two := map[[2]int]*big.Rat{}, map[[2]int]*big.Rat{}
	others := big.NewRat(1, int64(n-1))
	for k, p := range law {
		cell := [2]int{k[0], k[2]}
		if one[cell] == nil {
			one[cell] = new(big.Rat)
		}
		one[cell].Add(one[cell], new(big.Rat).Mul(p, others)) // the same for each second card
		two[[2]int{k[0]*n + k[1], k[2]*n + k[3]}] = p
	}
	distances(OneCard, one, n)
	distances(TwoCards, two, n*(n-1))
	return most
}

// What laws of cards prove is never more than they are, to the last bit: doubles alone
// would prove too much as often as too little.
func TestCardsProveNoMoreThanTheirLaws(t *testing.T) {
	proved := map[Inequality]int{}
	for n, m := range map[int]int{5: 3, 6: 2} {
		a := alphabet(t, n, "RVD", "literal", "D=deal(piles=2)")
		p := prover(t, a)
		eachWord(3, m, func(w word.Word) {
			_, core, _ := a.Split(w)
			if len(core) < len(w) || len(w) < 2 {
				return
			}
			most := furthest(n, pairLaw(a, w))
			i := newInterval()
			if err := cmp.Or(p.oneCard(t.Context(), &i, core), p.twoCards(t.Context(), &i, core)); err != nil {
				t.Fatal(err)
			}
			best := map[Inequality]*big.Rat{OneCard: new(big.Rat), TwoCards: new(big.Rat)}
			for _, s := range i.Steps {
				proved[s.By]++
				if s.Value.Cmp(best[s.By]) > 0 {
					best[s.By] = s.Value
				}
				if s.Value.Cmp(most[s.By]) > 0 {
					f, _ := new(big.Rat).Sub(s.Value, most[s.By]).Float64()
					t.Fatalf("n=%d %s: by %s at least %v, %g too much", n, a.Format(w), s.By, s.Value, f)
				}
			}
			for by, value := range best {
				if gap, _ := new(big.Rat).Sub(most[by], value).Float64(); gap > 1e-12 {
					t.Fatalf("n=%d %s: by %s %g less than is so", n, a.Format(w), by, gap)
				}
			}
		})
	}
	if proved[OneCard] < 20 || proved[TwoCards] < 20 {
		t.Errorf("proved %v", proved)
	}
}

// Sums and products of doubles, drawn of every size, are never below the truth.
func TestUpwards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	exact := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	draw := func() float64 { return rng.Float64() * float64(uint64(1)<<rng.IntN(60)) * 0x1p-50 }
	for range 2000 {
		s, x, y := draw(), draw(), draw()
		truth := new(big.Rat).Mul(exact(x), exact(y))
		truth.Add(truth, exact(s))
		if got := exact(addProduct(s, x, y)); got.Cmp(truth) < 0 {
			t.Fatalf("%v + %v %v is %v", s, x, y, got)
		}
		if third := new(big.Rat).Mul(truth, big.NewRat(1, 3)); exact(ratioUp(third.Num(), third.Denom())).Cmp(third) < 0 {
			t.Fatalf("%v rounds down", third)
		}
		tiny := new(big.Int).Lsh(one, uint(1000+rng.IntN(110))) // around the least double
		third := new(big.Rat).SetFrac(big.NewInt(rng.Int64()+1), tiny)
		if exact(ratioUp(third.Num(), third.Denom())).Cmp(third) < 0 {
			t.Fatalf("%v rounds down", third)
		}
		num, den := big.NewInt(rng.Int64()>>rng.IntN(60)), big.NewInt(1+rng.Int64()>>rng.IntN(60))
		q, isExact := new(big.Rat).SetFrac(num, den).Float64()
		if got, is := nearest(num, den); got != q || is != isExact {
			t.Fatalf("%v/%v: %v %v, for %v %v", num, den, got, is, q, isExact)
		}
		weight := new(big.Int).Rsh(new(big.Int).Lsh(big.NewInt(rng.Int64()), 1024), uint(rng.IntN(900)))
		// 2^12 units short of the truth, as fixed point may nearly be
		truth.SetFrac(new(big.Int).Add(weight, big.NewInt(1<<12)), new(big.Int).Lsh(big.NewInt(1), massBits))
		if exact(weightUp(weight)).Cmp(truth) < 0 {
			t.Fatalf("weight %v rounds down", weight)
		}
	}
	for _, x := range []float64{0, 0x1p-1074, 0x1p-1022, 1, 3, math.MaxFloat64, math.Inf(1)} {
		if got, want := up(x), math.Nextafter(x, math.Inf(1)); got != want {
			t.Errorf("above %v is %v, want %v", x, got, want)
		}
	}
	s := newSpectrum(1)
	s.add(0, 0x1p53, 0x1p53)
	if s.add(0, 1, 1); s.count[0] <= 0x1p53+2 || s.mass[0] <= 0x1p53+2 {
		t.Errorf("2^53 and 1 are %v and %v", s.count[0], s.mass[0])
	}
	if weightUp(new(big.Int)) < zeroMass {
		t.Error("a weight of 0 has no mass")
	}
}

// sizes draws the counts and masses of a spectrum, of sizes so different that sums of
// doubles lose digits.
func sizes(rng *rand.Rand, classes int) *spectrum {
	s := newSpectrum(classes)
	for x := range classes {
		if x == 0 || rng.IntN(4) > 0 {
			s.count[x] = rng.Float64() * float64(uint64(1)<<rng.IntN(62))
			s.mass[x] = rng.Float64() / float64(uint64(1)<<rng.IntN(62))
		}
	}
	s.lost = rng.Float64() * 0x1p-40
	return s
}

// Spectra in rationals: whatever is made of two of them is at least what it stands for.
func TestSpectraAreUpperBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	exact := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	atLeast := func(what string, got float64, want *big.Rat) {
		t.Helper()
		if exact(got).Cmp(want) < 0 {
			t.Fatalf("%s: %v, less than the truth", what, got)
		}
		if f, _ := want.Float64(); got > f*(1+1e-12)+0x1p-1000 {
			t.Fatalf("%s: %v, far more than %v", what, got, f)
		}
	}
	const classes = 12
	for range 200 {
		s, u := sizes(rng, classes), sizes(rng, classes)

		both := s.then(u, never)
		lost := new(big.Rat).Add(exact(s.lost), exact(u.lost))
		count, mass := make([]*big.Rat, classes), make([]*big.Rat, classes)
		for x := range classes {
			count[x], mass[x] = new(big.Rat), new(big.Rat)
		}
		for x := range classes {
			for y := range classes {
				m := new(big.Rat).Mul(exact(s.mass[x]), exact(u.mass[y]))
				if x+y >= classes {
					lost.Add(lost, m)
					continue
				}
				count[x+y].Add(count[x+y], new(big.Rat).Mul(exact(s.count[x]), exact(u.count[y])))
				mass[x+y].Add(mass[x+y], m)
			}
		}
		for x := range classes {
			atLeast("count", both.count[x], count[x])
			atLeast("mass", both.mass[x], mass[x])
		}
		atLeast("lost", both.lost, lost)

		tails, tail := s.tails(), new(big.Rat)
		for x := classes - 1; x >= 0; x-- {
			tail.Add(tail, exact(s.mass[x]))
			atLeast("tail", tails[x], tail)
		}

		extended := newSpectrum(classes)
		p, q := rng.Float64(), rng.Float64()
		extended.extend(s, 3, p)
		extended.extend(u, 3, q)
		for x := range classes - 3 {
			atLeast("count of two ways", extended.count[x+3], new(big.Rat).Add(exact(s.count[x]), exact(u.count[x])))
			first, second := new(big.Rat).Mul(exact(s.mass[x]), exact(p)), new(big.Rat).Mul(exact(u.mass[x]), exact(q))
			atLeast("mass of two ways", extended.mass[x+3], first.Add(first, second))
		}

		share := rng.Float64() * 0x1p-40
		g := s.gap(share)
		best := gapOf(s, func(inside, outside *big.Rat) *big.Rat {
			total := new(big.Rat).Mul(inside, exact(share))
			return total.Add(total, outside)
		})
		atLeast("gap", g.total, best)

		c := &counting{rising: make([]float64, 6)}
		b := &block{above: make([]float64, 6)}
		for k := range 6 {
			c.rising[k] = rng.Float64() * 0x1p-60
			b.above[k] = rng.Float64()
		}
		x := c.cross(s, b.above)
		best = nil
		for k := range 6 {
			total := gapOf(s, func(inside, outside *big.Rat) *big.Rat {
				total := new(big.Rat).Mul(inside, exact(c.rising[k]))
				return total.Add(total, outside).Add(total, exact(b.above[k]))
			})
			if best == nil || total.Cmp(best) < 0 {
				best = total
			}
		}
		atLeast("crossing", x.total, best)

		law := []float64{rng.Float64(), rng.Float64() * 0x1p-30, rng.Float64()}
		c.alphabet = &word.Alphabet{Letters: []word.Letter{{}}}
		c.partings = map[string][]float64{"\x00": law}
		for k, got := range c.more([]factor{{letters: word.Word{0}}}, b) {
			want := new(big.Rat)
			for parted, p := range law {
				above := big.NewRat(1, 1)
				if parted <= k {
					above = exact(b.above[k-parted])
				}
				want.Add(want, above.Mul(above, exact(p)))
			}
			atLeast("rising sequences and partings", got, want)
		}
	}
}

// gapOf is the least total over the sets of all outcomes up to some class, in
// rationals.
func gapOf(s *spectrum, total func(inside, outside *big.Rat) *big.Rat) (best *big.Rat) {
	inside := new(big.Rat)
	for x, count := range s.count {
		inside.Add(inside, new(big.Rat).SetFloat64(count))
		outside := new(big.Rat).SetFloat64(s.lost)
		for _, mass := range s.mass[x+1:] {
			outside.Add(outside, new(big.Rat).SetFloat64(mass))
		}
		if g := total(inside, outside); best == nil || g.Cmp(best) < 0 {
			best = g
		}
	}
	return best
}

func never() bool { return false }
