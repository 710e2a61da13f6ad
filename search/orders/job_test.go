package orders

import (
	"testing"

	"dovetail/perm/longtest"
	"dovetail/search/run/runtest"
)

func TestJob(t *testing.T) {
	for _, q := range []sums{
		{From: 3, To: longtest.Of[uint64](2e6, 4e6) + 1, Method: Full},
		{From: 2e6 + 1, To: longtest.Of[uint64](2.5e6, 3e6) + 1, Method: Window},
		{From: 1e12 + 1, To: 1e12 + 2001, Method: Single},
	} {
		t.Run(string(q.Method), func(t *testing.T) { runtest.Test(t, q) })
	}
}

func TestStops(t *testing.T) {
	runtest.Stops(t, sums{From: 3, To: 6e8 + 1, Method: Full})
	runtest.Stops(t, sums{From: 1e13 + 1, To: 1e13 + 1e9 + 1, Method: Window})
	runtest.Stops(t, sums{From: 1<<62 + 1, To: 1<<62 + 1e7 + 1, Method: Single})
}

func TestResumes(t *testing.T) {
	runtest.Resumes(t, sums{From: 3, To: 1e8 + 1, Method: Full})
}

func FuzzMerge(f *testing.F) {
	runtest.FuzzMerge(f, sums{From: 1e9 + 1, To: 1e9 + 1001, Method: Single})
}
func FuzzTask(f *testing.F) { runtest.FuzzTask(f, sums{From: 1e9 + 1, To: 1e9 + 1001, Method: Single}) }
