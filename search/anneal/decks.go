package anneal

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// Stream is the random stream of one walk on one deck for one purpose. Its ChaCha8 key
// is these four numbers. So no two walks share a stream, and it does not depend on the
// thread or the time.
func Stream(seed uint64, purpose string, deck, walk int) *draw.Stream {
	var key [32]byte
	for i, x := range [4]uint64{seed, xxhash.Sum64String(purpose), uint64(deck), uint64(walk)} {
		binary.LittleEndian.PutUint64(key[8*i:], x)
	}
	return draw.NewStream(key)
}

// Uniform is a uniform deck.
func Uniform(n int, rng *draw.Stream) []uint16 {
	deck := shuffle.NewDeck(n)
	shuffle.Uniform(n)(rng, deck, shuffle.NewDeck(n))
	return deck
}

// PlacesOf is where the cards of a deck are.
func PlacesOf(deck []uint16) *outcome.Sources {
	places := identity
	for j, card := range deck {
		places[card] = uint8(j)
	}
	return &places
}

var identity = *outcome.SourcesOf(nil)
