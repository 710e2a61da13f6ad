package densities

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/tally"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/anneal/annealtest"
	"dovetail/search/distinguish"
)

// Whatever the test, the four means of a split are what they are said to be: shares of decks by the law, and values
// of walks whose means are at least those by the densities themselves.
func TestSplitAddsUp(t *testing.T) {
	for i, spelled := range []string{"RDRR", "RHR", "VDVV", "LML", "UJU", "LJMN", "LDML", "UDU"} {
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			checkSplit(t, annealtest.Walk(t, 4, spelled, 6), rand.New(rand.NewPCG(uint64(i), 2)), longtest.Of(3000, 20000))
		})
	}
}

// weighing is a test that accepts decks for which the sum of a weight for the card at each place is above 0.
type weighing []float32

func (w weighing) Accepts(deck []uint16) bool {
	sum := float32(0)
	for i, card := range deck {
		sum += w[i*len(deck)+int(card)]
	}
	return sum > 0
}

func checkSplit(t *testing.T, x *annealtest.Walked, rng *rand.Rand, decks int) {
	var weights []float32
	for range 16 {
		weights = append(weights, float32(rng.NormFloat64()))
	}
	e := newEstimator(x.Target, x.Ladder, 2, 1, "split")
	e.test, e.both = weighing(weights), true
	var s Sums
	must.Do(t, e.splitUniform(t.Context(), 0, decks, &s))
	must.Do(t, e.splitDealt(t.Context(), 0, decks, &s))
	fails := 0
	for d := range decks {
		if failed, _ := e.dealSplit(0, d); failed {
			fails++
		}
	}
	exactly, right, wrong, distance := 0.0, 0.0, 0.0, 0.0 // P_W(fails), and the means by exact densities
	for _, deck := range x.Decks {
		p := x.Ratio[annealtest.RankOf(x.Target.Places(deck), 4)]
		share := 1 / float64(len(x.Decks))
		distance += max(0, 1-p) * share
		switch passes := e.test.Accepts(deck); {
		case passes:
			right += max(0, 1-p) * share
		default:
			exactly += p * share
			wrong += max(0, p-1) * share
		}
	}
	count := annealtest.Sample{Count: float64(decks), Sum: float64(fails), Squares: float64(fails)}
	if off := count.Mean() - exactly; off > 5*count.SE() || off < -5*count.SE() {
		t.Errorf("dealt decks fail with %v ± %v, by the law %v", count.Mean(), count.SE(), exactly)
	}
	if s.Decks != int64(decks) || s.Dealt != int64(decks) || s.validate() != nil {
		t.Errorf("%+v of %d decks", s, decks)
	}
	testResult := split{TestResult{Decks: 1 << 40}, Params{Guess: 0.1, Lower: 0.1}}
	all := testResult.above(s)[2:]
	for i, want := range []float64{right, wrong} {
		got := annealtest.Sample{Count: float64(decks), Sum: all[i].Sum, Squares: all[i].Squares}
		if got.Mean() < want-5*got.SE() || got.Mean() > want+0.3 {
			t.Errorf("kind %d: walks have %v ± %v, densities %v", i, got.Mean(), got.SE(), want)
		}
	}
	gains, losses := checkOverruled(t, x, e, decks)
	for i, gain := range gains {
		count := testResult.below(s)[2:][i]
		got := annealtest.Sample{Count: float64(decks), Sum: -count.Sum, Squares: count.Squares}
		if off := got.Mean() - (gain.Mean() - losses[i].Mean()); math.Abs(off) > 5*(got.SE()+gain.SE()+losses[i].SE()) {
			t.Errorf("kind %d below: walks have %v ± %v, decks %v ± %v, of which %v ± %v are lost",
				i, got.Mean(), got.SE(), gain.Mean(), gain.SE(), losses[i].Mean(), losses[i].SE())
		}
	}
	// The ends of a test that has seen all decks there are.
	uniformFails := 0.0
	for _, deck := range x.Decks {
		if !e.test.Accepts(deck) {
			uniformFails += float64(testResult.Decks) / float64(len(x.Decks))
		}
	}
	testResult.Accepted = [2]int64{testResult.Decks - int64(exactly*float64(testResult.Decks)), testResult.Decks - int64(uniformFails)}
	if got := testResult.interval(s, 1e-6); got.Upper < distance || got.High.Value > got.Upper ||
		got.Low.Value > distance+5*got.Low.SE || got.Lower > distance || got.Lower > max(0, got.Low.Value) {
		t.Errorf("%+v, exactly %v", got, distance)
	}
}

// checkOverruled is the gain of new walks for both kinds of decks: how much oftener they overrule
// the test for the decks of one law than for those of the other. For every uniform deck it
// compares, without the cut, the estimate of one walk with the density. For all dealt decks
// together it compares the estimate of the reverse walk with that of uniform decks. The losses are
// what the cut takes from the gains, and walks of weight 0.
func checkOverruled(t *testing.T, x *annealtest.Walked, e *estimator, decks int) (gains, losses [2]annealtest.Sample) {
	var off, cut [2]annealtest.Sample
	for from := 0; from < decks; from += group {
		var deals, evens []numbered
		for d := from; d < from+group; d++ {
			_, deck := e.dealSplit(d-from, d)
			deals, evens = append(deals, numbered{d, deck}), append(evens, e.uniformDeck(d))
		}
		logs, err := e.v.Backward(t.Context(), e.p)
		if err != nil {
			t.Fatal(err)
		}
		var walks [2][][]float64
		for side, of := range [][]numbered{deals, evens} {
			if walks[side], err = e.walkFor(t.Context(), " overruled", of); err != nil {
				t.Fatal(err)
			}
		}
		for d := range group {
			gain, loss := [2]float64{}, [2]float64{}
			if q := walks[0][d]; e.test.Accepts(deals[d].deck) {
				if q[0] < 1 {
					gain[1]--
					back := math.Exp(-logs[d*e.walks])
					off[1].Add(back)
					loss[1] = max(0, back-most)
				}
			} else if q[0] > 1 {
				gain[0]++
			}
			q := walks[1][d]
			if p := x.Ratio[annealtest.RankOf(x.Target.Places(evens[d].deck), 4)]; e.test.Accepts(evens[d].deck) {
				if q[0] < 1 {
					gain[1]++
					if q[1] > 0 {
						cut[1].Add(1)
					} else {
						loss[1]++ // no walk back comes from here
					}
				}
			} else if q[0] > 1 {
				gain[0]--
				off[0].Add(q[1] - p)
				loss[0] = max(0, q[1]-most)
			}
			for i := range gains {
				gains[i].Add(gain[i])
				losses[i].Add(loss[i])
			}
		}
	}
	off[1].Count, cut[1].Count = gains[0].Count, gains[0].Count
	if math.Abs(off[0].Mean()) > 5*off[0].SE() && off[0].Count > 100 {
		t.Errorf("where walks overrule the test others are off by %v ± %v", off[0].Mean(), off[0].SE())
	}
	if math.Abs(off[1].Mean()-cut[1].Mean()) > 5*(off[1].SE()+cut[1].SE()) {
		t.Errorf("walks back have %v ± %v, uniform decks %v ± %v", off[1].Mean(), off[1].SE(), cut[1].Mean(), cut[1].SE())
	}
	return gains, losses
}

// Both ends of splits hold, at a confidence at which failures would be seen.
func TestSplitsHold(t *testing.T) {
	missed, count, gained := 0, 0, 0
	for _, x := range []struct {
		n       int
		letters string
		words   []string
	}{
		{7, heldLetters[7], []string{"RDRR", "RRDR", "HRRHR"}},
		{7, "L=clumpy(switch=13/20) M=clumpy(switch=2/5,cut=normal,sd=1) N=riffle(cut=uniform)", []string{"LL", "LMN"}},
		{7, "L=clumpy(switch=13/20) D=deal(order=1-3-2)", []string{"LLDL"}},
		{8, heldLetters[8], []string{"RRDR", "RDRRHR"}},
		{9, heldLetters[9], []string{"RRDRR"}},
	} {
		a := small(t, x.n, x.letters)
		laws := must.Have(law.Compile(t.Context(), x.n, a.Models(), 1<<30))(t)
		for _, spelled := range x.words {
			w := must.Have(a.Parse(spelled))(t)
			l := must.Have(law.NewChain(laws, 2).Word(t.Context(), w))(t)
			exact := 0.0
			for d := range l.Decks() {
				exact += max(0, 1/float64(l.Decks())-l.Probability(d))
			}
			for seed := range longtest.Of(2, 40) {
				q := distinguish.Tests{Alphabet: a, Train: 300, Fresh: 4000, Seed: uint64(seed), Delta: 0.1, Threads: 1}
				accepted := must.Have(q.Count(t.Context(), w, 0, q.Fresh))(t)
				m := must.Have(New(a, w, Spec{Word: spelled, To: 400, Steps: 30, Scatter: 1, Walks: 2, Test: q.Train, Both: true}, q.Seed))(t)
				var s Sums
				for k, decks := range m.counts() {
					must.Do(t, m.decks(t.Context(), task{To: decks(400), Kind: kind(k)}, &s))
				}
				e := split{TestResult{accepted, q.Fresh}, m.guess}.interval(s, testDelta)
				if e.Upper < exact || e.Lower > exact {
					missed++
				}
				if e.Lower > distinguish.LowerBound(accepted, q.Fresh, testDelta) {
					gained++
				}
				if count++; e.High.Value+5*e.High.SE+0.02 < exact || e.Upper < e.High.Value || e.Low.Value-5*e.Low.SE > exact || e.Lower > max(0, e.Low.Value) {
					t.Errorf("%s, seed %d: %+v, exactly %v", spelled, seed, e, exact)
				}
			}
		}
	}
	if missed > annealtest.MaxMissed(count, testDelta) || gained == 0 {
		t.Errorf("%d of %d intervals do not hold, %d lower ends are better than the test's", missed, count, gained)
	}
	t.Logf("%d of %d intervals do not hold, %d lower ends are better than the test's", missed, count, gained)
}

// Walks scatter less the smaller the distance and the width: by far less than decks do where it is small, and by the
// half of what they would if it were large.
func TestScatterFollows(t *testing.T) {
	last := 0.0
	for _, x := range []struct{ accepted, most, least float64 }{{0.02, 0.07, 0.06}, {0.12, 0.16, 0.14}, {0.3, 0.25, 0.22}, {1, 0.5, 0.4}} {
		of := TestResult{[2]int64{int64(1e6 * (1 + x.accepted) / 2), int64(1e6 * (1 - x.accepted) / 2)}, 1e6}
		got, narrow := of.Scatter(0.03), of.Scatter(0.01)
		if got < x.least || got > x.most || got <= last || narrow >= got || of.Scatter(1e-9) != math.Sqrt(0.001) {
			t.Errorf("a test that accepts %v: %v, and %v for a narrower interval", x.accepted, got, narrow)
		}
		last = got
	}
}

// The bet is on what few decks showed, whatever the decks that count are like.
func TestSplitBetsBeforehand(t *testing.T) {
	testResult := split{TestResult{[2]int64{60000, 50000}, 1 << 16}, Params{Guess: 0.01}}
	var few, many Sums
	for range 1000 {
		few.uniform(0, 0)
		few.dealt(0)
		many.uniform(0.5, 0)
		many.dealt(0.5)
	}
	bet := tally.BestBet(0.01, testResult.expected(1000, testResult.Guess)...)
	for _, s := range []Sums{few, many} {
		if got, want := testResult.interval(s, 0.01).Upper, min(1, tally.UpperOfMeans(bet, 0.01, testResult.above(s)...)-1); got != want {
			t.Errorf("upper end %v, want %v", got, want)
		}
	}
	if a, b := testResult.open(1000, 0.01), testResult.open(2000, 0.01); !(0 < b && b < a && a < 0.1) {
		t.Errorf("%v open by 1000 decks, %v by 2000", a, b)
	}
}

// The mean square behind the price of widths is about the same for any decks, unlike that of a
// guess.
func TestSquaresAreSteady(t *testing.T) {
	a := small(t, 10, "L=clumpy(switch=13/20)")
	w := must.Have(a.Parse("LLL"))(t)
	var guessed, counted []float64
	for seed := range uint64(8) {
		m := must.Have(New(a, w, Spec{Word: "LLL", Steps: 60, Walks: 2, Test: distinguish.TrainDecks}, seed))(t)
		must.Do(t, m.prepare(t.Context()))
		var s Sums
		for _, kind := range []kind{isUniform, isDealt} {
			must.Do(t, m.decks(t.Context(), task{To: 256, Kind: kind}, &s))
		}
		guessed, counted = append(guessed, m.guess.Guess), append(counted, s.square(m.guess.Guess))
	}
	spread := func(x []float64) float64 { return slices.Max(x) / slices.Min(x) }
	if spread(guessed) < 2 || spread(counted) > 2 {
		t.Errorf("guessed %v, counted %v", guessed, counted)
	}
}
