package topswops

import (
	"testing"

	"dovetail/search/run/runtest"
)

// small questions of a search, in tasks that leave many pieces.
func smallQuestions() map[string]question {
	f := knownLengths(8)
	return map[string]question{
		"longest":  {Query{N: 9, Least: 25, Lengths: f}, 300},
		"at least": {Query{N: 9, Least: 22, All: true, Lengths: f}, 300},
		"in order": {Query{N: 9, Least: 20, Sorted: true, Lengths: f}, 300},
		"counted":  {Query{N: 9, Least: 22, All: true, Bare: true, Lengths: f}, 300},
		"whole":    {Query{N: 7, Least: 10, All: true, Whole: true}, 300},
	}
}

func TestJob(t *testing.T) {
	for name, q := range smallQuestions() {
		t.Run(name, func(t *testing.T) { runtest.Test(t, q) })
	}
}

func TestStops(t *testing.T) {
	runtest.Stops(t, question{Query{N: 17, Least: 159, Lengths: knownLengths(16)}, budget})
}

func TestResumes(t *testing.T) {
	runtest.Resumes(t, question{Query{N: 13, Least: 75, Lengths: knownLengths(12)}, 100_000})
}

func FuzzMerge(f *testing.F) { runtest.FuzzMerge(f, smallQuestions()["at least"]) }
func FuzzTask(f *testing.F)  { runtest.FuzzTask(f, smallQuestions()["at least"]) }
