package main

import (
	"fmt"
	"math/big"
	"os"

	"dovetail/perm/shuffle"
)

// note points out, beside an answer, shuffles whose packets are made for a larger
// deck: most of them take it whole, and leave it as it is.
func (f *outputFlags) note(n int, models []string) {
	for _, definition := range models {
		l, err := shuffle.ParseLetter(definition)
		if err != nil || f.quiet {
			continue
		}
		mean := shuffle.MeanPacket(l.Model)
		if mean != nil && mean.Cmp(big.NewRat(int64(n), 1)) > 0 {
			fmt.Fprintf(os.Stderr, "note: packets of %s have %s cards on average, the deck has %d; one of the whole deck leaves it as it is\n",
				l, mean.RatString(), n)
		}
	}
}
