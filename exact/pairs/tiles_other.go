//go:build !amd64 || purego

package pairs

func tiles(dst []float64, stride int, left, right []float64, blocks, terms int) {
	tilesGo(dst, stride, left, right, blocks, terms)
}
