package pairs

// Matrix holds rows of Columns doubles, padded with zeros to whole panels, so
// that kernels need no edge cases. Rows are padded to whole blocks too.
type Matrix struct {
	Rows, Columns, stride int
	data                  []float64
}

// The kernel works on blocks of blockRows rows and panels of panelColumns
// columns, and depth terms of a product at a time: a panel's depth x
// panelColumns cells and a block's depth x blockRows stay in a 32 KiB
// first-level cache, and height rows of the left factor in the second level.
const (
	blockRows    = 4
	panelColumns = 12
	depth        = 192
	height       = 192
)

func roundUp(x, to int) int { return (x + to - 1) / to * to }

// NewMatrix is the zero matrix.
func NewMatrix(rows, columns int) *Matrix {
	m := &Matrix{Rows: rows, Columns: columns, stride: roundUp(columns, panelColumns)}
	m.data = make([]float64, roundUp(rows, blockRows)*m.stride)
	return m
}

// Row is row i, without its padding.
func (m *Matrix) Row(i int) []float64 { return m.data[i*m.stride:][:m.Columns] }

// packed is a square matrix as a right factor: for every depth rows, panel after
// panel, each row of a panel after the other.
type packed struct {
	size int
	data []float64
}

// pack sets cell (k, j) of a right factor to cell(k, j).
func pack(size int, cell func(k, j int) float64) *packed {
	wide := roundUp(size, panelColumns)
	p := &packed{size, make([]float64, size*wide)}
	at := 0
	for from := 0; from < size; from += depth {
		for panel := 0; panel < wide; panel += panelColumns {
			for k := from; k < min(from+depth, size); k++ {
				for j := panel; j < min(panel+panelColumns, size); j++ {
					p.data[at+j-panel] = cell(k, j)
				}
				at += panelColumns
			}
		}
	}
	return p
}

// row copies row k of the right factor to out.
func (p *packed) row(k int, out []float64) {
	from := k / depth * depth
	terms := min(depth, p.size-from)
	at := from*roundUp(p.size, panelColumns) + (k-from)*panelColumns
	for panel := 0; panel < p.size; panel += panelColumns {
		copy(out[panel:], p.data[at:][:panelColumns])
		at += terms * panelColumns
	}
}
