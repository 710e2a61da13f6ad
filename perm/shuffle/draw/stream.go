package draw

import (
	"encoding/binary"
	"math/rand/v2"
)

// Stream is a ChaCha8 generator, with the same words as that of package rand, made many at a time.
// It is specified (C2SP, chacha8rand): a key gives 16 blocks of 64 bytes, side by side in fours,
// whose last 32 bytes are the next key.
type Stream struct {
	key   [8]uint32
	words [streamWords + 4]uint64 // those of a key, and the next
	used  uint
	plain rand.ChaCha8 // the same words, where no kernel makes them
	keyed bool         // plain has the key
}

const streamWords = 124

// NewStream is the stream of a key.
func NewStream(key [32]byte) *Stream {
	s := new(Stream)
	s.Seed(key)
	return s
}

// Seed starts the stream of a key.
func (s *Stream) Seed(key [32]byte) {
	s.used, s.keyed = streamWords, false
	for i := range s.key {
		s.key[i] = binary.LittleEndian.Uint32(key[4*i:])
	}
}

// Start keys the stream by another.
func (s *Stream) Start(rng *Stream) {
	var key [32]byte
	for i := 0; i < len(key); i += 8 {
		binary.LittleEndian.PutUint64(key[i:], rng.Uint64())
	}
	s.Seed(key)
}

// Uint64 draws a word.
func (s *Stream) Uint64() uint64 {
	if s.used == streamWords {
		s.used = refill(s)
	}
	x := s.words[s.used%uint(len(s.words))]
	s.used++
	return x
}

// Fill draws words.
func (s *Stream) Fill(words []uint64) {
	for len(words) > 0 {
		if s.used == streamWords {
			s.used = refill(s)
		}
		count := copy(words, s.words[s.used:streamWords])
		s.used += uint(count)
		words = words[count:]
	}
}

// refill makes the next words, and returns the place of the first.
var refill = refillGo

// refillGo makes a quarter, as it takes long and many streams have few words.
func refillGo(s *Stream) uint {
	if !s.keyed {
		var key [32]byte
		for i, x := range s.key {
			binary.LittleEndian.PutUint32(key[4*i:], x)
		}
		s.plain.Seed(key)
		s.keyed = true
	}
	const from = streamWords * 3 / 4
	for i := range s.words[from:streamWords] {
		s.words[from+i] = s.plain.Uint64()
	}
	return from
}
