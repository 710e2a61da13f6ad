package pairs

import "math"

// Starts are the distances from uniform of the end pair, for each start pair that
// is followed: half the sum of max(|Sum|, |Diff|) over a row.
func (r *Rows) Starts() []float64 {
	out := make([]float64, r.Sum.Rows)
	for x := range out {
		diff := r.Diff.Row(x)
		for y, s := range r.Sum.Row(x) {
			out[x] += larger(s, diff[y])
		}
		out[x] /= 2
	}
	return out
}

// Ends are the same for each end pair, of the two cards that land there. They are
// distances only if all start pairs are followed.
func (r *Rows) Ends() []float64 {
	out := make([]float64, r.Sum.Columns)
	for x := range r.Sum.Rows {
		diff := r.Diff.Row(x)
		for y, s := range r.Sum.Row(x) {
			out[y] += larger(s, diff[y])
		}
	}
	for y := range out {
		out[y] /= 2
	}
	return out
}

func larger(s, d float64) float64 { return max(math.Abs(s), math.Abs(d)) }
