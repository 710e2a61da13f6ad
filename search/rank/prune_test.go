package rank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

func pruneOf(t testing.TB, q words.Query, threads int) Ranking {
	t.Helper()
	return must.Have(prune(context.Background(), q, false, run.Options{Threads: threads}))(t)
}

// rows prints what must agree between the pruned search and the enumeration:
// everything, to the last bit.
func rows(rs []words.Row) string {
	s := ""
	for _, r := range rs {
		s += fmt.Sprintf("%+v\n", plain(r))
	}
	return s
}

// tops are the numbers of leaders asked for; the enumeration is asked for the
// last, whose beginning is the answer to the others.
var tops = []int{1, 10, 100}

// checkPruning compares the pruned search with the enumeration.
func checkPruning(t *testing.T, q words.Query) {
	t.Helper()
	q.Top = tops[len(tops)-1]
	want := rank(t, q, 2)
	for _, q.Top = range tops {
		got := pruneOf(t, q, 2)
		if a, b := rows(got.Rows), rows(want.Rows[:min(q.Top, len(want.Rows))]); a != b {
			t.Fatalf("n=%d m=%d over %s by %s, top %d: pruned\n%s\nenumerated\n%s", q.Alphabet.N, q.M, q.Alphabet, q.Key, q.Top, a, b)
		}
		if got.Words.Cmp(want.Words) != 0 || got.Stats.Laws() != want.Stats.Laws() {
			t.Fatalf("n=%d m=%d over %s: %v words, %d laws; want %v, %d",
				q.Alphabet.N, q.M, q.Alphabet, got.Words, got.Stats.Laws(), want.Words, want.Stats.Laws())
		}
	}
}

func TestPruneAgainstEnumeration(t *testing.T) {
	for _, names := range []string{"HRD", "RD", "HR"} {
		for key := range measures {
			for _, n := range []int{1, 2, 9, 10, 20, 52} {
				for _, m := range []int{2, 5} {
					checkPruning(t, wordstest.Query(t, n, m, names, key, 0))
				}
			}
			if !testing.Short() && (names == "HRD" || longtest.On()) {
				checkPruning(t, wordstest.Query(t, 52, longtest.Of(7, 8), names, key, 0))
			}
			checkPruning(t, wordstest.Query(t, 20, 6, names, key, 0, "R=riffle(cut=normal)"))
		}
	}
}

// Length 10, or 8 unless the tests are long, three decks, or two, three alphabets, or two, and both presets of the riffle, except for the
// narrow cut of 52 cards, which the test of length 12 has.
func TestPruneLongWordsAgainstEnumeration(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	m := longtest.Of(8, 10)
	for key := range measures {
		for _, n := range []int{10, 20, 52}[:longtest.Of(2, 3)] {
			for _, names := range []string{"HRD", "RD", "HR"}[:longtest.Of(2, 3)] {
				checkPruning(t, wordstest.Query(t, n, m, names, key, 0))
				if n < 52 {
					checkPruning(t, wordstest.Query(t, n, m, names, key, 0, "R=riffle(cut=normal)"))
				}
			}
		}
	}
}

// Two and three deterministic letters, and a reversal that commutes with R.
func TestPruneWithMoreLetters(t *testing.T) {
	for key := range measures {
		for _, names := range []string{"RDE", "HRDEF", "DE", "RE", "ER"} {
			q := wordstest.Query(t, 11, 5, names, key, 0, "E=deal(piles=1)", "F=deal(piles=3)", "H=hindu(mean=3,sd=1)")
			checkPruning(t, q)
		}
	}
}

// Each of the other models, beside others: uniform letters, whose words tie at 0,
// several deterministic ones, and inverses.
func TestPruneWithOtherModels(t *testing.T) {
	for key := range measures {
		for _, names := range []string{"RFC", "HWD", "CW", "ATB", "FIT", "VPR", "BFV", "HRDCATWFIVPB"} {
			for _, n := range []int{1, 2, 11} {
				var smaller []string // packets, of those made for larger decks
				if n < 5 && strings.Contains(names, "P") {
					smaller = append(smaller, "P=inverse(of=hindu(size=uniform,min=1,max=9))")
				}
				checkPruning(t, wordstest.Query(t, n, 2, names, key, 0, smaller...))
				if len(names) < 4 {
					checkPruning(t, wordstest.Query(t, n, 5, names, key, 0, smaller...))
				}
			}
		}
	}
}

// With a uniform letter, or without, long words rank as they do one by one.
func TestSearchWithOtherModels(t *testing.T) {
	for _, key := range words.Keys {
		for _, names := range []string{"RC", "FW", "TF", "BV"} {
			q := wordstest.Query(t, 10, 9, names, key, 20)
			got := must.Have(Search(context.Background(), q, run.Options{}))(t)
			want := rank(t, q, 2)
			if a, b := rows(got.Rows), rows(want.Rows); a != b {
				t.Fatalf("over %s by %s:\n%s\nenumerated\n%s", names, key, a, b)
			}
			if p := got.Perfect; p != nil && p.Cmp(want.Perfect) != 0 {
				t.Fatalf("over %s by %s: %v perfect words, want %v", names, key, p, want.Perfect)
			}
		}
	}
}

// Random doubly stochastic letters, some of them deterministic.
func TestPruneRandomLetters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 14).Draw(rt, "n")
		var letters []notation.Letter
		for i := range rapid.IntRange(1, 3).Draw(rt, "letters") {
			var outcomes []perm.Perm
			for range rapid.SampledFrom([]int{1, 2, 3, 8, 40}).Draw(rt, "outcomes") {
				outcomes = append(outcomes, perm.Perm(rapid.Permutation([]int(perm.Identity(n))).Draw(rt, "outcome")))
			}
			letters = append(letters, notation.Letter{Name: "ABC"[i], Model: mixture{outcomes: outcomes}})
		}
		m := longtest.Of(5, 6)
		q := wordstest.Query(t, n, m, "R", rapid.SampledFrom([]words.Key{words.ByMeanTVD, words.ByWorstTVD, words.ByMaxError}).Draw(rt, "by"), 1)
		q.Alphabet = position.NewLaws(n, letters)
		checkPruning(t, q)

		q.Emax = position.NewTolerance(big.NewRat(rapid.Int64Range(0, 50).Draw(rt, "emax"), 100))
		got := perfectOf(t, q, m, 1)
		if want := rank(t, q, 1).Perfect; got.Counts[m].Cmp(want) != 0 {
			rt.Fatalf("%v perfect words, want %v", got.Counts[m], want)
		}
	})
}

// mixture is a shuffle of a few equally likely outcomes.
type mixture struct {
	shuffle.AnyDeck
	outcomes []perm.Perm
}

func (m mixture) String() string                                  { return fmt.Sprint(m.outcomes) }
func (mixture) Dealer(int) shuffle.Dealer                         { panic("not dealt") }
func (mixture) Support(int, uint, func(perm.Perm, *big.Int) bool) {}

func (m mixture) Law(n int, bits uint) *shuffle.Law {
	l := &shuffle.Law{N: n, Bits: bits, Slack: int64(len(m.outcomes)), Cells: make([]big.Int, n*n)}
	if len(m.outcomes) == 1 {
		l.Slack = 0
	}
	for _, p := range m.outcomes {
		share := new(big.Int).Lsh(big.NewInt(1), bits)
		share.Quo(share, big.NewInt(int64(len(m.outcomes))))
		for i, j := range p {
			l.At(i, j).Add(l.At(i, j), share)
		}
	}
	return l
}

// A search that is stopped and taken up again gives the same bytes.
func TestPruneResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	q := wordstest.Query(t, 52, longtest.Of(12, 13), "HRD", words.ByMeanTVD, 20)
	want := pruneOf(t, q, 2)
	dir := t.TempDir()
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(20+20*stops)*time.Millisecond)
		got, err := prune(ctx, q, false, run.Options{Threads: 2, Dir: dir})
		cancel()
		var stopped *run.Stopped
		if errors.As(err, &stopped) || errors.Is(err, context.DeadlineExceeded) { // the latter before there is a state
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Fatalf("after %d stops\n%+v\nwant\n%+v", stops, got, want)
		}
		break
	}
	q.Top = 21
	if _, err := prune(context.Background(), q, false, run.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "top") {
		t.Errorf("the state of another search was taken: %v", err)
	}
}

// Wherever a task is stopped it ends with an error, and its searcher can go on
// with another task.
func TestPairsStopAnywhere(t *testing.T) {
	q := wordstest.Query(t, 4, 12, "HRD", words.ByMeanTVD, 10)
	job := newPruning(pruned{q, false})
	must.Do(t, job.tables(t.Context(), math.Inf(1)))
	pieces := must.Have(job.Roots())(t)
	last := run.Task{Payload: pieces[len(pieces)-1].Payload}
	want := must.Have(job.Run(t.Context(), last))(t)
	for reads := range 200 {
		if _, err := job.Run(&wordstest.Expiring{Context: t.Context(), Left: reads}, last); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d readings of its context: %v", reads, err)
		}
	}
	got, err := job.Run(t.Context(), last)
	if err != nil || string(got.Found) != string(want.Found) {
		t.Fatalf("after the stops %s, %v; want %s", got.Found, err, want.Found)
	}
}

func BenchmarkPrune12(b *testing.B) { benchmarkPrune(b, 12, words.ByMeanTVD) }
func BenchmarkPrune16(b *testing.B) { benchmarkPrune(b, 16, words.ByMeanTVD) }
func BenchmarkPrune18(b *testing.B) { benchmarkPrune(b, 18, words.ByMeanTVD) }
func BenchmarkPrune20(b *testing.B) { benchmarkPrune(b, 20, words.ByMeanTVD) }

func BenchmarkPrune16Worst(b *testing.B)    { benchmarkPrune(b, 16, words.ByWorstTVD) }
func BenchmarkPrune16MaxError(b *testing.B) { benchmarkPrune(b, 16, words.ByMaxError) }

func benchmarkPrune(b *testing.B, m int, key words.Key) {
	q := wordstest.Query(b, 52, m, "HRD", key, 10)
	var s Stats
	for b.Loop() {
		s = pruneOf(b, q, 1).Stats
	}
	b.ReportMetric(float64(s.FirstProbe)/float64(s.Laws())*100, "%first")
	b.ReportMetric(float64(s.OtherProbes), "others")
	b.ReportMetric(float64(s.Rows), "rows")
	b.ReportMetric(float64(s.Scored), "scored")
}

// The search must give the rows of the enumeration by every score.
func TestSearchAgainstEnumeration(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	for _, key := range words.Keys {
		for m := 7; m <= longtest.Of(7, 9); m++ {
			q := wordstest.Query(t, 52, m, "HRD", key, 100)
			want := rank(t, q, 2)
			for _, q.Top = range longtest.Of(tops[1:2], tops) {
				got := must.Have(Search(context.Background(), q, run.Options{}))(t)
				if a, b := rows(got.Rows), rows(want.Rows[:q.Top]); a != b {
					t.Fatalf("m=%d by %s, top %d:\n%s\nenumerated\n%s", m, key, q.Top, a, b)
				}
				if p := got.Perfect; p != nil && p.Cmp(want.Perfect) != 0 {
					t.Fatalf("m=%d by %s: %v perfect words, want %v", m, key, p, want.Perfect)
				}
			}
		}
	}
}
