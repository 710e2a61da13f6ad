package deals

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"
)

// blockDeals is the number of deals that share a random stream. It is part of
// what a seed means: another size would deal other decks.
const blockDeals = 1 << 14

// stream is the random stream of one block of one repetition of a purpose (a
// word with its models and deck size). Its ChaCha8 key is these four numbers,
// so no two blocks of a purpose share a key, whichever thread deals them and in
// whatever order. Streams of ChaCha under different keys cannot be told from
// independent ones by any known test of feasible length; two purposes meet in
// one key with probability 2^-64.
func stream(seed uint64, purpose string, repetition, block int) *rand.ChaCha8 {
	var key [32]byte
	for i, x := range [4]uint64{seed, xxhash.Sum64String(purpose), uint64(repetition), uint64(block)} {
		binary.LittleEndian.PutUint64(key[8*i:], x)
	}
	return rand.NewChaCha8(key)
}
