package known

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"dovetail/docs"
	"dovetail/exact/word"
	"dovetail/results"
)

// table has the narrowest intervals on record, by law, in columns. It is stored in docs/distances.gz,
// because to read them from the records takes more than a second.
type table struct {
	Models           []string      // of the letters A, B, ... of the laws
	Laws             []string      // the number of cards and the letters of a core, such as "52 AAB", sorted
	Lower, Upper     []float64     // ends of the intervals
	LowerBy, UpperBy []int         // indices of their reasons
	Reasons          []results.End // without values
}

// distances is the table of the program.
var distances = sync.OnceValue(func() *table {
	t, err := readTable(docs.Distances)
	if err != nil {
		panic(err) // it is part of the program
	}
	return t
})

func readTable(text []byte) (*table, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	t := new(table)
	return t, json.NewDecoder(r).Decode(t)
}

// Table is the content of docs/distances.gz for the records in a folder such as docs.
func Table(folder fs.FS) ([]byte, error) {
	all, err := read(folder)
	if err != nil {
		return nil, err
	}
	narrowest := map[string]results.OnRecord{}
	for _, f := range all {
		k := f.record()
		proves(k, func(law string, delta float64, lower, upper results.End) {
			lower.Records = []results.Source{{Name: k.Name, Delta: delta}}
			upper.Records = lower.Records
			best, ok := narrowest[law]
			if !ok || lower.Value > best.Lower.Value {
				best.Lower = lower
			}
			if !ok || upper.Value < best.Upper.Value {
				best.Upper = upper
			}
			narrowest[law] = best
		})
	}
	var text bytes.Buffer
	z, _ := gzip.NewWriterLevel(&text, gzip.BestCompression)
	if err := json.NewEncoder(z).Encode(tableOf(narrowest)); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// tableOf puts intervals into columns. The models get their letters in the order of the laws' names.
func tableOf(narrowest map[string]results.OnRecord) (t table) {
	names := map[string]string{} // by law in the table
	for _, name := range slices.Sorted(maps.Keys(narrowest)) {
		cards, models, _ := strings.Cut(name, " ")
		law := cards + " "
		for _, model := range strings.Fields(models) {
			if !slices.Contains(t.Models, model) {
				t.Models = append(t.Models, model)
			}
			law += string(letter(slices.Index(t.Models, model)))
		}
		names[law] = name
	}
	reason := func(e results.End) int {
		same := func(o results.End) bool { return o.By == e.By && o.Records[0] == e.Records[0] }
		if !slices.ContainsFunc(t.Reasons, same) {
			t.Reasons = append(t.Reasons, results.End{By: e.By, Records: e.Records})
		}
		return slices.IndexFunc(t.Reasons, same)
	}
	for _, law := range slices.Sorted(maps.Keys(names)) {
		i := narrowest[names[law]]
		t.Laws = append(t.Laws, law)
		t.Lower, t.Upper = append(t.Lower, i.Lower.Value), append(t.Upper, i.Upper.Value)
		t.LowerBy, t.UpperBy = append(t.LowerBy, reason(i.Lower)), append(t.UpperBy, reason(i.Upper))
	}
	return t
}

// letter stands for a model in the laws of a table; 0 for one that no record has.
func letter(model int) rune {
	if model < 0 {
		return 0
	}
	return 'A' + rune(model)
}

// letters are those of an alphabet.
func (t *table) letters(a *word.Alphabet) []rune {
	all := make([]rune, len(a.Letters))
	for i, l := range a.Letters {
		all[i] = letter(slices.Index(t.Models, l.Model.String()))
	}
	return all
}

// find is the interval of a core, whose models have these letters.
func (t *table) find(n int, core []rune) (i results.OnRecord, found bool) {
	k, found := slices.BinarySearch(t.Laws, fmt.Sprintf("%d %s", n, string(core)))
	if found {
		i.Lower, i.Upper = t.Reasons[t.LowerBy[k]], t.Reasons[t.UpperBy[k]]
		i.Lower.Value, i.Upper.Value = t.Lower[k], t.Upper[k]
	}
	return i, found
}
