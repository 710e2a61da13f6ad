package fit

import (
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
)

// Picture is the shares that were counted, beside those of the models.
func (c Counts) Picture(r results.Fit) ([]figure.Block, error) {
	blocks := []figure.Block{figure.Title(r.What())}
	counted := []figure.Curve{
		{XLabel: "cards in the top half", YLabel: "share of the riffles"},
		{XLabel: "cards that fall in a row", YLabel: "share of the packets"},
	}
	for i, counts := range [][]int{c.Cuts, c.Packets} {
		if total(counts) == 0 {
			continue
		}
		list := listed(counts, i)
		from, to := max(i, list[0].Cards-3), min(c.N, list[len(list)-1].Cards+3)
		add := func(name string, share func(size int) float64) {
			s := figure.Series{Name: name, First: from}
			for size := from; size <= to; size++ {
				s.Y = append(s.Y, share(size))
			}
			counted[i].Series = append(counted[i].Series, s)
		}
		all := float64(total(counts))
		add("counted", func(size int) float64 { return float64(counts[size]) / all })
		for _, m := range r.Models {
			model, err := shuffle.Parse(m.Model)
			if err != nil {
				return nil, err
			}
			cuts, runs := model.Hands(c.N)
			shares := [][]float64{cuts, runs}[i]
			sum := 0.0
			for _, x := range shares {
				sum += x
			}
			add(m.Letter+"="+m.Model, func(size int) float64 { return shares[size] / sum })
		}
		blocks = append(blocks, counted[i])
	}
	return blocks, nil
}
