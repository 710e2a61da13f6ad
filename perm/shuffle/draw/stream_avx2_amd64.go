//go:build !purego

package draw

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX2 && !processor.Use.AVX512 {
		refill = refillByAVX2
	}
}

func refillByAVX2(s *Stream) { chachaAVX2(&s.key, &s.words) }

// chachaAVX2 is chachaAVX512 with other instructions.
//
//go:noescape
func chachaAVX2(key *[8]uint32, words *[streamWords + 4]uint64)
