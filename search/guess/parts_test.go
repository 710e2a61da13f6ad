package guess

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Assignments are the best of all n!, whatever the numbers; and what is not the best is refused.
func TestAssignment(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		n := 1 + rng.IntN(7)
		range_ := []int64{2, 10, 1 << 49}[round%3]
		c := make([]int64, n*n)
		for x := range c {
			c[x] = rng.Int64N(range_) - range_/2
		}
		at := func(i, j int) int64 { return c[i*n+j] }
		a := assign(n, at)
		if err := a.check(at); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		sum := func(match []int) (sum int64) {
			for j, i := range match {
				sum += at(i, j)
			}
			return sum
		}
		best := int64(math.MinInt64)
		for rank := range perm.Factorial(n) {
			best = max(best, sum(perm.Unrank(n, rank)))
		}
		numbers := int64(0)
		for i := range n {
			numbers += a.row[i] + a.column[i]
		}
		if got := sum(a.match); got != best || numbers != best {
			t.Fatalf("%v: %d, proved %d, best %d", c, got, numbers, best)
		}
		for what, change := range map[string]func(a *assignment){
			"a number":     func(a *assignment) { a.row[0]-- },
			"a row twice":  func(a *assignment) { a.match[n-1] = a.match[0] },
			"a larger sum": func(a *assignment) { a.column[n-1]++ },
		} {
			b := assignment{slices.Clone(a.match), slices.Clone(a.row), slices.Clone(a.column)}
			if change(&b); b.check(at) == nil && !(n == 1 && what == "a row twice") {
				t.Fatalf("%s of %v is not noticed", what, c)
			}
		}
	}
}

// Numbers of an assignment stay small on a large matrix of the most extreme cells.
func TestLargeAssignment(t *testing.T) {
	const n = 300
	e := dense.Of(n, n, func(i, j int) float64 {
		if (i*i+j*7)%n < 2 {
			return 1
		}
		return -1 + float64((i*j)%n)/n
	})
	b, err := newBlind(e, 1e-15)
	if err != nil || !(b.permutation <= b.none+b.error) || b.permutation > n+1 {
		t.Errorf("%+v, %v", b, err)
	}
}

// The error of what is summed up covers cells that are rounded to whole numbers.
func TestBlindError(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + rng.IntN(3)
		e := dense.Of(n, n, func(i, j int) float64 { return rng.Float64() - 0.5 })
		b := must.Have(newBlind(e, 0))(t)
		none, permutation := big.NewRat(1, 1), new(big.Rat).SetInt64(-int64(n))
		cell := func(i, j int) *big.Rat { return new(big.Rat).SetFloat64(e.At(i, j)) }
		for j, i := range b.names {
			none.Add(none, cell(i, j))
		}
		for rank := range perm.Factorial(n) {
			sum := big.NewRat(1, 1)
			for j, i := range perm.Unrank(n, rank) {
				sum.Add(sum, cell(i, j))
			}
			if sum.Cmp(permutation) > 0 {
				permutation = sum
			}
		}
		for _, x := range []struct {
			got  float64
			want *big.Rat
		}{{b.none, none}, {b.permutation, permutation}} {
			off := new(big.Rat).SetFloat64(x.got)
			if off := math.Abs(rat(off.Sub(off, x.want))); off > b.error {
				t.Fatalf("n=%d: %v is off by %v, not %v", n, x.got, off, b.error)
			}
		}
	}
}

// Cards that are as likely as far as one can tell are not exchanged for each other.
func TestTies(t *testing.T) {
	rows := [][]float64{{.2, .1, 0, .3 - 1e-12}, {.2 + 1e-12, 0, .1, .3}, {0, .1 + 1e-12, .1, .3}}
	e := dense.Of(4, 4, func(i, j int) float64 {
		if i < 3 {
			return rows[i][j]
		}
		return -1
	})
	b, err := newBlind(e, 1e-12)
	if err != nil || fmt.Sprint(b.names) != "[0 0 1 1]" || math.Abs(b.none-1.7) > b.error {
		t.Errorf("%+v, %v", b, err)
	}
}

// The best player's chances, over all decks, add up to what he is right in on average; and he
// names what he has said, all cards in turn.
func TestPlayers(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
		optimal     bool
	}{{6, "RR", nil, true}, {6, "A", []string{"A=ashuffle(a=3)"}, true}, {6, "VV", nil, true}, {6, "S", []string{"S=shelf(m=2)"}, true}, {6, "SS", nil, true}, {6, "DTR", []string{"D=deal(piles=2)"}, false}, {6, "DTR", []string{"D=deal(piles=2)"}, true}, {6, "B", []string{"B=riffle(p=3/10)"}, true},
		{7, "B", []string{"B=riffle(p=7/10)"}, true}, {1, "B", []string{"B=riffle(p=1/3)"}, true}, {5, "HR", []string{"H=hindu(size=uniform,min=1,max=2)"}, true}, {1, "R", nil, true}, {2, "S", nil, true}} {
		q := question(t, c.n, c.word, c.definitions...)
		r := must.Have(run.AnswerTo[games.Guess](t.Context(), q, run.Options{}))(t)
		laws := position.NewLaws(q.N, q.Letters)
		w := must.Have(laws.Parse(q.Word))(t)
		byPosition := placed{must.Have(position.NewChain(laws).Word(t.Context(), w))(t)} // how one plays who knows no better
		all, chance := decks(t, q)
		right, foreseen := 0.0, 0.0
		for d, deck := range all {
			share := rat(chance[d])
			if share == 0 {
				continue
			}
			p, optimal, err := NewPlayer(t.Context(), q)
			if err != nil || !optimal {
				t.Fatal(optimal, err)
			}
			if !c.optimal {
				p.strategy = byPosition
			}
			for _, card := range deck {
				named, x := p.Name()
				if !p.Unseen(named) || !p.Unseen(card) || x < 0 || x > 1+1e-12 {
					t.Fatalf("%v: names %d with chance %v", deck, named, x)
				}
				if named == card {
					right += share
				}
				foreseen += share * x
				p.See(card)
			}
		}
		row := r.Rows[len(r.Rows)-1]
		if c.optimal {
			if want := float(t, row.Complete); math.Abs(right-want) > 1e-9 || math.Abs(foreseen-want) > 1e-9 {
				t.Errorf("n=%d %s: right %v, foreseen %v, want %v", c.n, c.word, right, foreseen, want)
			}
		} else if want := float(t, row.Permutation); right < want {
			t.Errorf("n=%d %s: right %v, with no card shown %v", c.n, c.word, right, want)
		}
	}
}
