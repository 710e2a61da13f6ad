package distinguish

import (
	"testing"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run/runtest"
)

func TestTestsJob(t *testing.T) {
	letters := must.Have(notation.New(8, []byte("HRD"), "literal", []string{"H=hindu(mean=20/13,sd=10/39)", "D=deal(order=1-3-2)"}))(t)
	ask := Tests{Alphabet: position.NewLaws(8, letters), Words: []string{"RRR", "HRR", "RDR", "RH"}, Train: 500, Fresh: stretchDecks + 700, Seed: 1, Delta: 0.01}
	other := ask
	other.Words = []string{"RRR", "HRR", "RDR", "RHR"}
	another := ask
	another.Alphabet = position.NewLaws(9, letters)
	runtest.Test(t, ask, other, another)
}

// Another purpose has other decks to train on, and other fresh ones.
func TestPurposes(t *testing.T) {
	letters := must.Have(notation.New(8, []byte("HRD"), "literal", []string{"H=hindu(mean=20/13,sd=10/39)", "D=deal(order=1-3-2)"}))(t)
	a := position.NewLaws(8, letters)
	w := must.Have(a.Parse("RDR"))(t)
	cache, seen := NewCache(new(pairs.Cache)), map[[2]int64]bool{}
	for _, purpose := range []string{"", "rank", "tvd"} {
		for _, use := range []string{"", "rough"} {
			q := Tests{Alphabet: a, Train: 500, Fresh: 4000, Seed: 1, Purpose: purpose, Use: use, Threads: 1, Cache: cache}
			accepted, err := q.Count(t.Context(), w, 0, q.Fresh)
			if err != nil || seen[accepted] {
				t.Errorf("the purpose %q, use %q has the decks of another: %v, %v", purpose, use, accepted, err)
			}
			seen[accepted] = true
		}
	}
	if len(cache.all) != 3 {
		t.Errorf("three purposes share %d tests", len(cache.all))
	}
}
