//go:build !purego

package draw

import "dovetail/perm/processor"

func init() {
	switch {
	case processor.Use.AVX512:
		refill = refillByAVX512
	case processor.Use.AVX2:
		refill = refillByAVX2
	}
}

func refillByAVX512(s *Stream) uint {
	chachaAVX512(&s.key, &s.words)
	return 0
}

// refillByAVX2 is named for tests on machines with AVX-512.
func refillByAVX2(s *Stream) uint {
	chachaAVX2(&s.key, &s.words)
	return 0
}

// chachaAVX512 makes the words of a key, and the next key.
//
//go:noescape
func chachaAVX512(key *[8]uint32, words *[streamWords + 4]uint64)

// chachaAVX2 is the same with other instructions.
//
//go:noescape
func chachaAVX2(key *[8]uint32, words *[streamWords + 4]uint64)
