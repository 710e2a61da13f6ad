package dense

// Vectors rounded to whole numbers of 16 bits tell where a product is small at a
// quarter of the price of one in doubles. Sums are taken modulo 2^32: one that is
// small is never missed, whatever came in between, and one that is not is taken for
// small only where it is a multiple of 2^32 away. Every kernel gives the same bits.

// PanelWidth is how many vectors make a panel.
const PanelWidth = 64

// A Panel holds PanelWidth vectors, two terms of each of them side by side, as kernels
// read them.
type Panel []int16

// NewPanel holds zero vectors of so many terms, an even number.
func NewPanel(terms int) Panel { return make(Panel, PanelWidth*terms) }

// Set sets a term of a vector.
func (p Panel) Set(vector, term int, x int16) {
	p[(term/2*PanelWidth+vector)*2+term%2] = x
}

// Small tells which products of some rows and the vectors of a panel are small: bit v of
// small[i] says that |row i times vector v|, modulo 2^32 and read as a number from -2^31
// to 2^31-1, is at most limits[i]. The rows lie one behind the other, a multiple of four
// of them, in an even number of terms.
func Small(small []uint64, rows []int16, panel Panel, limits []uint32) {
	if len(limits) > 0 {
		smallProducts(small[:len(limits)], rows[:len(panel)/PanelWidth*len(limits)], panel, limits)
	}
}

// smallGo is the oracle of every other kernel.
func smallGo(small []uint64, rows []int16, panel Panel, limits []uint32) {
	terms := len(panel) / PanelWidth
	for i, limit := range limits {
		var sums [PanelWidth]int32
		for k := 0; k < terms; k += 2 {
			x, y := int32(rows[i*terms+k]), int32(rows[i*terms+k+1])
			pairs := panel[k*PanelWidth:][:2*PanelWidth]
			for v := range sums {
				sums[v] += x*int32(pairs[2*v]) + y*int32(pairs[2*v+1])
			}
		}
		small[i] = 0
		for v, sum := range sums {
			if uint32(max(sum, -sum)) <= limit {
				small[i] |= 1 << v
			}
		}
	}
}
