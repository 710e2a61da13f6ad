package paper

import (
	"fmt"
	"math"
	"strings"

	"dovetail/results"
	"dovetail/results/published"
	"dovetail/search/words"
)

// singles compares what the paper says of one shuffle repeated, sections 4.1
// to 4.3.
func (c *comparison) singles() results.Statements {
	g := results.Statements{Title: "Single shuffles"}
	for _, p := range published.Repeated {
		g.Rows = append(g.Rows, c.counted(p.Where, p.Word, p.W))
	}
	g.Rows = append(g.Rows, c.twice()...)
	for _, p := range published.Reach {
		g.Rows = append(g.Rows, c.reach(p))
	}
	cutoff := published.Cutoff
	g.Rows = append(g.Rows, equal(cutoff.Where, fmt.Sprintf("m where w of %s^m rises most", cutoff.Letter),
		cutoff.Times, c.repeat(cutoff.Letter, cutoff.Up).Cutoff))
	for _, p := range published.Lines {
		bitmap := unless(c, func() ([]int8, error) { return c.eval.Bitmap(c.ctx, c.word(p.Word)) })
		g.Rows = append(g.Rows, equal(p.Where, "red lines of "+p.Word, p.W, groups(c.Alphabet.N, bitmap)))
	}
	g.Rows[len(g.Rows)-1].Note = "ours are groups of touching red cells in the exact bitmaps."
	g.Rows = append(g.Rows, c.silent())
	g.Rows = append(g.Rows, c.returns()...)
	return g
}

// twice sets two counts that the paper gives for the same word against each
// other: runs differ by chance only.
func (c *comparison) twice() (rows []results.Statement) {
	for _, p := range published.Repeated {
		for _, q := range published.Best {
			if p.Word != q.Word {
				continue
			}
			sd := math.Sqrt2 * c.row(p.Word).SD
			s := results.Statement{Where: figure(p.Where) + ", " + figure(q.Where), What: fmt.Sprintf("w of %s, %d less %d", label(p.Word), q.W, p.W),
				Ours: results.Whole(0)}
			rows = append(rows, measured(s, float64(q.W-p.W), 0, sd, sd))
		}
	}
	return rows
}

// figure is the last part of a place in the paper.
func figure(where string) string { return where[strings.LastIndexByte(where, ' ')+1:] }

// reach compares the number of repetitions that make every cell white. The
// paper looked at one run for each number of repetitions; with a(m) the chance
// that the run of m is all white, the first one is m with the chance
// (1 - a(1)) ... (1 - a(m-1)) a(m).
func (c *comparison) reach(p published.Repetition) results.Statement {
	cells := c.Alphabet.N * c.Alphabet.N
	limit := 10 * p.Times
	again := c.eval.Repeated(c.word(p.Letter))
	exactly, expected := 0, 0
	none, mean, square := 1.0, 0.0, 0.0
	for m := 1; m <= limit && (exactly == 0 || expected == 0 || none > 1e-12); m++ {
		r := unless(c, func() (words.Row, error) { return again.Next(c.ctx) })
		if c.err != nil {
			break
		}
		if exactly == 0 && r.White == cells {
			exactly = m
		}
		if expected == 0 && r.Expected >= float64(cells)-0.5 {
			expected = m
		}
		all := 1.0
		for _, f := range c.chances(again.Deviation()) {
			all *= f
		}
		mean += float64(m) * none * all
		square += float64(m) * float64(m) * none * all
		none *= 1 - all
	}
	s := results.Statement{Where: p.Where, What: fmt.Sprintf("m where %s^m is all white", p.Letter)}
	if exactly == 0 || expected == 0 || none > 1e-12 {
		s.Paper, s.Ours = results.Whole(p.Times), results.Text(fmt.Sprintf("> %d", limit))
		return s
	}
	s.Ours = results.Whole(exactly)
	s.Note = fmt.Sprintf("exactly from m = %d on; E[w] >= %d.5 from m = %d on; expected: the first all-white run, of one run for each m.",
		exactly, cells-1, expected)
	sd := math.Sqrt(max(0, square-mean*mean))
	s = measured(s, float64(p.Times), mean, sd, sd)
	s.Reproduces = s.Reproduces || exactly == p.Times
	return s
}

// groups counts the groups of red cells that touch by side or corner.
func groups(n int, bitmap []int8) (count int) {
	seen := make([]bool, len(bitmap))
	red := func(cell int) bool { return bitmap[cell] > 0 && !seen[cell] }
	for start := range bitmap {
		if !red(start) {
			continue
		}
		count++
		for stack := []int{start}; len(stack) > 0; {
			cell := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !red(cell) {
				continue
			}
			seen[cell] = true
			i, j := cell/n, cell%n
			for a := max(0, i-1); a <= min(n-1, i+1); a++ {
				for b := max(0, j-1); b <= min(n-1, j+1); b++ {
					stack = append(stack, a*n+b)
				}
			}
		}
	}
	return count
}
