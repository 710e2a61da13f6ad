package known

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// What records of words, of rankings and of hands say of single words: the distance from uniform over all orders, by law,
// so that a record serves every word whose core has the same models.

// Distance is the narrowest interval on record of a law, as [word.Alphabet.Law] names it.
func Distance(law string) (results.OnRecord, bool) {
	i, ok := distances()[law]
	return i, ok
}

// Words looks up the narrowest interval on record of a word's distance on decks of n cards, by the models of its letters,
// such as R=riffle(cut=normal). It keeps the latest alphabets: which of their letters do the same every time follows from
// their laws, which take milliseconds.
func Words() func(n int, models []string, spelled string) (results.OnRecord, bool) {
	var mu sync.Mutex
	alphabets := map[string]*word.Alphabet{}
	return func(n int, models []string, spelled string) (results.OnRecord, bool) {
		key := fmt.Sprint(n, models)
		mu.Lock()
		defer mu.Unlock()
		a := alphabets[key]
		if a == nil {
			var err error
			if a, err = alphabet(n, models); err != nil {
				return results.OnRecord{}, false
			}
			if len(alphabets) >= mostAlphabets {
				clear(alphabets)
			}
			alphabets[key] = a
		}
		w, err := a.Parse(spelled)
		if err != nil {
			return results.OnRecord{}, false
		}
		return Distance(a.Law(w))
	}
}

const mostAlphabets = 100

var distances = sync.OnceValue(func() map[string]results.OnRecord {
	all, deltas := map[string]results.OnRecord{}, map[string]float64{}
	for _, k := range Records() {
		proves(k, func(law string, i results.OnRecord) {
			deltas[k.Name] = i.Delta
			i.LowerRecord, i.UpperRecord = k.Name, k.Name
			best, ok := all[law]
			switch {
			case !ok:
				best = i
			default:
				if i.Lower > best.Lower {
					best.Lower, best.LowerBy, best.LowerRecord = i.Lower, i.LowerBy, k.Name
				}
				if i.Upper < best.Upper {
					best.Upper, best.UpperBy, best.UpperRecord = i.Upper, i.UpperBy, k.Name
				}
			}
			all[law] = best
		})
	}
	for law, i := range maps.Clone(all) {
		if i.Delta = deltas[i.LowerRecord]; i.UpperRecord != i.LowerRecord {
			i.Delta += deltas[i.UpperRecord]
		}
		all[law] = i
	}
	return all
})

// proves goes through the distances that a record has.
func proves(k Record, yield func(law string, i results.OnRecord)) {
	if !slices.Contains([]string{results.TVDSchema, results.HandsSchema, results.DecksRankSchema}, k.Question.Schema()) {
		return // and needs not be read
	}
	switch r := k.Read().(type) {
	case results.TVD:
		a, w := filed(r.N, r.Models, r.Word)
		yield(a.Law(w), results.OnRecord{Lower: r.Lower, LowerBy: r.LowerBy, Upper: r.Upper, UpperBy: r.UpperBy, Delta: r.Delta})
	case results.Hands:
		a, _ := filed(r.N, []string{"R=" + r.Riffle}, "")
		for _, row := range r.Rows {
			w, _ := a.Parse(strings.Repeat("R", row.Shuffles))
			yield(a.Law(w), results.OnRecord{Lower: row.TVDLow, LowerBy: row.LowBy, Upper: row.TVDHigh, UpperBy: row.HighBy, Delta: r.Delta})
		}
	case results.BoundRank:
		a, _ := filed(r.N, r.Models, "")
		for _, row := range r.Rows {
			w, _ := a.Parse(row.Word)
			low, errLow := strconv.ParseFloat(row.TVDLow, 64)
			high, errHigh := strconv.ParseFloat(row.TVDHigh, 64)
			if err := cmp.Or(errLow, errHigh); err != nil {
				panic(err) // records on file verify
			}
			low, high = math.Nextafter(low, 0), math.Nextafter(high, 1) // outwards: a double may be beyond its decimals
			yield(a.Law(w), results.OnRecord{Lower: low, LowerBy: row.LowBy, Upper: high, UpperBy: row.HighBy, Delta: r.Sampling.Delta})
		}
	}
}

// alphabet reads letters from their models, such as R=riffle.
func alphabet(n int, models []string) (*word.Alphabet, error) {
	var letters []shuffle.Letter
	for _, m := range models {
		l, err := shuffle.ParseLetter(m)
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
