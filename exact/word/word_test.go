package word

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/notation"
)

func alphabet(t *testing.T, n int, names string, definitions ...string) *Alphabet {
	t.Helper()
	letters, err := notation.New(n, []byte(names), "literal", definitions)
	if err != nil {
		t.Fatal(err)
	}
	return New(n, letters, Laws(n, letters))
}

// Letters are deterministic by what they do, not by name: those with one outcome.
func TestDeterministicLetters(t *testing.T) {
	for n := 2; n <= 7; n++ {
		a := alphabet(t, n, "HRDFICTVWBXY", "X=ashuffle(a=1)", "Y=hindu(size=uniform,min=2,max=2)", "D=deal(piles=2)")
		for _, l := range a.Letters {
			outcomes, weight := map[string]bool{}, new(big.Int)
			l.Model.Support(n, 60, func(p perm.Perm, w *big.Int) bool {
				if weight.Add(weight, w); l.Perm != nil && !slices.Equal(p, l.Perm) {
					t.Fatalf("n=%d %s: outcome %v, not %v", n, l, p, l.Perm)
				}
				outcomes[fmt.Sprint(p)] = true
				return true
			})
			if len(outcomes) > 1 != (l.Perm == nil) {
				t.Errorf("n=%d %s: %d outcomes, deterministic: %v", n, l, len(outcomes), l.Perm != nil)
			}
		}
	}
}

func TestParse(t *testing.T) {
	a := alphabet(t, 52, "HRD")
	for s, want := range map[string]string{
		"":    "empty word: want letters of H, R, D",
		"HXR": `word "HXR": unknown letter "X", want letters of H, R, D`,
		"Hé":  `word "Hé": unknown letter "é", want letters of H, R, D`,
		"hR":  `word "hR": unknown letter "h", want letters of H, R, D`,
	} {
		if _, err := a.Parse(s); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", s, err, want)
		}
	}
	w, err := a.Parse("HDHRD")
	if err != nil || a.Format(w) != "HDHRD" || !slices.Equal(w, Word{0, 2, 0, 1, 2}) {
		t.Errorf("%v, %v", w, err)
	}
	if s := strings.Join(a.Definitions(), " "); a.Format(a.Every()) != "HRD" || !strings.HasPrefix(s, "H=hindu(") || len(a.Models()) != 3 {
		t.Errorf("letters %s, every %v", s, a.Every())
	}
}

func randomWord(rng *rand.Rand, k int) Word {
	w := make(Word, rng.IntN(9))
	for i := range w {
		w[i] = byte(rng.IntN(k))
	}
	return w
}

// Parts put together are the word: the same random letters, and between them what the
// deterministic ones do.
func TestSyllables(t *testing.T) {
	a := alphabet(t, 7, "HRDE", "D=deal(piles=2)", "E=faro(kind=in)")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		w := randomWord(rng, 4)
		before, core, after := a.Split(w)
		if !slices.Equal(slices.Concat(before, core, after), w) || a.Random(before)+a.Random(after) > 0 {
			t.Fatalf("%v: %v %v %v", w, before, core, after)
		}
		parts, rest := a.Syllables(w)
		if len(parts) != a.Random(w) {
			t.Fatalf("%v: %d syllables", w, len(parts))
		}
		at := 0
		same := func(p perm.Perm, end int) {
			if !slices.Equal(p.Append(perm.Identity(a.N)), a.Run(w[at:end])) {
				t.Fatalf("%v: run %v from letter %d to %d", w, p, at, end)
			}
			at = end + 1
		}
		for _, s := range parts {
			end := at
			for a.Letters[w[end]].Perm != nil {
				end++
			}
			if w[end] != s.Letter {
				t.Fatalf("%v: letter %d, want %d", w, s.Letter, w[end])
			}
			same(s.Run, end)
		}
		same(rest, len(w))
	}
}

// A chain carries its values along for any words before, and takes no step twice for a
// common prefix. The remains of a failed step do no harm.
func TestChain(t *testing.T) {
	a := alphabet(t, 5, "HRDE", "D=deal(piles=2)", "E=faro(kind=in)")
	failed := errors.New("failed")
	steps, fail := 0, -1
	c := NewChain(a, func() *string { return new(string) }, func(_ context.Context, dst, before *string, s Syllable) error {
		if steps++; steps == fail {
			*dst = "spoilt"
			return failed
		}
		*dst = ""
		if before != nil {
			*dst = *before
		}
		*dst += fmt.Sprint(s)
		return nil
	})
	rng := rand.New(rand.NewPCG(3, 4))
	var last Word
	for range 2000 {
		_, core, _ := a.Split(randomWord(rng, 4))
		if len(core) == 0 {
			continue
		}
		shared := 0
		for shared < min(len(last), len(core)) && last[shared] == core[shared] {
			shared++
		}
		steps, fail = 0, rng.IntN(20)
		got, err := c.Core(t.Context(), core)
		if err != nil {
			if err != failed || steps != fail {
				t.Fatal(err)
			}
			last = slices.Clone(last[:shared])
			continue
		}
		if want := a.Random(core[shared:]); steps != want {
			t.Fatalf("%v after %v: %d steps, want %d", core, last, steps, want)
		}
		want := ""
		parts, _ := a.Syllables(core)
		for _, s := range parts {
			want += fmt.Sprint(s)
		}
		if *got != want {
			t.Fatalf("%v after %v: %s, want %s", core, last, *got, want)
		}
		if last = slices.Clone(core); rng.IntN(4) == 0 {
			last, fail = nil, -1
			if err := c.Extend(t.Context(), len(parts), Syllable{Letter: 1}); err != nil || *c.Level(len(parts) + 1) != want+fmt.Sprint(Syllable{Letter: 1}) {
				t.Fatalf("%v and R: %s, %v", core, *c.Level(len(parts) + 1), err)
			}
		}
	}
}
