package population

import (
	"container/heap"
	"math/rand/v2"
)

// kept are the children with the greatest keys so far, as many as there is room for: a heap with
// the least on top.
type kept []child

func (k kept) full() bool { return len(k) == cap(k) }

// bonus is an exponential variable, in 2^-16 of a move.
func (k kept) bonus(m int, stream *rand.Rand) int64 {
	return int64(stream.ExpFloat64()*(1<<16)) * bonusNum * int64(m+1) / bonusDen
}

func key(length int, bonus int64) int64 { return int64(length)<<16 + bonus }

// offer keeps a child if it is among the best.
func (k *kept) offer(parent int32, v uint8, length int, bonus int64) {
	c := child{key(length, bonus), parent, v, int32(length)}
	switch {
	case !k.full():
		heap.Push(k, c)
	case c.key > (*k)[0].key:
		(*k)[0] = c
		heap.Fix(k, 0)
	}
}

// Len implements [heap.Interface].
func (k kept) Len() int { return len(k) }

// Less implements [heap.Interface]: the least key is on top.
func (k kept) Less(i, j int) bool { return k[i].key < k[j].key }

// Swap implements [heap.Interface].
func (k kept) Swap(i, j int) { k[i], k[j] = k[j], k[i] }

// Push implements [heap.Interface].
func (k *kept) Push(x any) { *k = append(*k, x.(child)) }

// Pop implements [heap.Interface].
func (k *kept) Pop() any {
	last := len(*k) - 1
	x := (*k)[last]
	*k = (*k)[:last]
	return x
}
