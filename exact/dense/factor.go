package dense

import (
	"context"
	"math/bits"

	"golang.org/x/sync/errgroup"

	"dovetail/perm/pace"
)

// Factor is a right factor of large products. It leaves out its terms that are 0. Most cells of a
// law of pairs may be 0, in stretches: cards that lie far apart do not come near each other by a
// shuffle in packets.
type Factor struct {
	*Matrix
	some [][]uint16 // by depth and panel: bit k for the terms from 8k on
}

// Panels of factors are 24 columns wide, the last one up to 44, so that kernels fill them evenly.
const (
	factorPanel = 24
	factorTerms = depth / 16
)

// NewFactor keeps m. It fails only if ctx is cancelled.
func NewFactor(ctx context.Context, m *Matrix) (*Factor, error) {
	f := &Factor{m, make([][]uint16, (m.Rows+depth-1)/depth)}
	for d := range f.some {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.some[d] = make([]uint16, max(1, m.Stride/factorPanel))
		for k := d * depth; k < min((d+1)*depth, m.Rows); k++ {
			for j, x := range m.Row(k) {
				if x != 0 {
					f.some[d][min(j/factorPanel, len(f.some[d])-1)] |= 1 << (k % depth / factorTerms)
				}
			}
		}
	}
	return f, nil
}

// Product sets dst = a f, with the bits of [Product]. Its rows are distributed over the threads.
// dst must not overlap a. It fails only if ctx is cancelled before it is done.
func (f *Factor) Product(ctx context.Context, dst, a *Matrix, threads int) error {
	share := max(height, upToFour((dst.Rows+threads-1)/threads))
	var group errgroup.Group
	for from := 0; from < dst.height(); from += share {
		group.Go(func() error {
			to := min(from+share, dst.height())
			for row := from; row < to; row += height {
				if err := f.rows(ctx, dst, a, row, min(height, to-row)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// rows computes some rows of the product. Terms of a row of 0 add nothing to a chain. It fails only
// if ctx is cancelled before it is done: all terms of so many rows take up to half a second.
func (f *Factor) rows(ctx context.Context, dst, a *Matrix, row, rows int) error {
	clear(dst.Data[row*dst.Stride : (row+rows)*dst.Stride])
	for d, panels := range f.some {
		pace.Yield() // after some milliseconds in a browser
		if err := ctx.Err(); err != nil {
			return err
		}
		for p, some := range panels {
			at := p * factorPanel
			columns := factorPanel
			if p == len(panels)-1 {
				columns = f.Stride - at
			}
			to, right := &Matrix{Stride: dst.Stride, Data: dst.Data[at:]}, &Matrix{Stride: f.Stride, Data: f.Data[at:]}
			for some != 0 {
				first := bits.TrailingZeros16(some)
				count := bits.TrailingZeros16(^(some >> first))
				some &^= (1<<count - 1) << first
				from := d*depth + first*factorTerms
				addTerms(to, a, right, row, rows, columns, from, min(count*factorTerms, f.Rows-from), true)
			}
		}
	}
	return nil
}
