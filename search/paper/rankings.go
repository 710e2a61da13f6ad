package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/published"
	"dovetail/search/run"
	"dovetail/search/words"
)

// ranked are all words of one length by E[w], best first.
type ranked []words.Row

// place is a word's place, from 1.
func (r ranked) place(word string) int {
	return 1 + slices.IndexFunc(r, func(row words.Row) bool { return row.Word == word })
}

// rank ranks the words of the lengths of section 4.4 by E[w].
func (c *comparison) rank(o run.Options) error {
	q := c.Query
	q.Key, c.ranked = words.ByExpected, map[int]ranked{}
	for q.M = published.RiffleTop.From; q.M <= published.RiffleTop.To; q.M++ {
		q.Top = int(math.Pow(float64(len(q.Alphabet.Letters)), float64(q.M)))
		r, err := words.Rank(c.ctx, q, o)
		if err != nil {
			return err
		}
		c.ranked[q.M] = r.Rows
	}
	return nil
}

// place compares a word's place with that by E[w]. A run orders words by chance
// where their E[w] are close, so a place also reproduces if one run of each could
// not tell the word from ours at that place.
func (c *comparison) place(p published.Place) results.Statement {
	all := c.ranked[len(p.Word)]
	ours := all.place(p.Word)
	s := equal(p.Where, fmt.Sprintf("place of %s of %d", p.Word, len(all)), p.Rank, ours)
	word, there := all[ours-1], all[p.Rank-1]
	s.Expected, s.SD = &word.Expected, &word.ExpectedSD
	if sd := math.Hypot(word.ExpectedSD, there.ExpectedSD); !s.Reproduces && sd > 0 {
		z := (word.Expected - there.Expected) / sd
		s.Z = &z
		s.Reproduces = math.Abs(z) <= sigmas
	}
	if p.Rank == 1 && ours != 1 {
		s.Note = fmt.Sprintf("ours first is %s with E[w] = %.1f.", there.Word, there.Expected)
	}
	return s
}

// parts compares how many of the first words have one of the pieces.
func (c *comparison) parts() results.Statement {
	p := published.Parts
	with := 0
	var without []string
	for _, r := range c.ranked[p.M][:p.Top] {
		if slices.ContainsFunc(p.Any, func(part string) bool { return strings.Contains(r.Word, part) }) {
			with++
		} else {
			without = append(without, r.Word)
		}
	}
	s := equal(p.Where, fmt.Sprintf("top %d of m=%d with %s", p.Top, p.M, strings.Join(p.Any, " or ")), p.Top, with)
	if len(without) > 0 {
		s.Note = "ours without: " + strings.Join(without, ", ") + "."
	}
	return s
}

// riffleTop compares the lengths at which riffles alone are among the first.
func (c *comparison) riffleTop() results.Statement {
	p := published.RiffleTop
	var paper, ours []string
	for m := p.From; m <= p.To; m++ {
		if m <= p.Last {
			paper = append(paper, fmt.Sprint(m))
		}
		if c.ranked[m].place(strings.Repeat(p.Letter, m)) <= p.Top {
			ours = append(ours, fmt.Sprint(m))
		}
	}
	s := results.Statement{Where: p.Where, What: fmt.Sprintf("m with %s^m in the top %d", p.Letter, p.Top),
		Paper: results.Text(strings.Join(paper, ",")), Ours: results.Text(strings.Join(ours, ","))}
	s.Reproduces = s.Paper == s.Ours
	return s
}
