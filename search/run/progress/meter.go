// Package progress shows how far a computation is and how long it will take.
package progress

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Meter is a progress bar on a terminal. The nil Meter is valid and silent.
// All methods but Start and Stop may be called at any time from anywhere.
type Meter struct {
	w     io.Writer
	label string

	mu         sync.Mutex
	all, done  float64
	since      time.Time
	here       float64 // weight done since then, by Add or Done
	tasks      Estimate
	quit, gone chan struct{}
}

// redraw is slow enough to cost nothing, fast enough to look alive.
const redraw = 250 * time.Millisecond

// New is a meter on standard error, or nil (silence) if that is no terminal.
func New(label string) *Meter {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil
	}
	return &Meter{w: os.Stderr, label: label}
}

// Start shows the bar: done out of all, in any unit.
func (m *Meter) Start(all, done float64) {
	if m == nil {
		return
	}
	m.all, m.done, m.since = all, done, time.Now()
	m.quit, m.gone = make(chan struct{}), make(chan struct{})
	go m.draw()
}

// Add counts work in a plain loop, whose time left follows from the clock.
func (m *Meter) Add(weight float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += weight
	m.here += weight
}

// Done counts a task with the time that it took its worker.
func (m *Meter) Done(weight float64, cost time.Duration) {
	if m == nil {
		return
	}
	m.Add(weight)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tasks.Observe(weight, cost)
}

// Stop takes the bar away.
func (m *Meter) Stop() {
	if m == nil || m.quit == nil {
		return
	}
	close(m.quit)
	<-m.gone
	m.quit = nil
}

func (m *Meter) draw() {
	defer close(m.gone)
	const steps = 1000
	bar := progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(m.w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionShowDescriptionAtLineEnd())
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			share, text := m.line(time.Now())
			bar.Describe(text)
			bar.Set(min(int(share*steps), steps-1))
		case <-m.quit:
			bar.Clear()
			return
		}
	}
}

// line is the share done and what is said beside the bar.
func (m *Meter) line(now time.Time) (share float64, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all > 0 {
		share = min(m.done/m.all, 1)
	}
	elapsed := now.Sub(m.since)
	text = fmt.Sprintf("%s %s", m.label, round(elapsed))
	left, margin, ok := m.left(elapsed)
	if !ok {
		return share, text
	}
	text += ", " + round(left).String() + " left"
	if margin > left/10 {
		text += " ± " + round(margin).String()
	}
	return share, text
}

// left is the time to go. Cost per weight comes from the tasks if there are
// any, and elapsed over cost says how many workers share it.
func (m *Meter) left(elapsed time.Duration) (left, margin time.Duration, ok bool) {
	rest := max(0, m.all-m.done)
	if m.tasks.n == 0 {
		if m.here <= 0 {
			return 0, 0, false
		}
		return seconds(elapsed.Seconds() * rest / m.here), 0, true
	}
	left, margin, ok = m.tasks.Left(rest)
	if !ok || m.tasks.c == 0 {
		return 0, 0, false
	}
	pace := elapsed.Seconds() / m.tasks.c
	return seconds(left.Seconds() * pace), seconds(margin.Seconds() * pace), true
}

// round keeps two or three significant digits.
func round(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	unit := time.Second * time.Duration(math.Pow(60, math.Floor(math.Log(d.Seconds())/math.Log(60)/1)-1))
	return d.Round(max(unit, time.Second))
}
