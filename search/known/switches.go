package known

import (
	"fmt"
	"math/big"
	"strings"

	"dovetail/results"
	"dovetail/search/decks"
)

// neighbours are the records of hands that differ from those of a question by their switch alone:
// with the next smaller one, and with the next larger one, or with the same. Nothing is interpolated between them, as
// no theorem says that the distance is monotonic.
func neighbours(q decks.Hands) string {
	at, rest, ok := switchOf(q.Riffle)
	if !ok {
		return ""
	}
	var sides [3]struct { // smaller, the same, larger
		at *big.Rat
		k  Record
	}
	for _, k := range Records() {
		h, isHands := k.Question.(decks.Hands)
		if !isHands || h.N != q.N {
			continue
		}
		x, r, ok := switchOf(h.Riffle)
		if !ok || r != rest {
			continue
		}
		side := &sides[x.Cmp(at)+1]
		if side.at == nil || x.Cmp(side.at)*x.Cmp(at) < 0 {
			side.at, side.k = x, k
		}
	}
	const usual = 7 // riffles
	shuffles := min(max(usual, q.From), q.To)
	if sides[1].at != nil {
		sides[0].at, sides[2].at = nil, nil
	}
	var says []string
	for _, s := range sides {
		if s.at == nil {
			continue
		}
		for _, row := range s.k.Read().(results.Hands).Rows {
			if row.Shuffles == shuffles {
				says = append(says, fmt.Sprintf("with switch %s %.4f to %.4f from fair (docs/records/%s.json)",
					s.at.RatString(), down(row.TVDLow), up(row.TVDHigh), s.k.Name))
			}
		}
	}
	if says == nil {
		return ""
	}
	return fmt.Sprintf("known at once: %d riffles leave %d cards %s", shuffles, q.N, strings.Join(says, ", "))
}

// switchOf splits a clumpy riffle into its switch and the rest.
func switchOf(riffle string) (at *big.Rat, rest string, ok bool) {
	after, ok := strings.CutPrefix(riffle, "clumpy(switch=")
	if !ok {
		return nil, "", false
	}
	value, rest, _ := strings.Cut(after, ",")
	at, ok = new(big.Rat).SetString(strings.TrimSuffix(value, ")"))
	return at, rest, ok
}
