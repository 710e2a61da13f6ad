//go:build !purego

package law

import (
	"unsafe"

	"dovetail/perm/processor"
)

// fast reports whether the machine supports the kernels.
var fast = processor.Use.AVX2

// combiner is the fastest kernel for sums of runs.
func combiner[T element]() func(dst *run[T], src []*run[T], u *sum[T]) {
	var kernel any
	switch any(T(0)).(type) {
	case uint64:
		kernel = combineCounts
	case float64:
		kernel = combineReals
	}
	if k, ok := kernel.(func(*run[T], []*run[T], *sum[T])); ok && fast {
		return k
	}
	return combineGo[T]
}

// combineCounts adds the sources of weight 1, which come first, in vectors; the machine
// multiplies 64-bit integers one at a time.
func combineCounts(dst *run[uint64], src []*run[uint64], u *sum[uint64]) {
	addRuns(&dst[0], &src[0], &u.sources[0], u.plain)
	for k := u.plain; k < len(u.sources); k++ {
		addWeighted(dst, src[u.sources[k]], u.weights[k])
	}
}

func combineReals(dst *run[float64], src []*run[float64], u *sum[float64]) {
	sumRuns(&dst[0], &src[0], &u.sources[0], &u.weights[0], len(u.sources))
}

// addRuns sets dst to the sum of count >= 0 runs.
//
//go:noescape
func addRuns(dst *uint64, src **run[uint64], from *int, count int)

// sumRuns sets dst to the weighted sum of count >= 0 runs.
//
//go:noescape
func sumRuns(dst *float64, src **run[float64], from *int, weights *float64, count int)

// gather8 and gather16 run on any amd64 machine. Ranks stay inside src as step.go makes
// them. Both kinds of element take eight bytes.

func gather8[T element](dst, src *run[T], ranks *[baseSize]uint8) {
	gatherBytes(unsafe.Pointer(dst), unsafe.Pointer(src), &ranks[0])
}

func gather16[T element](dst *run[T], src *[(baseCards + 1) * baseSize]T, ranks *[baseSize]uint16) {
	gatherWords(unsafe.Pointer(dst), unsafe.Pointer(src), &ranks[0])
}

//go:noescape
func gatherBytes(dst, src unsafe.Pointer, ranks *uint8)

//go:noescape
func gatherWords(dst, src unsafe.Pointer, ranks *uint16)
