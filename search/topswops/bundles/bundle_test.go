package bundles

import (
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// searcher is a search in one piece, and the decks that it finds.
func searcher(t testing.TB, at Levels, f []int) (s *Search, found *[][]int) {
	found = new([][]int)
	n := len(at.Need) - 1
	s = NewSearch(at, f, func(d topswops.Deck, moves int) {
		if moves >= at.Need[n] {
			*found = append(*found, ranked(d.Unpack(n)))
		}
	})
	s.Begin(t.Context())
	return s, found
}

// decks are those that a search finds, in order.
func decks(t testing.TB, at Levels, f []int) [][]int {
	s, found := searcher(t, at, f)
	s.Unit(s.Bare())
	slices.SortFunc(*found, slices.Compare)
	return *found
}

// ranked counts cards from 1 instead of 0.
func ranked(cards []int) []int {
	for i := range cards {
		cards[i]++
	}
	return cards
}

// all yields every deck of n cards in lexicographic order.
func all(n int, yield func(cards []int)) {
	cards := make([]int, n)
	for i := range cards {
		cards[i] = i
	}
	var place func(p int)
	place = func(p int) {
		if p == n {
			yield(cards)
			return
		}
		for q := p; q < n; q++ {
			cards[p], cards[q] = cards[q], cards[p]
			place(p + 1)
			cards[p], cards[q] = cards[q], cards[p]
		}
	}
	place(0)
}

// With no thresholds, bundles have every deck once, whatever the cuts and the base.
func TestBundlesPartitionAllDecks(t *testing.T) {
	for n := 2; n <= 8; n++ {
		for base := 1; base < n; base++ {
			for _, cut := range []int{0, 1, 3, 7, 30} {
				if n == 8 && (base+cut)%longtest.Of(3, 1) > 0 {
					continue
				}
				testPartition(t, n, base, cut)
			}
		}
	}
	testPartition(t, 9, 8, 9)
	if longtest.On() {
		testPartition(t, 9, 5, 4)
	}
}

func testPartition(t *testing.T, n, base, cut int) {
	at := Levels{Base: base, Need: make([]int, n+1), Cut: make([]int, n+1)}
	for m := range at.Cut {
		at.Cut[m] = cut * m / n
	}
	found := decks(t, at, knownLengths(n-1))
	count, want := len(found), 1
	for i := 2; i <= n; i++ {
		want *= i
	}
	if found = slices.CompactFunc(found, slices.Equal[[]int]); count != want || len(found) != want {
		t.Errorf("n=%d from %d cards, cuts by %d: %d decks, %d different, want %d", n, base, cut, count, len(found), want)
	}
}

// longDecks are the decks of n cards with at least the given moves, by playing all.
func longDecks(n, least int) (decks map[int][][]int) {
	decks = map[int][][]int{}
	all(n, func(cards []int) {
		d, moves := slices.Clone(cards), 0
		for ; d[0] != 0; moves++ {
			slices.Reverse(d[:d[0]+1])
		}
		if moves >= least {
			decks[moves] = append(decks[moves], ranked(slices.Clone(cards)))
		}
	})
	return decks
}

// Every deck of at least T moves, against playing all decks, with thresholds as high as may
// be and lower ones.
func TestBundlesAgainstAllDecks(t *testing.T) {
	for n := 3; n <= longtest.Of(9, 10); n++ {
		f := knownLengths(n)
		all := longDecks(n, f[n]*2/3)
		for _, least := range []int{f[n] + 1, f[n], f[n] - 1, f[n] - 4, f[n] * 2 / 3} {
			if least < f[n]*2/3 {
				continue
			}
			var want [][]int
			for moves := least; moves <= f[n]; moves++ {
				want = append(want, all[moves]...)
			}
			slices.SortFunc(want, slices.Compare)
			for base := max(1, n-5); base < n; base++ {
				for _, percent := range []int{50, 44, 20, 0} {
					from := make([]int, n-base)
					for i, e := len(from)-1, least; i >= 0; i-- {
						e = e * percent / 100
						from[i] = e
					}
					at := NewLevels(n, least, from, nil)
					if err := at.Check(f[:n]); err != nil {
						t.Fatal(err)
					}
					if got := decks(t, at, f[:n]); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
						t.Errorf("n=%d, T=%d from %d cards by %v: %d decks, want %d", n, least, base, from, len(got), len(want))
					}
				}
			}
		}
	}
}

// A threshold above half of the next is refused, and would lose decks.
func TestThresholdsAboveHalfLoseDecks(t *testing.T) {
	const n, least = 9, 22
	f := knownLengths(n - 1)
	want := 0
	for _, some := range longDecks(n, least) {
		want += len(some)
	}
	for _, from := range [][]int{{3, 6, 13}, {2, 5, 12}, {3, 7, 11}, {4, 5, 11}} {
		at := NewLevels(n, least, from, nil)
		if at.Check(f) == nil {
			t.Errorf("%v pass", from)
		}
		if got := len(decks(t, at, f)); got >= want {
			t.Errorf("%v: %d decks, all are %d", from, got, want)
		}
	}
	for _, from := range [][]int{{3, 5, 11}, {-1, 5, 11}} {
		if NewLevels(n, least, from, nil).Check(f) == nil {
			t.Errorf("%v pass", from)
		}
	}
	for _, from := range [][]int{{2, 5, 11}, {2, 4, 8}, {0, 0, 0}, {1}} {
		if err := NewLevels(n, least, from, nil).Check(f); err != nil {
			t.Errorf("%v: %v", from, err)
		}
	}
}

// Slacks are what they are said to be at the base: what remains of the longest game with an
// end, and of the longest in which a card is supporting, above what is needed.
func TestSlacksOfTheBase(t *testing.T) {
	const m = 7
	longest := map[[m]uint8]*[m]int{}
	all(m, func(cards []int) {
		x := rooted(topswops.Pack(cards), m)
		var end [m]uint8
		for p, v := range x.end.Unpack(m) {
			end[p] = uint8(v)
		}
		of := longest[end]
		if of == nil {
			of = new([m]int)
			longest[end] = of
		}
		for z := range m {
			if z == 0 || x.quiet>>z&1 != 0 {
				of[z] = max(of[z], x.moves+1)
			}
		}
	})
	for need := range 18 {
		b := NewBase(NewLevels(m+1, need, []int{need}, nil), Reach(knownLengths(m)))
		listed := 0
		b.List(b.Bare(), func(_ topswops.Word, x *topswops.Bundle) {
			listed++
			for z := range topswops.MaxCards {
				want := 0
				if z < m {
					want = max(0, longest[[m]uint8(x.End[:])][z]-need)
				}
				if int(x.Slack[z]) != want {
					t.Fatalf("need %d, end %v, card %d: slack %d, want %d", need, x.End, z, x.Slack[z], want)
				}
			}
		})
		want := 0
		for _, of := range longest {
			if of[0] > need {
				want++
			}
		}
		if listed != want {
			t.Errorf("%d ends of games of %d moves or more, want %d", listed, need, want)
		}
	}
}

// Bounds of 0 leave nothing out; higher ones leave decks out one after the other, and add none.
func TestBoundsLeaveOut(t *testing.T) {
	const n, least = 9, 18
	f, from := knownLengths(n-1), []int{2, 4, 9}
	whole := decks(t, NewLevels(n, least, from, nil), f)
	for size := range from {
		before := whole
		for bound := 0; len(before) > 0; bound++ {
			at := NewLevels(n, least, from, nil)
			at.Bound = make([]int, n)
			at.Bound[at.Base+size] = bound
			found := decks(t, at, f)
			for _, d := range found {
				if _, there := slices.BinarySearchFunc(before, d, slices.Compare); !there {
					t.Errorf("bound %d at %d cards finds %v, %d does not", bound, at.Base+size, d, bound-1)
				}
			}
			if bound <= from[size] && len(found) != len(whole) {
				t.Errorf("bound %d at %d cards finds %d decks of %d", bound, at.Base+size, len(found), len(whole))
			}
			if bound > n*n {
				t.Fatalf("bound %d at %d cards still finds %d decks", bound, at.Base+size, len(found))
			}
			before = found
		}
	}
}

// What a search does is counted to the last game, whatever the kernel: a bound that is weaker
// than it could be finds the same, for more work.
func TestSignatureOfBundles(t *testing.T) {
	for _, c := range []struct {
		n, least int
		from     []int
		want     []uint64 // bundles, games, looks, decks
	}{
		{9, 25, []int{1, 3, 6, 12}, []uint64{1500, 1089, 10210, 5853}},
		{11, 51, []int{2, 4, 9, 19}, []uint64{25032, 33139, 12414, 2535}},
		{12, 60, []int{1, 2, 5, 11, 24}, []uint64{267801, 327506, 149165, 88805}},
		{12, 65, []int{6, 12, 26}, []uint64{35060, 58375, 497872, 19300}},
	} {
		s, _ := searcher(t, NewLevels(c.n, c.least, c.from, nil), knownLengths(c.n-1))
		s.Unit(s.Bare())
		w := s.Done(0).Sum()
		got := []uint64{w.Bundles, w.Games, w.Visits, w.Decks}
		if !slices.Equal(got, c.want) {
			t.Errorf("n=%d, T=%d, %v: %d, want %d", c.n, c.least, c.from, got, c.want)
		}
	}
}

func benchBundles(b *testing.B, n int) {
	f := knownLengths(n)
	at := NewLevels(n, f[n], Usual(n, f[n]), nil)
	for b.Loop() {
		s, found := searcher(b, at, f[:n])
		start := run.CPUTime()
		for _, p := range s.More(s.Bare()) {
			s.Unit(p)
		}
		b.ReportMetric((run.CPUTime() - start).Seconds(), "cpu-s")
		b.ReportMetric(float64(len(*found)), "decks")
		b.ReportMetric(float64(s.Done(0).Sum().Games), "games")
		b.ReportMetric(float64(s.Done(0).Sum().Visits), "looks")
	}
}

func BenchmarkBundles13(b *testing.B) { benchBundles(b, 13) }
func BenchmarkBundles14(b *testing.B) { benchBundles(b, 14) }
func BenchmarkBundles15(b *testing.B) { benchBundles(b, 15) }
