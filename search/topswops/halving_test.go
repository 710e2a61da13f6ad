package topswops

import (
	"math"
	"testing"

	"dovetail/perm/longtest"
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

// After a tenth of the work the rest is predicted within three tenths: work is
// counted as decks looked at, which take much the same everywhere.
func TestTimeLeft(t *testing.T) {
	for n := 12; n <= longtest.Of(13, 14); n++ {
		if off := predicted(t, n); math.Abs(off-1) > 0.3 {
			t.Errorf("n=%d: after a tenth, the rest is predicted to be %.2f times what it is", n, off)
		}
	}
}

// predicted is the ratio of what is predicted after a tenth of a search to what
// is left.
func predicted(t *testing.T, n int) float64 {
	f := knownLengths(n)
	j := newHalving(question{Query{N: n, Least: f[n], Lengths: f[:n]}, budget})
	roots, err := j.Roots()
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(n, j.at, j.low)
	w.leaf = func(node) {}
	var work, weight []float64 // up to each root
	var all, sum float64
	for _, p := range roots {
		r, err := j.restOf(p.Payload)
		if err != nil {
			t.Fatal(err)
		}
		w.goOn(r)
		all += float64(sumOf(w.stats().Visits))
		sum += p.Weight
		work, weight = append(work, all), append(weight, sum)
	}
	i := 0
	for work[i] < all/10 {
		i++
	}
	left := work[i] * (sum - weight[i]) / weight[i]
	t.Logf("n=%d: %.0f looked at, %.0f left of them after %d of %d roots, %.0f predicted", n, all, all-work[i], i+1, len(roots), left)
	return left / (all - work[i])
}
