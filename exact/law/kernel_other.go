//go:build !amd64 || purego

package law

func combiner[T element]() func(dst *run[T], src []*run[T], u *sum[T]) { return combineGo[T] }
