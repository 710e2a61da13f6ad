// Package progress shows how far a computation is and how long it will take.
package progress

import (
	"fmt"
	"math"
	"sync"
	"time"

	"dovetail/results"
)

// Meter is a progress bar on a terminal, or reports to a function. The nil Meter is valid and silent.
// Add and Done may be called from anywhere; Start and Stop enclose them.
type Meter struct {
	bar        func() (show func(results.Progress), clear func()) // draws it
	to         func(results.Progress)                             // instead of the bar
	label      string
	quit, gone chan struct{}
	parent     *Meter // the meter that this one is a part of, or nil
	covered    *Meter // the meter shown before, until this one stops
	outer      span   // the stretch of the whole that this meter covers

	mu        sync.Mutex
	inner     span // the stretch of the whole that the present work covers
	parts     int  // how many parts of the work were begun
	all, done float64
	expected  float64 // seconds of the whole; 0 where that is not known
	restored  float64 // share of the whole that was done before it began
	furthest  float64 // share of the whole that this meter, or one of its parts, has come to
	said      string
	best      []string
	begun     time.Time
	estimate  Estimate
}

// span is a stretch of the whole, as shares of it.
type span struct{ from, to float64 }

var whole = span{0, 1}

// of is the stretch of s that goes from one share of it to another.
func (s span) of(from, to float64) span {
	return span{s.from + float64((s.to-s.from)*from), s.from + float64((s.to-s.from)*to)}
}

// Shown is a meter that is drawn. bar begins to draw it, and returns a function that shows the
// progress and one that erases it.
func Shown(label string, bar func() (show func(results.Progress), clear func())) *Meter {
	return &Meter{bar: bar, label: label, outer: whole, inner: whole}
}

// To is a meter that reports the progress four times a second.
func To(label string, report func(results.Progress)) *Meter {
	return &Meter{to: report, label: label, outer: whole, inner: whole}
}

// For is a meter of a part of the work, with another label. It replaces the one that is shown, from
// Start to Stop. Its elapsed time is that of all the work.
func (m *Meter) For(label string) *Meter {
	if m == nil {
		return nil
	}
	reached := m.reached()
	m.mu.Lock()
	defer m.mu.Unlock()
	rest := m.inner.after(reached)
	return &Meter{bar: m.bar, to: m.to, label: label, parent: m, outer: rest, inner: rest}
}

// Cover says which stretch of the whole bar the work on a question covers. Its own [Meter.Span] are shares of that.
func (m *Meter) Cover(from, to float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	m.outer = whole.of(from, to)
	m.mu.Unlock()
	m.Span(0, 1)
}

// Span says which part of the work follows, as shares of the whole of the meter, by the prices of the parts. The display
// continues from there instead of from 0, and never goes back where a part took less than its price.
func (m *Meter) Span(from, to float64) {
	if m == nil {
		return
	}
	reached := m.reached()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inner, m.parts, m.all, m.done = m.outer.of(min(1, from), min(1, to)).after(reached), 0, 0, 0
}

// after is the part of s that begins where the bar is.
func (s span) after(reached float64) span {
	s.from = max(s.from, reached)
	s.to = max(s.to, s.from)
	return s
}

// reached is the largest share of the whole that meters have come to.
func (m *Meter) reached() float64 {
	m.mu.Lock()
	now := m.share()
	m.mu.Unlock()
	root := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	root.furthest = max(root.furthest, now)
	return root.furthest
}

// Expect says about how many seconds the whole takes. The time left follows from this until more is
// known.
func (m *Meter) Expect(seconds float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expected = seconds
}

// Start shows the bar: done out of all, in any unit, or 0 while that is not known. On a bar that is
// shown it begins another part of the work, and the elapsed time continues.
func (m *Meter) Start(all, done float64) {
	if m == nil {
		return
	}
	now := time.Now()
	m.mu.Lock()
	m.all, m.done = all, done
	m.estimate = Estimate{}
	m.estimate.Begin(now)
	if all > 0 {
		m.parts++
	}
	restored := m.share() - m.inner.from
	m.mu.Unlock()
	m.root().restore(restored)
	if m.quit != nil {
		return
	}
	m.begun = m.since(now)
	m.covered = m.parent.hide()
	m.show()
}

// since is the start of the work that this meter is a part of.
func (m *Meter) since(now time.Time) time.Time {
	switch {
	case m == nil:
		return now
	case !m.begun.IsZero():
		return m.begun
	}
	return m.parent.since(now)
}

// restore counts a share of the whole that was done before it began.
func (m *Meter) restore(share float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.restored += share
}

// root is the meter of the whole.
func (m *Meter) root() *Meter {
	for m.parent != nil {
		m = m.parent
	}
	return m
}

// hide erases the shown one among a meter and the meters that contain it, and returns it.
func (m *Meter) hide() *Meter {
	switch {
	case m == nil:
		return nil
	case m.quit == nil:
		return m.parent.hide()
	}
	m.unshow()
	return m
}

func (m *Meter) show() {
	m.quit, m.gone = make(chan struct{}), make(chan struct{})
	go m.draw(m.quit, m.gone)
}

func (m *Meter) unshow() {
	close(m.quit)
	<-m.gone
	m.quit = nil
}

// Add counts work in a plain loop. It takes some 50 ns: call it for a
// thousand small steps at a time.
func (m *Meter) Add(weight float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += weight
	m.estimate.Add(weight, time.Now())
}

// Done counts a task with the time that it took its worker.
func (m *Meter) Done(weight float64, cost time.Duration) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += weight
	m.estimate.Observe(weight, cost, time.Now())
}

// Say puts a text at the end of the line, in place of the one before.
func (m *Meter) Say(text string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.said = text
}

// Show displays the best result so far, in place of the former one.
func (m *Meter) Show(best []string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.best = best
}

// Stop erases the bar, and shows the one that was there before.
func (m *Meter) Stop() {
	if m == nil || m.quit == nil {
		return
	}
	m.reached()
	m.unshow()
	if m.covered != nil {
		m.covered.show()
		m.covered = nil
	}
}

func (m *Meter) draw(quit, gone chan struct{}) {
	defer close(gone)
	show, clear := m.to, func() {}
	if show == nil {
		show, clear = m.bar()
	} else {
		defer func() { show(m.report(time.Now())) }()
	}
	redraw := time.NewTicker(250 * time.Millisecond)
	defer redraw.Stop()
	for {
		select {
		case now := <-redraw.C:
			show(m.report(now))
		case <-quit:
			clear()
			return
		}
	}
}

// report is how far the computation is.
func (m *Meter) report(now time.Time) results.Progress {
	root := m.root()
	furthest := m.reached()
	root.mu.Lock()
	restored, expected := root.restored, root.expected
	root.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	r := results.Progress{Part: m.label, Seconds: now.Sub(m.begun).Seconds(), Left: -1, Says: m.said, Best: m.best}
	r.Tasks, r.Rate = m.estimate.Rate(now)
	if m.parts > 1 {
		r.Part += fmt.Sprintf(", part %d", m.parts)
	}
	r.Share = max(m.share(), furthest)
	rest := max(0, m.all-m.done)
	if width := m.inner.to - m.inner.from; width > 0 { // the parts that follow take time in proportion to their width
		rest += float64(m.all * (1 - m.inner.to) / width)
	}
	left, margin, ok := m.estimate.Left(rest, now)
	switch {
	case ok:
		r.Left, r.Margin = left.Seconds(), margin.Seconds()
	case m.inner.from > restored && r.Share < 1:
		r.Left = r.Seconds * (1 - r.Share) / (r.Share - restored)
	case expected > r.Seconds:
		r.Left = expected - r.Seconds
	}
	return r
}

// share is how much of the whole is done.
func (m *Meter) share() float64 {
	done := 0.
	if m.all > 0 {
		done = min(m.done/m.all, 1)
	}
	return m.inner.of(0, done).to
}

// Estimate predicts the time left from the work done. Units of work carry weights w_i, guessed
// beforehand, and turn out to cost c_i. The time left is the time so far times (weight left /
// weight done), whatever the number of workers. The scatter of the c_i about r w_i, r = sum c / sum
// w, gives the standard error of the guess (the ratio estimator: Cochran, Sampling Techniques, ch.
// 6), so uneven subtrees show as a wide margin and not as a wrong promise.
type Estimate struct {
	start, last time.Time // of the beginning and the latest observation
	done        float64   // sum w
	tasks       float64
	c           float64 // sum c, in seconds
	ww, wc, cc  float64 // sums of products
}

// Begin starts the clock.
func (e *Estimate) Begin(now time.Time) { *e = Estimate{start: now, last: now} }

// Add counts work whose cost is not known separately.
func (e *Estimate) Add(weight float64, now time.Time) {
	e.done += weight
	e.last = now
}

// Observe counts a task with its cost to the worker. A task that passes its
// weight on to its pieces has a cost and no weight.
func (e *Estimate) Observe(weight float64, cost time.Duration, now time.Time) {
	e.Add(weight, now)
	c := cost.Seconds()
	e.tasks++
	e.c += c
	e.ww += float64(weight * weight)
	e.wc += float64(weight * c)
	e.cc += float64(c * c)
}

// Left is the time that the given weight will still take, with one standard error. ok is false
// while there are too few observations. Between observations it counts down, and ok is false once
// it has been 0 for a second.
func (e *Estimate) Left(weight float64, now time.Time) (left, margin time.Duration, ok bool) {
	if e.done <= 0 {
		return 0, 0, false
	}
	s, since := e.last.Sub(e.start).Seconds()*weight/e.done, now.Sub(e.last).Seconds()
	return seconds(max(0, s-since)), seconds(s * e.error()), since <= s+1
}

// Rate is the number of tasks observed so far, and how many they are a second.
func (e *Estimate) Rate(now time.Time) (tasks uint64, rate float64) {
	if s := now.Sub(e.start).Seconds(); s > 0 {
		rate = e.tasks / s
	}
	return uint64(e.tasks), rate
}

// error is the relative standard error of r.
func (e *Estimate) error() float64 {
	if e.tasks < 2 || e.c == 0 {
		return 0
	}
	r := e.c / e.done
	scatter := max(0, e.cc-float64(2*r*e.wc)+float64(r*r*e.ww))
	return math.Sqrt(scatter*e.tasks/(e.tasks-1)) / e.c
}

func seconds(s float64) time.Duration {
	const most = float64(1 << 62) // nanoseconds; 146 years
	return time.Duration(min(s*float64(time.Second), most))
}
