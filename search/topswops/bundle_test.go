package topswops

import (
	"errors"
	"math"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/run/testdata/runtest"
)

// follower is a search by bundles in one piece, with cuts and thresholds of any kind.
func follower(t testing.TB, at levels, f []int) *bundling {
	n := len(at.Need) - 1
	q := bundled{Query: Query{N: n, Least: at.Need[n], All: true, Lengths: f}, Budget: bundleBudget}
	j := &bundles{bundled: q, finder: finder{q.Query, 1 << 30, Found{Work: newWork(n)}}, levels: at, low: reach(f)}
	return j.newSearch(t.Context())
}

// found are the decks that a search finds, in order.
func (s *bundling) found() [][]int {
	s.all(s.base.bare())
	slices.SortFunc(s.out.Decks, slices.Compare)
	return s.out.Decks
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
	at := levels{base: base, Need: make([]int, n+1), Cut: make([]int, n+1)}
	for m := range at.Cut {
		at.Cut[m] = cut * m / n
	}
	decks := follower(t, at, knownLengths(n-1)).found()
	count, want := len(decks), 1
	for i := 2; i <= n; i++ {
		want *= i
	}
	if decks = slices.CompactFunc(decks, slices.Equal[[]int]); count != want || len(decks) != want {
		t.Errorf("n=%d from %d cards, cuts by %d: %d decks, %d different, want %d", n, base, cut, count, len(decks), want)
	}
}

// longDecks are the decks of n cards with at least the given moves, by playing all.
func longDecks(n, least int) (decks map[int][][]int) {
	decks = map[int][][]int{}
	all(n, func(cards []int) {
		d, moves := word(cards), 0
		for k := d.Card(0); k != 0; k = d.Card(0) {
			d = d.Flip(k + 1)
			moves++
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
					at := newLevels(n, least, from)
					if err := at.check(f[:n]); err != nil {
						t.Fatal(err)
					}
					if got := follower(t, at, f[:n]).found(); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
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
	for _, decks := range longDecks(n, least) {
		want += len(decks)
	}
	for _, from := range [][]int{{3, 6, 13}, {2, 5, 12}, {3, 7, 11}, {4, 5, 11}} {
		at := newLevels(n, least, from)
		if at.check(f) == nil {
			t.Errorf("%v pass", from)
		}
		if got := len(follower(t, at, f).found()); got >= want {
			t.Errorf("%v: %d decks, all are %d", from, got, want)
		}
	}
	for _, from := range [][]int{{2, 5, 11}, {2, 4, 8}, {0, 0, 0}, {1}} {
		if err := newLevels(n, least, from).check(f); err != nil {
			t.Errorf("%v: %v", from, err)
		}
	}
	for _, from := range [][]int{{3, 5, 11}, {2, 5, 9, 11}, {-1, 5, 11}, {}, {0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]int, 20)} {
		_, err := bundled{Query: Query{N: n, Least: least, Lengths: f}, From: from}.Job()
		if wrong := (results.Refused{}); !errors.As(err, &wrong) {
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
		b := newBase(m, need, reach(knownLengths(m)))
		listed := 0
		b.list(b.bare(), func(_ topswops.Word, x *topswops.Bundle) {
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

// What a search does is told to the last game, whatever the kernel: a bound that is weaker
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
		s := follower(t, newLevels(c.n, c.least, c.from), knownLengths(c.n-1))
		s.all(s.base.bare())
		w := s.work
		got := []uint64{sumOf(w.Bundles), sumOf(w.Games), sumOf(w.Visits) + s.base.depths.Visits, sumOf(w.Decks)}
		if !slices.Equal(got, c.want) {
			t.Errorf("n=%d, T=%d, %v: %d, want %d", c.n, c.least, c.from, got, c.want)
		}
	}
}

// smallBundles are small questions, in tasks that leave many pieces.
func smallBundles() map[string]bundled {
	f := knownLengths(8)
	return map[string]bundled{
		"longest":  {Query{N: 9, Least: 25, Lengths: f}, []int{1, 2, 5, 11}, 300, nil},
		"at least": {Query{N: 9, Least: 22, All: true, Lengths: f}, []int{3, 7}, 300, nil},
		"in order": {Query{N: 9, Least: 20, Sorted: true, Lengths: f}, []int{2, 5, 10}, 300, nil},
		"counted":  {Query{N: 9, Least: 22, All: true, Bare: true, Lengths: f}, []int{0, 1, 2, 4, 9}, 300, nil},
		"bounded":  {Query{N: 9, Least: 18, All: true, Lengths: f}, []int{2, 5, 10}, 300, []int{4, 8, 14}},
	}
}

func TestBundlesJob(t *testing.T) {
	for name, q := range smallBundles() {
		t.Run(name, func(t *testing.T) { runtest.Test(t, q) })
	}
}

func TestBundlesStop(t *testing.T) {
	q := Query{N: 17, Least: 159, Lengths: knownLengths(16)}
	runtest.Stops(t, bundled{Query: q, From: usual(q.N, q.Least), Budget: bundleBudget})
}

func TestBundlesResume(t *testing.T) {
	q := Query{N: 13, Least: 76, Lengths: knownLengths(12)}
	runtest.Resumes(t, bundled{Query: q, From: usual(q.N, q.Least), Budget: 100_000})
}

func FuzzMergeBundles(f *testing.F) { runtest.FuzzMerge(f, smallBundles()["at least"]) }
func FuzzTaskBundles(f *testing.F)  { runtest.FuzzTask(f, smallBundles()["at least"]) }

func benchBundles(b *testing.B, n int) {
	f := knownLengths(n)
	at := newLevels(n, f[n], usual(n, f[n]))
	for b.Loop() {
		s := follower(b, at, f[:n])
		s.Budget = math.MaxUint64
		start := run.CPUTime()
		for _, p := range s.base.more(s.base.bare()) {
			s.all(p)
		}
		b.ReportMetric((run.CPUTime() - start).Seconds(), "cpu-s")
		b.ReportMetric(float64(len(s.out.Decks)), "decks")
		b.ReportMetric(float64(sumOf(s.work.Games)), "games")
		b.ReportMetric(float64(sumOf(s.work.Visits)+s.base.depths.Visits), "looks")
	}
}

func BenchmarkBundles13(b *testing.B) { benchBundles(b, 13) }
func BenchmarkBundles14(b *testing.B) { benchBundles(b, 14) }
func BenchmarkBundles15(b *testing.B) { benchBundles(b, 15) }

// An answer that counts an end of the base twice, or not at all, is refused.
func TestEachEndOnce(t *testing.T) {
	a, err := Longest(t.Context(), 10, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for part, p := range a.Work.Parts {
		for _, ends := range []uint64{p.Ends + 1, p.Ends - 1} {
			wrong := p
			wrong.Ends = ends
			a.Work.Parts[part] = wrong
			if a.check(run.Shard{}) == nil {
				t.Errorf("%d ends in part %d, of %d", ends, part, p.Ends)
			}
		}
		a.Work.Parts[part] = p
	}
	if err := a.check(run.Shard{}); err != nil {
		t.Error(err)
	}
}
