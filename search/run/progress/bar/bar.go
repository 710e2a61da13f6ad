// Package bar draws on a terminal how far a computation is.
package bar

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"dovetail/results"
	"dovetail/search/run/progress"
)

// New is a meter on standard error, or nil, for silence, if that is not a
// terminal.
func New(label string) *progress.Meter {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil
	}
	return on(os.Stderr, label, func() int {
		columns, _, _ := term.GetSize(int(os.Stderr.Fd()))
		return cmp.Or(columns, 80) // where it is not known, as on a serial line
	})
}

// on draws on a terminal with a number of columns, 0 for any number.
func on(w io.Writer, label string, columns func() int) *progress.Meter {
	return progress.Shown(label, func() (show func(results.Progress), clear func()) {
		const (
			steps  = 1000
			before = 42 // columns of the bar, and of a blank at the end
		)
		bar := progressbar.NewOptions(steps,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionUseANSICodes(true), // clears the end of a longer line
			progressbar.OptionShowDescriptionAtLineEnd())
		show = func(r results.Progress) {
			bar.Set(min(int(r.Share*steps), steps-1)) // reaching steps would end the bar
			text := []rune(beside(r))
			if all := columns(); all > 0 { // a wrapped line cannot be erased
				text = text[:max(0, min(len(text), all-before))]
			}
			bar.Describe(string(text))
		}
		return show, func() { bar.Clear() }
	})
}

// beside is the text beside a bar.
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

// round drops digits that are of no use: seconds once there are hours.
func round(s float64) time.Duration {
	d := time.Duration(min(s, mostSeconds) * float64(time.Second))
	if d < 10*time.Hour {
		return d.Round(time.Second)
	}
	return d.Round(time.Minute)
}

// mostSeconds is 136 years.
const mostSeconds = 1 << 32
