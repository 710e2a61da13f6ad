package catalogue

import (
	"path/filepath"
	"strings"
	"testing"

	"dovetail/results/stored"
)

// A record that is kept as one of another deck is no answer, though its text is what was saved.
func TestKeptAsAnother(t *testing.T) {
	const other = `{"schema":"dovetail/score/1","question":{"n":53,"word":"HR"}}`
	for _, c := range []struct{ change, want string }{
		{"UPDATE record SET n = 53", "stored with n=53, but its text has 52"},
		{"UPDATE record SET word = 'HH'", "stored with word=HH, but its text has HR"},
		{"UPDATE record SET kind = 'bound'", "stored with kind=bound, but its text has exact"},
		{"UPDATE record SET seed = 2", "stored with seed=2"},
		{"UPDATE answer SET question = '" + other + "'", "stored as the answer to another question"},
	} {
		ctx := t.Context()
		store, err := Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		e, err := stored.Describe([]byte(`{"schema":"dovetail/score/1","kind":"exact","n":52,"word":"HR"}`))
		if err != nil {
			t.Fatal(err)
		}
		e.Question = `{"schema":"dovetail/score/1","question":{"n":52,"word":"HR"}}`
		if err := store.Save(ctx, e); err != nil {
			t.Fatal(err)
		}
		if all, err := store.Answer(ctx, e.Question); err != nil || len(all) != 1 {
			t.Fatal(err, all)
		}
		if _, err := store.db.ExecContext(ctx, c.change); err != nil {
			t.Fatal(err)
		}
		for _, question := range []string{e.Question, other} {
			if all, err := store.Answer(ctx, question); len(all) > 0 && (err == nil ||
				!strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v", c.change, err)
			}
		}
	}
}
