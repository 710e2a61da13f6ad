package densities

import (
	"fmt"
	"math"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/law/lawtest"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
	"dovetail/search/anneal"
	"dovetail/search/anneal/annealtest"
)

var small, lawOf = lawtest.Small, lawtest.LawOf

// held is how often intervals at confidence 1 - delta do not hold the exact distance of a
// word, of a number of seeds, and how often their ends alone do not.
func held(t *testing.T, a *position.Laws, w word.Word, exact float64, seeds, decks, steps int) (missed int) {
	t.Helper()
	spelled := a.Format(w)
	spec := Spec{Word: spelled, To: decks, Steps: steps, Scatter: 1, Walks: 2}
	first := must.Have(New(a, w, spec, 1))(t)
	must.Do(t, first.prepare(t.Context()))
	for seed := range seeds {
		m := &Method{spec: spec, a: a, core: first.core, cache: first.cache, Closed: first.Closed, Target: first.Target, p: first.p, ready: first.ready, seed: uint64(seed)}
		var s Sums
		for k, count := range m.counts() {
			must.Do(t, m.decks(t.Context(), task{To: count(decks), Kind: kind(k)}, &s))
		}
		e := m.round(s.interval(testDelta), steps)
		if e.Lower > exact || e.Upper < exact {
			missed++
		}
		if e.Lower > e.Upper {
			t.Errorf("%s, seed %d: [%v, %v]", spelled, seed, e.Lower, e.Upper)
		}
		if short := 5 / float64(decks); e.High.Value+5*e.High.SE+short < exact || e.Low.Value-5*e.Low.SE-short > exact {
			t.Errorf("%s, seed %d: estimates %v ± %v and %v ± %v, exactly %v", spelled, seed, e.Low.Value, e.Low.SE, e.High.Value, e.High.SE, exact)
		}
	}
	return missed
}

// testDelta is the probability that an interval of these tests fails.
const testDelta = 0.1

// checkHeld tries every stride-th word up to a number of letters with some seeds.
func checkHeld(t *testing.T, n int, letters string, longest, stride, seeds, decks int) {
	a := small(t, n, letters)
	laws := must.Have(law.Compile(t.Context(), n, a.Models(), 4<<30))(t)
	chain := law.NewChain(laws, 2)
	missed, count, number, narrow := 0, 0, 0, 0
	var spell func(w word.Word)
	spell = func(w word.Word) {
		for i := 0; len(w) < longest && i < len(a.Letters); i++ {
			w := append(w[:len(w):len(w)], byte(i))
			spell(w)
			if number++; number%stride != 0 {
				continue
			}
			if _, err := New(a, w, Spec{}, 1); err != nil {
				continue
			}
			l := must.Have(chain.Word(t.Context(), w))(t)
			exact := 0.0
			for d := range l.Decks() {
				exact += max(0, 1/float64(l.Decks())-l.Probability(d))
			}
			missed += held(t, a, w, exact, seeds, decks, 12)
			count += seeds
			narrow++
		}
	}
	spell(nil)
	if narrow == 0 || missed > annealtest.MaxMissed(count, testDelta) {
		t.Errorf("n=%d: %d of %d intervals do not hold the distance", n, missed, count)
	}
	t.Logf("n=%d: %d words, %d of %d intervals do not hold the distance", n, narrow, missed, count)
}

// letters of small decks.
var heldLetters = map[int]string{
	7: "H=hindu(mean=3/2,sd=1/4) R D=deal(order=1-3-2)",
	8: "H=hindu(mean=20/13,sd=10/39) R D=deal(order=1-3-2)",
	9: "H=hindu(mean=7/4,sd=1/3) R D=deal(order=2-3-1)",
}

// Intervals hold the exact distances of words of up to five letters, and of riffles by hand.
func TestIntervalsHold(t *testing.T) {
	checkHeld(t, 7, heldLetters[7], 5, longtest.Of(83, 41), longtest.Of(4, 6), 200)
	checkHeld(t, 8, heldLetters[8], 5, longtest.Of(170, 113), longtest.Of(3, 6), 200)
	checkHeld(t, 7, "L=clumpy(switch=13/20) M=clumpy(switch=2/5,cut=normal,sd=1) R N=riffle(cut=uniform)", 4, longtest.Of(29, 13), longtest.Of(3, 6), 200)
	y := " Y=clumpy(switch=0.6468,cut=normal,off=1/5,sd=3/5)"
	checkHeld(t, 8, heldLetters[8]+y, 4, longtest.Of(83, 1), longtest.Of(2, 6), 200)
	checkHeld(t, 8, heldLetters[8]+y, 5, longtest.Of(797, 1), longtest.Of(1, 2), 200)
	if longtest.On() {
		checkHeld(t, 9, heldLetters[9]+y, 5, 1, 2, 200)
	}
}

// The two ends estimate what they are said to: with q the mean of the other walks on a deck,
// and P its law, the lower one E over uniform decks of [q < 1] less E over dealt decks, the
// upper one E over uniform decks of (1 - p)^+.
func TestEndsEstimate(t *testing.T) {
	for _, spelled := range []string{"RDRR", "RHR", "VDVV", "RTRR", "LML"} {
		for _, walks := range []int{2, 3} {
			t.Run(fmt.Sprint(spelled, walks), func(t *testing.T) {
				t.Parallel()
				checkEnds(t, annealtest.Walk(t, 4, spelled, 3), walks, longtest.Of(9600, 24000))
			})
		}
	}
}

func checkEnds(t *testing.T, x *annealtest.Walked, walks, decks int) {
	e := newEstimator(x.Target, x.Ladder, walks, 1, "ends")
	var s Sums
	for d := 0; d < decks; d += group {
		must.Do(t, e.uniform(t.Context(), d, group, &s))
	}
	for d := 0; d < decks; d += group * walks {
		must.Do(t, e.dealt(t.Context(), d, group*walks, &s))
	}
	got := s.interval(testDelta)
	low, high := annealtest.Sample{}, annealtest.Sample{}
	v := x.Target.Particles(16 * walks)
	for round := range longtest.Of(8, 20) {
		for d, deck := range x.Decks {
			for k := range 16 * walks {
				v.Begin(k, anneal.PlacesOf(deck), draw.Keyed(2, "ends", d, round*16*walks+k))
			}
			logs := must.Have(v.Forward(t.Context(), x.Ladder))(t)
			for ; len(logs) > 0; logs = logs[walks:] {
				sum, phi := math.Exp(logs[0]), 0.0
				for _, l := range logs[1:walks] {
					sum += math.Exp(l)
				}
				if sum-math.Exp(logs[0]) < float64(walks-1) {
					phi = 1
				}
				low.Add(phi * (1 - x.Ratio[d]))
				high.Add(max(0, 1-sum/float64(walks)))
			}
		}
	}
	if off := got.Low.Value - low.Mean(); math.Abs(off) > 5*math.Hypot(got.Low.SE, low.SE()) {
		t.Errorf("low %.5f ± %.5f, by the law %.5f ± %.5f", got.Low.Value, got.Low.SE, low.Mean(), low.SE())
	}
	if off := got.High.Value - high.Mean(); math.Abs(off) > 5*math.Hypot(got.High.SE, high.SE()) {
		t.Errorf("high %.5f ± %.5f, walked again %.5f ± %.5f", got.High.Value, got.High.SE, high.Mean(), high.SE())
	}
}
