//go:build !purego

package draw

import "dovetail/perm/processor"

// Tests try kernels that a machine with AVX-512 does not use, too.
func init() {
	if processor.Use.AVX2 {
		moreRefills = append(moreRefills, refillByAVX2)
	}
}
