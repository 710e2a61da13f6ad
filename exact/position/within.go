package position

import "math"

// Within marks the cells with |m_ij| <= limit: bit c of mask[i*Stride/4+v]
// stands for column 4v+c of row i. Padding is marked like any zero; mask has
// Stride/4 bytes for each of the n rows.
func Within(m *Matrix, limit float64, mask []byte) { within(m, limit, mask) }

func withinGo(m *Matrix, limit float64, mask []byte) {
	for v := range m.N * m.Stride / 4 {
		mask[v] = 0
		for c, x := range m.Data[4*v:][:4] {
			if math.Abs(x) <= limit {
				mask[v] |= 1 << c
			}
		}
	}
}
