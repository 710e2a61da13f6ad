package intervals

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/bound"
	"dovetail/exact/word"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// Intervals do not depend on the number of threads, nor on what was proved before.
func TestBoundsThreads(t *testing.T) {
	q := wordstest.Query(t, 12, 4, "HRD", words.ByConvergence, 10, "H=hindu(mean=3,sd=1)")
	laws := must.Have(pairLaws(context.Background(), run.Options{}, q.Alphabet))(t)
	starts := bound.EndPairs(12)
	var want string
	for _, threads := range []int{1, 2, 8} {
		r := must.Have(rankByBounds(context.Background(), q, Budget{}, false, run.Options{Threads: threads}))(t)
		got := ""
		for _, w := range r.All {
			got += fmt.Sprintln(w.Word, w.CRank, w.Ends)
			if threads > 1 {
				continue
			}
			core := coreOf(q.Alphabet, w.Row)
			alone := must.Have(bound.NewProver(q.Alphabet, laws, starts, 1).Word(context.Background(), []byte(core), false))(t)
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
		r := must.Have(rankByBounds(context.Background(), wordstest.Query(t, 52, m, "HRD", words.ByConvergence, 1), Budget{}, false, run.Options{}))(t)
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
	r := must.Have(rankByBounds(t.Context(), wordstest.Query(t, 20, 2, "HD", words.ByConvergence, 1, "H=hindu(mean=4,sd=1)"), Budget{}, false, run.Options{}))(t)
	if got := names(r.All); got[3] != "DD" || r.Best(true).Unmixed != 4 {
		t.Errorf("%v: DD is not last, or not all are unmixed", got)
	}
	ends := func(low, high int64) Ends { return Ends{Low: big.NewRat(low, 1000), High: big.NewRat(high, 1000)} }
	order := newEndOrder(20)
	if order.Compare(ends(100, 1000), ends(999, 999)) >= 0 || order.Compare(ends(999, 999), ends(999, 1000)) >= 0 {
		t.Error("a word that could mix comes after one that does not, or a wide interval before a narrow one")
	}
}

// The rows of a ranking by single cards have intervals that hold those of rankByBounds.
func TestEnclose(t *testing.T) {
	q := wordstest.Query(t, 12, 3, "HRD", words.ByConvergence, 27, "H=hindu(mean=3,sd=1)")
	asked := rank.ScoreRanking{All: words.All{Scoring: words.Scoring{N: 12, Letters: q.Alphabet.Models(), Emax: "auto", Samples: 1e6}, M: 3, Top: 27}, By: words.ByConvergence}
	record := must.Have(run.AnswerTo[results.Rank](t.Context(), asked, run.Options{}))(t)
	narrow := must.Have(rankByBounds(t.Context(), q, Budget{}, false, run.Options{}))(t)
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
	all := must.Have(rankByBounds(t.Context(), q, Budget{}, false, run.Options{}))(t)
	two := must.Have(pairLaws(t.Context(), run.Options{}, q.Alphabet))(t)
	last := 0
	for left := 1; ; left += 3 {
		_, err := enclosed(&wordstest.Expiring{Context: t.Context(), Left: left}, q, all.Ranking, Budget{}, two, run.Options{Threads: 1})
		if err == nil {
			break
		}
		ended := new(run.Ended)
		if !errors.As(err, &ended) || ended.Done < last || ended.Done >= ended.Roots || len(ended.Best) != min(ended.Done, nearest) || !errors.Is(err, context.Canceled) {
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
		if _, err := rankByBounds(context.Background(), q, Budget{}, false, run.Options{Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

// A ranking by what is known has the upper ends of that by what is proved, where nothing else is known, and lower ends that
// leave out pairs of cards beyond the first words; the rows that it lists have all of their scores.
func TestRankByKnown(t *testing.T) {
	q := wordstest.Query(t, 12, 5, "HRD", words.ByConvergence, 6, "H=hindu(mean=3,sd=1)")
	proved := must.Have(rankByBounds(t.Context(), q, Budget{}, false, run.Options{}))(t)
	ends := map[string]Bounded{}
	for _, w := range proved.All {
		ends[w.Word] = w
	}
	filed := func(w word.Word) (results.OnRecord, bool) {
		return results.OnRecord{Lower: results.End{Value: 0.001}, Upper: results.End{Value: 0.003, By: "annealed density",
			Records: []results.Source{{Name: "a", Delta: 1e-6}}}}, q.Alphabet.Format(w) == "RHDRH"
	}
	for _, known := range []func(word.Word) (results.OnRecord, bool){nil, filed} {
		r, used, err := rankByKnown(t.Context(), q, Budget{}, false, known, run.Options{})
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

// Within a budget the words of all lengths are ranked as among those of their own length, and each effort buys the first of
// those that take no more.
func TestRankWithin(t *testing.T) {
	b := Budget{Effort: "D=2,H=1.5,R=1", Within: 4}
	ends := map[string]string{}
	for m := 1; m <= 4; m++ {
		r := must.Have(rankByBounds(t.Context(), wordstest.Query(t, 12, m, "HRD", words.ByConvergence, 10), Budget{}, false, run.Options{}))(t)
		for _, w := range r.All {
			if b.Of(w.Word).Cmp(big.NewRat(4, 1)) <= 0 {
				ends[w.Word] = fmt.Sprint(w.Ends)
			}
		}
	}
	q := wordstest.Query(t, 12, 4, "HRD", words.ByConvergence, 10)
	r, err := rankByBounds(t.Context(), q, b, false, run.Options{})
	if err != nil || len(r.All) != len(ends) {
		t.Fatal(len(r.All), len(ends), err)
	}
	for i, w := range r.All {
		if fmt.Sprint(w.Ends) != ends[w.Word] || i > 0 && r.Compare(r.All[i-1], w) >= 0 {
			t.Errorf("%s has %v at %d, %s among words of its length", w.Word, w.Ends, i, ends[w.Word])
		}
	}
	filed := func(w word.Word) (results.OnRecord, bool) {
		return results.OnRecord{Lower: results.End{Value: 0.1, By: "trained test"}, Upper: results.End{Value: 0.2, By: "annealed density"}},
			q.Alphabet.Format(w) == "RHR"
	}
	known, used, err := rankByKnown(t.Context(), q, b, false, filed, run.Options{})
	if err != nil || len(known.All) != len(ends) || used == nil || used.Words != 1 {
		t.Fatal(len(known.All), used, err)
	}
	var open []string
	for _, w := range known.All {
		least := big.NewRat(1, 1)
		for _, other := range known.All {
			if b.Of(other.Word).Cmp(b.Of(w.Word)) <= 0 && other.High.Cmp(least) < 0 {
				least = other.High
			}
		}
		if w.Low.Cmp(least) <= 0 && (least.Cmp(Unmixed) < 0 || b.Of(w.Word).Cmp(big.NewRat(4, 1)) == 0) {
			open = append(open, w.Word)
		}
	}
	slices.SortStableFunc(open, func(x, y string) int { return b.Of(x).Cmp(b.Of(y)) })
	var got []string
	for _, w := range known.open() {
		got = append(got, w.Word)
	}
	if !slices.Equal(got, open) || len(open) < 2 {
		t.Errorf("%v could be best, want %v", got, open)
	}
	bought := known.Buys().Frontier
	if last := bought[len(bought)-1]; last.Word != "RHR" || last.Effort != 3.5 || last.TVDHigh != "0.2" && !strings.HasPrefix(last.TVDHigh, "0.200000") {
		t.Errorf("%+v", bought)
	}
	if row := known.Row(0); row.Word != "RHR" || row.Effort != 3.5 || row.Rank != 1 {
		t.Errorf("%+v", row)
	}
}

// A ranking that uses recorded ends that are proved has the kind bound, also when its record is
// checked.
func TestKindOnRecord(t *testing.T) {
	letters := wordstest.Query(t, 12, 2, "RD", words.ByConvergence, 3).Alphabet.Models()
	q := Ranking{All: words.All{Scoring: words.Scoring{N: 12, Letters: letters, Emax: "auto", Samples: 1000}, M: 2, Top: 3}, By: ByDistance}
	for kind, delta := range map[string]float64{results.Bound: 0, results.Sampled: 1e-6} {
		filed := func(*word.Alphabet) func(word.Word) (results.OnRecord, bool) {
			return func(w word.Word) (results.OnRecord, bool) {
				return results.OnRecord{Upper: results.End{Value: 0.9, Records: []results.Source{{Name: "a", Delta: delta}}}}, len(w) > 1
			}
		}
		r, err := run.AnswerTo[results.BoundRank](t.Context(), q, run.Options{Known: filed})
		if err != nil || r.Kind != kind || r.OnRecord == nil {
			t.Fatal(r.Kind, r.OnRecord, err)
		}
		if want, _, _ := q.Follows(t.Context(), run.Options{}, r); want.(results.BoundRank).Kind != kind {
			t.Errorf("checked, it is %s and not %s", want.(results.BoundRank).Kind, kind)
		}
		bound := q
		bound.By = ByBound
		if want, _, _ := bound.Follows(t.Context(), run.Options{}, r); want != nil {
			t.Error("a ranking by what is proved has ends that were on record")
		}
	}
}

// The picture has the interval of the first word of each length, with its upper end as the point, and the letter that mixes
// best by itself, where that is known.
func TestPicture(t *testing.T) {
	ask := func(m int) Ranking {
		q := wordstest.Query(t, 12, m, "RD", words.ByConvergence, 3)
		return Ranking{All: words.All{Scoring: words.Scoring{N: 12, Letters: q.Alphabet.Models(), Emax: "auto", Samples: 1000}, M: m, Top: 3}, By: ByDistance}
	}
	known := func(*word.Alphabet) func(word.Word) (results.OnRecord, bool) {
		return func(w word.Word) (results.OnRecord, bool) {
			return results.OnRecord{Upper: results.End{Value: 1 - float64(len(w))/1024}}, len(w) > 0 && bytes.Count(w, []byte{0}) == len(w)
		}
	}
	for _, o := range []run.Options{{}, {Known: known}} {
		var answers []results.Record
		for m := 2; m <= 4; m++ {
			r := must.Have(ask(m).Answer(t.Context(), o))(t)
			answers = append(answers, r)
		}
		blocks := must.Have(ask(2).Picture(t.Context(), o, answers))(t)
		series := blocks[1].(figure.Curve).Series
		best := series[len(series)-1]
		for i, answer := range answers {
			r := answer.(results.BoundRank)
			row := r.Rows[0]
			if fmt.Sprint(best.Low[i]) > row.TVDLow+"1" || best.Y[i] != best.High[i] || best.Low[i] > best.High[i] || best.First != 2 ||
				!strings.Contains(string(blocks[2].(figure.Caption)), fmt.Sprintf("%d: %s", r.M, row.Word)) {
				t.Errorf("%v, %+v of %+v", blocks[2], best, row)
			}
		}
		if alone := len(series) == 2 && series[0].Name == "R alone" && series[0].Y[2] == 1-4./1024; alone != (o.Known != nil) {
			t.Errorf("%+v", series)
		}
	}
}

// A ranking by what is known that is interrupted while pairs of cards are followed is the ranking without them; one that is
// interrupted before names no word as the best, because better ones may be on record.
func TestRankByKnownEndsEarly(t *testing.T) {
	letters := must.Have(notation.New(12, []byte("HRD"), "literal", []string{"H=hindu(mean=3,sd=1)"}))(t)
	asked := Ranking{All: words.All{Scoring: words.Scoring{N: 12, Letters: letters, Emax: "auto", Samples: 1e6}, M: 4, Top: 3}, By: ByDistance}
	whole := must.Have(run.AnswerTo[results.BoundRank](t.Context(), asked, run.Options{}))(t)
	single := asked
	single.Single = true
	want, err := run.AnswerTo[results.BoundRank](t.Context(), single, run.Options{})
	if err != nil || reflect.DeepEqual(want.Rows, whole.Rows) {
		t.Fatalf("without pairs: %v, rows %v", err, want.Rows)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := run.Options{Known: func(*word.Alphabet) func(word.Word) (results.OnRecord, bool) {
		return func(word.Word) (results.OnRecord, bool) { cancel(); return results.OnRecord{}, false }
	}}
	_, err = asked.Answer(ctx, o)
	stateless := new(run.Ended)
	if got := results.Known(err); !errors.Is(err, context.Canceled) || !errors.As(err, &stateless) || !stateless.Stateless || len(got) != 1 || !reflect.DeepEqual(got[0], results.Record(want)) {
		t.Errorf("interrupted: %v, %+v, want %+v", err, got, want)
	}
	nothing := func(word.Word) (results.OnRecord, bool) { return results.OnRecord{}, false }
	q := must.Have(asked.Query(t.Context(), nil))(t)
	proofs := 0
	for left := 1; ; left += 40 {
		_, _, err := rankByKnown(&wordstest.Expiring{Context: t.Context(), Left: left}, q, Budget{}, false, nothing, run.Options{Threads: 1})
		if err == nil {
			break
		}
		if ended := new(run.Ended); errors.As(err, &ended) && ended.Stateless {
			if proofs++; len(ended.Best) > 0 {
				t.Fatalf("after %d looks: %v", left, err)
			}
		}
	}
	if proofs == 0 {
		t.Error("no proof was interrupted")
	}
}
