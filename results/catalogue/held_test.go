package catalogue

import (
	"path/filepath"
	"strings"
	"testing"

	"dovetail/results"
)

// A record that is kept as one of another deck is no answer, though its text is what was saved.
func TestKeptAsAnother(t *testing.T) {
	for _, c := range []struct{ change, want string }{
		{"UPDATE record SET n = 53", "kept as one of n=53, but says 52"},
		{"UPDATE record SET word = 'HH'", "kept as one of word=HH, but says HR"},
		{"UPDATE record SET kind = 'bound'", "kept as one of kind=bound, but says exact"},
		{"UPDATE record SET seed = 2", "kept as one of seed=2"},
		{"UPDATE answer SET question = 'score HR --cards=53'", "kept as the answer for n=53, but says 52"},
	} {
		ctx := t.Context()
		store, err := Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		e, err := results.Describe([]byte(`{"schema":"dovetail/score/1","kind":"exact","n":52,"word":"HR"}`))
		if err != nil {
			t.Fatal(err)
		}
		e.Question = "score HR --cards=52"
		if _, err := store.Save(ctx, e); err != nil {
			t.Fatal(err)
		}
		if all, err := store.Answer(ctx, e.Question); err != nil || len(all) != 1 {
			t.Fatal(err, all)
		}
		if _, err := store.db.ExecContext(ctx, c.change); err != nil {
			t.Fatal(err)
		}
		for _, question := range []string{e.Question, "score HR --cards=53"} {
			if all, err := store.Answer(ctx, question); len(all) > 0 && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v", c.change, err)
			}
		}
	}
}
