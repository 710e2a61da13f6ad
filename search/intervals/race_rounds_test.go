package intervals

import (
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/must"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// A word with a closed density walks on as long as its decks are not too many, and does not keep others from walking then.
func TestClosedWordsEnd(t *testing.T) {
	q, query := race8(t, 4, 1)
	a := &raced{race: q, query: query}
	for _, spelled := range []string{"RRRR", "RRDRR"} {
		w := must.Have(query.Alphabet.Parse(spelled))(t)
		m := must.Have(densities.New(query.Alphabet, w, densities.Spec{}, 1))(t)
		a.racers = append(a.racers, &racer{core: w, open: true, method: m, length: 5})
	}
	closed, other := a.racers[0], a.racers[1]
	if closed.method.Closed == nil || other.method.Closed != nil {
		t.Fatal("the words are not what they should be")
	}
	closed.walked = 8
	if got := a.cheap(a.racers); !slices.Contains(got, closed) {
		t.Error("it does not walk on")
	}
	closed.walked = 16
	if got := a.cheap(a.racers); !slices.Equal(got, []*racer{other}) {
		t.Errorf("%d words walk at %d decks", len(got), a.spec(closed).To)
	}
}

// Words with large blocks walk first, those with short paths before those with long ones, and only those are tested that are
// not ruled out, the likely ones first.
func TestWhoIsNext(t *testing.T) {
	q, query := race8(t, 4, 1)
	a := &raced{Account: run.NewAccount(run.Limits{}, 1, run.Options{}), race: q, query: query, testable: true}
	for _, r := range []struct {
		word     string
		Low      int64
		length   float64
		accepted int64
	}{{"RRRRDR", 10, 5, 900}, {"RRRDRRRRD", 10, 6, 800}, {"RRRDR", 12, 30, 500}, {"RDRDR", 8, 300, 400}, {"RRRRHRR", 60, 5, 5000}} {
		w := must.Have(query.Alphabet.Parse(r.word))(t)
		m := must.Have(densities.New(query.Alphabet, w, densities.Spec{}, 1))(t)
		x := &racer{core: w, open: true, method: m, length: r.length, effort: new(big.Rat),
			testResult: densities.TestResult{Accepted: [2]int64{r.accepted, 0}, Decks: distinguish.NearFresh}}
		x.Low, x.High = big.NewRat(r.Low, 100), big.NewRat(50, 100)
		a.racers = append(a.racers, x)
	}
	spelled := func(all []*racer) (words []string) {
		for _, r := range all {
			words = append(words, query.Alphabet.Format(r.core))
		}
		return words
	}
	first, err := a.first(t.Context())
	if got := spelled(first); err != nil || !slices.Equal(got, []string{"RRRDRRRRD", "RRRRDR"}) {
		t.Errorf("%q walk first: %v", got, err)
	}
	if got := spelled(a.candidates()); !slices.Equal(got, []string{"RDRDR", "RRRDR", "RRRDRRRRD", "RRRRDR"}) || a.untested() != 4 {
		t.Errorf("%q are tested, %d were not", got, a.untested())
	}
	if got := spelled(a.next()); !slices.Equal(got, []string{"RRRRDR", "RRRDRRRRD"}) {
		t.Errorf("%q walk next", got)
	}
	for _, r := range a.racers[:2] {
		r.Low = big.NewRat(51, 100)
	}
	if got := spelled(a.next()); !slices.Equal(got, []string{"RRRDR"}) {
		t.Errorf("%q walk where these are ruled out", got)
	}
	if a.Spent != 0 {
		t.Errorf("%v seconds were spent, without a pilot", a.Spent)
	}
}
