package rank

import (
	"testing"

	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// A ranking needs more the more it is asked for, and is refused once it does not fit.
func TestMemoryGrows(t *testing.T) {
	small := wordstest.Query(t, 11, 3, "HRD", words.ByConvergence, 5, "H=hindu(mean=3,sd=1)")
	for what, change := range map[string]func(*words.Query){
		"longer words": func(q *words.Query) { q.M = 12 },
		"more rows":    func(q *words.Query) { q.Top = 20 },
		"more cards":   func(q *words.Query) { q.Alphabet = wordstest.Query(t, 30, 3, "HRD", words.ByConvergence, 5).Alphabet },
	} {
		q := small
		change(&q)
		if memory(q, 1) <= memory(small, 1) {
			t.Errorf("%s need no more memory", what)
		}
	}
	need := memory(small, 1)
	if checkMemory(small, need) != nil || checkMemory(small, need-1) == nil {
		t.Error("the limit is not the need")
	}
	if memory(small, 2) <= need || workers(small, 7, need) != 1 || workers(small, 7, 1<<40) != 7 {
		t.Error("workers do not fit the limit")
	}
}

// The cost of an enumeration differs from that of a search that prunes.
func TestSecondsFollowTheMethod(t *testing.T) {
	q := wordstest.Query(t, 11, 12, "HRD", words.ByMeanTVD, 5, "H=hindu(mean=3,sd=1)")
	pruned := seconds(q)
	q.Key = words.ByExpected
	if scored := seconds(q); pruned*10 > scored {
		t.Errorf("%v pruned, %v enumerated", pruned, scored)
	}
}
