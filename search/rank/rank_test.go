package rank

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/exact/word"
	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

func rank(t testing.TB, q words.Query, threads int) Ranking {
	t.Helper()
	return must.Have(Rank(context.Background(), q, run.Options{Threads: threads}))(t)
}

// rankFrom ranks the words of every length from one to that of a query.
func rankFrom(t testing.TB, from int, q words.Query, threads int) (all []Ranking) {
	t.Helper()
	for to := q.M; from <= to; from++ {
		q.M = from
		all = append(all, rank(t, q, threads))
	}
	return all
}

// oracle scores every word of length m by itself.
func oracle(q words.Query, m int) (rows []words.Row, perfect int64) {
	a := q.Alphabet
	w := make(word.Word, m)
	var fill func(k int)
	fill = func(k int) {
		if k < m {
			for l := range a.Letters {
				w[k] = byte(l)
				fill(k + 1)
			}
			return
		}
		r, err := words.NewEvaluator(q).Row(context.Background(), w)
		if err != nil {
			panic(err)
		}
		if r.White == a.N*a.N {
			perfect++
		}
		rows = append(rows, r)
	}
	fill(0)
	return rows, perfect
}

// The enumeration by cores must give the rows and counts of the plain one, for
// alphabets with none, one and two deterministic letters.
func TestRankAgainstOracle(t *testing.T) {
	for _, names := range []string{"HRD", "RD", "HR", "DE", "RDE", "D", "JR", "RJD", "FC", "WIT", "BV", "PA"} {
		q := wordstest.Query(t, 11, 5, names, "", 0, "E=deal(piles=3)", "J=deal(piles=1)", "H=hindu(mean=3,sd=1)")
		scored, whole := make([][]words.Row, q.M+1), make([]int64, q.M+1)
		for m := 1; m <= q.M; m++ {
			scored[m], whole[m] = oracle(q, m)
		}
		for _, key := range words.Keys {
			for _, top := range []int{1, 10, 1000} {
				q.Key, q.Top = key, top
				for _, got := range rankFrom(t, 1, q, 2) {
					rows, perfect := scored[got.M], whole[got.M]
					slices.SortFunc(rows, key.Compare)
					if got.Words.Cmp(big.NewInt(int64(len(rows)))) != 0 || got.Perfect.Int64() != perfect {
						t.Fatalf("%s %s m=%d: %v words, %v perfect; want %d, %d",
							names, key, got.M, got.Words, got.Perfect, len(rows), perfect)
					}
					for i, want := range rows[:min(top, len(rows))] {
						if plain(got.Rows[i]) != plain(want) {
							t.Fatalf("%s %s m=%d top %d, row %d: %v, want %v", names, key, got.M, top, i, got.Rows[i], want)
						}
					}
					if len(got.Rows) != min(top, len(rows)) {
						t.Fatalf("%s %s m=%d top %d: %d rows", names, key, got.M, top, len(got.Rows))
					}
				}
			}
		}
	}
}

// plain leaves out what may differ between ways to the same scores.
func plain(r words.Row) words.Row {
	r.Close, r.Error = 0, 0
	return r
}

func TestThreadsDoNotMatter(t *testing.T) {
	q := wordstest.Query(t, 52, 7, "HRD", words.ByConvergence, 40)
	want := fmt.Sprint(rank(t, q, 1))
	for _, threads := range []int{2, 3, 8} {
		if got := fmt.Sprint(rank(t, q, threads)); got != want {
			t.Errorf("%d threads: %s\nwant %s", threads, got, want)
		}
	}
}

// The best words by expected white count, and the number of perfect words,
// found by another program for the literal model.
func TestKnownRankings(t *testing.T) {
	best := map[int][]string{
		2: {"HR", "RR", "RH"}, 3: {"RRR", "RDH", "RDR"},
		4: {"RRRR", "RRDH", "RRRH"}, 5: {"RRRRR", "RRRDH", "RRRDR"},
	}
	for _, r := range rankFrom(t, 2, wordstest.Query(t, 52, 5, "HRD", words.ByExpected, 3), 2) {
		for i, row := range r.Rows {
			if row.Word != best[r.M][i] {
				t.Errorf("m=%d rank %d: %s, want %s", r.M, i+1, row.Word, best[r.M][i])
			}
		}
	}
	perfect := map[int]int64{6: 0, 7: 4, 8: 139}
	for _, r := range rankFrom(t, 6, wordstest.Query(t, 52, 8, "HRD", words.ByConvergence, 1), 2) {
		if r.Perfect.Int64() != perfect[r.M] {
			t.Errorf("m=%d: %v perfect words, want %d", r.M, r.Perfect, perfect[r.M])
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Rank(ctx, wordstest.Query(t, 52, 9, "HRD", words.ByMeanTVD, 1), run.Options{}); err == nil {
		t.Error("a cancelled ranking gave an answer")
	}
}

// Every word of length 10 with w, max|e| and both distances: 39,367 laws.
func BenchmarkRank10(b *testing.B) { benchmarkRank(b, 10, words.ByMeanTVD) }

// The same with E[w] of every word too: all scores.
func BenchmarkRank10Expected(b *testing.B) { benchmarkRank(b, 10, words.ByExpected) }

func BenchmarkRank12(b *testing.B) { benchmarkRank(b, 12, words.ByMeanTVD) }

func benchmarkRank(b *testing.B, m int, key words.Key) {
	q := wordstest.Query(b, 52, m, "HRD", key, 10)
	b.ResetTimer()
	for b.Loop() {
		rank(b, q, 1)
	}
}

// Everything that ranks words ends soon after its context, and never with an answer.
func TestRankingsEnd(t *testing.T) {
	q := wordstest.Query(t, 11, 9, "HRD", words.ByMeanTVD, 3, "H=hindu(mean=3,sd=1)", "D=deal(piles=3)")
	halves := newPruning(pruned{q, false})
	must.Do(t, halves.tables(t.Context(), 1))
	wordstest.Interrupt(t, map[string]func(ctx context.Context) error{
		"threshold": func(ctx context.Context) error { _, err := threshold(ctx, q, measures[q.Key], false); return err },
		"perfect": func(ctx context.Context) error {
			j, err := minimalWords(t, q, 6).Job()
			if err == nil {
				_, err = j.Sum.Do(ctx, 0)
			}
			return err
		},
		"factors": func(ctx context.Context) error { _, err := newFactors(ctx, q.Alphabet, 4); return err },
		"groups": func(ctx context.Context) error {
			_, err := halves.suffixes.group(ctx, q.Alphabet.N, 0, 1, 1)
			return err
		},
		"halves": func(ctx context.Context) error {
			return newPruning(pruned{q, false}).tables(ctx, 1)
		},
	})
}

// Rows have intervals where decks are not too large for them.
func TestRowsAreEnclosed(t *testing.T) {
	for n, intervals := range map[int]bool{1: false, results.MaxBoundedDeck: true, results.MaxBoundedDeck + 1: false} {
		rows := []results.RankRow{{WordRow: results.WordRow{Word: "D"}}}
		if err := encloseRows(t.Context(), wordstest.Query(t, n, 1, "D", words.ByConvergence, 1).Alphabet, rows); err != nil || (rows[0].TVDKind != "") != intervals {
			t.Errorf("n=%d: %+v %v", n, rows, err)
		}
	}
}
