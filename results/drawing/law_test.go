package drawing

import (
	"fmt"
	"math"

	"dovetail/results/figure"
)

// Laws to draw: the riffle's closed form, a deal in piles of ten, and a Hindu
// shuffle of rounded normal packets dealt out by dynamic programming.

type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func (a matrix) times(b matrix) matrix {
	c := newMatrix(len(a))
	for i, row := range a {
		for k, v := range row {
			for j, w := range b[k] {
				c[i][j] += v * w
			}
		}
	}
	return c
}

// riffle is P(i -> j) = C(j-1, i-1) 2^-j + C(n-j, n-i) 2^(j-1-n) of the
// Gilbert-Shannon-Reeds model.
func riffle(n int) matrix {
	term := func(a, b, bits int) float64 {
		if b < 0 || b > a {
			return 0
		}
		la, _ := math.Lgamma(float64(a + 1))
		lb, _ := math.Lgamma(float64(b + 1))
		lc, _ := math.Lgamma(float64(a - b + 1))
		return math.Exp(la - lb - lc - float64(bits)*math.Ln2)
	}
	p := newMatrix(n)
	for i := 1; i <= n; i++ {
		for j := 1; j <= n; j++ {
			p[i-1][j-1] = term(j-1, i-1, j) + term(n-j, n-i, n+1-j)
		}
	}
	return p
}

// hindu reverses the order of packets of N(10, 5/3) cards, rounded: the packet
// that starts after a cards and holds k of them ends at positions n-a-k...
func hindu(n int) matrix {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	size := make([]float64, n+1)
	for k := 1; k <= n; k++ {
		size[k] = phi((float64(k)+0.5-10)*3/5) - phi((float64(k)-0.5-10)*3/5)
	}
	p, begins := newMatrix(n), make([]float64, n+1)
	begins[0] = 1
	for a := range n {
		left := 1.0
		for k := 1; k <= n-a; k++ {
			q := size[k]
			if k == n-a {
				q = left
			}
			left -= q
			begins[a+k] += begins[a] * q
			for t := range k {
				p[a+t][n-a-k+t] += begins[a] * q
			}
		}
	}
	return p
}

func deal(n int) matrix {
	p, end := newMatrix(n), 0
	for _, pile := range []int{1, 3, 5, 7, 9, 2, 4, 6, 8, 10} {
		last := pile - 1
		for last+10 < n {
			last += 10
		}
		for card := last; card >= 0 && card < n; card -= 10 {
			p[card][n-1-end] = 1
			end++
		}
	}
	return p
}

// bitmap colours the deviations of a law and counts the white cells.
func (a matrix) bitmap(emax float64) (figure.Bitmap, int) {
	n := len(a)
	e := make([]float64, 0, n*n)
	for _, row := range a {
		for _, v := range row {
			e = append(e, v-1/float64(n))
		}
	}
	b := figure.Bitmap{N: n, Cells: make([]figure.Cell, n*n)}
	w := 0
	for k, v := range e {
		switch {
		case v < -emax:
			b.Cells[k] = figure.Blue
		case v > emax:
			b.Cells[k] = figure.Red
		default:
			w++
		}
	}
	return b, w
}

func word(n int, letters string) matrix {
	models := map[rune]matrix{'H': hindu(n), 'R': riffle(n), 'D': deal(n)}
	p := newMatrix(n)
	for i := range p {
		p[i][i] = 1
	}
	for _, l := range letters {
		p = p.times(models[l])
	}
	return p
}

// repeats draws the powers 1..last of a law.
func repeats(p matrix, last int, emax float64) ([]figure.Tile, []float64) {
	n := len(p)
	var tiles []figure.Tile
	var c []float64
	for m, q := 1, p; m <= last; m, q = m+1, q.times(p) {
		b, w := q.bitmap(emax)
		c = append(c, float64(w)/float64(n*n))
		tiles = append(tiles, figure.Tile{Label: []string{fmt.Sprintf("m=%d", m), convergence(n, w)}, Bitmap: b})
	}
	return tiles, c
}

// convergence is C = w/n^2, cut after three decimals as in the paper, with w.
func convergence(n, w int) string {
	return fmt.Sprintf("C=%d.%03d (%d)", w/(n*n), 1000*w/(n*n)%1000, w)
}
