package topswops

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func TestCensusAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 9; n++ {
		var want []uint64
		var without uint64
		all(n, func(cards []int) {
			moves := int(topswops.Pack(cards).Play().Moves)
			for len(want) <= moves {
				want = append(want, 0)
			}
			want[moves]++
			home := false
			for p, v := range cards {
				home = home || p > 0 && p == v
			}
			if !home {
				without++
			}
		})
		for _, threads := range []int{1, 2, 8} {
			got, err := census(t.Context(), n, run.Options{Threads: threads})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("n=%d: %v, %v, want %v", n, got, err, want)
			}
		}
		if got := sources(n); got != without {
			t.Errorf("n=%d: %d decks without a predecessor, want %d", n, got, without)
		}
	}
}

// playOn counts decks by playing on until an unknown card is on top, and then with each that it may be. If it is card 1 the
// game is over, and the others can lie in any order.
func playOn(d topswops.Word, moves int, unknown []int, counts *[]uint64) {
	decks := uint64(1)
	for i, card := range unknown {
		decks *= uint64(i + 1)
		end, more, _ := d.Put(0, card).Play()
		playOn(end, moves+more, slices.Concat(unknown[:i], unknown[i+1:]), counts)
	}
	*counts = append(*counts, make([]uint64, max(0, moves+1-len(*counts)))...)
	(*counts)[moves] += decks
}

func TestCensusByPlayingOn(t *testing.T) {
	for n := 1; n <= longtest.Of(10, 12); n++ {
		var want []uint64
		var unknown []int
		for card := 1; card < n; card++ {
			unknown = append(unknown, card)
		}
		playOn(0, 0, unknown, &want)
		got, err := census(t.Context(), n, run.Options{Threads: 2})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("n=%d: %v, %v, want %v", n, got, err, want)
		}
	}
}

// The moments are those of all decks, one by one.
// The counts on record agree with searches for all decks of at least some moves, which know nothing of them.
func TestCensusOnRecord(t *testing.T) {
	for n, least := range longtest.Of(map[int]int{14: 90}, map[int]int{14: 70, 15: 100, 16: 120}) {
		b := must.Have(os.ReadFile(fmt.Sprintf("../../docs/records/topswops-census-%d.json", n)))(t)
		var r games.TopswopsCensus
		must.Do(t, json.Unmarshal(b, &r))
		decks := new(big.Int)
		for _, c := range r.Counts[least:] {
			decks.Add(decks, c.Int)
		}
		found, err := ask[games.TopswopsMax](t.Context(), Max{N: n, AtLeast: least, CountOnly: true, Known: true})
		if err != nil || found.Count.Cmp(decks) != 0 {
			t.Errorf("%d cards, %d moves or more: %v decks on record, %v found, %v", n, least, decks, found.Count, err)
		}
	}
}

func TestMoments(t *testing.T) {
	for n := 1; n <= 7; n++ {
		r := must.Have(ask[games.TopswopsCensus](t.Context(), Census{n}))(t)
		power := func(about *big.Rat, k int) *big.Rat {
			sum, decks := new(big.Rat), int64(0)
			all(n, func(cards []int) {
				from := new(big.Rat).Sub(big.NewRat(int64(topswops.Pack(cards).Play().Moves), 1), about)
				term := big.NewRat(1, 1)
				for range k {
					term.Mul(term, from)
				}
				sum.Add(sum, term)
				decks++
			})
			return sum.Quo(sum, big.NewRat(decks, 1))
		}
		mean := power(new(big.Rat), 1)
		want := []string{power(mean, 2).String(), power(mean, 3).String(), power(mean, 4).String()}
		if r.Mean != mean.String() || !slices.Equal(r.Central, want) {
			t.Errorf("n=%d: %s %v, want %s %v", n, r.Mean, r.Central, mean, want)
		}
	}
}

func TestDistributions(t *testing.T) {
	r := must.Have(ask[games.TopswopsCensus](t.Context(), Census{8}))(t)
	blocks := must.Have(Census{8}.Picture(t.Context(), run.Options{Threads: 1}, []results.Record{r}))(t)
	curve := blocks[1].(figure.Curve)
	for i, s := range curve.Series { // of 8, 6, 4, 2 cards
		sum := 0.0
		for _, y := range s.Y {
			sum += math.Pow(10, y)
		}
		if len(s.Y) != KnownBelow(9)[8-2*i]+1 || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: %d lengths, together %g", s.Name, len(s.Y), sum)
		}
	}
	if len(curve.Series) != 4 {
		t.Error(len(curve.Series), "series")
	}
}

func TestCensusJob(t *testing.T) { runtest.Test(t, Census{7}) }

func FuzzCensusMerge(f *testing.F) { runtest.FuzzMerge(f, Census{7}) }
func FuzzCensusTask(f *testing.F)  { runtest.FuzzTask(f, Census{7}) }

func BenchmarkCensus12(b *testing.B) {
	for b.Loop() {
		census(b.Context(), 12, run.Options{Threads: 1})
	}
}
