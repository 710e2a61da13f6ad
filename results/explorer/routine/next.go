package routine

import (
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// next finds how many more riffles are needed. By the same hands that is read off their rows. Of any other routine it is
// the least number that is proved to be enough, after all shuffles or in the longest run of riffles that it has: more
// shuffles never make a deck less fair, and two parts leave at most twice the product of both distances.
func (v *Verdict) next(q view.Values, riffles results.Riffles, hands results.Hands) {
	word := q.Text("word")
	riffle := riffled(q, word)
	v.pure = riffle == ideal || len(hands.Rows) > 0
	if v.High <= Aim {
		return
	}
	switch {
	case riffle == ideal:
		for _, row := range riffles.Rows {
			if more := row.Shuffles - len(word); more > 0 && view.Value(row.TVD) <= Aim {
				v.least, v.most = more, more
				return
			}
		}
	case v.pure:
		for _, row := range hands.Rows {
			more := row.Shuffles - len(word)
			if more > 0 && v.least == 0 && row.TVDLow <= Aim {
				v.least = more
			}
			if more > 0 && row.TVDHigh <= Aim {
				v.most = more
				return
			}
		}
	default:
		v.most, v.run = enough(q, riffles, v.High)
	}
}

// enough is the least number of riffles by the hands of a routine which is proved to leave the deck fair enough, if its
// distance is at most high: at its end, or put to its longest run of them, where fewer do. It is 0 if nothing is proved.
func enough(q view.Values, riffles results.Riffles, high float64) (more, run int) {
	word := q.Text("word")
	own := riffler(q)
	from, to := longestRun(word, own)
	closed := func(k int) float64 { // riffles alone
		if k == 0 || k > len(riffles.Rows) || riffled(q, own) != ideal {
			return 1
		}
		return view.Value(riffles.Rows[k-1].TVD)
	}
	proved := func(word string) bool {
		on, ok := q.Distance(word)
		return ok && on.Upper.Value <= Aim
	}
	last := len(word) - len(strings.TrimRight(word, own))
	for k := 1; k <= len(riffles.Rows); k++ {
		others := strings.Repeat(own, k)
		if min(closed(last+k), closed(k), 2*high*closed(k)) <= Aim || proved(word+others) {
			return k, 0
		}
		if from < to && (closed(to-from+k) <= Aim || proved(word[:to]+others+word[to:])) {
			return k, to - from
		}
	}
	return 0, 0
}
