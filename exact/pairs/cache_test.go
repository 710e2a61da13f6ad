package pairs

import "testing"

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
