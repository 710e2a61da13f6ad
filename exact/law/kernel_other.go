//go:build !amd64 || purego

package law

func combiner[T element]() func(dst *run[T], src []*run[T], u *sum[T]) { return combineGo[T] }

func gather8[T element](dst, src *run[T], ranks *[baseSize]uint8) { gather8Go(dst, src, ranks) }

func gather16[T element](dst *run[T], src *[(baseCards + 1) * baseSize]T, ranks *[baseSize]uint16) {
	gather16Go(dst, src, ranks)
}
