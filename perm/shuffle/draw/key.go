package draw

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Keyed is the stream of a seed and a purpose: what deals and why, with two numbers such as those of
// a deck and of a walk on it. It depends on no thread and no time.
func Keyed(seed uint64, purpose string, a, b int) *Stream { return NewStream(Key(seed, purpose, a, b)) }

// Key is the key of [Keyed]: the seed, the hash of the purpose and the two numbers. So no two pairs of
// numbers of a purpose share a key, and two purposes do with probability 2^-64. Streams of ChaCha under
// different keys cannot be told from independent ones by any known test of feasible length.
func Key(seed uint64, purpose string, a, b int) (key [32]byte) {
	for i, x := range [4]uint64{seed, xxhash.Sum64String(purpose), uint64(a), uint64(b)} {
		binary.LittleEndian.PutUint64(key[8*i:], x)
	}
	return key
}
