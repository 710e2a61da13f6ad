package bound

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
)

func alphabet(t testing.TB, n int, names string, preset string, models ...string) *position.Laws {
	t.Helper()
	letters := must.Have(notation.New(n, []byte(names), preset, models))(t)
	return position.NewLaws(n, letters)
}

func prover(t testing.TB, a *position.Laws) *Prover {
	t.Helper()
	two := must.Have(pairs.NewLaws(context.Background(), a.Alphabet, a.Every()))(t)
	return NewProver(a, two, two.Every(), 1)
}

// eachWord yields all words of up to m letters.
func eachWord(k, m int, yield func(w word.Word)) {
	var grow func(w word.Word)
	grow = func(w word.Word) {
		if len(w) > 0 {
			yield(w)
		}
		if len(w) < m {
			for l := range k {
				grow(append(w, byte(l)))
			}
		}
	}
	grow(nil)
}

// group is all of S_n with its laws as vectors of doubles.
type group struct {
	index map[string]int
	perms []perm.Perm
}

func newGroup(n int) *group {
	g := &group{index: map[string]int{}}
	wash, err := models.Parse("wash")
	if err != nil {
		panic(err)
	}
	wash.Support(n, 64, func(p perm.Perm, _ *big.Int) bool {
		g.index[key(p)] = len(g.perms)
		g.perms = append(g.perms, slices.Clone(p))
		return true
	})
	return g
}

func key(p perm.Perm) string {
	b := make([]byte, len(p))
	for i, j := range p {
		b[i] = byte(j)
	}
	return string(b)
}

// letter is what the letter does to a law: moves[o][x] is where outcome o takes
// permutation x.
type outcomes struct {
	weight []float64
	moves  [][]int
}

func (g *group) outcomes(n int, m shuffle.Model) outcomes {
	weights := make([]float64, len(g.perms))
	m.Support(n, 64, func(p perm.Perm, w *big.Int) bool {
		f, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(w), -64).Float64()
		weights[g.index[key(p)]] += f
		return true
	})
	var o outcomes
	for y, weight := range weights {
		if weight == 0 {
			continue
		}
		move := make([]int, len(g.perms))
		for x, p := range g.perms {
			move[x] = g.index[key(p.Then(g.perms[y]))]
		}
		o.weight = append(o.weight, weight)
		o.moves = append(o.moves, move)
	}
	return o
}

func (o outcomes) apply(law []float64) []float64 {
	next := make([]float64, len(law))
	for k, weight := range o.weight {
		for x, y := range o.moves[k] {
			next[y] += weight * law[x]
		}
	}
	return next
}

func tvd(law []float64) (sum float64) {
	for _, p := range law {
		sum += max(0, p-1/float64(len(law)))
	}
	return sum
}

// contains checks every word of up to m letters against its law on S_n.
func contains(t *testing.T, n, m int, names, preset string, models ...string) {
	a := alphabet(t, n, names, preset, models...)
	p := prover(t, a)
	g := newGroup(n)
	var letters []outcomes
	for _, l := range a.Letters {
		letters = append(letters, g.outcomes(n, l.Model))
	}
	laws := make([][]float64, m+1)
	laws[0] = make([]float64, len(g.perms))
	laws[0][g.index[key(perm.Identity(n))]] = 1
	eachWord(len(letters), m, func(w word.Word) {
		laws[len(w)] = letters[w[len(w)-1]].apply(laws[len(w)-1])
		want := tvd(laws[len(w)])
		i := enclose(t, p, w, true)
		lower, _ := i.Lower.Value.Float64()
		upper, _ := i.Upper.Value.Float64()
		if lower > want+1e-12 || upper < want-1e-12 {
			t.Fatalf("n=%d %s: [%v, %v] by %s and %s, but the distance is %v\n%v", n, a.Format(w), lower, upper, i.Lower.By, i.Upper.By, want, i.Steps)
		}
	})
}

func TestIntervalsContainTheDistance(t *testing.T) {
	scaled := []string{"H=hindu(mean=60/52,sd=10/52)", "D=deal(piles=3)"}
	for n := 3; n <= 6; n++ {
		m := 8 - n/2
		contains(t, n, min(5, m), "HRD", "literal", scaled...)
	}
	contains(t, 6, 4, "HRD", "narrow-cut", "H=hindu(mean=2,sd=1)", "D=deal(piles=3)")
	contains(t, 5, 5, "HRD", "narrow-cut", "H=hindu(mean=3/2,sd=1)", "D=deal(piles=2)")
	contains(t, 5, 4, "RVC", "literal")
	contains(t, 5, 4, "RJD", "literal", "J=deal(piles=1)", "D=faro(kind=in)")
	contains(t, 5, 4, "ACTW", "literal")
	contains(t, 5, 4, "HPT", "literal", "H=hindu(mean=1,sd=1/2)", "P=inverse(of=hindu(size=uniform,min=1,max=2))")
	contains(t, 5, 3, "BRHD", "literal")
	contains(t, 5, 3, "SVCD", "literal", "S=shelf(m=2)", "D=deal(piles=2)")
	for _, side := range []string{"S=shelf(m=2,p=2/5)", "S=shelf(m=2,p=1)", "S=shelf(m=3,p=0)"} {
		contains(t, 5, 3, "SVJ", "literal", side, "J=deal(piles=1)")
	}
	contains(t, 5, 3, "OLT", "literal", "O=overhand(p=1/3)", "T=top(cards=2)")
}

// Pure riffles are closed forms, whatever stands at their ends.
func TestPureRiffles(t *testing.T) {
	a := alphabet(t, 52, "HRDV", "literal")
	p := NewProver(a, nil, nil, 1)
	want := riffle.TVD(52, big.NewInt(128))
	for _, s := range []string{"RRRRRRR", "DDRRRRRRR", "RRRRRRRD", "VVVVVVV"} {
		w := must.Have(a.Parse(s))(t)
		if i := enclose(t, p, w, true); !i.Exact() || i.Lower.Value.Cmp(want) != 0 {
			t.Errorf("%s: %+v", s, i)
		}
	}
	shelves := alphabet(t, 52, "SVD", "literal")
	p = NewProver(shelves, nil, nil, 1)
	for s, m := range map[string]int64{"S": 10, "DSD": 10, "SS": 200, "SVD": 20, "SVS": 400} {
		w := must.Have(shelves.Parse(s))(t)
		if i := enclose(t, p, w, true); !i.Exact() || i.Lower.Value.Cmp(riffle.Shelves(52, big.NewInt(m)).TVD()) != 0 {
			t.Errorf("%s: %+v", s, i)
		}
	}
	for _, model := range []string{"S=shelf(m=7,p=1)", "S=inverse(of=shelf(m=7,p=1))"} {
		top := alphabet(t, 52, "SD", "literal", model, "D=deal(piles=1)")
		p = NewProver(top, nil, nil, 1)
		for s, a := range map[string]int64{"S": 7, "SS": 49, "SDS": 49, "SSDS": 343} {
			w := must.Have(top.Parse(s))(t)
			if i := enclose(t, p, w, true); !i.Exact() || i.Lower.Value.Cmp(riffle.TVD(52, big.NewInt(a))) != 0 {
				t.Errorf("%s %s: %+v", model, s, i)
			}
		}
	}
	if got, _ := want.Float64(); got < 0.33406099 || got > 0.33406100 {
		t.Errorf("seven riffles: %v", got)
	}
}

// One pass through any shelf machine is exact, and so is one undone.
func TestPass(t *testing.T) {
	for n := 2; n <= 6; n++ {
		g := newGroup(n)
		for _, model := range []string{"shelf(m=2,p=2/5)", "shelf(m=3,p=1/4)", "inverse(of=shelf(m=2,p=2/5))", "shelf(m=2,p=1)"} {
			a := alphabet(t, n, "S", "literal", "S="+model)
			law := make([]float64, len(g.perms))
			law[g.index[key(perm.Identity(n))]] = 1
			want := tvd(g.outcomes(n, a.Letters[0].Model).apply(law))
			i := enclose(t, NewProver(a, nil, nil, 1), word.Word{0}, true)
			if got, _ := i.Lower.Value.Float64(); !i.Exact() || got < want-1e-12 || got > want+1e-12 {
				t.Errorf("n=%d %s: %+v, want %v", n, model, i, want)
			}
		}
	}
}

// Figures of the deck of 52.
func TestFiftyTwo(t *testing.T) {
	a := alphabet(t, 52, "HRD", "literal")
	p := NewProver(a, nil, nil, 1)
	near := 0
	eachWord(3, 7, func(w word.Word) {
		i := enclose(t, p, w, false)
		if len(w) == 7 && i.Lower.Value.Cmp(big.NewRat(99, 100)) > 0 {
			near++
		}
		if a.Format(w) == "HDHRDHH" && remainder(1e-20).Cmp(i.Lower.Value) > 0 {
			t.Errorf("HDHRDHH: %v", i.Lower)
		}
	})
	if near != 1846 {
		t.Errorf("%d words of length 7 above 0.99, want 1846", near)
	}
}

func enclose(t testing.TB, p *Prover, w word.Word, thorough bool) Interval {
	t.Helper()
	return must.Have(p.Word(context.Background(), w, thorough))(t)
}

// A prover whose time is over says so.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := alphabet(t, 20, "HR", "literal")
	if _, err := pairs.NewLaws(ctx, a.Alphabet, word.Word{0, 1}); err != context.Canceled {
		t.Errorf("letters: %v", err)
	}
	two := must.Have(pairs.NewLaws(context.Background(), a.Alphabet, word.Word{0, 1}))(t)
	p := NewProver(a, two, two.Every(), 2)
	if _, err := p.Word(ctx, word.Word{0, 1, 0}, true); err != context.Canceled {
		t.Errorf("prover: %v", err)
	}
}
