package proved

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/bound"
	"dovetail/exact/word"
	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// Intervals do not depend on the number of threads, nor on what was proved before.
func TestBoundsThreads(t *testing.T) {
	q := wordstest.Query(t, 12, 4, "HRD", words.ByConvergence, 10, "H=hindu(mean=3,sd=1)")
	laws, err := pairLaws(context.Background(), run.Options{}, q.Alphabet)
	if err != nil {
		t.Fatal(err)
	}
	starts := bound.EndPairs(12)
	var want string
	for _, threads := range []int{1, 2, 8} {
		r, err := RankByBounds(context.Background(), q, run.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range r.All {
			got += fmt.Sprintln(w.Word, w.CRank, w.Ends)
			if threads > 1 {
				continue
			}
			core := coreOf(q.Alphabet, w.Row)
			alone, err := bound.NewProver(q.Alphabet, laws, starts, 1).Word(context.Background(), []byte(core), false)
			if err != nil {
				t.Fatal(err)
			}
			low, high := alone.Lower, alone.Upper
			if want := (Ends{low.Value, high.Value, string(low.By), string(high.By)}); fmt.Sprint(want) != fmt.Sprint(w.Ends) {
				t.Errorf("%s: %v alone, %v among others", w.Word, want, w.Ends)
			}
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d threads: another ranking", threads)
		}
	}
}

// The best word is proved up to four letters, and open from five: the long tests try these.
func TestBestProved(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	for m, contenders := range []int{1: 1, 2: 1, 3: 1, 4: 1, 5: 4}[:longtest.Of(4, 6)] {
		if m == 0 {
			continue
		}
		r, err := RankByBounds(context.Background(), wordstest.Query(t, 52, m, "HRD", words.ByConvergence, 1), run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if b := r.Best(true); b.Count != contenders || b.Proved != (m <= 4) {
			t.Errorf("m=%d: %+v", m, b)
		}
	}
}

// A fixed order, whose distance is known and the largest there is, comes last; words proved
// not to mix come after all others.
func TestUnmixedLast(t *testing.T) {
	names := func(all []Bounded) (names []string) {
		for _, w := range all {
			names = append(names, w.Word)
		}
		return names
	}
	r, err := RankByBounds(t.Context(), wordstest.Query(t, 20, 2, "HD", words.ByConvergence, 1, "H=hindu(mean=4,sd=1)"), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(r.All); got[3] != "DD" || r.Best(true).Unmixed != 4 {
		t.Errorf("%v: DD is not last, or not all are unmixed", got)
	}
	ends := func(low, high int64) Ends { return Ends{Low: big.NewRat(low, 1000), High: big.NewRat(high, 1000)} }
	order := newEndOrder(20)
	if order.Compare(ends(100, 1000), ends(999, 999)) >= 0 || order.Compare(ends(999, 999), ends(999, 1000)) >= 0 {
		t.Error("a word that could mix comes after one that does not, or a wide interval before a narrow one")
	}
}

// The rows of a ranking by single cards have intervals that hold those of RankByBounds.
func TestEnclose(t *testing.T) {
	q := wordstest.Query(t, 12, 3, "HRD", words.ByConvergence, 27, "H=hindu(mean=3,sd=1)")
	asked := rank.ScoreRanking{All: words.All{Scoring: words.Scoring{N: 12, Letters: q.Alphabet.Models(), Emax: "auto", Samples: 1e6}, M: 3, Top: 27}, By: words.ByConvergence}
	record, err := run.AnswerTo[results.Rank](t.Context(), asked, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := RankByBounds(t.Context(), q, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range record.Rows {
		w := narrow.All[slices.IndexFunc(narrow.All, func(w Bounded) bool { return w.Word == row.Word })]
		low, _ := new(big.Rat).SetString(row.TVDLow)
		high, _ := new(big.Rat).SetString(row.TVDHigh)
		if row.TVDKind != results.Bound || low.Cmp(w.Low) > 0 || high.Cmp(w.High) < 0 {
			t.Errorf("%s: %s to %s does not hold %v to %v", row.Word, row.TVDLow, row.TVDHigh, w.Low, w.High)
		}
	}
}

// A proof that ends early names the nearest words of those that it had come to, with their intervals.
func TestEnclosedSoFar(t *testing.T) {
	q := wordstest.Query(t, 12, 3, "HRD", words.ByConvergence, 27)
	all, err := RankByBounds(t.Context(), q, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for left := 1; ; left += 3 {
		_, err := enclosed(&wordstest.Expiring{Context: t.Context(), Left: left}, q, all.Ranking, run.Options{Threads: 1})
		if err == nil {
			break
		}
		ended := new(run.Ended)
		if !errors.As(err, &ended) {
			continue // before the first core: the laws of pairs
		}
		if ended.Done < last || ended.Done >= ended.Roots || len(ended.Best) != min(ended.Done, nearest) || !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d of its looks: %d of %d, %q, %v", left, ended.Done, ended.Roots, ended.Best, err)
		}
		last = ended.Done
		for _, text := range ended.Best {
			name, says, _ := strings.Cut(text, " ")
			i := slices.IndexFunc(all.All, func(b Bounded) bool { return b.Word == name })
			if i < 0 || says != fmt.Sprintf("at %s to %s", all.All[i].Record(0).TVDLow, all.All[i].Record(0).TVDHigh) {
				t.Errorf("it says that %s", text)
			}
		}
	}
	if last <= nearest {
		t.Errorf("it was never ended after more than %d", last)
	}
}

// All 2,187 intervals at 52 cards.
func BenchmarkBounds7(b *testing.B) {
	q := wordstest.Query(b, 52, 7, "HRD", words.ByConvergence, 10)
	for b.Loop() {
		if _, err := RankByBounds(context.Background(), q, run.Options{Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

// A ranking by what is known has the upper ends of that by what is proved, where nothing else is known, and lower ends that
// leave out pairs of cards beyond the first words; the rows that it lists have all of their scores.
func TestRankByKnown(t *testing.T) {
	q := wordstest.Query(t, 12, 5, "HRD", words.ByConvergence, 6, "H=hindu(mean=3,sd=1)")
	proved, err := RankByBounds(t.Context(), q, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]Bounded{}
	for _, w := range proved.All {
		ends[w.Word] = w
	}
	filed := func(w word.Word) (results.OnRecord, bool) {
		return results.OnRecord{Lower: results.End{Value: 0.001}, Upper: results.End{Value: 0.003, By: "annealed density",
			Records: []results.Source{{Name: "a", Delta: 1e-6}}}}, q.Alphabet.Format(w) == "RHDRH"
	}
	for _, known := range []func(word.Word) (results.OnRecord, bool){nil, filed} {
		r, used, err := RankByKnown(t.Context(), q, known, run.Options{})
		if err != nil || len(r.All) != len(proved.All) || len(r.Rows) != q.Top || (used != nil) != (known != nil) {
			t.Fatal(len(r.All), len(r.Rows), used, err)
		}
		followed := 0
		for i, w := range r.All {
			want := ends[w.Word]
			if i < q.Top && (w.WordRow != want.WordRow || r.Rows[i].Word != w.Word) {
				t.Errorf("%s has the scores %+v, want %+v", w.Word, w.WordRow, want.WordRow)
			}
			if i > 0 && r.Compare(r.All[i-1], w) >= 0 {
				t.Errorf("%s comes after %s", w.Word, r.All[i-1].Word)
			}
			if w.LowBy == string(bound.TwoCards) {
				followed++
			}
			if w.CRank != want.CRank || w.Low.Cmp(want.Low) > 0 || w.High.Cmp(want.High) != 0 && w.HighBy != "annealed density" {
				t.Errorf("%s: %v, proved %v", w.Word, w.Ends, want.Ends)
			}
		}
		if known != nil && (r.All[0].Core() == nil || r.All[0].HighBy != "annealed density" || used.Delta != 1e-6 || len(used.Records) != 1) {
			t.Errorf("%+v, %+v", r.All[0], used)
		}
		if (followed == 0) != (known != nil) { // where all others are ruled out
			t.Error("no pairs were followed")
		}
	}
}
