package words

import (
	"context"
	"fmt"
	"testing"

	"dovetail/search/run"
)

func prune(t testing.TB, q Query, threads int) Ranking {
	t.Helper()
	r, err := Prune(context.Background(), q, false, run.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rows prints what must agree between the pruned search and the enumeration:
// everything, to the last bit.
func rows(rs []Row) string {
	s := ""
	for _, r := range rs {
		r.Close = 0
		s += fmt.Sprintf("%+v\n", r)
	}
	return s
}

// checkPruning compares the pruned search with the enumeration.
func checkPruning(t *testing.T, q Query) Stats {
	t.Helper()
	got, want := prune(t, q, 2), rank(t, q, 2)[0]
	if a, b := rows(got.Rows), rows(want.Rows); a != b {
		t.Fatalf("n=%d m=%d over %s by %s, top %d: pruned\n%s\nenumerated\n%s", q.Alphabet.N, q.To, q.Alphabet, q.Key, q.Top, a, b)
	}
	if got.Words.Cmp(want.Words) != 0 || got.Stats.Laws() != want.Stats.Laws() {
		t.Fatalf("n=%d m=%d over %s: %v words, %d laws; want %v, %d",
			q.Alphabet.N, q.To, q.Alphabet, got.Words, got.Stats.Laws(), want.Words, want.Stats.Laws())
	}
	return got.Stats
}

func TestPruneAgainstEnumeration(t *testing.T) {
	for _, n := range []int{1, 2, 10, 20, 52} {
		for _, names := range []string{"HRD", "RD", "HR"} {
			for key := range measures {
				for _, top := range []int{1, 10, 100} {
					for _, m := range []int{1, 2, 5, 8} {
						checkPruning(t, query(t, n, m, m, names, key, top))
					}
				}
			}
		}
	}
}

func BenchmarkPrune12(b *testing.B) { benchmarkPrune(b, 12, ByMeanTVD) }
func BenchmarkPrune16(b *testing.B) { benchmarkPrune(b, 16, ByMeanTVD) }
func BenchmarkPrune18(b *testing.B) { benchmarkPrune(b, 18, ByMeanTVD) }

func benchmarkPrune(b *testing.B, m int, key Key) {
	q := query(b, 52, m, m, "HRD", key, 10)
	var s Stats
	for b.Loop() {
		s = prune(b, q, 1).Stats
	}
	b.ReportMetric(float64(s.FirstProbe)/float64(s.Laws())*100, "%first")
	b.ReportMetric(float64(s.OtherProbes), "others")
	b.ReportMetric(float64(s.Rows), "rows")
	b.ReportMetric(float64(s.Scored), "scored")
}

// The search must give the rows of the enumeration by every score.
func TestSearchAgainstEnumeration(t *testing.T) {
	for _, key := range Keys {
		for _, top := range []int{1, 10, 100} {
			q := query(t, 52, 7, 9, "HRD", key, top)
			got, err := Search(context.Background(), q, false, run.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range rank(t, q, 2) {
				if a, b := rows(got[i].Rows), rows(want.Rows); a != b {
					t.Fatalf("m=%d by %s, top %d:\n%s\nenumerated\n%s", want.M, key, top, a, b)
				}
				if p := got[i].Perfect; p != nil && p.Cmp(want.Perfect) != 0 {
					t.Fatalf("m=%d by %s: %v perfect words, want %v", want.M, key, p, want.Perfect)
				}
			}
		}
	}
}
