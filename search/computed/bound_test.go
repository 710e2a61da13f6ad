package computed

import (
	"slices"
	"testing"

	"dovetail/exact/bound"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/run"
)

// What leaves out the law of two cards has all other steps, and none of that.
func TestSingle(t *testing.T) {
	letters, err := notation.New(26, []byte("HDR"), "literal", nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(single bool) results.Interval {
		q := Bound{Explain: true, Single: single}
		q.N, q.Word, q.Letters = 26, "HDHR", letters
		r, err := run.AnswerTo[results.Interval](t.Context(), q, run.Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all, single := ask(false), ask(true)
	proof := slices.DeleteFunc(slices.Clone(all.Proof), func(s results.ProofStep) bool { return s.By == string(bound.TwoCards) })
	if len(proof) == len(all.Proof) || !slices.Equal(proof, single.Proof) {
		t.Errorf("%+v, want %+v", single.Proof, proof)
	}
}

// Options that say nothing of memory set no limit.
func TestNoLimit(t *testing.T) {
	letters, err := notation.New(6, []byte("HDR"), "literal", nil)
	if err != nil {
		t.Fatal(err)
	}
	pairs := Pairs{N: 6, Word: "HDHR", Letters: letters}
	for _, q := range []run.Answerer{pairs, Bound{Pairs: pairs}, Law{N: 6, Word: "HDHR", Letters: letters}} {
		if _, err := run.Answer(t.Context(), q, run.Options{}); err != nil {
			t.Errorf("%T: %v", q, err)
		}
	}
}

// Without the law of two cards a bound takes no memory worth a limit.
func TestSingleWithin(t *testing.T) {
	letters, err := notation.New(100, []byte("HR"), "literal", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, single := range []bool{true, false} {
		q := Bound{Pairs: Pairs{N: 100, Word: "HRH", Letters: letters}, Single: single}
		if _, err := run.Answer(t.Context(), q, run.Options{Memory: 1 << 28}); (err == nil) != single {
			t.Errorf("single=%t: %v", single, err)
		}
	}
}
