package rank

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"dovetail/exact/position"
	"dovetail/perm/longtest"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

func perfectOf(t testing.TB, q words.Query, longest, threads int) perfection {
	t.Helper()
	p, err := countPerfect(context.Background(), q, longest, run.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Counts must equal those of the enumeration, and the minimal words must be
// perfect ones without a perfect proper factor, all of them.
func TestCountPerfectAgainstEnumeration(t *testing.T) {
	m := longtest.Of(7, 8)
	for _, c := range []struct {
		n     int
		names string
		emax  *big.Rat
	}{
		{52, "HRD", big.NewRat(586, 1000000)}, {12, "RD", big.NewRat(1, 100)}, {10, "HRD", big.NewRat(1, 100)},
		{20, "HR", big.NewRat(1, 200)}, {6, "RD", big.NewRat(1, 10)}, {5, "D", big.NewRat(1, 10)},
		{2, "R", big.NewRat(1, 16)}, {3, "HRD", big.NewRat(1, 1)}, {4, "HRD", new(big.Rat)}, {1, "HRD", new(big.Rat)},
		{12, "RFC", big.NewRat(1, 100)}, {7, "WT", big.NewRat(1, 50)}, {9, "BV", big.NewRat(1, 20)},
	} {
		q := wordstest.Query(t, c.n, m, c.names, words.ByMeanTVD, 6561)
		q.Emax = position.NewTolerance(c.emax)
		got := perfectOf(t, q, m, 2)
		for _, r := range rankFrom(t, 1, q, 2) {
			if got.Counts[r.M].Cmp(r.Perfect) != 0 {
				t.Errorf("n=%d over %s e_max %v m=%d: %v perfect words, want %v", c.n, c.names, c.emax, r.M, got.Counts[r.M], r.Perfect)
			}
			var minimal []string
			for _, row := range r.Rows {
				if row.White == c.n*c.n && !containsAny(row.Word, got.Minimal[:r.M]) {
					minimal = append(minimal, row.Word)
				}
			}
			if len(minimal) != len(got.Minimal[r.M]) || !containsAll(got.Minimal[r.M], minimal) {
				t.Errorf("n=%d over %s m=%d: minimal %v, want %v", c.n, c.names, r.M, got.Minimal[r.M], minimal)
			}
		}
		if again := perfectOf(t, q, m, 1); fmt.Sprint(again) != fmt.Sprint(got) {
			t.Errorf("one thread: %v, two: %v", again, got)
		}
	}
}

func containsAny(word string, shorter [][]string) bool {
	for _, level := range shorter {
		for _, w := range level {
			if strings.Contains(word, w) {
				return true
			}
		}
	}
	return false
}

func containsAll(words, want []string) bool {
	for _, w := range want {
		found := false
		for _, x := range words {
			found = found || w == x
		}
		if !found {
			return false
		}
	}
	return true
}

func BenchmarkCountPerfect12(b *testing.B) { benchmarkCountPerfect(b, 12) }
func BenchmarkCountPerfect16(b *testing.B) { benchmarkCountPerfect(b, 16) }

func benchmarkCountPerfect(b *testing.B, m int) {
	q := wordstest.Query(b, 52, m, "HRD", words.ByConvergence, 10)
	for b.Loop() {
		perfectOf(b, q, m, 1)
	}
}
