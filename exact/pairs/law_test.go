package pairs

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

func alphabet(t testing.TB, n int, names string, models ...string) *Laws {
	return new(Cache).lawsOf(t, n, names, models...)
}

func (c *Cache) lawsOf(t testing.TB, n int, names string, models ...string) *Laws {
	t.Helper()
	letters := must.Have(notation.New(n, []byte(names), "literal", models))(t)
	a := word.New(n, letters, word.Laws(n, letters))
	return must.Have(c.Laws(context.Background(), a, a.Every()))(t)
}

// full is the law of a word with all rows in memory.
type full struct {
	a             *Laws
	core          *Rows
	before, after move
}

func newFull(t testing.TB, a *Laws, w word.Word) *full {
	t.Helper()
	lead, core, trail := a.Split(w)
	l := &full{a: a, before: newMove(a.Run(lead)), after: newMove(a.Run(trail))}
	if len(core) > 0 {
		l.core = rows(t, NewChain(a, a.Every(), 1), core)
		return l
	}
	l.core = &Rows{Sum: dense.New(a.pairs, a.pairs), Diff: dense.New(a.pairs, a.pairs)}
	for x := range a.pairs {
		for y := range a.pairs {
			l.core.Sum.Row(x)[y] = -1 / float64(a.pairs)
		}
		l.core.Sum.Row(x)[x] += 1
		l.core.Diff.Row(x)[x] = 1
	}
	return l
}

// probability is that of the cards at i and j landing on k and l.
func (l *full) probability(i, j, k, m int) float64 {
	x, swapped := l.number(i, j)
	y, back := l.number(k, m)
	x0, y0 := l.before.to[x], slices.Index(l.after.to, y)
	diff := l.core.Diff.Row(x0)[y0] * l.before.sign[x] * l.after.sign[y0]
	if swapped != back {
		diff = -diff
	}
	uniform := 1 / float64(l.a.pairs)
	return max(0, (l.core.Sum.Row(x0)[y0]+uniform+diff)/2)
}

func (l *full) number(i, j int) (x int, swapped bool) {
	if i > j {
		return shuffle.PairIndex(l.a.N, j, i), true
	}
	return shuffle.PairIndex(l.a.N, i, j), false
}

// direct is the law of ordered pairs as one matrix on n*n states, letter by letter
// from the outcomes.
func direct(a *Laws, w word.Word) [][]float64 {
	n := a.N
	law := make([][]float64, n*n)
	for x := range law {
		law[x] = make([]float64, n*n)
		law[x][x] = 1
	}
	for _, l := range w {
		next := make([][]float64, n*n)
		for x := range next {
			next[x] = make([]float64, n*n)
		}
		a.Letters[l].Model.Support(n, 60, func(p perm.Perm, weight *big.Int) bool {
			q := math.Ldexp(float64(weight.Int64()), -60)
			for x := range law {
				for y, v := range law[x] {
					if v != 0 {
						next[x][p[y/n]*n+p[y%n]] += q * v
					}
				}
			}
			return true
		})
		law = next
	}
	return law
}

func TestLawAgainstOutcomes(t *testing.T) {
	for n := 2; n <= 6; n++ {
		a := alphabet(t, n, "HRDVCB", "H=hindu(mean=2,sd=1)", "D=deal(piles=2)")
		for _, s := range []string{"R", "D", "HD", "DRDH", "DDRVDHD", "HCRDB", "VBRH"} {
			w := must.Have(a.Parse(s))(t)
			law, all, want := newLaw(t, a, w), newFull(t, a, w), direct(a, w)
			distances, ends, together := law.Distances(), law.Ends(), law.Together()
			uniform := 1 / float64(n*(n-1))
			for i := range n {
				for j := range n {
					if i == j {
						continue
					}
					row, column := 0.0, 0.0
					near := 0.0
					for k := range n {
						for l := range n {
							if k == l {
								continue
							}
							p := want[i*n+j][k*n+l]
							if got := all.probability(i, j, k, l); math.Abs(got-p) > 1e-13 {
								t.Fatalf("n=%d %s: %d,%d to %d,%d is %v, want %v", n, s, i, j, k, l, got, p)
							}
							row += math.Abs(p-uniform) / 2
							column += math.Abs(want[k*n+l][i*n+j]-uniform) / 2
							if k == l+1 || l == k+1 {
								near += p
							}
						}
					}
					x, _ := all.number(i, j)
					if math.Abs(distances[x]-row) > 1e-13 || math.Abs(ends[x]-column) > 1e-13 {
						t.Fatalf("n=%d %s: distances of %d,%d are %v and %v, want %v and %v", n, s, i, j, distances[x], ends[x], row, column)
					}
					if j == i+1 && math.Abs(together[i]-near) > 1e-13 {
						t.Fatalf("n=%d %s: %d,%d together %v, want %v", n, s, i, j, together[i], near)
					}
				}
			}
		}
	}
}

// The law of one of two cards is the position law, at 52 cards, or 32 where products
// are long without assembly.
func TestLawMargins(t *testing.T) {
	n := 52
	if testing.Short() {
		n = 32
	}
	a := alphabet(t, n, "HRD")
	w, _ := a.Parse("DHRDD")
	law, slack := newFull(t, a, w), newLaw(t, a, w).Slack()
	single := must.Have(position.NewChain(position.NewLaws(n, a.Models())).Word(t.Context(), w))(t)
	for _, i := range []int{0, 7, n - 1} {
		for k := range n {
			for _, j := range []int{1, 30} {
				sum := 0.0
				for l := range n {
					if l != k {
						sum += law.probability(i, j, k, l)
					}
				}
				if want := position.Probabilities(single, i)[k]; math.Abs(sum-want) > slack {
					t.Fatalf("%d with %d to %d: %v, want %v", i, j, k, sum, want)
				}
			}
		}
	}
}

// A prefix that is kept, and any number of threads, give the same bits.
func TestChainIsTheSame(t *testing.T) {
	a := alphabet(t, 24, "HRD")
	one, three := NewChain(a, a.Every(), 1), NewChain(a, a.Every(), 3)
	for _, s := range []string{"RRR", "RRH", "RDHR", "RDHDR", "H"} {
		w, _ := a.Parse(s)
		x, y, fresh := rows(t, one, w), rows(t, three, w), rows(t, NewChain(a, a.Every(), 2), w)
		for i := range x.Sum.Rows {
			for j, v := range x.Sum.Row(i) {
				if v != y.Sum.Row(i)[j] || v != fresh.Sum.Row(i)[j] || x.Diff.Row(i)[j] != fresh.Diff.Row(i)[j] {
					t.Fatalf("%s: cell %d,%d differs", s, i, j)
				}
			}
		}
	}
}

// The law of a 7-letter word at 52 cards, with its letters' laws.
func BenchmarkLaw52(b *testing.B) {
	for b.Loop() {
		a := alphabet(b, 52, "HRD")
		w, _ := a.Parse("RHRRHRR")
		newLaw(b, a, w)
	}
}

func newLaw(t testing.TB, a *Laws, w word.Word) *Law {
	t.Helper()
	return must.Have(NewLaw(context.Background(), a, w, 1))(t)
}

func rows(t testing.TB, c *Chain, w word.Word) *Rows {
	t.Helper()
	return must.Have(c.Core(context.Background(), w))(t)
}

// What is said of the rows block by block is what is said of all of them at once, and
// the same bits for any number of workers, whether a core before it is known, it is itself, or none.
func TestWholeIsAllRows(t *testing.T) {
	a := alphabet(t, 34, "HRD") // 561 pairs: three blocks
	for _, s := range []string{"R", "HRHRR", "RDHR", "RDHRDR", "RDHRR", "RDR"} {
		w, _ := a.Parse(s)
		all := rows(t, NewChain(a, a.Every(), 1), w)
		var first *Whole
		for _, workers := range []int{1, 2, 5} {
			if workers == 2 {
				a.cache.levels = nil
			}
			seen := 0
			got := must.Have(NewWhole(t.Context(), a, w, workers, func(from int, r *Rows) {
				seen += r.Sum.Rows
				for i := range r.Sum.Rows {
					if !slices.Equal(r.Sum.Row(i), all.Sum.Row(from+i)) || !slices.Equal(r.Diff.Row(i), all.Diff.Row(from+i)) {
						t.Fatalf("%s: row %d differs", s, from+i)
					}
				}
			}))(t)
			if first == nil {
				first = got
			}
			if seen != a.pairs || got.Slack != all.Slack || !slices.Equal(got.Starts, all.Starts()) || !slices.Equal(got.Ends, first.Ends) {
				t.Errorf("%s with %d workers: %d rows, slack %v", s, workers, seen, got.Slack)
			}
			for y, d := range all.Ends() {
				if math.Abs(got.Ends[y]-d) > all.Slack {
					t.Errorf("%s: end pair %d is %v, want %v", s, y, got.Ends[y], d)
				}
			}
		}
	}
}

// A fixed order of the cards costs nothing, nor any memory.
func TestPriceOfFixedLetters(t *testing.T) {
	letters := func(models ...string) []notation.Letter {
		return must.Have(notation.New(104, []byte("HRD"[:len(models)]), "literal", models))(t)
	}
	with := letters("H=hindu(mean=3,sd=1)", "R=riffle(cut=binomial)", "D=deal(order=1-3-2)")
	if Seconds(104, with, "DDDD") != 0 || Seconds(104, with, "DHDRD") != Seconds(104, with, "HR") || Seconds(104, with, "H") <= Seconds(104, with, "R") {
		t.Error(Seconds(104, with, "DDDD"), Seconds(104, with, "DHDRD"), Seconds(104, with, "HR"))
	}
	if without := with[:2]; Bytes(104, with, 2) != Bytes(104, without, 2) || Bytes(104, without, 2) < Bytes(104, with[1:2], 2)+3<<27 || Bytes(MaxDeck+1, with, 2) != 0 {
		t.Error(Bytes(104, with, 2), Bytes(104, without, 2), Bytes(104, with[1:2], 2))
	}
}
