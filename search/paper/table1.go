package paper

import (
	"fmt"
	"math"

	"dovetail/exact/dense"
	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/published"
	"dovetail/search/words"
)

// table1 compares how white counts fell over the runs of table 1; the
// histograms go to the record.
func (c *comparison) table1() (rows []results.Statement) {
	cells := c.Alphabet.N * c.Alphabet.N
	top := published.N * published.N
	for _, p := range published.Table1 {
		r := c.row(p.Word)
		e := unless(c, func() (*dense.Matrix, error) { return c.eval.Deviation(c.ctx, c.word(p.Word)) })
		if c.err != nil {
			return rows
		}
		law := dark(c.chances(e))
		rows = append(rows, c.noted(p.Word, centre(p, r, median(cells, law))))
		if p.Word == published.AllWhiteWord {
			rows = append(rows, allWhite(p.Word, law[0]))
		}
		c.histograms = append(c.histograms, results.Histogram{Where: p.Where, Word: p.Word, Top: top,
			Paper: p.Runs[:], Ours: binned(law, cells-top, len(p.Runs))})
	}
	return rows
}

// centre compares the mean of a row of table 1, or its median if the last bin
// is not empty. A sample median of normal numbers has sqrt(pi/2) times the
// standard error of the mean.
func centre(p published.Spread, r words.Row, ours float64) results.Statement {
	top := published.N * published.N
	runs := make([]float64, len(p.Runs))
	mean := 0.0
	for k, count := range p.Runs {
		runs[k] = float64(count)
		mean += runs[k] * float64(top-k) / published.SpreadRuns
	}
	stderr := r.ExpectedSD / math.Sqrt(published.SpreadRuns)
	s := results.Statement{Where: p.Where, What: "mean w of " + p.Word, Ours: results.Whole(r.White)}
	if p.Runs[len(p.Runs)-1] == 0 {
		return measured(s, mean, r.Expected, r.ExpectedSD, stderr)
	}
	s.What = "median w of " + p.Word
	return measured(s, median(top, runs), ours, r.ExpectedSD, math.Sqrt(math.Pi/2)*stderr)
}

// allWhite compares the share of runs in which every cell is white.
func allWhite(word string, chance float64) results.Statement {
	sd := math.Sqrt(chance * (1 - chance) / published.SpreadRuns)
	s := results.Statement{Where: published.AllWhite.Where, What: "share all white of " + word,
		Note: fmt.Sprintf("expected as if cells were independent; the sd is that of a share of %d runs.",
			published.SpreadRuns)}
	return measured(s, published.AllWhite.Value, chance, sd, sd)
}

// dark is the law of the number k of cells that are not white, independent
// cells with the given chances to be white: the product of their generating
// functions f + (1-f)x, up to the x^k beyond which less than 10^-20 is left.
func dark(white []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, f := range white {
		mean += 1 - f
		variance += f * (1 - f)
	}
	// Bernstein: P(k > mean + t) <= exp(-t^2 / (2 variance + 2t/3)).
	const reach = 46.1 // -ln 10^-20
	size := min(len(white), int(mean+math.Sqrt(2*reach*variance)+2*reach/3)+1)
	law := make([]float64, size+1)
	law[0] = 1
	for i, f := range white {
		for k := min(i+1, size); k > 0; k-- {
			law[k] = f*law[k] + (1-f)*law[k-1]
		}
		law[0] *= f
	}
	return law
}

// median of a count whose values top, top-1, ... have the given weights, each
// spread evenly over an interval of length 1 around it.
func median(top int, weight []float64) float64 {
	half := 0.0
	for _, x := range weight {
		half += x / 2
	}
	above, k := 0.0, 0
	for ; k < len(weight)-1 && above+weight[k] < half; k++ {
		above += weight[k]
	}
	return float64(top-k) + 0.5 - (half-above)/weight[k]
}

// binned is the expected number of runs in each of so many bins, the first for
// the count of dark cells from, the last for all that is left.
func binned(law []float64, from, bins int) []float64 {
	out := make([]float64, bins)
	rest := 1.0
	for k, p := range law {
		if bin := k - from; bin < bins-1 {
			out[max(0, bin)] += published.SpreadRuns * p
			rest -= p
		}
	}
	out[bins-1] = published.SpreadRuns * max(0, rest)
	return out
}

// tolerance compares e_max with the one from exact binomial tails. The paper's
// is the c-quantile of a sample, whose standard error is half of q(c+d)-q(c-d)
// with d = sqrt(c(1-c)/runs): so much does the share of runs below a point
// vary. q is tally.Formula.
func (c *comparison) tolerance() results.Statement {
	n, p := c.Alphabet.N, published.Tolerance
	d := math.Sqrt(p.Quantile * (1 - p.Quantile) / float64(p.Runs))
	sd := (tally.Formula(n, c.samples, p.Quantile+d) - tally.Formula(n, c.samples, p.Quantile-d)) / 2
	auto, _ := tally.Auto(n, c.samples).Float64()
	s := results.Statement{
		Where: p.Where, What: fmt.Sprintf("e_max for %d cards", n), Ours: results.Num(auto),
		Note: fmt.Sprintf("ours takes cells as independent; the sd is that of a %v quantile of %d runs.", p.Quantile,
			p.Runs),
	}
	return measured(s, p.Value, auto, sd, sd)
}
