package anneal_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/shuffle/draw"
	"dovetail/search/anneal"
	"dovetail/search/anneal/annealtest"
)

// most is the M of [TestWalksBack].
const most = 2.0

// Words with blocks in one, two and three pieces, and with letters of few outcomes and
// packets around and between them.
var annealedWords = []string{"RDR", "RDRR", "RHR", "HRDR", "VDVV", "RDRHR", "RCR", "RTRR", "VHV", "ARH", "RDRDRR", "NRRD", "CNAT", "HRH", "LL", "MM", "NN", "UJU", "MJM", "LNMR", "ALL", "LJMN", "UU", "KL", "GL", "FN", "LB", "PL", "BB", "UE", "LJB", "LRMGK", "LDL", "LDML", "LHL", "UDU", "NDN", "LCM", "MDLRDL", "LBDLM", "LDLJDM", "NDNK", "KHNN", "NTKDN"}

// The mean estimate for every deck is its density, however few the steps.
func TestDensitiesAreUnbiased(t *testing.T) {
	for i, spelled := range annealedWords {
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			n, rounds := 4, longtest.Of(16, 40)
			if i < 5 {
				n, rounds = 5, longtest.Of(5, 12)
			}
			x := annealtest.Walk(t, n, spelled, 3)
			checkUnbiased(t, x, rounds, 1)
			if x.Target = anneal.ByCuts(x.Target); x.Target != nil {
				checkUnbiased(t, x, rounds, 1)
			}
		})
	}
}

// No walk arrives at a deck that cannot be.
func TestImpossibleDecks(t *testing.T) {
	x := annealtest.Walk(t, 6, "RDR", 3)
	v, impossible := x.Target.Particles(64), 0
	for d, deck := range x.Decks {
		if x.Ratio[d] > 0 {
			continue
		}
		impossible++
		for k := range 64 {
			v.Begin(k, anneal.PlacesOf(deck), draw.Keyed(1, "impossible", d, k))
		}
		logs, err := v.Forward(t.Context(), x.Ladder)
		if err != nil || slices.Max(logs) > math.Inf(-1) {
			t.Errorf("deck %v cannot be, and walks arrive: %v, %v", deck, slices.Max(logs), err)
		}
	}
	if impossible == 0 {
		t.Error("all decks are possible")
	}
}

// checkUnbiased walks 64 times on each deck in each round. Where most of a mean comes from rare walks, a sample that has
// none of them shows too small an error: a deck that seems to be off gets fifty times the rounds.
func checkUnbiased(t *testing.T, x *annealtest.Walked, rounds int, seed uint64) {
	v := x.Target.Particles(64)
	square, all := 0.0, annealtest.Sample{}
	for d, deck := range x.Decks {
		s, off := annealtest.Sample{}, 0.0
		walk := func(from, to int) {
			for round := from; round < to; round++ {
				for k := range 64 {
					v.Begin(k, anneal.PlacesOf(deck), draw.Keyed(seed, "unbiased", d, round*64+k))
				}
				logs, err := v.Forward(context.Background(), x.Ladder)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range logs {
					s.Add(math.Exp(l))
					if round < rounds {
						all.Add(math.Exp(l))
					}
				}
			}
			off = (s.Mean() - x.Ratio[d]) / s.SE()
		}
		if walk(0, rounds); math.Abs(off) > 5.5 {
			walk(rounds, 51*rounds)
		}
		square += off * off
		if math.Abs(off) > 5.5 {
			t.Errorf("deck %v: %.4f ± %.4f, exactly %.4f", deck, s.Mean(), s.SE(), x.Ratio[d])
		}
	}
	if count := float64(len(x.Decks)); square > count+6*math.Sqrt(2*count) {
		t.Errorf("square deviation %.1f on %v decks", square, count)
	}
	if math.Abs(all.Mean()-1) > 5*all.SE() {
		t.Errorf("in the mean of all decks %.5f ± %.5f", all.Mean(), all.SE())
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
			x := annealtest.Walk(t, 4, spelled, 4)
			checkBack(t, x, longtest.Of(8, 25))
			if x.Target = anneal.ByCuts(x.Target); x.Target != nil {
				checkBack(t, x, longtest.Of(8, 25))
			}
		})
	}
}

func checkBack(t *testing.T, x *annealtest.Walked, rounds int) {
	const walkers = 64
	v := x.Target.Particles(walkers)
	forth, back := make([]annealtest.Sample, len(x.Decks)), make([]annealtest.Sample, len(x.Decks))
	arrived, share := annealtest.Sample{}, annealtest.Sample{}
	capped := func(all []annealtest.Sample, d int, f float64) {
		for i := range all {
			if i == d {
				all[i].Add(f)
			} else {
				all[i].Add(0)
			}
		}
	}
	for round := range rounds * len(x.Decks) {
		decks := make([]int, walkers)
		for k := range decks {
			decks[k] = (round + k) % len(x.Decks)
			v.Begin(k, anneal.PlacesOf(x.Decks[decks[k]]), draw.Keyed(1, "forth", round, k))
		}
		logs, err := v.Forward(context.Background(), x.Ladder)
		if err != nil {
			t.Fatal(err)
		}
		for k, l := range logs {
			capped(forth, decks[k], min(math.Exp(l), most))
			arrived.Add(math.Min(1, math.Exp(l+1000)))
		}
		for k := range decks {
			decks[k] = annealtest.RankOf(v.Deal(k, draw.Keyed(1, "dealt", round, k)), x.Letters.N)
		}
		if logs, err = v.Backward(context.Background(), x.Ladder); err != nil {
			t.Fatal(err)
		}
		for k, l := range logs {
			capped(back, decks[k], min(1, most/math.Exp(l)))
			share.Add(math.Exp(-l))
		}
	}
	for d := range x.Decks {
		if off := forth[d].Mean() - back[d].Mean(); math.Abs(off) > 5*(forth[d].SE()+back[d].SE()) {
			t.Errorf("deck %v: %.6f ± %.6f and %.6f ± %.6f back", x.Decks[d], forth[d].Mean(), forth[d].SE(), back[d].Mean(), back[d].SE())
		}
	}
	if off := arrived.Mean() - share.Mean(); math.Abs(off) > 5*(arrived.SE()+share.SE()) {
		t.Errorf("%.5f ± %.5f arrive, %.5f ± %.5f by the walks back", arrived.Mean(), arrived.SE(), share.Mean(), share.SE())
	}
}

// A deck comes back from where its cards are.
func TestDeckOfPlaces(t *testing.T) {
	for _, spelled := range []string{"RDR", "DRRH", "LL", "LJM", "UU", "UJU", "VDVV"} {
		x := annealtest.Walk(t, 4, spelled, 3)
		for _, deck := range x.Decks {
			if got := x.Target.Deck(x.Target.Places(deck)); !slices.Equal(got, deck) {
				t.Errorf("%s: %v comes back as %v", spelled, deck, got)
			}
		}
	}
}
