package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/results"
)

// least is how often a cell must be expected, by Cochran's rule.
const least = 5

// test holds counts against the shares that a model expects, of which some numbers were
// fitted. There is a cell for each size from the least that is counted to the greatest, and
// these two take what lies beyond; where all is of one size, what lies beyond has cells of its
// own. Then, from the smallest on, cells are joined until each is expected 5 times; what is left
// over joins the last. There are no smaller sizes than the smallest.
func test(counts []int, shares []float64, smallest, fitted int) *results.FitTest {
	if total(counts) == 0 {
		return nil
	}
	from, to := span(counts, smallest)
	all := float64(total(counts))
	sum := 0.0
	for _, p := range shares {
		sum += p
	}
	t := &results.FitTest{}
	cell := results.FitCell{From: smallest}
	for size, p := range shares {
		cell.Expected += all * p / sum
		cell.Count += counts[size]
		cell.To = size
		if counts[size] > 0 && p == 0 {
			t.Impossible += counts[size]
		}
		if size < from || size >= to || cell.Expected < least {
			continue
		}
		t.Cells = append(t.Cells, cell)
		cell = results.FitCell{From: size + 1}
	}
	if last := len(t.Cells) - 1; last >= 0 && cell.Expected < least {
		t.Cells[last].To, t.Cells[last].Count = cell.To, t.Cells[last].Count+cell.Count
		t.Cells[last].Expected += cell.Expected
	} else {
		t.Cells = append(t.Cells, cell)
	}
	for i, cell := range t.Cells {
		t.Cells[i].Expected = digits(cell.Expected)
		if len(t.Cells) == 1 {
			break // all that was counted is all that was expected
		}
		off := float64(cell.Count) - cell.Expected
		t.ChiSquare += off * off / cell.Expected
	}
	t.ChiSquare = digits(t.ChiSquare)
	if t.DF = len(t.Cells) - 1 - fitted; t.DF < 1 {
		t.DF = 0
		return t
	}
	p := digits(distuv.ChiSquared{K: float64(t.DF)}.Survival(t.ChiSquare))
	t.P = &p
	return t
}

// span is the least size that is counted and the greatest, or those beside them if they are the
// same.
func span(counts []int, smallest int) (from, to int) {
	from, to = slices.IndexFunc(counts, func(count int) bool { return count > 0 }), greatest(counts)
	if from == to {
		from, to = max(from-1, smallest), min(to+1, len(counts)-1)
	}
	return from, to
}

// digits rounds to six significant digits, which no rounding on the way reaches.
func digits(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Floor(math.Log10(math.Abs(x))) - 5
	if unit < -300 {
		return 0
	}
	if unit < 0 {
		return math.Round(x*math.Pow10(int(-unit))) / math.Pow10(int(-unit))
	}
	return math.Round(x/math.Pow10(int(unit))) * math.Pow10(int(unit))
}
