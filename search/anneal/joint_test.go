package anneal

import (
	"math"
	"testing"

	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// Words with other letters between riffles by hands are walked in two stages, by the longest run of riffles; ideal
// riffles in a row stay a block of their own if no other run is longer.
func TestJointWords(t *testing.T) {
	a := small(t, 4, lettersFor(4))
	for spelled, riffles := range map[string]int{
		"LLDLL": 2, "LLLDL": 3, "LDMLL": 3, "LRRDRR": 3, "NDN": 1, "UUDU": 2, "LHUU": 2, "LBDRL": 2,
		"LL": 0, "RRDL": 0, "RRDR": 0, "LJL": 0, "LB": 0, "LRDRRR": 0,
	} {
		w := must.Have(a.Parse(spelled))(t)
		s := must.Have(New(a.Alphabet, w))(t)
		if j, ok := s.(*joint); ok != (riffles > 0) || ok && len(j.riffles.laws) != riffles {
			t.Errorf("%s is a %T of %v, want a run of %d riffles", spelled, s, s.Size(), riffles)
		}
	}
}

// For all pairs of decks of five cards, and all labels that lead to one: the labels drawn for the other lead to it, differ
// only where cards moved, and their number over that before is what the move is taken by.
func TestRelabel(t *testing.T) {
	const n, k = 5, 2
	v := &labelled{block: &block{n: n}, k: k, walks: make([]labels, 1), scores: new([MaxRiffles]score)}
	w, rng := &v.walks[0], draw.Keyed(1, "relabel", 0, 0)
	var decks []*outcome.Sources
	for d := range perm.Factorial(n) {
		decks = append(decks, outcome.SourcesOf(perm.Unrank(n, d)))
	}
	// count is the number of labellings that lead to a deck and equal those of w where cards stay.
	count := func(deck *outcome.Sources, stays func(c int) bool) (ways int) {
		x := w.x
		v.Begin(0, deck, rng)
		v.each(0, func(z *labels) {
			same := true
			for c := range n {
				same = same && (!stays(c) || z.x[c+1] == x[c+1])
			}
			if same {
				ways++
			}
		})
		w.x = x
		return ways
	}
	tried := 0
	for i := 0; i < len(decks); i += 7 {
		v.Begin(0, decks[i], rng)
		v.Draw(0)
		if !v.can(0) {
			continue
		}
		for _, to := range decks {
			v.Begin(0, decks[i], rng)
			was := *w
			stays := func(c int) bool { return to[c] == decks[i][c] }
			want := float64(count(to, stays)) / float64(count(decks[i], stays))
			*w = was
			next := lyingAs(w, to, n)
			odds := w.relabel(&next, n)
			if math.Abs(odds-want) > 1e-12 {
				t.Fatalf("from %v to %v with labels %v: %v, by counting %v", decks[i][:n], to[:n], was.x[1:n+1], odds, want)
			}
			if odds == 0 {
				*w = was
				continue
			}
			tried++
			for c := range n {
				if w.lead(&next) == 0 || stays(c) && w.x[c+1] != was.x[c+1] || w.x[c+1] < 0 || w.x[c+1] >= 1<<k {
					t.Fatalf("from %v to %v: labels %v after %v", decks[i][:n], to[:n], w.x[1:n+1], was.x[1:n+1])
				}
			}
			*w = was
		}
	}
	if tried < 100 {
		t.Errorf("only %d moves are tried", tried)
	}
}

// lyingAs compares places card by card, and lets the cards lie so.
func lyingAs(w *labels, to *outcome.Sources, n int) lying {
	var next lying
	for c := range n {
		if to[c] != w.at[c] {
			next.changed |= 1 << c
			w.at[c] = to[c]
		}
		if c > 0 && to[c] < to[c-1] {
			next.rises |= 1 << c
		}
	}
	return next
}

// After many moves of outcomes and labels, what walks keep is what their outcomes and labels say, laid out anew.
func TestCarryKeepsUp(t *testing.T) {
	for _, c := range []struct {
		n             int
		letters, word string
	}{
		{52, "L=clumpy(switch=13/20) D", "LLLLLLDLL"}, {64, "R L=clumpy(switch=13/20) D", "LLLLLDRL"},
		{30, "L=clumpy(switch=13/20) H=hindu(mean=6,sd=1)", "LLLHL"}, {2, "L=clumpy(switch=13/20) D=deal(piles=2)", "LDL"},
	} {
		a := small(t, c.n, c.letters)
		w := must.Have(a.Parse(c.word))(t)
		s := must.Have(New(a.Alphabet, w))(t)
		v, p := s.Particles(4).(*joined), s.Ladder()
		for k := range 4 {
			v.Deal(k, draw.Keyed(1, "keeps up", k, 0))
		}
		v.Ready()
		moved := 0
		for sweep := range 60 {
			if err := v.kept(); err != "" {
				t.Fatalf("%s, sweep %d: %s", c.word, sweep, err)
			}
			before := v.labels.(*labelled).walks[0].x
			v.sweep(p, p.tilt(1-float64(sweep)/128), sweep%2 == 0)
			if v.labels.(*labelled).walks[0].x != before {
				moved++
			}
		}
		if c.n > 2 && moved < 10 {
			t.Errorf("%s: labels moved in %d sweeps", c.word, moved)
		}
	}
}

// kept says what walks keep that is not so.
func (v *joined) kept() string {
	v.lookAt(v.last)
	b := v.labels.(*labelled)
	var at outcome.Sources
	for k := range v.lost {
		w := b.walks[k]
		places(v.walks[v.last][k], &at)
		fresh := labels{x: w.x}
		fresh.lie(&at, v.w.n)
		b.lay(&fresh)
		switch {
		case fresh.at != w.at || fresh.first != w.first || fresh.rises != w.rises:
			return "cards lie elsewhere"
		case fresh.laid[0] != w.laid[w.now]:
			return "labels are laid out otherwise"
		case fresh.energy != w.energy:
			return "another energy"
		}
		for c := 1; c < v.w.n; c++ {
			if w.x[c+1] < w.x[c]+int32(w.rises>>c&1) {
				return "labels lead elsewhere"
			}
		}
	}
	return ""
}

// A sweep of a neat deck walked with two riffles beside the block: labels, outcomes and both.
func BenchmarkJointSweep(b *testing.B) {
	a := small(b, 52, "L=clumpy(switch=13/20) D")
	w := must.Have(a.Parse("LLLLDLL"))(b)
	s := must.Have(New(a.Alphabet, w))(b)
	v, p := s.Particles(8), s.Ladder()
	for k := range 8 {
		v.Deal(k, draw.Keyed(1, "benchmark", k, 0))
	}
	v.Ready()
	for b.Loop() {
		v.sweep(p, tilt{beta: 0.85}, false)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*8), "ns/walk")
}
