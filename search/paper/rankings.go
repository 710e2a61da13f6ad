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

// best compares the white counts of the best words, section 5.
func (c *comparison) best() results.Statements {
	g := results.Statements{Title: "Best words"}
	for _, p := range published.Best {
		g.Rows = append(g.Rows, c.counted(p.Where, p.Word, p.W))
	}
	return g
}

// ranked are all words of one length by E[w], best first.
type ranked []words.Row

// place is a word's place, from 1.
func (r ranked) place(word string) int {
	return 1 + slices.IndexFunc(r, func(row words.Row) bool { return row.Word == word })
}

// places compares the places of section 4.4 with those by E[w]. A run orders
// words by chance where their E[w] are close, so a place also reproduces if one
// run of each could not tell the word from ours at that place.
func (c *comparison) places(o run.Options) (results.Statements, error) {
	g := results.Statements{Title: "Rankings by white cells", Note: "z: the word's E[w] less that of our word at the paper's " +
		"place, in sd of the difference of two runs."}
	q := c.Query
	q.Key, q.From, q.To = words.ByExpected, published.RiffleTop.From, published.RiffleTop.To
	q.Top = int(math.Pow(float64(len(q.Alphabet.Letters)), float64(q.To)))
	rankings, err := words.Rank(c.ctx, q, o)
	if err != nil {
		return g, err
	}
	byLength := map[int]ranked{}
	for _, r := range rankings {
		byLength[r.M] = r.Rows
	}
	for _, p := range published.Places {
		g.Rows = append(g.Rows, place(p, byLength[len(p.Word)]))
	}
	g.Rows = append(g.Rows, parts(byLength[published.Parts.M]), riffleTop(byLength))
	return g, nil
}

func place(p published.Place, all ranked) results.Statement {
	ours := all.place(p.Word)
	s := equal(p.Where, fmt.Sprintf("place of %s of %d", p.Word, len(all)), p.Rank, ours)
	word, there := all[ours-1], all[p.Rank-1]
	s.Expected, s.SD = &word.Expected, &word.SD
	if sd := math.Hypot(word.SD, there.SD); !s.Reproduces && sd > 0 {
		z := (word.Expected - there.Expected) / sd
		s.Z = &z
		s.Reproduces = math.Abs(z) <= Sigmas
	}
	if p.Rank == 1 && ours != 1 {
		s.Note = fmt.Sprintf("ours first is %s with E[w] = %.1f.", there.Word, there.Expected)
	}
	return s
}

// parts compares how many of the first words have one of the pieces.
func parts(all ranked) results.Statement {
	p := published.Parts
	with := 0
	var without []string
	for _, r := range all[:p.Top] {
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
func riffleTop(byLength map[int]ranked) results.Statement {
	p := published.RiffleTop
	var paper, ours []string
	for m := p.From; m <= p.To; m++ {
		if m <= p.Last {
			paper = append(paper, fmt.Sprint(m))
		}
		if byLength[m].place(strings.Repeat(p.Letter, m)) <= p.Top {
			ours = append(ours, fmt.Sprint(m))
		}
	}
	s := results.Statement{Where: p.Where, What: fmt.Sprintf("m with %s^m in the top %d", p.Letter, p.Top),
		Paper: results.Text(strings.Join(paper, ",")), Ours: results.Text(strings.Join(ours, ","))}
	s.Reproduces = s.Paper == s.Ours
	return s
}
