package decks

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/search/anneal"
	"dovetail/search/anneal/annealtest"
)

var small, lettersFor, lawOf = annealtest.Small, annealtest.LettersFor, annealtest.LawOf

// walked is a word with the path of so few steps that walks mix badly.
type walked struct {
	a     *position.Laws
	w     anneal.Target
	p     *anneal.Ladder
	decks [][]uint16
	ratio []float64 // n! P(deck), of the decks as the walks have them
}

func walk(t testing.TB, n int, spelled string, steps int) *walked {
	t.Helper()
	x := &walked{a: small(t, n, lettersFor(n)), p: &anneal.Ladder{}}
	w, err := x.a.Parse(spelled)
	if err != nil {
		t.Fatal(err)
	}
	if x.w, err = anneal.New(x.a.Alphabet, w); err != nil {
		t.Fatal(err)
	}
	x.p = x.w.Ladder()
	x.p.Even(steps)
	_, core, _ := x.a.Split(w)
	l := lawOf(t, x.a.Alphabet, core)
	x.ratio = make([]float64, l.Decks())
	for d := range l.Decks() {
		var cards []uint16
		for _, c := range perm.Unrank(n, uint64(d)) {
			cards = append(cards, uint16(c))
		}
		x.decks = append(x.decks, cards)
		x.ratio[rankOf(x.w.Places(cards), n)] = l.Probability(d) * float64(l.Decks())
	}
	return x
}

// sample is a mean with its standard error; what has a probability of less than one in its count
// may not have come.
type sample struct{ count, sum, squares float64 }

func (s *sample) add(x float64) {
	s.count++
	s.sum += x
	s.squares += x * x
}

func (s sample) mean() float64 { return s.sum / s.count }

func (s sample) se() float64 {
	return math.Sqrt(max(0, s.squares/s.count-s.mean()*s.mean())/s.count) + 1/s.count
}

// Words with blocks in one, two and three pieces, and with letters of few outcomes and
// packets around and between them.
var annealedWords = []string{"RDR", "RDRR", "RHR", "HRDR", "VDVV", "RDRHR", "RCR", "RTRR", "VHV", "ARH", "RDRDRR", "NRRD", "CNAT", "HRH", "LL", "MM", "NN", "UJU", "MJM", "LNMR", "ALL", "LJMN", "UU", "KL", "GL", "FN", "LB", "PL", "BB", "UE", "LJB", "LRMGK", "LDL", "LDML", "LHL", "UDU", "NDN", "LCM", "MDLRDL", "LBDLM", "LDLJDM"}

// The mean estimate for every deck is its density, however few the steps.
func TestDensitiesAreUnbiased(t *testing.T) {
	for i, spelled := range annealedWords {
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			n, rounds := 4, longtest.Of(16, 40)
			if i < 5 {
				n, rounds = 5, longtest.Of(5, 12)
			}
			checkUnbiased(t, walk(t, n, spelled, 3), rounds, 1)
		})
	}
}

// No walk arrives at a deck that cannot be.
func TestImpossibleDecks(t *testing.T) {
	x := walk(t, 6, "RDR", 3)
	v, impossible := x.w.Particles(64), 0
	for d, deck := range x.decks {
		if x.ratio[d] > 0 {
			continue
		}
		impossible++
		for k := range 64 {
			v.Begin(k, anneal.PlacesOf(deck), anneal.Stream(1, "impossible", d, k))
		}
		logs, err := v.Forward(t.Context(), x.p)
		if err != nil || slices.Max(logs) > math.Inf(-1) {
			t.Errorf("deck %v cannot be, and walks arrive: %v, %v", deck, slices.Max(logs), err)
		}
	}
	if impossible == 0 {
		t.Error("all decks are possible")
	}
}

// checkUnbiased walks 64 times on each deck in each round.
func checkUnbiased(t *testing.T, x *walked, rounds int, seed uint64) {
	v := x.w.Particles(64)
	square, all := 0.0, sample{}
	for d, deck := range x.decks {
		s := sample{}
		for round := range rounds {
			for k := range 64 {
				v.Begin(k, anneal.PlacesOf(deck), anneal.Stream(seed, "unbiased", d, round*64+k))
			}
			logs, err := v.Forward(context.Background(), x.p)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range logs {
				s.add(math.Exp(l))
				all.add(math.Exp(l))
			}
		}
		off := (s.mean() - x.ratio[d]) / s.se()
		square += off * off
		if math.Abs(off) > 5.5 {
			t.Errorf("deck %v: %.4f ± %.4f, exactly %.4f", deck, s.mean(), s.se(), x.ratio[d])
		}
	}
	if count := float64(len(x.decks)); square > count+6*math.Sqrt(2*count) {
		t.Errorf("square deviation %.1f on %v decks", square, count)
	}
	if math.Abs(all.mean()-1) > 5*all.se() {
		t.Errorf("in the mean of all decks %.5f ± %.5f", all.mean(), all.se())
	}
}

// What walks back from dealt decks is the law of what walks to uniform decks, w times as
// likely: for every deck, with f(w) = min(1, M/w),
//
//	E over dealt decks of f(w) [deck] = E over uniform decks of min(w, M) [deck],
//
// and 1/w is on average the share of the walks that arrive.
func TestWalksBack(t *testing.T) {
	for _, spelled := range annealedWords {
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			checkBack(t, walk(t, 4, spelled, 4), longtest.Of(8, 25))
		})
	}
}

func checkBack(t *testing.T, x *walked, rounds int) {
	const walkers = 64
	e := newEstimator(x.w, x.p, walkers/group, 1, "back")
	forth, back := make([]sample, len(x.decks)), make([]sample, len(x.decks))
	arrived, share := sample{}, sample{}
	capped := func(all []sample, d int, f float64) {
		for i := range all {
			if i == d {
				all[i].add(f)
			} else {
				all[i].add(0)
			}
		}
	}
	for round := range rounds * len(x.decks) {
		decks := make([]int, walkers)
		for k := range decks {
			decks[k] = (round + k) % len(x.decks)
			e.v.Begin(k, anneal.PlacesOf(x.decks[decks[k]]), anneal.Stream(1, "forth", round, k))
		}
		logs, err := e.v.Forward(context.Background(), x.p)
		if err != nil {
			t.Fatal(err)
		}
		for k, l := range logs {
			capped(forth, decks[k], min(math.Exp(l), most))
			arrived.add(math.Min(1, math.Exp(l+1000)))
		}
		for k := range decks {
			decks[k] = rankOf(e.v.Deal(k, anneal.Stream(1, "dealt", round, k)), x.a.N)
		}
		if logs, err = e.v.Backward(context.Background(), x.p); err != nil {
			t.Fatal(err)
		}
		for k, l := range logs {
			capped(back, decks[k], min(1, most/math.Exp(l)))
			share.add(math.Exp(-l))
		}
	}
	for d := range x.decks {
		if off := forth[d].mean() - back[d].mean(); math.Abs(off) > 5*(forth[d].se()+back[d].se()) {
			t.Errorf("deck %v: %.6f ± %.6f and %.6f ± %.6f back", x.decks[d], forth[d].mean(), forth[d].se(), back[d].mean(), back[d].se())
		}
	}
	if off := arrived.mean() - share.mean(); math.Abs(off) > 5*(arrived.se()+share.se()) {
		t.Errorf("%.5f ± %.5f arrive, %.5f ± %.5f by the walks back", arrived.mean(), arrived.se(), share.mean(), share.se())
	}
}

// rankOf is the number of the deck whose cards are at those places.
func rankOf(places *shuffle.Sources, n int) int {
	p := make(perm.Perm, n)
	for card, j := range places[:n] {
		p[card] = int(j)
	}
	return int(p.Inverse().Rank())
}

// held is how often intervals at confidence 1 - delta do not hold the exact distance of a
// word, of so many seeds, and how often their ends alone do not.
func held(t *testing.T, a *position.Laws, w word.Word, exact float64, seeds, decks, steps int) (missed int) {
	t.Helper()
	spelled := a.Format(w)
	spec := spec{Word: spelled, To: decks, Steps: steps, Scatter: 1, Walks: 2}
	first, err := newMethod(a, w, spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	for seed := range seeds {
		m := &method{spec: spec, a: a, core: first.core, closed: first.closed, w: first.w, p: first.p, ready: first.ready, seed: uint64(seed)}
		var s sums
		for k, count := range m.counts() {
			if err := m.decks(t.Context(), task{To: count(decks), Kind: kind(k)}, &s); err != nil {
				t.Fatal(err)
			}
		}
		e := m.round(s.interval(testDelta), steps)
		if e.lower > exact || e.upper < exact {
			missed++
		}
		if e.lower > e.upper {
			t.Errorf("%s, seed %d: [%v, %v]", spelled, seed, e.lower, e.upper)
		}
		if short := 5 / float64(decks); e.high+5*e.highSE+short < exact || e.low-5*e.lowSE-short > exact {
			t.Errorf("%s, seed %d: estimates %v ± %v and %v ± %v, exactly %v", spelled, seed, e.low, e.lowSE, e.high, e.highSE, exact)
		}
	}
	return missed
}

// testDelta is the probability that an interval of these tests fails.
const testDelta = 0.1

// maxMissed is what a number of failures with probability testDelta in so many hardly ever
// exceeds.
func maxMissed(count int) int {
	mean := testDelta * float64(count)
	return int(mean + 5*math.Sqrt(mean) + 2)
}

// checkHeld puts every stride-th word up to so many letters to some seeds.
func checkHeld(t *testing.T, n int, letters string, longest, stride, seeds, decks int) {
	a := small(t, n, letters)
	laws, err := law.Compile(t.Context(), n, a.Models(), 4<<30)
	if err != nil {
		t.Fatal(err)
	}
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
			if _, err := newMethod(a, w, spec{}, 1); err != nil {
				continue
			}
			l, err := chain.Word(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
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
	if narrow == 0 || missed > maxMissed(count) {
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
				checkEnds(t, walk(t, 4, spelled, 3), walks, longtest.Of(9600, 24000))
			})
		}
	}
}

func checkEnds(t *testing.T, x *walked, walks, decks int) {
	e := newEstimator(x.w, x.p, walks, 1, "ends")
	var s sums
	for d := 0; d < decks; d += group {
		if err := e.uniform(t.Context(), d, group, &s); err != nil {
			t.Fatal(err)
		}
	}
	for d := 0; d < decks; d += group * walks {
		if err := e.dealt(t.Context(), d, group*walks, &s); err != nil {
			t.Fatal(err)
		}
	}
	got := s.interval(testDelta)
	low, high := sample{}, sample{}
	v := x.w.Particles(16 * walks)
	for round := range longtest.Of(8, 20) {
		for d, deck := range x.decks {
			for k := range 16 * walks {
				v.Begin(k, anneal.PlacesOf(deck), anneal.Stream(2, "ends", d, round*16*walks+k))
			}
			logs, err := v.Forward(t.Context(), x.p)
			if err != nil {
				t.Fatal(err)
			}
			for ; len(logs) > 0; logs = logs[walks:] {
				sum, phi := math.Exp(logs[0]), 0.0
				for _, l := range logs[1:walks] {
					sum += math.Exp(l)
				}
				if sum-math.Exp(logs[0]) < float64(walks-1) {
					phi = 1
				}
				low.add(phi * (1 - x.ratio[d]))
				high.add(max(0, 1-sum/float64(walks)))
			}
		}
	}
	if off := got.low - low.mean(); math.Abs(off) > 5*math.Hypot(got.lowSE, low.se()) {
		t.Errorf("low %.5f ± %.5f, by the law %.5f ± %.5f", got.low, got.lowSE, low.mean(), low.se())
	}
	if off := got.high - high.mean(); math.Abs(off) > 5*math.Hypot(got.highSE, high.se()) {
		t.Errorf("high %.5f ± %.5f, walked again %.5f ± %.5f", got.high, got.highSE, high.mean(), high.se())
	}
}
