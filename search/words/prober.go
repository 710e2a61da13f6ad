package words

import (
	"cmp"
	"math"
	"slices"

	"dovetail/exact/position"
)

// probes is how many test vectors each half has. The first is chosen to bound
// well by itself: most pairs fall to it alone.
const probes = 4

// prober computes, for a half x or y of a word, the vectors u'E_x or E_y v of
// the measure at hand. It serves one goroutine.
type prober struct {
	n       int
	vectors [probes][]float64 // the result

	in, out *position.Matrix // scratch, of which some rows or columns are used
	rowSum  []float64
	order   []int
}

func newProber(n int) *prober {
	p := &prober{
		n:      n,
		in:     position.NewMatrix(n),
		out:    position.NewMatrix(n),
		rowSum: make([]float64, n),
		order:  make([]int, n),
	}
	for k := range p.vectors {
		p.vectors[k] = make([]float64, n)
	}
	return p
}

// wave is the sign of the (k+1)-th cosine over the deck: k = 0 tells the upper
// half from the lower, the slowest mode of most shuffles.
func (p *prober) wave(k, i int) float64 {
	return sign(math.Cos(math.Pi * float64(k+1) * (float64(i) + 0.5) / float64(p.n)))
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// leftSigns fills the vectors u'E for sign vectors u: first one adapted to E,
// then the slowest waves.
func (p *prober) leftSigns(e *position.Matrix) {
	v := p.adapt(e)
	p.rows(e, func(k, i int) float64 {
		if k == 0 {
			return sign(dot(e.Row(i), v))
		}
		return p.wave(k-1, i)
	})
}

// rightSigns fills the vectors Ev.
func (p *prober) rightSigns(e *position.Matrix) {
	v := p.adapt(e)
	p.columns(e, func(k, j int) float64 {
		if k == 0 {
			return v[j]
		}
		return p.wave(k-1, j)
	})
}

// rightRowSigns fills the vectors Ev, the first for the signs of the row of E
// with the largest sum.
func (p *prober) rightRowSigns(e *position.Matrix) {
	position.RowSums(e, p.rowSum)
	worst := e.Row(slices.Index(p.rowSum, slices.Max(p.rowSum)))
	p.columns(e, func(k, j int) float64 {
		if k == 0 {
			return sign(worst[j])
		}
		return p.wave(k-1, j)
	})
}

// leftRows takes rows of E, those with the largest sums.
func (p *prober) leftRows(e *position.Matrix) {
	position.RowSums(e, p.rowSum)
	for k, i := range p.largest() {
		copy(p.vectors[k], e.Row(i))
	}
}

// rightColumns takes columns of E, those with the largest sums.
func (p *prober) rightColumns(e *position.Matrix) {
	clear(p.rowSum)
	for i := range e.N {
		for j, x := range e.Row(i) {
			p.rowSum[j] += math.Abs(x)
		}
	}
	for k, j := range p.largest() {
		for i := range e.N {
			p.vectors[k][i] = e.At(i, j)
		}
	}
}

// largest lists the places of the largest entries of rowSum, largest first, as
// many as there are probes; a small deck repeats its last.
func (p *prober) largest() [probes]int {
	for i := range p.order {
		p.order[i] = i
	}
	slices.SortFunc(p.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.rowSum[j], p.rowSum[i]), cmp.Compare(i, j))
	})
	var places [probes]int
	for k := range places {
		places[k] = p.order[min(k, p.n-1)]
	}
	return places
}

// adapt looks for signs u, v with large |u'Ev| by turns, v = sign(u'E) and
// u = sign(Ev), from the slowest wave, and returns v.
func (p *prober) adapt(e *position.Matrix) []float64 {
	v := make([]float64, p.n)
	for j := range v {
		v[j] = p.wave(0, j)
	}
	for range 3 {
		p.columns(e, func(k, j int) float64 { return v[j] })
		p.rows(e, func(k, i int) float64 { return sign(p.vectors[0][i]) })
		for j := range v {
			v[j] = sign(p.vectors[0][j])
		}
	}
	return v
}

// rows sets the vectors to u_k'E.
func (p *prober) rows(e *position.Matrix, u func(k, i int) float64) {
	for k := range min(probes, p.n) {
		row := p.in.Row(k)
		for i := range row {
			row[i] = u(k, i)
		}
	}
	position.ProductRows(p.out, p.in, e, 0, 4)
	for k := range probes {
		copy(p.vectors[k], p.out.Row(min(k, p.n-1)))
	}
}

// columns sets the vectors to E v_k.
func (p *prober) columns(e *position.Matrix, v func(k, j int) float64) {
	for j := range p.n {
		for k := range min(probes, p.n) {
			p.in.Row(j)[k] = v(k, j)
		}
	}
	position.ProductColumns8(p.out, e, p.in)
	for k := range probes {
		for i := range p.n {
			p.vectors[k][i] = p.out.At(i, min(k, p.n-1))
		}
	}
}

func dot(x, y []float64) float64 {
	var s [4]float64
	for len(x) >= 4 && len(y) >= 4 {
		s[0] += x[0] * y[0]
		s[1] += x[1] * y[1]
		s[2] += x[2] * y[2]
		s[3] += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i := range x {
		s[0] += x[i] * y[i]
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}
