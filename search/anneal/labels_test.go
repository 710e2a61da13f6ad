package anneal

import (
	"math"
	"strings"
	"testing"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
)

// The identity of block.go, exactly: for every deck the sum over all labellings that lead to it, of a block of riffles
// of any kind, of what undone riffles make of them and of reversals between, is the deck's probability. So is the
// start of a walk, whose law is uniform over the labellings, and cuts that are never made count for nothing.
func TestLabellingsAddUp(t *testing.T) {
	letters := []string{"L", "M", "N", "R", "G", "F", "K", "U", "V", "J", "B", "P", "E"}
	var words []string
	for _, x := range letters {
		words = append(words, x)
		for _, y := range letters {
			words = append(words, x+y)
		}
	}
	words = append(words, "LLL", "MNR", "LJM", "UJU", "VUV", "GLF", "KJK")
	n := longtest.Of(4, 6)
	a, checked := small(t, n, lettersFor(n)), 0
	for _, spelled := range words {
		w, err := a.Parse(spelled)
		if err != nil {
			t.Fatal(err)
		}
		b := newBlock(a.Alphabet, a.Core(w))
		if b == nil || len(b.laws) == 0 {
			if !strings.ContainsAny(spelled, "UVJE") {
				t.Errorf("%s is a block", spelled)
			}
			continue
		}
		checked++
		v, l := b.Particles(1).(*labelled), lawOf(t, a.Alphabet, a.Core(w))
		for d := range l.Decks() {
			var deck []uint16
			for _, c := range perm.Unrank(n, uint64(d)) {
				deck = append(deck, uint16(c))
			}
			v.Begin(0, v.Places(deck), draw.Keyed(1, "labellings", d, 0))
			sum, count := 0.0, 0.0
			v.each(0, func(w *labels) {
				v.lay(w)
				sum += math.Exp(float64(w.energy)*scoreUnit + v.end(0))
				count++
			})
			got := 0.0
			if count > 0 {
				got = sum / count * math.Exp(v.base(0))
			}
			if want := l.Probability(d) * float64(l.Decks()); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s, deck %v: %v by %v labellings, exactly %v", spelled, deck, got, count, want)
			}
		}
	}
	if checked < 110 {
		t.Errorf("only %d words are blocks", checked)
	}
}

// each goes through all labellings of a deck.
func (v *labelled) each(c int, visit func(w *labels)) {
	w := &v.walks[0]
	if c == v.n {
		visit(w)
		return
	}
	for x := w.lower(c); x < 1<<v.k; x++ {
		w.x[c+1] = x
		v.each(c+1, visit)
	}
}

// With many cards walks begin on a slope that leads to the deck, or there are none: with 100 cards by four riffles in a row.
func TestWalksBeginOnASlope(t *testing.T) {
	a := small(t, 100, "R G=milk(piles=10)")
	for word, walks := range map[string]bool{"RRRRGR": true, "RRRGRRR": false, "RRGRRRGR": false, "RGRRRRRG": true} {
		if _, err := New(a.Alphabet, must.Have(a.Parse(word))(t)); (err == nil) != walks {
			t.Errorf("%s: %v", word, err)
		}
	}
}
