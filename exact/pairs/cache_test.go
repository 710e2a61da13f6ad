package pairs

import (
	"context"
	"errors"
	"testing"
)

// A letter's law is kept for the next alphabet that has the model, on decks of the same size alone, and by one cache alone.
func TestCachedLetters(t *testing.T) {
	var cache Cache
	a := cache.lawsOf(t, 9, "HR", "H=hindu(mean=3,sd=1)", "R=riffle(cut=uniform)")
	b := cache.lawsOf(t, 9, "RK", "K=hindu(mean=3,sd=1)", "R=riffle(cut=normal)")
	other := alphabet(t, 9, "R", "R=riffle(cut=normal)")
	c := cache.lawsOf(t, 10, "K", "K=hindu(mean=3,sd=1)")
	find := func(p *Laws, name byte) *letter {
		for i, l := range p.Letters {
			if l.Name == name {
				return p.letters[i]
			}
		}
		return nil
	}
	if find(a, 'H') == nil || find(a, 'H') != find(b, 'K') || find(a, 'R') == find(b, 'R') ||
		find(c, 'K') == find(b, 'K') || find(other, 'R') == find(b, 'R') {
		t.Error("laws of letters are kept by their names, or not at all")
	}
}

// As many levels are kept as are counted as memory, and a core is gone on from the last of them.
func TestMostLevels(t *testing.T) {
	var cache Cache
	a := cache.lawsOf(t, mostCached, "RD") // none of its letters has a matrix
	most := mostLevels(a.pairs)
	w := make([]byte, 2*most+2)
	levels, _, adding := cache.levelsOf(a, w[:2*most], 1)
	for k, l := range levels {
		if made := l.rows != nil; made != (k >= most) {
			t.Errorf("level %d of %d is made: %v", k, len(levels), made)
		}
	}
	cache.add(a, levels, true)
	if !adding || most < 2 || len(cache.levels) != most {
		t.Fatalf("%d levels are kept, want %d", len(cache.levels), most)
	}
	if _, done, _ := cache.levelsOf(a, w, 1); done != 2*most || len(cache.levels) != most-2 {
		t.Errorf("%d syllables are done, want %d; %d levels stay, want %d", done, 2*most, len(cache.levels), most-2)
	}
}

// One goroutine at a time adds levels, also after one that was cancelled.
func TestLevelsAreAddedByOne(t *testing.T) {
	var cache Cache
	a := cache.lawsOf(t, 9, "HRD")
	parsed := func(text string) []byte {
		w, err := a.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	_, _, adding := cache.levelsOf(a, parsed("RHR"), 1)
	if _, _, second := cache.levelsOf(a, parsed("RHRR"), 1); !adding || second {
		t.Fatalf("levels are added: %v, by others at the same time: %v", adding, second)
	}
	cache.add(a, nil, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	nothing := func(int, *Rows) {}
	if _, err := NewWhole(ctx, a, parsed("HRH"), 1, nothing); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	for _, text := range []string{"RDRRH", "RDRRR", "RDH", "HRRRRRRRRRRR"} {
		if _, err := NewWhole(t.Context(), a, parsed(text), 1, nothing); err != nil {
			t.Fatal(err)
		}
		if got, want := len(cache.levels), a.Random(parsed(text)); got != want {
			t.Errorf("%s: %d levels are kept, want %d", text, got, want)
		}
	}
	w := parsed("RDRHRRH")
	if _, err := NewWhole(t.Context(), a, w[:5], 1, nothing); err != nil {
		t.Fatal(err)
	}
	if _, done, adding := cache.levelsOf(a, w, 1); done != 4 || !adding {
		t.Errorf("%d syllables are done, want 4; levels are added: %v", done, adding)
	}
}
