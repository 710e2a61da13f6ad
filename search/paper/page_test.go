package paper

import (
	"fmt"
	"strconv"
	"strings"

	"dovetail/results/render"
)

// markdown is a section of docs/paper.md.
func (r reproduction) markdown(title string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", title, r.summary)
	for _, m := range r.Setting.Models {
		fmt.Fprintf(&b, "    %s\n", m)
	}
	for _, g := range r.groups {
		fmt.Fprintf(&b, "\n### %s\n\n", g.title)
		b.WriteString("| where | statement | paper | ours | expected | z | reproduces |\n|---|---|--:|--:|--:|--:|---|\n")
		for _, s := range g.rows {
			expected, z, holds := "", "", "**no**"
			if s.expected != nil {
				expected = plusMinus(*s.expected, *s.sd)
			}
			if s.z != nil {
				z = fmt.Sprintf("%+.1f", *s.z)
			}
			if s.reproduces {
				holds = "yes"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", s.where, s.what, s.paper.text, s.ours.text, expected, z, holds)
		}
		b.WriteByte('\n')
		if g.note != "" {
			fmt.Fprintf(&b, "- %s\n", g.note)
		}
		for _, s := range g.rows {
			if s.note != "" {
				fmt.Fprintf(&b, "- %s: %s\n", s.what, s.note)
			}
		}
	}
	last := len(r.histograms[0].paper) - 1
	fmt.Fprintf(&b, "\n### Table 1: %d runs by white cells\n\n| word | runs |", spreadRuns)
	for k := range last {
		fmt.Fprintf(&b, " %d |", cards*cards-k)
	}
	fmt.Fprintf(&b, " ≤ %d |\n|---|---|%s\n", cards*cards-last, strings.Repeat("--:|", last+1))
	for _, h := range r.histograms {
		paper, ours := "", ""
		for k := range h.paper {
			paper += fmt.Sprintf(" %d |", h.paper[k])
			ours += fmt.Sprintf(" %.0f |", h.ours[k])
		}
		fmt.Fprintf(&b, "| %s | paper |%s\n| | expected |%s\n", h.word, paper, ours)
	}
	return strings.ReplaceAll(b.String(), "\n\n\n", "\n\n")
}

// heading is the beginning of the page.
const heading = `# What Ide and Okuda printed, beside exact values

Every figure of "The Optimal Combination of Shuffles in Playing Cards" (IPSJ Journal, 2018) beside what its models give
exactly, for 52 cards, %d deals a run and e_max = %s. This page is written by

    go test ./search/paper -update

and that test compares it. *Ours* is the exact w, the place by E[w], or as stated. *Expected* is what one run would
show, with its standard deviation as if cells were independent. *z* is how many standard deviations the paper is away.
A statement reproduces if it holds exactly or if |z| is at most 3.

`

func page(literal, narrow reproduction) string {
	return fmt.Sprintf(heading, samples, render.Float(literal.Setting.Emax)) +
		literal.markdown("The text taken literally") + "\n" + narrow.markdown("A riffle cut near the middle (`--preset narrow-cut`)")
}

// plusMinus writes a mean and its standard deviation with two significant digits of the latter, but at least one decimal
// and at most eight.
func plusMinus(mean, sd float64) string {
	digits := 1
	for tenth := 1.0; sd > 0 && sd < tenth && digits < 8; tenth /= 10 {
		digits++
	}
	return strconv.FormatFloat(mean, 'f', digits, 64) + " ± " + strconv.FormatFloat(sd, 'f', digits, 64)
}
