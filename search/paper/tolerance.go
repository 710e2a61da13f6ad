package paper

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/published"
)

// tolerance compares e_max with the one from exact binomial tails. The paper's
// is the c-quantile of a sample, whose standard error is half of q(c+d)-q(c-d)
// with d = sqrt(c(1-c)/runs): so much does the share of runs below a point
// vary. q is the quantile of the largest of n^2 independent normal errors.
func (c *comparison) tolerance() results.Statements {
	n, p := c.Alphabet.N, published.Tolerance
	cells := float64(n) * float64(n)
	quantile := func(confidence float64) float64 {
		tail := -math.Expm1(math.Log(confidence)/cells) / 2
		return -distuv.UnitNormal.Quantile(tail) * math.Sqrt(float64(n-1)/float64(c.samples)) / float64(n)
	}
	d := math.Sqrt(p.Quantile * (1 - p.Quantile) / float64(p.Runs))
	sd := (quantile(p.Quantile+d) - quantile(p.Quantile-d)) / 2
	auto, _ := tally.Auto(n, c.samples).Float64()
	s := results.Statement{
		Where: p.Where, What: fmt.Sprintf("e_max for %d cards", n), Ours: results.Num(auto),
		Note: fmt.Sprintf("ours takes cells as independent; the sd is that of a %v quantile of %d runs.", p.Quantile, p.Runs),
	}
	return results.Statements{Title: "Tolerance", Rows: []results.Statement{measured(s, p.Value, auto, sd, sd)}}
}
