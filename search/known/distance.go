package known

import (
	"strconv"
	"strings"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// What records of words, of rankings and of hands say of single words: the distance from uniform over all orders, by law,
// so that a record serves every word whose core has the same models.

// Interval is what is on record of a distance. Each end is the best of all records, with the probability that its
// record is wrong, 0 where that is proved.
type Interval struct{ Lower, Upper End }

// End is one of an interval.
type End struct {
	Value  float64
	By     string
	Delta  float64
	Record Record
}

// Distance is the narrowest interval on record of a law, as [word.Alphabet.Law] names it.
func Distance(law string) (Interval, bool) {
	i, ok := distances()[law]
	return i, ok
}

// Word is the narrowest interval on record of a word's distance on decks of n cards, by the models of its letters, such as
// R=riffle(cut=normal).
func Word(n int, models []string, spelled string) (Interval, bool) {
	a, w, err := alphabet(n, models, spelled)
	if err != nil {
		return Interval{}, false
	}
	return Distance(a.Law(w))
}

var distances = sync.OnceValue(func() map[string]Interval {
	all := map[string]Interval{}
	for _, k := range Records() {
		proves(k, func(law string, lower, upper End) {
			lower.Record, upper.Record = k, k
			i, ok := all[law]
			if !ok || lower.Value > i.Lower.Value {
				i.Lower = lower
			}
			if !ok || upper.Value < i.Upper.Value {
				i.Upper = upper
			}
			all[law] = i
		})
	}
	return all
})

// proves goes through the distances that a record has.
func proves(k Record, yield func(law string, lower, upper End)) {
	switch r := k.Read().(type) {
	case results.TVD:
		a, w := filed(r.N, r.Models, r.Word)
		yield(a.Law(w), End{r.Lower, r.LowerBy, r.Delta, k}, End{r.Upper, r.UpperBy, r.Delta, k})
	case results.Hands:
		for _, row := range r.Rows {
			a, w := filed(r.N, []string{"R=" + r.Riffle}, strings.Repeat("R", row.Shuffles))
			yield(a.Law(w), End{row.TVDLow, row.LowBy, r.Delta, k}, End{row.TVDHigh, row.HighBy, r.Delta, k})
		}
	case results.BoundRank:
		delta := 0.0
		if r.Sampling != nil {
			delta = r.Sampling.Delta
		}
		a, _ := filed(r.N, r.Models, "")
		for _, row := range r.Rows {
			w, _ := a.Parse(row.Word)
			low, _ := strconv.ParseFloat(row.TVDLow, 64)
			high, _ := strconv.ParseFloat(row.TVDHigh, 64)
			yield(a.Law(w), End{low, row.LowBy, delta, k}, End{high, row.HighBy, delta, k})
		}
	}
}

// alphabet reads what a record says of its letters, and a word of them.
func alphabet(n int, models []string, spelled string) (*word.Alphabet, word.Word, error) {
	var letters []shuffle.Letter
	for _, m := range models {
		l, err := shuffle.ParseLetter(m)
		if err != nil {
			return nil, nil, err
		}
		letters = append(letters, l)
	}
	a := word.New(n, letters, word.Laws(n, letters))
	w, err := a.Parse(spelled)
	return a, w, err
}

// filed is the alphabet of a record on file, which verifies.
func filed(n int, models []string, spelled string) (*word.Alphabet, word.Word) {
	a, w, err := alphabet(n, models, spelled)
	if err != nil && spelled != "" {
		panic(err)
	}
	return a, w
}
