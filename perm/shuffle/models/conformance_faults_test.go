package models_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

func parse(t testing.TB, spec string) shuffle.Model {
	t.Helper()
	m, err := models.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What faults are made of: a model whose methods are replaced, or that makes a claim.
type (
	model  = shuffle.Model
	named  struct{ model }
	lawful struct {
		model
		law func(n int, bits uint) *shuffle.Law
	}
	falling struct {
		model
		support func(n int, bits uint, yield func(perm.Perm, *big.Int) bool)
	}
	dealing struct {
		model
		dealer func(n int) shuffle.Dealer
	}
	largeDealing struct {
		model
		dealer func(n int) shuffle.DealerOf[uint32]
	}
	counted struct {
		model
		outcomes int64
	}
	rational struct {
		model
		denominator int64
	}
	paired struct {
		model
		pairs func(n int) *shuffle.PairLaw
	}
	classed struct{ model }
	haar    struct {
		model
		group shuffle.Group
	}
	shelved struct {
		model
		m      int
		undone bool
	}
	handled struct {
		model
		hands func(n int) (cuts, runs []float64)
	}
	shuffled struct {
		model
		a      int
		undone bool
	}
	moving struct {
		model
		outcome func(n int) outcome.Outcome
	}
	// rolling is a cut that every move makes one card deeper: uniform, but not reversible.
	rolling struct {
		n, cut int
		table  outcome.Sources
	}
	stuck    struct{ outcome.Outcome } // takes nothing back
	packeted struct {
		model
		of     shuffle.Model
		bottom bool
	}
)

func (named) String() string                       { return "nobody" }
func (f lawful) Law(n int, bits uint) *shuffle.Law { return f.law(n, bits) }
func (f dealing) Dealer(n int) shuffle.Dealer      { return f.dealer(n) }
func (f largeDealing) LargeDealer(n int) shuffle.DealerOf[uint32] {
	return f.dealer(n)
}
func (f shelved) Closed() shuffle.Closed {
	return shuffle.Closed{Shelves: f.m, Inverse: f.undone}
}
func (f counted) Outcomes(int) *big.Int                          { return big.NewInt(f.outcomes) }
func (f rational) Denominator(int) *big.Int                      { return big.NewInt(f.denominator) }
func (f paired) Pairs(_ context.Context, n int) *shuffle.PairLaw { return f.pairs(n) }
func (f moving) Outcome(n int) outcome.Outcome                   { return f.outcome(n) }
func (stuck) Undo()                                              {}
func (f haar) Closed() shuffle.Closed                            { return shuffle.Closed{UniformOn: f.group} }
func (f handled) Hands(n int) (cuts, runs []float64)             { return f.hands(n) }
func (f shuffled) Closed() shuffle.Closed                        { return shuffle.Closed{Packets: f.a, Inverse: f.undone} }
func (f packeted) PacketSizes(n int, bits uint) []*big.Int {
	return shuffle.PacketsOf(f.of).PacketSizes(n, bits)
}
func (f packeted) FromBottom() bool     { return f.bottom }
func (f packeted) MeanPacket() *big.Rat { return shuffle.PacketsOf(f.of).MeanPacket() }
func (f falling) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	f.support(n, bits, yield)
}
func (f classed) Classes(n int, bits uint) []shuffle.Class {
	return []shuffle.Class{{Count: big.NewInt(int64(n)), Mass: unit(bits)}}
}

func (r *rolling) Draw(rng *draw.Stream) { r.cut = rand.New(rng).IntN(r.n) }
func (r *rolling) Undo()                 { r.cut = (r.cut + r.n - 1) % r.n }
func (r *rolling) Moves() int            { return 1 }
func (r *rolling) Move(*draw.Stream) bool {
	r.cut = (r.cut + 1) % r.n
	return true
}
func (r *rolling) Sources() *outcome.Sources {
	r.table = *outcome.SourcesOf(nil)
	for j := range r.n {
		r.table[j] = uint8((j + r.cut) % r.n)
	}
	return &r.table
}

// Every check finds the fault that is made for it, and says so by its name.
func TestFaultsAreFound(t *testing.T) {
	riffle, hindu, top, deal := parse(t, "riffle"), parse(t, "hindu(mean=3,sd=1)"), parse(t, "top"), parse(t, "deal(piles=1)")
	calls := 0
	for _, fault := range []struct {
		check string
		model shuffle.Model
	}{
		{"specification", named{top}},
		{"law", lawful{top, func(n int, bits uint) *shuffle.Law {
			l := top.Law(n, bits)
			l.At(0, n-1).Rsh(l.At(0, n-1), 1)
			return l
		}}},
		{"law and support", lawful{top, hindu.Law}},
		{"slack", lawful{hindu, func(n int, bits uint) *shuffle.Law {
			l := hindu.Law(n, bits)
			l.Slack, l.Cells[0] = 0, *new(big.Int).Add(&l.Cells[0], big.NewInt(2))
			return l
		}}},
		{"support", falling{top, func(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
			yield(make(perm.Perm, n), unit(bits))
		}}},
		{"support", falling{top, func(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
			top.Support(n, bits, func(p perm.Perm, w *big.Int) bool { return yield(p, new(big.Int).Rsh(w, 1)) })
		}}},
		{"support", falling{top, func(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
			yield(make(perm.Perm, n), unit(bits))
		}}},
		{"outcomes", counted{top, 5}},
		{"outcomes", counted{lawful{deal, func(n int, bits uint) *shuffle.Law {
			l := deal.Law(n, bits)
			l.Slack = 1
			return l
		}}, 1}},
		{"denominator", rational{top, 4}},
		{"classes", classed{riffle}},
		{"packets", packeted{hindu, parse(t, "hindu(mean=4,sd=1)"), false}},
		{"packets", packeted{riffle, hindu, false}},
		{"packets", packeted{hindu, hindu, true}},
		{"group", haar{riffle, shuffle.Orders}},
		{"group", haar{top, shuffle.Rotations}},
		{"group", haar{parse(t, "cut(law=binomial)"), shuffle.Rotations}},
		{"a-shuffle", shuffled{riffle, 3, false}},
		{"a-shuffle", shuffled{riffle, 2, true}},
		{"a-shuffle", shuffled{parse(t, "inverse"), 2, false}},
		{"shelves", shelved{riffle, 1, false}},
		{"shelves", shelved{parse(t, "shelf(m=2)"), 3, false}},
		{"shelves", shelved{parse(t, "shelf(m=2)"), 2, true}},
		{"hands", handled{riffle, func(n int) (cuts, runs []float64) {
			cuts, _ = shuffle.HandsOf(riffle, n)
			return cuts, riffles.ChainRuns(n, 0.51)
		}}},
		{"hands", handled{riffle, func(n int) (cuts, runs []float64) {
			_, runs = shuffle.HandsOf(riffle, n)
			return riffles.ChainCuts(n, 0.51), runs
		}}},
		{"hands", handled{parse(t, "cut"), func(n int) (cuts, runs []float64) { return shuffle.HandsOf(riffle, n) }}},
		{"pairs and support", paired{top, func(n int) *shuffle.PairLaw { return shuffle.Pairs(t.Context(), hindu, n) }}},
		{"pairs", paired{riffle, func(n int) *shuffle.PairLaw {
			l := shuffle.Pairs(t.Context(), riffle, n)
			if n > 7 {
				l.Kept, l.Swapped = l.Swapped, l.Kept
			}
			return l
		}}},
		{"pairs", paired{riffle, func(n int) *shuffle.PairLaw {
			l := shuffle.Pairs(t.Context(), riffle, n)
			if n > 7 {
				l.Kept[0] += 0x1p-40
			}
			return l
		}}},
		{"dealer", dealing{top, func(int) shuffle.Dealer {
			return func(_ *draw.Stream, dst, _ []uint16) { clear(dst) }
		}}},
		{"dealer", dealing{top, func(int) shuffle.Dealer {
			return func(rng *draw.Stream, dst, src []uint16) {
				copy(dst, src)
				src[0], src[len(src)-1] = src[len(src)-1], src[0]
			}
		}}},
		{"dealer", dealing{top, func(n int) shuffle.Dealer {
			deal := top.Dealer(n)
			return func(_ *draw.Stream, dst, src []uint16) {
				calls++
				deal(draw.NewStream([32]byte{byte(calls)}), dst, src)
			}
		}}},
		{"dealer and support", dealing{top, parse(t, "cut").Dealer}},
		{"dealer and support", dealing{top, parse(t, "deal(piles=1)").Dealer}},
		{"dealer and support", dealing{riffle, parse(t, "ashuffle(a=3)").Dealer}},
		{"dealer and support", dealing{hindu, parse(t, "hindu(mean=3.02,sd=1)").Dealer}},
		{"outcomes drawn", moving{hindu, func(n int) outcome.Outcome { return shuffle.NewOutcome(riffle, n) }}},
		{"outcomes moved", moving{parse(t, "cut"), func(n int) outcome.Outcome { return &rolling{n: n} }}},
		{"outcomes taken back", moving{riffle, func(n int) outcome.Outcome { return stuck{shuffle.NewOutcome(riffle, n)} }}},
		{"outcomes tilted", moving{hindu, func(n int) outcome.Outcome { return stuck{shuffle.NewOutcome(hindu, n)} }}},
		{"dealer and law", dealing{top, func(n int) shuffle.Dealer {
			if n > 10 {
				return riffle.Dealer(n)
			}
			return top.Dealer(n)
		}}},
		{"large dealer", largeDealing{top, func(n int) shuffle.DealerOf[uint32] { return shuffle.DealerFor[uint32](riffle, n) }}},
		{"large dealer", largeDealing{top, func(n int) shuffle.DealerOf[uint32] {
			deal := shuffle.DealerFor[uint32](top, n)
			return func(rng *draw.Stream, dst, src []uint32) {
				if deal(rng, dst, src); n > 1<<16 {
					dst[0] = dst[1]
				}
			}
		}}},
	} {
		err := conformance(fault.model)
		if err == nil || !strings.Contains("\n"+err.Error(), "\n"+fault.check+", ") {
			t.Errorf("%T of %s: %v, want a fault of %q", fault.model, fault.model, err, fault.check)
		}
	}
}

// A description that leaves something out is found.
func TestFaultyDescriptionsAreFound(t *testing.T) {
	for _, d := range models.Describe() {
		if err := checkDescription(d); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		d.Summary = ""
		if checkDescription(d) == nil {
			t.Errorf("%s: the missing summary is not found", d.Name)
		}
		d.Summary = "shuffle"
		for _, p := range []shuffle.Parameter{{Name: "none", Values: "a number"}, {Name: "kind"}} {
			d.Parameters = []shuffle.Parameter{p}
			if checkDescription(d) == nil {
				t.Errorf("%s: parameter %v passes", d.Name, p)
			}
		}
	}
	if fmt.Sprint(permutes([]int{0, 2, 1}), permutes([]int{0, 3, 1}) != nil, permutes([]int{0, 1, 1}) != nil) != "<nil> true true" {
		t.Error("permutes")
	}
}
