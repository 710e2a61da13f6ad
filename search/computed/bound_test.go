package computed

import (
	"slices"
	"testing"

	"dovetail/exact/bound"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/run"
)

// What leaves out the law of two cards has all other steps, and none of that.
func TestSingle(t *testing.T) {
	letters := must.Have(notation.New(26, []byte("HDR"), "literal", nil))(t)
	ask := func(single bool) results.Interval {
		q := Bound{Explain: true, Single: single}
		q.N, q.Word, q.Letters = 26, "HDHR", letters
		return must.Have(run.AnswerTo[results.Interval](t.Context(), q, run.Options{Memory: 1 << 30}))(t)
	}
	all, single := ask(false), ask(true)
	proof := slices.DeleteFunc(slices.Clone(all.Proof), func(s results.ProofStep) bool { return s.By == string(bound.TwoCards) })
	if len(proof) == len(all.Proof) || !slices.Equal(proof, single.Proof) {
		t.Errorf("%+v, want %+v", single.Proof, proof)
	}
}

// Options that say nothing of memory set no limit.
func TestNoLimit(t *testing.T) {
	letters := must.Have(notation.New(6, []byte("HDR"), "literal", nil))(t)
	pairs := Pairs{N: 6, Word: "HDHR", Letters: letters}
	for _, q := range []run.Answerer{pairs, Bound{Pairs: pairs}, Law{N: 6, Word: "HDHR", Letters: letters}} {
		if _, err := run.Answer(t.Context(), q, run.Options{}); err != nil {
			t.Errorf("%T: %v", q, err)
		}
	}
}

// Without the law of two cards a bound takes no memory worth a limit.
func TestSingleWithin(t *testing.T) {
	letters := must.Have(notation.New(100, []byte("HR"), "literal", nil))(t)
	for _, single := range []bool{true, false} {
		q := Bound{Pairs: Pairs{N: 100, Word: "HRH", Letters: letters}, Single: single}
		if _, err := run.Answer(t.Context(), q, run.Options{Memory: 1 << 28}); (err == nil) != single {
			t.Errorf("single=%t: %v", single, err)
		}
	}
}
