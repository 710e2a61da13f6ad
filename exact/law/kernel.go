package law

// run is the probabilities of baseSize decks with consecutive ranks.
type run[T element] = [baseSize]T

// gather8Go and gather16Go set dst to the elements of src at the ranks given. They
// are the oracles of gather8 and gather16.

func gather8Go[T element](dst, src *run[T], ranks *[baseSize]uint8) {
	for i, r := range ranks {
		dst[i] = src[r]
	}
}

func gather16Go[T element](dst *run[T], src *[(baseCards + 1) * baseSize]T, ranks *[baseSize]uint16) {
	for i, r := range ranks {
		dst[i] = src[r]
	}
}

// combineGo sets dst to the weighted sum u of runs, added in its order. It is the
// oracle of every other kernel.
func combineGo[T element](dst *run[T], src []*run[T], u *sum[T]) {
	clear(dst[:])
	for k, from := range u.sources {
		addWeighted(dst, src[from], u.weights[k])
	}
}

// addWeighted adds weight * a to dst. The conversion keeps the product's rounding
// on machines that would fuse it with the sum.
func addWeighted[T element](dst, a *run[T], weight T) {
	for i, v := range a {
		dst[i] += T(weight * v)
	}
}
