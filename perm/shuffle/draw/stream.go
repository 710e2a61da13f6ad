package draw

import (
	"encoding/binary"
	"math/rand/v2"
)

// Stream makes the words of a ChaCha8 generator of package rand, many at a time. The generator is
// specified (C2SP, chacha8rand): a key gives 16 blocks of 64 bytes, side by side in fours, whose
// last 32 bytes are the next key.
type Stream struct {
	key   [8]uint32
	words [streamWords + 4]uint64 // those of a key, and the next
	used  int
	plain *rand.ChaCha8 // the same words, where no kernel makes them
}

const streamWords = 124

// Start keys the stream by another generator.
func (s *Stream) Start(rng *rand.ChaCha8) {
	s.used, s.plain = streamWords, nil
	for i := 0; i < len(s.key); i += 2 {
		x := rng.Uint64()
		s.key[i], s.key[i+1] = uint32(x), uint32(x>>32)
	}
}

// Fill draws words.
func (s *Stream) Fill(words []uint64) {
	for len(words) > 0 {
		if s.used == streamWords {
			refill(s)
			s.used = 0
		}
		count := copy(words, s.words[s.used:streamWords])
		s.used += count
		words = words[count:]
	}
}

// refill makes the next words.
var refill = refillGo

func refillGo(s *Stream) {
	if s.plain == nil {
		var key [32]byte
		for i, x := range s.key {
			binary.LittleEndian.PutUint32(key[4*i:], x)
		}
		s.plain = rand.NewChaCha8(key)
	}
	for i := range s.words[:streamWords] {
		s.words[i] = s.plain.Uint64()
	}
}
