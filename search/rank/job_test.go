package rank

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// others are queries that differ from one in a field with a text of its own: in
// the deck, a letter, the order of the letters, the tolerance, the deals.
func others(t testing.TB, q words.Query) []words.Query {
	n, names, key := q.Alphabet.N, "RHD", q.Key
	white, err := tally.NewWhite(n, 1000, tally.Published)
	if err != nil {
		t.Fatal(err)
	}
	emax, deals := q, q
	emax.Emax = position.NewTolerance(big.NewRat(586001, 1000000000))
	deals.White = white
	return []words.Query{
		emax, deals,
		wordstest.Query(t, n+1, q.M, "HRD", key, q.Top),
		wordstest.Query(t, n, q.M, names, key, q.Top),
		wordstest.Query(t, n, q.M, "HRD", key, q.Top, "R=riffle(cut=normal)"),
	}
}

func TestEnumerationJob(t *testing.T) {
	for _, key := range words.Keys {
		q := wordstest.Query(t, 9, 5, "HRD", key, 6)
		var neighbours []run.Question[*enumeration]
		for _, o := range others(t, q) {
			neighbours = append(neighbours, exhaustive{o})
		}
		t.Run(string(key), func(t *testing.T) { runtest.Test(t, exhaustive{q}, neighbours...) })
	}
}

func TestPruningJob(t *testing.T) {
	for key := range measures {
		for _, perfect := range []bool{false, true} {
			q := wordstest.Query(t, 9, 6, "HRD", key, 6)
			if perfect {
				q.Emax = position.NewTolerance(big.NewRat(1, 30)) // that some words have C = 1
			}
			var neighbours []run.Question[*pruning]
			for _, o := range others(t, q) {
				neighbours = append(neighbours, pruned{o, perfect})
			}
			t.Run(string(key), func(t *testing.T) { runtest.Test(t, pruned{q, perfect}, neighbours...) })
		}
	}
}

func TestJobsStop(t *testing.T) {
	runtest.Stops(t, exhaustive{wordstest.Query(t, 52, 14, "HRD", words.ByExpected, 10)})
	runtest.Stops(t, pruned{wordstest.Query(t, 52, 22, "HRD", words.ByMeanTVD, 10), false})
}

// A large deck is slow to multiply, and a large table to make.
func TestJobsOfLargeDecksStop(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	q := wordstest.Query(t, 300, 9, "HRD", words.ByWorstTVD, 10)
	runtest.Stops(t, exhaustive{q})
	runtest.Stops(t, pruned{q, false})
}

func TestJobsResume(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	runtest.Resumes(t, exhaustive{wordstest.Query(t, 52, 7, "HRD", words.ByMeanTVD, 10)})
	runtest.Resumes(t, pruned{wordstest.Query(t, 12, 21, "HRD", words.ByMeanTVD, 10), false})
}

// minimalWords requests the minimal words of a length.
func minimalWords(t testing.TB, q words.Query, length int) minimal {
	t.Helper()
	counter := newPerfectCounter(q, length)
	avoiders := []uint64{0}
	for l := 1; ; l++ {
		question := minimal{q.Alphabet, q.Emax, l, extend(avoiders, l, len(q.Alphabet.Letters)), counter}
		if l == length {
			return question
		}
		j, _, err := run.Run(t.Context(), question, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, avoiders = j.split()
	}
}

// somePerfect has words with C = 1 of every length from four on, and others.
func somePerfect(t testing.TB, m int) words.Query {
	q := wordstest.Query(t, 9, m, "HRD", words.ByConvergence, 6)
	q.Emax = position.NewTolerance(big.NewRat(1, 30))
	return q
}

func TestMinimalJob(t *testing.T) {
	q := somePerfect(t, 8)
	var neighbours []run.Question[*perfecting]
	for _, o := range others(t, q) {
		if o.Alphabet != q.Alphabet || o.Emax != q.Emax { // the deals do not matter
			neighbours = append(neighbours, minimalWords(t, o, 8))
		}
	}
	runtest.Test(t, minimalWords(t, q, 8), neighbours...)
}

func FuzzMergeMinimal(f *testing.F) { runtest.FuzzMerge(f, minimalWords(f, somePerfect(f, 8), 8)) }
func FuzzTaskMinimal(f *testing.F)  { runtest.FuzzTask(f, minimalWords(f, somePerfect(f, 8), 8)) }

// Counting perfect words resumes where it was, length by length.
func TestCountPerfectResumes(t *testing.T) {
	q := somePerfect(t, 11)
	want := perfectOf(t, q, 11, 2)
	dir := t.TempDir()
	begun := 0
	count := func(stop int) (perfection, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		begun = 0
		return countPerfect(ctx, q, 11, run.Options{Threads: 1, Dir: dir, Begin: func(run.Task) {
			if begun++; begun == stop {
				cancel()
			}
		}})
	}
	all, stops := 0, 0
	for stop := 5; ; stop *= 2 {
		got, err := count(stop)
		if all += begun; err == nil {
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%v\nwant\n%v", got, want)
			}
			break
		}
		if stopped := new(run.Stopped); !errors.As(err, &stopped) {
			t.Fatal(err)
		}
		stops++
	}
	if _, err := count(0); err != nil || begun > 0 {
		t.Errorf("%d tasks are done again (%v)", begun, err)
	}
	once := 0
	if _, err := countPerfect(t.Context(), q, 11, run.Options{Dir: t.TempDir(), Begin: func(run.Task) { once++ }, Threads: 1}); err != nil || all < once || all > once+stops {
		t.Errorf("%d tasks with %d stops, %d without (%v)", all, stops, once, err)
	}
}

// The ranking by perfect words and that by distance are two questions.
func TestPerfectWordsAreAnotherQuestion(t *testing.T) {
	q := wordstest.Query(t, 9, 6, "HRD", words.ByMeanTVD, 6)
	dir := t.TempDir()
	if _, err := prune(t.Context(), q, false, run.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	_, err := prune(t.Context(), q, true, run.Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), `perfect is "false" in the state, but "true" here`) {
		t.Errorf("the checkpoint of all words is taken for that of perfect ones: %v", err)
	}
}

func FuzzMerge(f *testing.F) {
	runtest.FuzzMerge(f, exhaustive{wordstest.Query(f, 9, 4, "HRD", words.ByConvergence, 3)})
}
func FuzzTask(f *testing.F) {
	runtest.FuzzTask(f, exhaustive{wordstest.Query(f, 9, 6, "HRD", words.ByConvergence, 3)})
}
func FuzzMergePruned(f *testing.F) {
	runtest.FuzzMerge(f, pruned{wordstest.Query(f, 9, 6, "HRD", words.ByMeanTVD, 3), false})
}
func FuzzTaskPruned(f *testing.F) {
	runtest.FuzzTask(f, pruned{wordstest.Query(f, 9, 10, "HRD", words.ByMeanTVD, 3), false})
}
