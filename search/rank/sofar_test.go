package rank

import (
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/search/run"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// What is shown of half a search are named with the scores that they have, in their order; of the
// whole, its leaders. A search that rejects nearly all named by bounds has scored few of them by then.
func TestSoFar(t *testing.T) {
	for _, key := range words.Keys {
		q := wordstest.Query(t, 9, 9, "HRD", key, 12)
		shown(t, exhaustive{q}, q, key, maxShown)
		if _, bounded := measures[key]; bounded {
			shown(t, pruned{q, false}, q, key, 1)
		}
	}
}

func shown[J run.Reporter](t *testing.T, ask run.Question[J], q words.Query, key words.Key, least int) {
	t.Helper()
	j := must.Have(ask.Job())(t)
	roots := must.Have(j.Roots())(t)
	do := func(pieces []run.Piece) {
		for _, p := range pieces {
			r, err := j.Run(t.Context(), run.Task{Payload: p.Payload})
			if err == nil {
				err = j.Merge(r.Found)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	v := words.NewEvaluator(q)
	check := func() (named []string) {
		var last words.Row
		for i, text := range j.SoFar() {
			name, says, _ := strings.Cut(text, " ")
			w := must.Have(q.Alphabet.Parse(name))(t)
			r := must.Have(v.Row(t.Context(), w))(t)
			if want := key.Says(r, q.Alphabet.N); says != want || i > 0 && key.Compare(last, r) >= 0 {
				t.Errorf("%s by %s: it shows %s, want %s", ask.Name(), key, text, want)
			}
			last, named = r, append(named, name)
		}
		return named
	}
	do(roots[:len(roots)/2])
	if half := check(); len(half) < least {
		t.Errorf("%s by %s: half shows %d named", ask.Name(), key, len(half))
	}
	do(roots[len(roots)/2:])
	ranking := must.Have(Rank(t.Context(), q, run.Options{}))(t)
	whole := check()
	if want := min(maxShown, q.Top); len(whole) != want {
		t.Errorf("%s by %s: the whole shows %d named, want %d", ask.Name(), key, len(whole), want)
	}
	for i, name := range whole {
		if want := ranking.Rows[i].Word; name != want {
			t.Errorf("%s by %s: word %d is %s, want %s", ask.Name(), key, i+1, name, want)
		}
	}
}
