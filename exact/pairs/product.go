package pairs

import (
	"context"
	"math"

	"golang.org/x/sync/errgroup"
)

// multiply sets dst = a b, its rows shared out among the threads, unless ctx is over
// before.
func multiply(ctx context.Context, dst, a *Matrix, b *packed, threads int) error {
	share := max(height, roundUp((dst.Rows+threads-1)/threads, blockRows))
	var group errgroup.Group
	for row := 0; row < dst.Rows; row += share {
		group.Go(func() error {
			return product(ctx, dst, a, b, row, min(share, dst.Rows-row))
		})
	}
	return group.Wait()
}

// product sets rows row..row+rows-1 of dst to those of a b; row is a multiple of
// blockRows. Cell (i, j) is the chain of fused multiply-adds
//
//	fma(a_in, b_nj, ... fma(a_i2, b_2j, a_i1 b_1j))
//
// in ascending order, one rounding a step, whichever kernel computes it and
// however the rows are shared out: a tile of dst is read, continued by depth
// terms, and written back.
func product(ctx context.Context, dst, a *Matrix, b *packed, row, rows int) error {
	left := make([]float64, height*depth)
	wide := dst.stride
	for i := row; i < row+rows; i++ {
		clear(dst.data[i*wide:][:wide])
	}
	for from := 0; from < b.size; from += depth {
		terms := min(depth, b.size-from)
		right := b.data[from*wide:]
		for top := row; top < row+rows; top += height {
			if err := ctx.Err(); err != nil {
				return err
			}
			blocks := (min(height, row+rows-top) + blockRows - 1) / blockRows
			packLeft(left, a, top, blocks, from, terms)
			for panel := 0; panel < wide; panel += panelColumns {
				tiles(dst.data[top*wide+panel:], wide, left, right[panel*terms:], blocks, terms)
			}
		}
	}
	return nil
}

// packLeft copies blocks of rows, for each the terms one column after the other.
func packLeft(left []float64, a *Matrix, top, blocks, from, terms int) {
	for block := range blocks {
		out := left[block*terms*blockRows:]
		for r := range blockRows {
			for k, x := range a.data[(top+block*blockRows+r)*a.stride+from:][:terms] {
				out[k*blockRows+r] = x
			}
		}
	}
}

// tilesGo continues blocks of dst, one below the other and each a panel wide, by
// the terms of left and right. It is the oracle of every other kernel.
func tilesGo(dst []float64, stride int, left, right []float64, blocks, terms int) {
	for block := range blocks {
		for k := range terms {
			x := left[(block*terms+k)*blockRows:][:blockRows]
			y := right[k*panelColumns:][:panelColumns]
			for r, x := range x {
				out := dst[(block*blockRows+r)*stride:][:panelColumns]
				for j, y := range y {
					out[j] = math.FMA(x, y, out[j])
				}
			}
		}
	}
}
