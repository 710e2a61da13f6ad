package topswops

import (
	"errors"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// longest is the search for the longest games on n cards, from a length on.
func longest(n, least int) search { return Max{N: n}.searchFrom(least, KnownBelow(n)) }

// atLeast is that for all games of at least some moves.
func atLeast(n, least int) search {
	return Max{N: n, AtLeast: least}.searchFrom(least, KnownBelow(n))
}

// Thresholds that lose decks, or of sizes that have none, are refused.
func TestThresholdsRefused(t *testing.T) {
	for _, from := range [][]int{{3, 5, 11}, {2, 5, 9, 11}, {-1, 5, 11}, {}, {0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]int, 20)} {
		s := longest(9, 22)
		s.Thresholds = from
		_, err := s.Job()
		if wrong := (results.Refused{}); !errors.As(err, &wrong) {
			t.Errorf("%v: %v", from, err)
		}
	}
}

// smallBundles are small questions, in tasks that leave many pieces.
func smallBundles() map[string]search {
	f, bounded := KnownBelow(9), longtest.Of(21, 18)
	small := func(q Max, least int, thresholds ...int) search {
		q.N, q.Thresholds = 9, thresholds
		return search{Max: q, Least: least, Lengths: f, Budget: 300}
	}
	return map[string]search{
		"longest":  small(Max{}, 25, 1, 2, 5, 11),
		"at least": small(Max{AtLeast: 22}, 22, 3, 7),
		"in order": small(Max{Sorted: true}, 20, 2, 5, 10),
		"counted":  small(Max{AtLeast: 22, CountOnly: true}, 22, 0, 1, 2, 4, 9),
		"bounded":  small(Max{AtLeast: bounded, Bounds: []int{4, 8, 14}}, bounded, 2, 5, 10),
	}
}

func TestBundlesJob(t *testing.T) {
	for name, q := range smallBundles() {
		t.Run(name, func(t *testing.T) { runtest.Test(t, q) })
	}
}

func TestBundlesStop(t *testing.T) {
	runtest.Stops(t, longest(17, 159))
}

func TestBundlesResume(t *testing.T) {
	s := longest(13, 76)
	s.Budget = 100_000
	runtest.Resumes(t, s)
}

func FuzzMergeBundles(f *testing.F) { runtest.FuzzMerge(f, smallBundles()["at least"]) }
func FuzzTaskBundles(f *testing.F)  { runtest.FuzzTask(f, smallBundles()["at least"]) }

// An answer that counts an end of the base twice, or not at all, is refused.
func TestEachEndOnce(t *testing.T) {
	j, state, err := run.Run(t.Context(), longest(10, 38), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	parts := j.total.Work.Parts
	for part, p := range parts {
		for _, ends := range []uint64{p.Ends + 1, p.Ends - 1} {
			wrong := p
			wrong.Ends = ends
			parts[part] = wrong
			if _, err := j.answer(run.Shard{}, state); err == nil {
				t.Errorf("%d ends in part %d, of %d", ends, part, p.Ends)
			}
		}
		parts[part] = p
	}
	if _, err := j.answer(run.Shard{}, state); err != nil {
		t.Error(err)
	}
}
