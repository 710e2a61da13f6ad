package known

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
)

// Records of words, of rankings and of hands contain distances of single words from uniform over
// all orders. These are indexed by law, so that a record serves every word whose core has the same
// models. parts.go has what follows for longer words.

// Words looks up the narrowest interval on record of a word's distance on decks of n cards, by the
// models of its letters, such as R=riffle(cut=normal). It keeps the latest alphabets, because their
// laws, which show which letters are deterministic, take milliseconds.
func Words() func(n int, models []string, spelled string) (results.OnRecord, bool) {
	var mu sync.Mutex
	alphabets := map[string]*parts{}
	return func(n int, models []string, spelled string) (results.OnRecord, bool) {
		key := fmt.Sprint(n, models)
		mu.Lock()
		defer mu.Unlock()
		a := alphabets[key]
		if a == nil {
			letters, err := alphabet(n, models)
			if err != nil {
				return nothing, false
			}
			a = newParts(letters, distances())
			if len(alphabets) >= maxAlphabets {
				clear(alphabets)
			}
			alphabets[key] = a
		}
		w, err := a.alphabet.Parse(spelled)
		if err != nil {
			return nothing, false
		}
		if len(a.best) >= maxParts {
			clear(a.best)
		}
		return a.distance(w)
	}
}

// What is kept for later words: alphabets, and the parts of words over each. A word of 64 letters
// has 2,080 parts.
const (
	maxAlphabets = 100
	maxParts     = 1 << 14
)

// nothing is the interval of a distance without records.
var nothing = results.OnRecord{Upper: results.End{Value: 1}}

// proves yields the distances that a record has.
func proves(k Record, yield func(law string, delta float64, lower, upper results.End)) {
	if !slices.Contains([]string{results.TVDSchema, results.PilesSchema, results.IntervalSchema, results.HandsSchema, results.DecksRankSchema}, k.Question.Schema()) {
		return // and need not be read
	}
	end := func(value float64, by string) results.End { return results.End{Value: value, By: by} }
	switch r := k.Read().(type) {
	case results.TVD:
		a, w := filed(r.N, r.Models, r.Word)
		yield(a.Law(w), r.Delta, end(r.Lower, r.LowerBy), end(r.Upper, r.UpperBy))
	case results.Piles:
		for _, row := range r.Rows {
			a, w := filed(row.N, row.Models, row.Word)
			yield(a.Law(w), r.Delta(), end(row.Lower, row.LowerBy), end(row.Upper, row.UpperBy))
		}
	case results.Interval:
		a, w := filed(r.N, r.Models, r.Word)
		lower, upper := outward(r.Lower, r.Upper)
		yield(a.Law(w), 0, end(lower, r.LowerBy), end(upper, r.UpperBy))
	case results.Hands:
		a, _ := filed(r.N, []string{"R=" + r.Riffle}, "")
		for _, row := range r.Rows {
			w, _ := a.Parse(strings.Repeat("R", row.Shuffles))
			yield(a.Law(w), r.Delta, end(row.TVDLow, row.LowBy), end(row.TVDHigh, row.HighBy))
		}
	case results.BoundRank:
		a, _ := filed(r.N, r.Models, "")
		for _, row := range r.Rows {
			w, _ := a.Parse(row.Word)
			lower, upper := outward(row.TVDLow, row.TVDHigh)
			yield(a.Law(w), r.Sampling.Delta, end(lower, row.LowBy), end(upper, row.HighBy))
		}
	}
}

// outward reads decimals, rounded outwards to doubles.
func outward(low, high string) (lower, upper float64) {
	lower, errLow := strconv.ParseFloat(low, 64)
	upper, errHigh := strconv.ParseFloat(high, 64)
	if err := cmp.Or(errLow, errHigh); err != nil {
		panic(err) // records on file verify
	}
	return math.Nextafter(lower, math.Inf(-1)), math.Nextafter(upper, 2)
}

// alphabet reads letters from their models, such as R=riffle.
func alphabet(n int, models []string) (*word.Alphabet, error) {
	var letters []notation.Letter
	for _, m := range models {
		l, err := notation.ParseLetter(m)
		if err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	return word.New(n, letters, word.Laws(n, letters)), nil
}

// filed is the alphabet of a record on file, and a word of it.
func filed(n int, models []string, spelled string) (*word.Alphabet, word.Word) {
	a, err := alphabet(n, models)
	if err != nil {
		panic(err) // records on file verify
	}
	w, _ := a.Parse(spelled)
	return a, w
}
