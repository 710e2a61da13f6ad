//go:build !purego

package draw

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX512 {
		refill = func(s *Stream) { chachaAVX512(&s.key, &s.words) }
	}
}

// chachaAVX512 makes the words of a key, and the next key.
//
//go:noescape
func chachaAVX512(key *[8]uint32, words *[streamWords + 4]uint64)
