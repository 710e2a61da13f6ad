// Package progress shows how far a computation is and how long it will take.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"dovetail/results"
)

// Meter is a progress bar on a terminal, or tells who asked. The nil Meter is valid and silent.
// Add and Done may be called from anywhere; Start and Stop enclose them.
type Meter struct {
	w          io.Writer
	tell       func(results.Progress) // instead of the bar
	label      string
	quit, gone chan struct{}
	within     *Meter // whose part this one's work is, or nil
	hidden     *Meter // that was shown before, until this one stops

	mu        sync.Mutex
	all, done float64
	said      string
	best      []string
	begun     time.Time
	estimate  Estimate
}

// New is a meter on standard error, or nil, for silence, if that is not a
// terminal.
func New(label string) *Meter {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil
	}
	return &Meter{w: os.Stderr, label: label}
}

// To is a meter that tells, four times a second, how far the computation is.
func To(label string, tell func(results.Progress)) *Meter {
	return &Meter{tell: tell, label: label}
}

// For is a meter of a part of the work, with another label. It takes the place of the one that
// is shown, from Start to Stop, and its time so far is that of all the work.
func (m *Meter) For(label string) *Meter {
	if m == nil {
		return nil
	}
	return &Meter{w: m.w, tell: m.tell, label: label, within: m}
}

// Start shows the bar: done out of all, in any unit, or 0 while that is not known.
// On a bar that is shown it begins another part of the work; the time so far goes on.
func (m *Meter) Start(all, done float64) {
	if m == nil {
		return
	}
	now := time.Now()
	m.mu.Lock()
	m.all, m.done = all, done
	m.estimate = Estimate{}
	m.estimate.Begin(now)
	m.mu.Unlock()
	if m.quit != nil {
		return
	}
	m.begun = m.since(now)
	m.hidden = m.within.hide()
	m.show()
}

// since is when the work began that this is a part of.
func (m *Meter) since(now time.Time) time.Time {
	switch {
	case m == nil:
		return now
	case !m.begun.IsZero():
		return m.begun
	}
	return m.within.since(now)
}

// hide takes away the one that is shown of a meter and those it is within, and returns it.
func (m *Meter) hide() *Meter {
	switch {
	case m == nil:
		return nil
	case m.quit == nil:
		return m.within.hide()
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

// Show puts up the best that was found up to now, in place of what was there before.
func (m *Meter) Show(best []string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.best = best
}

// Stop takes the bar away, and shows the one that was there before.
func (m *Meter) Stop() {
	if m == nil || m.quit == nil {
		return
	}
	m.unshow()
	if m.hidden != nil {
		m.hidden.show()
		m.hidden = nil
	}
}

func (m *Meter) draw(quit, gone chan struct{}) {
	defer close(gone)
	show, clear := m.tell, func() {}
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

// bar is one on a terminal.
func (m *Meter) bar() (show func(results.Progress), clear func()) {
	const steps = 1000
	bar := progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(m.w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionShowDescriptionAtLineEnd())
	show = func(r results.Progress) {
		bar.Set(min(int(r.Share*steps), steps-1)) // steps would end the bar
		bar.Describe(beside(r))
	}
	return show, func() { bar.Clear() }
}

// report is how far the computation is.
func (m *Meter) report(now time.Time) results.Progress {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := results.Progress{Part: m.label, Seconds: now.Sub(m.begun).Seconds(), Left: -1, Says: m.said, Best: m.best}
	r.Tasks, r.Rate = m.estimate.Rate(now)
	if m.all > 0 {
		r.Share = min(m.done/m.all, 1)
	}
	if left, margin, ok := m.estimate.Left(max(0, m.all-m.done), now); ok {
		r.Left, r.Margin = left.Seconds(), margin.Seconds()
	}
	return r
}

// beside is what stands beside a bar.
func beside(r results.Progress) string {
	text := fmt.Sprintf("%s, %v so far", r.Part, round(r.Seconds))
	if r.Left >= 0 {
		text += fmt.Sprintf(", %v left", round(r.Left))
		if r.Margin > r.Left/10 {
			text += fmt.Sprintf(" ± %v", round(r.Margin))
		}
	}
	if r.Says != "" {
		text += ", " + r.Says
	}
	return text
}

// round drops what nobody reads: seconds once there are hours.
func round(s float64) time.Duration {
	d := seconds(s)
	if d < 10*time.Hour {
		return d.Round(time.Second)
	}
	return d.Round(time.Minute)
}
