package laws

import (
	"testing"

	"dovetail/exact/law"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run/runtest"
)

func question(t testing.TB, n, longest int, names string, definitions ...string) cores {
	letters := must.Have(notation.New(n, []byte(names), "literal", definitions))(t)
	a := must.Have(law.Compile(t.Context(), n, letters, 1<<30))(t)
	return cores{a, longest}
}

func TestJob(t *testing.T) {
	const hindu = "H=hindu(mean=2,sd=1)"
	runtest.Test(t, question(t, 5, 4, "HRD", hindu),
		question(t, 6, 4, "HRD", hindu), question(t, 5, 4, "RHD", hindu), question(t, 5, 4, "HRD", "H=hindu(mean=2,sd=2)"))
}

func TestStops(t *testing.T)   { runtest.Stops(t, question(t, 9, 5, "HRD", "H=hindu(mean=2,sd=1)")) }
func TestResumes(t *testing.T) { runtest.Resumes(t, question(t, 7, 5, "HRD", "H=hindu(mean=2,sd=1)")) }

func FuzzMerge(f *testing.F) { runtest.FuzzMerge(f, question(f, 4, 3, "HR", "H=hindu(mean=2,sd=1)")) }
func FuzzTask(f *testing.F)  { runtest.FuzzTask(f, question(f, 5, 4, "HRD", "H=hindu(mean=2,sd=1)")) }
