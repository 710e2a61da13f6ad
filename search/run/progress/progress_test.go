package progress

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dovetail/results"
)

// On w workers, with costs scattered about the weights, the true time left
// falls within three margins of the estimate.
func TestEstimateOfUnevenTasks(t *testing.T) {
	const tasks, workers = 2000, 3
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		weights, costs := make([]float64, tasks), make([]time.Duration, tasks)
		var all, total float64
		for i := range weights {
			weights[i] = 1 + 9*rng.Float64()
			costs[i] = time.Duration(weights[i] * rng.ExpFloat64() * float64(time.Second))
			all += weights[i]
			total += costs[i].Seconds()
		}
		var e Estimate
		start := time.Unix(0, 0)
		e.Begin(start)
		var busy, done float64
		now := start
		for i := range tasks / 4 {
			busy += costs[i].Seconds()
			done += weights[i]
			now = start.Add(seconds(busy / workers))
			e.Observe(weights[i], costs[i], now)
		}
		left, margin, ok := e.Left(all-done, now)
		truth := seconds((total - busy) / workers)
		if !ok || (left-truth).Abs() > 3*margin || margin > left/5 {
			t.Errorf("seed %d: %v ± %v left, in truth %v", seed, left, margin, truth)
		}
	}
}

func TestEstimateOfALoop(t *testing.T) {
	var e Estimate
	start := time.Unix(0, 0)
	e.Begin(start)
	if _, _, ok := e.Left(1, start); ok {
		t.Error("an estimate from nothing")
	}
	e.Add(25, start.Add(10*time.Second))
	left, margin, ok := e.Left(75, start.Add(12*time.Second))
	if want := 28 * time.Second; left != want || margin != 0 || !ok {
		t.Errorf("%v ± %v, want %v", left, margin, want)
	}
}

// The function receives how far it is, and at the end the last of it.
func TestMeterTells(t *testing.T) {
	var last results.Progress
	m := To("words", func(r results.Progress) { last = r }).For("tests")
	m.Start(10, 5)
	m.Done(1, time.Second)
	m.Done(1, time.Second)
	m.Say("by two hands")
	m.Show([]string{"best", "next"})
	m.Stop()
	if last.Share != 0.7 || last.Part != "tests" || last.Tasks != 2 || last.Rate <= 0 || last.Left < 0 || last.Says != "by two hands" || len(last.Best) != 2 {
		t.Errorf("%+v", last)
	}
}

// A part replaces the whole and gives it back, and the time continues. Nobody receives the two in
// turn.
func TestMeterOfAPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var all []results.Progress
		tell := func(r results.Progress) { mu.Lock(); all = append(all, r); mu.Unlock() }
		heard := func() []results.Progress { mu.Lock(); defer mu.Unlock(); return all }
		whole := To("words", tell)
		whole.Start(0, 0)
		time.Sleep(time.Second)
		for _, share := range []float64{0.75, 0.9375} { // the second goes on from the first
			part := whole.For("race").For("test")
			part.Start(4, 0)
			part.Done(3, time.Second)
			from := len(heard())
			time.Sleep(2 * time.Second)
			for _, r := range heard()[from:] {
				if r.Part != "test" || r.Share != share || r.Seconds < 1 {
					t.Errorf("%+v in the middle of a part", r)
				}
			}
			part.Stop()
		}
		time.Sleep(time.Second)
		whole.Stop()
		for i, r := range all[1:] {
			if r.Seconds < all[i].Seconds {
				t.Errorf("%v s so far after %v", r.Seconds, all[i].Seconds)
			}
		}
		if last := all[len(all)-1]; last.Part != "words" || last.Seconds < 5 {
			t.Errorf("%+v at the end", last)
		}
	})
}

// One question has one progress, which never falls: parts go on from each other, and what follows has its share of the
// time that is left, even before the part at hand has any.
func TestMeterOfSpans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var all []results.Progress
		whole := To("decks", func(r results.Progress) { mu.Lock(); all = append(all, r); mu.Unlock() })
		last := func() results.Progress { mu.Lock(); defer mu.Unlock(); return all[len(all)-1] }
		whole.Expect(100)
		whole.Start(0, 0)
		time.Sleep(9900 * time.Millisecond)
		if left := last().Left; left < 90 || left > 91 {
			t.Errorf("%v s are left of 100 after 10", left)
		}
		whole.Span(0, 0.25)
		part := whole.For("f16")
		part.Span(0.2, 1)
		part.Start(4, 0)
		time.Sleep(10100 * time.Millisecond)
		part.Done(4, 10*time.Second)
		part.Stop()
		whole.Span(0.25, 1)
		whole.Start(3, 0)
		time.Sleep(300 * time.Millisecond)
		if r := last(); r.Share != 0.25 || r.Left < 59 || r.Left > 62 {
			t.Errorf("a quarter has taken 20 s: %+v", r)
		}
		whole.Done(1, time.Second)
		time.Sleep(300 * time.Millisecond)
		if r := last(); r.Share != 0.5 || r.Left < 0 || r.Left > 1 {
			t.Errorf("one of three has taken 0.3 s: %+v", r)
		}
		whole.Stop()
		for i, r := range all[1:] {
			if r.Share < all[i].Share || r.Left < 0 {
				t.Errorf("%+v after %+v", r, all[i])
			}
		}
	})
}

// The bar never goes back: where a part took less than its price, or a question has several, what follows continues from there.
// A part whose last task takes longer than the others has no time left that is said to be 0.
func TestMeterNeverGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var all []results.Progress
		whole := To("hands", func(r results.Progress) { mu.Lock(); all = append(all, r); mu.Unlock() })
		last := func() results.Progress { mu.Lock(); defer mu.Unlock(); return all[len(all)-1] }
		whole.Start(0, 0)
		shown := func(label string, share float64) {
			t.Helper()
			part := whole.For(label)
			part.Start(2, 0)
			part.Done(2, time.Second)
			part.Stop()
			time.Sleep(time.Second)
			if got := last().Share; math.Abs(got-share) > 1e-9 {
				t.Errorf("%s ends at %v, want %v", label, got, share)
			}
		}
		whole.Cover(0, 0.5)
		whole.Span(0, 0.8)
		shown("the first part of the first question", 0.4)
		whole.Span(0.2, 0.6)
		shown("what was nearer by its price", 0.4)
		whole.Span(0.6, 3)
		shown("the rest", 0.5)
		whole.Cover(0.5, 1)
		whole.Span(0, 0.5)
		whole.Start(4, 0)
		time.Sleep(time.Second)
		whole.Done(3, time.Second)
		time.Sleep(20 * time.Second)
		if r := last(); r.Share != 0.6875 || r.Left == 0 {
			t.Errorf("the last task takes long: %+v", r)
		}
		whole.Done(1, 21*time.Second)
		time.Sleep(30 * time.Second)
		if r := last(); r.Share != 0.75 || r.Left <= 1 {
			t.Errorf("what follows the last task takes long: %+v", r)
		}
		whole.Stop()
		for i, r := range all[1:] {
			if r.Share < all[i].Share {
				t.Errorf("%+v after %+v", r, all[i])
			}
		}
	})
}

// What was done before it began says nothing of the time that is left, and a second part is named.
func TestMeterOfWhatWasDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var r results.Progress
		last := func() results.Progress { mu.Lock(); defer mu.Unlock(); return r }
		m := To("decks", func(now results.Progress) { mu.Lock(); r = now; mu.Unlock() })
		m.Start(0, 0)
		m.Start(10, 9)
		time.Sleep(time.Second)
		if r := last(); r.Share != 0.9 || r.Left >= 0 || r.Part != "decks" {
			t.Errorf("%+v", r)
		}
		m.Start(10, 0)
		time.Sleep(time.Second)
		if r := last(); r.Part != "decks, part 2" {
			t.Errorf("%+v", r)
		}
		m.Stop()
	})
}

func TestNilMeterIsSilent(t *testing.T) {
	var m *Meter
	m.Show(nil)
	m.Start(1, 0)
	m.Span(0, 1)
	m.Expect(1)
	m.Add(1)
	m.Done(1, 0)
	m.Stop()
}
