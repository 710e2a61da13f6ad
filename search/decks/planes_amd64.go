//go:build !purego

package decks

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX2 {
		undo = undoBMI2
	}
}

//go:noescape
func undoBMI2(p *planes, k, n int, seen *sight)
