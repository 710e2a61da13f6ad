package models_test

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// stochastic wants the rows and columns of the position law to add up to 1.
func stochastic(m shuffle.Model, n int) error {
	const bits = 160
	law := m.Law(n, bits)
	p := law.Float()
	most := big.NewInt(law.Slack * int64(n))
	for i := range n {
		row, col := new(big.Int), new(big.Int)
		var frow, fcol float64
		for j := range n {
			row.Add(row, law.At(i, j))
			col.Add(col, law.At(j, i))
			frow += p[i*n+j]
			fcol += p[j*n+i]
		}
		if !near(row, unit(bits), most) || !near(col, unit(bits), most) {
			return fmt.Errorf("row %d adds up to %v, column to %v, in units of 2^-%d", i, row, col, bits)
		}
		if math.Abs(frow-1) > 1e-14 || math.Abs(fcol-1) > 1e-14 {
			return fmt.Errorf("row %d adds up to %v as doubles, column to %v", i, frow, fcol)
		}
	}
	return nil
}

// slack wants cells with more bits within the slack of those with fewer.
func slack(m shuffle.Model, n int) error {
	const bits, more = 64, 192
	coarse, fine := m.Law(n, bits), m.Law(n, bits+more)
	for c := range coarse.Cells {
		cell := new(big.Int).Rsh(&fine.Cells[c], more)
		if !near(&coarse.Cells[c], cell, big.NewInt(coarse.Slack+1)) {
			return fmt.Errorf("cell %d is %v, truly %v, slack %d", c, &coarse.Cells[c], cell, coarse.Slack)
		}
	}
	return nil
}

// lawOfSupport wants the position law to be the sum over the support.
func lawOfSupport(m shuffle.Model, n int) error {
	const bits = 128
	cells := make([]big.Int, n*n)
	ways := int64(0)
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		ways++
		for i, j := range p {
			cells[i*n+j].Add(&cells[i*n+j], w)
		}
		return true
	})
	law := m.Law(n, bits)
	most := big.NewInt(law.Slack + ways*int64(4*n))
	for c := range cells {
		if !near(&law.Cells[c], &cells[c], most) {
			return fmt.Errorf("cell %d is %v by the law, %v by the support", c, &law.Cells[c], &cells[c])
		}
	}
	return nil
}

// weights wants those of the support to add up to 1, each less than 4n units off.
func weights(m shuffle.Model, n int) error {
	const bits, more = 64, 192
	coarse, err := supportOf(m, n, bits)
	if err != nil {
		return err
	}
	fine, err := supportOf(m, n, bits+more)
	if err != nil {
		return err
	}
	sum := new(big.Int)
	for k, o := range fine.all {
		sum.Add(sum, o.weight)
		w := new(big.Int)
		if c := coarse.all[k]; c != nil {
			w = c.weight
		}
		if !near(w, new(big.Int).Rsh(o.weight, more), fine.off(o.ways)) {
			return fmt.Errorf("%v weighs %v, truly %v / 2^%d", o.p, w, o.weight, more)
		}
	}
	if !near(sum, unit(bits+more), fine.off(int64(len(fine.ways)))) {
		return fmt.Errorf("weights add up to %v / 2^%d", sum, bits+more)
	}
	return nil
}

// pairsOfSupport wants the pair law that is found by a formula to be that of the
// support.
func pairsOfSupport(m shuffle.Model, n int) error {
	got := shuffle.Pairs(context.Background(), m, n)
	if got == nil {
		return nil
	}
	want := shuffle.SupportPairs(m, n)
	for x := range want.Kept {
		off := math.Abs(got.Kept[x]-want.Kept[x]) + math.Abs(got.Swapped[x]-want.Swapped[x])
		if off > got.Error+want.Error {
			return fmt.Errorf("cell %d: kept %v, swapped %v, by the support %v and %v", x,
				got.Kept[x], got.Swapped[x], want.Kept[x], want.Swapped[x])
		}
	}
	return nil
}

// pairMargins wants rows and columns of the pair law to add up to 1, and the law of
// one of the two cards to be the position law.
func pairMargins(m shuffle.Model, n int) error {
	law := shuffle.Pairs(context.Background(), m, n)
	if law == nil {
		return nil
	}
	position := m.Law(n, 128).Float()
	size := shuffle.PairCount(n)
	slack := law.Error + float64(n*n)*0x1p-52
	columns := make([]float64, size)
	for i := range n {
		for j := i + 1; j < n; j++ {
			row := shuffle.PairIndex(n, i, j) * size
			sum := 0.0
			first, second := make([]float64, n), make([]float64, n)
			for k := range n {
				for l := k + 1; l < n; l++ {
					end := shuffle.PairIndex(n, k, l)
					kept, swapped := law.Kept[row+end], law.Swapped[row+end]
					sum += kept + swapped
					columns[end] += kept + swapped
					first[k] += kept
					first[l] += swapped
					second[l] += kept
					second[k] += swapped
				}
			}
			if math.Abs(sum-1) > slack {
				return fmt.Errorf("pair %d,%d has total %v", i, j, sum)
			}
			for k := range n {
				if math.Abs(first[k]-position[i*n+k]) > slack || math.Abs(second[k]-position[j*n+k]) > slack {
					return fmt.Errorf("pair %d,%d on %d: %v and %v, by the position law %v and %v", i, j, k,
						first[k], second[k], position[i*n+k], position[j*n+k])
				}
			}
		}
	}
	for end, sum := range columns {
		if math.Abs(sum-1) > slack {
			return fmt.Errorf("end pair %d has total %v", end, sum)
		}
	}
	return nil
}
