package explorer

import (
	"fmt"
	"strings"
	"time"

	"dovetail/results"
)

// How far a computation is, in the language of a page.

// span is a number of seconds, as long ones are read.
func (t language) span(seconds float64) string {
	d := time.Duration(min(seconds, 1e9) * float64(time.Second)).Round(time.Second)
	h, m, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	day, hour, minute, second := " d", " h", " min", " s"
	if t == japanese {
		day, hour, minute, second = "日", "時間", "分", "秒"
	}
	switch {
	case h >= 48:
		return fmt.Sprintf("%d%s %d%s", h/24, day, h%24, hour)
	case h > 0:
		return fmt.Sprintf("%d%s %d%s", h, hour, m, minute)
	case m > 0:
		return fmt.Sprintf("%d%s %d%s", m, minute, s, second)
	}
	return fmt.Sprintf("%d%s", s, second)
}

// rate is a number a second, to three digits or all before the point.
func rate(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// onward is how far a computation is once p is told, which may be of another part of it: never less
// far than before, and with the best that is known.
func onward(before, p results.Progress) results.Progress {
	p.Share, p.Seconds = max(p.Share, before.Share), max(p.Seconds, before.Seconds)
	if p.Best == nil {
		p.Best = before.Best
	}
	return p
}

// progress is what stands beside a bar.
func (t language) progress(p results.Progress) string {
	said := []string{}
	if strings.ContainsAny(p.Part, " 0123456789") { // what has no number is plain from the question
		said = append(said, p.Part)
	}
	if p.Seconds > 0 {
		said = append(said, fmt.Sprintf(t.of("so.far"), t.span(p.Seconds)))
	}
	if p.Left >= 0 {
		left := t.span(p.Left)
		if p.Margin > p.Left/10 && p.Margin >= 1 {
			left += " ± " + t.span(p.Margin)
		}
		said = append(said, fmt.Sprintf(t.of("so.left"), left))
	}
	if p.Rate > 0 {
		said = append(said, fmt.Sprintf(t.of("so.rate"), rate(p.Rate)))
	}
	if p.Says != "" {
		said = append(said, p.Says)
	}
	return strings.Join(said, ", ")
}

// tasks is how far a search is by its state.
func (t language) tasks(done uint64) string { return fmt.Sprintf(t.of("so.tasks"), done) }

// ofCluster is how far a search of a cluster is, and who works on it.
func (t language) ofCluster(j results.Job) string {
	said := []string{t.progress(results.Progress{Left: j.Left, Rate: j.Rate}), fmt.Sprintf(t.of("so.workers"), j.Workers, j.Threads)}
	if j.State == "done" || j.Left < 0 && j.Rate == 0 {
		said = []string{t.tasks(j.Tasks)}
	}
	if j.Owner != "" {
		said = append(said, j.Owner)
	}
	return strings.Join(said, ", ")
}
