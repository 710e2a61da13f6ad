package distinguish

import (
	"testing"

	"dovetail/exact/position"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run/runtest"
)

func TestTestsJob(t *testing.T) {
	letters, err := notation.New(8, []byte("HRD"), "literal", []string{"H=hindu(mean=20/13,sd=10/39)", "D=deal(order=1-3-2)"})
	if err != nil {
		t.Fatal(err)
	}
	ask := Tests{Alphabet: position.NewLaws(8, letters), Words: []string{"RRR", "HRR", "RDR", "RH"}, Train: 500, Fresh: stretchDecks + 700, Seed: 1, Delta: 0.01}
	other := ask
	other.Words = []string{"RRR", "HRR", "RDR", "RHR"}
	another := ask
	another.Alphabet = position.NewLaws(9, letters)
	runtest.Test(t, ask, other, another)
}
