package deals

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"dovetail/exact/position"
	"dovetail/exact/statistic"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func wordsOf(n, m, deals int, definitions ...string) sampledWords {
	return sampledWords{n, m, definitions, deals, 1, 0.01}
}

func TestRankingJob(t *testing.T) { runtest.Test(t, wordsOf(20, 2, 12, "R=riffle", "T=top")) }

func TestRankingStops(t *testing.T) {
	runtest.Stops(t, wordsOf(2000, 6, 100, "R=riffle", "T=top", "C=cut"))
}

func TestRankingResumes(t *testing.T) {
	runtest.Resumes(t, wordsOf(1000, 4, 60, "R=riffle", "C=cut"))
}

func FuzzMerge(f *testing.F) { runtest.FuzzMerge(f, wordsOf(9, 2, 10, "R=riffle", "T=top")) }
func FuzzTask(f *testing.F)  { runtest.FuzzTask(f, wordsOf(9, 2, 10, "R=riffle", "T=top")) }

func ranking(t *testing.T, n, m, deals int, names string) (Ranking, results.SampledRank) {
	t.Helper()
	letters := must.Have(notation.New(n, []byte(names), notation.Literal, nil))(t)
	q := Ranking{N: n, Letters: letters, M: m, Deals: deals, Seed: 1, Delta: 0.01, Top: 1 << 20}
	record := must.Have(run.AnswerTo[results.SampledRank](t.Context(), q, run.Options{}))(t)
	return q, record
}

// On a deck of as many cards as the grid has stretches its cells are those of the position
// law: the lower estimate of the distance is below the exact one except for its error, and
// close to it. The words come in order, and each with the bound that it has alone, except for
// its share of delta. A sample of a word has other decks, as a ranking may have chosen the word.
func TestRankingAgainstPositions(t *testing.T) {
	const n, deals = 20, 4000
	q, record := ranking(t, n, 3, deals, "HRT")
	if len(record.Rows) != 27 || record.Grid != n || record.Cell != deals/n {
		t.Fatalf("%d rows, a grid of %d, %v in a cell", len(record.Rows), record.Grid, record.Cell)
	}
	laws := position.NewLaws(n, q.Letters)
	chain := position.NewChain(laws)
	measured := func(s Source[uint32]) []statistic.Values {
		return must.Have(measured(t.Context(), run.Options{Threads: 1}, s.with(rankDecks), deals, nil))(t)
	}
	others := false
	fair, fairs := newFairLaws(n), measured(fairly(n, 1))
	for i, row := range record.Rows {
		w := must.Have(laws.Parse(row.Word))(t)
		e := must.Have(chain.Core(t.Context(), w))(t)
		tvd := 0.0
		for a := range n {
			for _, x := range e.Row(a) {
				tvd += math.Abs(x) / (2 * n)
			}
		}
		if row.Distance > tvd+5*row.Error || row.Distance < tvd-5*row.Error-0.02 {
			t.Errorf("%s: distance %v ± %v, exactly %v", row.Word, row.Distance, row.Error, tvd)
		}
		if i > 0 && row.TVDLow < record.Rows[i-1].TVDLow {
			t.Errorf("%s with %v after %v", row.Word, row.TVDLow, record.Rows[i-1].TVDLow)
		}
		if i%9 == 0 {
			alone := fair.boundOf(measured(byLetters(n, 1, q.Letters, row.Word)), fairs, q.Delta/27)
			if alone.low() != row.TVDLow || alone.statistic.String() != row.Statistic {
				t.Errorf("%s: %v by %s, alone %v by %s", row.Word, row.TVDLow, row.Statistic, alone.low(), alone.statistic)
			}
			of := Sampling{N: n, Letters: q.Letters, Word: row.Word, Deals: deals, Seed: 1, Delta: q.Delta / 27}
			sample := must.Have(run.AnswerTo[results.Sample](t.Context(), of, run.Options{}))(t)
			others = others || sample.TVDLow != row.TVDLow
		}
	}
	if !others {
		t.Error("samples have the decks of the ranking")
	}
}

// Of fair decks all cells are white, or few are not, and there is no distance, also where
// stretches are not alike.
func TestFairGrid(t *testing.T) {
	for _, n := range []int{1, 2, 20, 64, 65, 1000, 12345} {
		_, record := ranking(t, n, 1, 400, "W")
		row, cells := record.Rows[0], record.Grid*record.Grid
		if row.White < cells-2 || math.Abs(row.Distance) > 6*row.Error+1e-15 || row.TVDLow > 0 {
			t.Errorf("n=%d: %+v", n, row)
		}
		if _, err := json.Marshal(record); err != nil {
			t.Errorf("n=%d: %v", n, err)
		}
	}
}

func TestRankingRefuses(t *testing.T) {
	q, _ := ranking(t, 10, 1, 2, "RC")
	long, few, huge := q, q, q
	long.M, few.Deals, huge.N = 20, 1, maxSampledDeck+1
	for want, q := range map[string]Ranking{"1048576 words of length 20 are too many": long, "1 deals": few, "out of range": huge} {
		if err := q.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
