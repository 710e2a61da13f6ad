package known

import (
	"math"
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// Bounds for a word follow from the distances of its parts (docs/laws.md, block and contraction).
// More shuffles, before or after, take no deck farther from fair,
//
//	d(u v w) <= d(v),
//
// and two successive parts leave
//
//	d(u v) <= 2 d(u) d(v).
//
// So a few words on record, and the closed form of riffles, bound most longer words from above.

// parts are the words over an alphabet, with the best upper end that was computed for each.
type parts struct {
	alphabet *word.Alphabet
	filed    *table
	letters  []rune // of the alphabet in the table
	best     map[string]results.End
}

func newParts(a *word.Alphabet, filed *table) *parts {
	return &parts{alphabet: a, filed: filed, letters: filed.letters(a), best: map[string]results.End{}}
}

// Distances are the narrowest intervals of words over an alphabet that are on record, or that
// follow from records.
func Distances(a *word.Alphabet) func(word.Word) (results.OnRecord, bool) {
	return newParts(a, distances()).distance
}

// distance is the interval of a word, or nothing.
func (p *parts) distance(w word.Word) (results.OnRecord, bool) {
	_, core, _ := p.alphabet.Split(w)
	lower, upper := p.own(core).Lower, p.upper(core)
	return results.OnRecord{Lower: lower, Upper: upper}, lower.Value > 0 || upper.Value < 1
}

// own is what is known of a word itself: on record, or for riffles.
func (p *parts) own(w word.Word) results.OnRecord {
	_, core, _ := p.alphabet.Split(w)
	models := make([]rune, len(core))
	for i, l := range core {
		models[i] = p.letters[l]
	}
	if i, found := p.filed.find(p.alphabet.N, models); found {
		return i
	}
	a := big.NewInt(1)
	for _, l := range core {
		c := shuffle.ClosedOf(p.alphabet.Letters[l].Model)
		if c.Packets == 0 || c.Inverse {
			return nothing
		}
		a.Mul(a, big.NewInt(int64(c.Packets)))
	}
	if len(core) == 0 {
		return nothing
	}
	d, _ := riffle.TVD(p.alphabet.N, a).Float64()
	end := func(to float64) results.End { return results.End{Value: math.Nextafter(d, to), By: "closed form"} }
	return results.OnRecord{Lower: end(-1), Upper: end(2)}
}

// upper is the best upper end of a word, by itself or its parts. Of equal ends it names that of the
// longest part.
func (p *parts) upper(w word.Word) results.End {
	best, ok := p.best[string(w)]
	if ok {
		return best
	}
	best = p.own(w).Upper
	if len(w) > 1 {
		for _, part := range []word.Word{w[1:], w[:len(w)-1]} {
			if end := p.upper(part); end.Value < best.Value {
				best = p.follows("block", end.Value, part)
			}
		}
		for i := 1; i < len(w); i++ {
			x, y := p.upper(w[:i]), p.upper(w[i:])
			if product := math.Nextafter(2*x.Value*y.Value, 2); product < best.Value {
				best = p.follows("contraction", product, w[:i], w[i:])
			}
		}
	}
	p.best[string(w)] = best
	return best
}

// follows is an end that follows from the best ends of parts, by an inequality.
func (p *parts) follows(by string, value float64, from ...word.Word) results.End {
	end := results.End{Value: value}
	var ends []results.End
	for _, w := range from {
		e := p.upper(w)
		ends = append(ends, e)
		if e.Parts == nil {
			_, core, _ := p.alphabet.Split(w)
			e.Parts = []string{p.alphabet.Format(core)}
		} else if len(e.Parts) > 1 {
			by = "contraction"
		}
		end.Parts = append(end.Parts, e.Parts...)
	}
	end.By, end.Records = by, results.Sources(ends...)
	for _, part := range end.Parts {
		end.By += " " + part
	}
	return end
}
