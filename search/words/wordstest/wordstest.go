// Package wordstest has queries of words and contexts that end at any moment, for the tests of code
// that scores words.
package wordstest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/words"
)

// Query is about words over letters. The models define some of these.
func Query(t testing.TB, n, m int, names string, key words.Key, top int, models ...string) words.Query {
	t.Helper()
	models = slices.DeleteFunc(slices.Clone(models), func(m string) bool { return !strings.Contains(names, m[:1]) })
	letters, err := notation.New(n, []byte(names), "literal", models)
	if err != nil {
		t.Fatal(err)
	}
	white, err := tally.NewWhite(n, 1000000, tally.Published)
	if err != nil {
		t.Fatal(err)
	}
	return words.Query{
		Alphabet: position.NewLaws(n, letters),
		M:        m,
		Key:      key, Top: top,
		Emax:  position.NewTolerance(tally.Published),
		White: white,
	}
}

// Expiring is a context that ends after its error was read Left times.
type Expiring struct {
	context.Context
	Left int
}

func (c *Expiring) Err() error {
	if c.Left--; c.Left < 0 {
		return context.Canceled
	}
	return nil
}

// Interrupt checks that computations end soon after their context, and never with an answer.
func Interrupt(t *testing.T, all map[string]func(ctx context.Context) error) {
	t.Helper()
	for what, f := range all {
		const plenty = 1 << 30
		whole := &Expiring{t.Context(), plenty}
		if err := f(whole); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		reads := plenty - whole.Left
		if reads < 5 {
			t.Errorf("%s reads the error of its context %d times only", what, reads)
		}
		for most := 0; most < reads; most += 1 + reads/7 {
			c := &Expiring{t.Context(), most}
			if err := f(c); err != context.Canceled || c.Left < -1 {
				t.Errorf("%s, interrupted at reading %d of %d: %v, and %d more", what, most, reads, err, -1-c.Left)
			}
		}
	}
}
