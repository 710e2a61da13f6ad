package densities

import (
	"context"
	"errors"
	"testing"
	"time"

	"dovetail/exact/law/lawtest"
	"dovetail/exact/pairs"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// asked is a question of words of the default letters, scaled where there are few cards.
func asked(t testing.TB, n int, asks ...Spec) Question {
	letters := lawtest.Scaled
	if n == 52 {
		letters = "R H D"
	}
	return Question{Alphabet: small(t, n, letters), Specs: asks, Seed: 1}
}

func TestDensitiesJob(t *testing.T) {
	q := asked(t, 6, Spec{Word: "RHR", From: 3, To: 80, Scatter: 1, Walks: 2}, Spec{Word: "HRR", To: 5000, Walks: 2, Scatter: 1}, Spec{Word: "VDVV", To: 90, Steps: 5, Walks: 3})
	other := q
	other.Alphabet = small(t, 6, "R V H=hindu(mean=2,sd=1) D=deal(order=1-3-2)")
	word := q
	word.Specs = append([]Spec{{Word: "RHRR", From: 3, To: 80, Scatter: 1, Walks: 2}}, q.Specs[1:]...)
	runtest.Test(t, q, other, word)
}

func TestStops(t *testing.T) {
	runtest.Stops(t, asked(t, 52, Spec{Word: "RRRRDRR", To: 1 << 14, Scatter: 0.2, Walks: 2}))
}

func TestResumes(t *testing.T) {
	runtest.Resumes(t, asked(t, 20, Spec{Word: "RRRRDRR", To: 1 << 9, Steps: 600, Walks: 2}))
}

func few(t testing.TB) Question {
	return asked(t, 5, Spec{Word: "RHR", To: 40, Steps: 3, Walks: 2}, Spec{Word: "HRR", To: 3000, Walks: 2})
}

func FuzzMerge(f *testing.F) { runtest.FuzzMerge(f, few(f)) }
func FuzzTask(f *testing.F)  { runtest.FuzzTask(f, few(f)) }

// The search ends soon after its context, whether it is in a pilot or in a walk.
func TestCancel(t *testing.T) {
	a := small(t, 52, "R H D")
	for _, c := range []struct {
		word  string
		steps int
		after time.Duration // of the processor
	}{
		{"RHRDRHR", 100, 50 * time.Millisecond}, // pilot
		{"RRRRRDR", 1e6, 500 * time.Millisecond},
	} {
		runtest.Cancelled(t, c.after, time.Second, func(ctx context.Context) error {
			q := Question{Alphabet: a, Specs: []Spec{{Word: c.word, To: 1 << 20, Steps: c.steps, Walks: 2}}}
			_, _, err := run.Run(ctx, q, run.Options{Threads: 2})
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", c.word, err)
			}
			return err
		})
	}
}

// A method with other steps takes the pilot of the one before, which is kept longer than methods are, and lets go of that.
func TestTemplate(t *testing.T) {
	var methods []*Method
	q := asked(t, 8, Spec{Word: "RHRDRHR", To: 64, Walks: 2, Steps: 4})
	c := NewCache(new(pairs.Cache))
	for _, steps := range []int{4, 8, 16} {
		if q.Specs[0].Steps = steps; steps == 16 {
			clear(c.methods)
		}
		m, err := c.method(q.Alphabet, q.Specs[0], 1)
		if err == nil {
			_, err = m.estimator(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m)
	}
	for i, m := range methods[1:] {
		if &m.stages[0] != &methods[i].stages[0] || m.template != nil {
			t.Errorf("method %d has a pilot of its own, or keeps the method before", i+1)
		}
	}
}

// What cannot be walked is refused in a line.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		n       int
		letters string
		word    string
		want    string
	}{
		{8, "H D", "HDH", "word HDH: densities can be estimated only with a letter that is a riffle, of up to 64 cards unless it is an a-shuffle or differs from one by its cut alone"},
		{65, "L=clumpy(switch=13/20)", "LL", "word LL: densities can be estimated only with a letter that is a riffle, of up to 64 cards unless it is an a-shuffle or differs from one by its cut alone"},
		{300, "R D", "RDR", "n=300: densities can be estimated for up to 256 cards"},
		{52, "R W", "RWR", ""}, // closed
		{52, "R X=ashuffle(a=257) D", "RRRRRRRRRDXD", "word RRRRRRRRRDXD: no moves between outcomes are known for ashuffle(a=257)"},
	} {
		a := small(t, c.n, c.letters)
		_, err := Question{Alphabet: a, Specs: []Spec{{Word: c.word, To: 4, Walks: 2}}}.Job()
		if got := ""; err != nil {
			if got = err.Error(); got != c.want {
				t.Errorf("%s: %q, want %q", c.word, got, c.want)
			}
		} else if c.want != "" {
			t.Errorf("%s is not refused", c.word)
		}
	}
}

// Where two cards say nothing, have no law, or are too many for a score, decks are not split.
func TestDecksWithoutTests(t *testing.T) {
	for _, c := range []struct {
		n             int
		letters, word string
	}{{2, "L=clumpy(switch=13/20)", "LL"}, {65, "R C", "RCRRRRRRRR"}, {16, "A D R", "DARDR"}} {
		q := Question{Alphabet: small(t, c.n, c.letters), Specs: []Spec{{Word: c.word, To: 40, Steps: 3, Walks: 2}}, Seed: 1}
		j, _, err := run.Run(t.Context(), q, run.Options{Threads: 2})
		if err == nil {
			err = j.CheckTotal()
		}
		if err != nil {
			t.Errorf("%s of %d cards: %v", c.word, c.n, err)
		}
	}
}

// Another purpose has other decks and other walks, whether densities are closed, decks are dealt or split by a test.
func TestPurposes(t *testing.T) {
	for _, spec := range []Spec{
		{Word: "HRR", To: 200, Walks: 2}, {Word: "RHR", To: 200, Steps: 3, Walks: 2}, {Word: "RHR", To: 200, Steps: 3, Walks: 2, Test: 300},
	} {
		seen := map[Sums]string{}
		for _, spec.Purpose = range []string{"", "rank", "tvd"} {
			j, _, err := run.Run(t.Context(), asked(t, 6, spec), run.Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if same, ok := seen[j.Sums[0]]; ok {
				t.Errorf("%+v has the decks of the purpose %q", spec, same)
			}
			seen[j.Sums[0]] = spec.Purpose
		}
	}
}
