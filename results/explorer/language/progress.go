package language

import (
	"fmt"
	"strings"
	"time"

	"dovetail/results"
)

// How far a computation is, in the language of a page.

// Span is a number of seconds, in the usual form of long times.
func (t Language) Span(seconds float64) string {
	d := time.Duration(min(seconds, 1e9) * float64(time.Second)).Round(time.Second)
	h, m, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	day, hour, minute, second := " d", " h", " min", " s"
	if t == Japanese {
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

// Onward is the progress after report p, which may be of another part. It is never less than
// before, and has the best results of this part. The results of another part belong to another
// question, such as fewer cards.
func Onward(before, p results.Progress) results.Progress {
	p.Share, p.Seconds = max(p.Share, before.Share), max(p.Seconds, before.Seconds)
	if p.Best == nil && p.Part == before.Part {
		p.Best = before.Best
	}
	return p
}

// SaidAll is the results so far, in the language.
func (t Language) SaidAll(found []string) (all []string) {
	for _, text := range found {
		all = append(all, t.Said(text))
	}
	return all
}

// Progress is the text beside a bar.
func (t Language) Progress(p results.Progress) string {
	said := []string{}
	if strings.ContainsAny(p.Part, " 0123456789") { // a text without a number is plain from the question
		said = append(said, t.Said(p.Part))
	}
	if p.Seconds > 0 {
		said = append(said, fmt.Sprintf(t.Of("so.far"), t.Span(p.Seconds)))
	}
	if p.Left >= 0 && p.Share < 1 {
		left := t.Span(p.Left)
		if p.Margin > p.Left/10 && p.Margin >= 1 {
			left += " ± " + t.Span(p.Margin)
		}
		said = append(said, fmt.Sprintf(t.Of("so.left"), left))
	}
	if p.Rate > 0 {
		said = append(said, fmt.Sprintf(t.Of("so.rate"), rate(p.Rate)))
	}
	if p.Says != "" {
		said = append(said, t.Said(p.Says))
	}
	return strings.Join(said, map[Language]string{English: ", ", Japanese: "、"}[t])
}
