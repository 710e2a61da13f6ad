package known

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dovetail/docs"
	"dovetail/exact/word"
	"dovetail/results"
)

// table has the narrowest intervals on record, by law. It is stored in docs/distances.txt, because to read them from the
// records takes more than a second, and a line of it is read when it is needed.
type table struct {
	Models  []string      // of the letters of the laws
	Reasons []results.End // without values
	lines   []string      // sorted: the number of cards, the letters of a core, lower and upper end, indices of their reasons
}

// distances is the table of the program.
var distances = sync.OnceValue(func() *table { return must(readTable(docs.Distances)) })

func readTable(text string) (*table, error) {
	head, rest, _ := strings.Cut(text, "\n")
	t := &table{lines: strings.Split(strings.TrimSuffix(rest, "\n"), "\n")}
	return t, json.Unmarshal([]byte(head), t)
}

// Table is the content of docs/distances.txt for the records in a folder such as docs.
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
	t := tableOf(narrowest)
	text, err := json.Marshal(t)
	return append(text, "\n"+strings.Join(t.lines, "\n")+"\n"...), err
}

// tableOf puts intervals into lines. The models get their letters in the order of the laws' names.
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
		t.lines = append(t.lines, fmt.Sprintf("%s %v %v %d %d", law, i.Lower.Value, i.Upper.Value, reason(i.Lower), reason(i.Upper)))
	}
	return t
}

// letter stands for a model in the laws of a table; 0 for one that no record has.
func letter(model int) rune {
	if model < 0 {
		return 0
	}
	return 'À' + rune(model)
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
	law := fmt.Sprintf("%d %s ", n, string(core))
	k, _ := slices.BinarySearch(t.lines, law)
	if k == len(t.lines) || !strings.HasPrefix(t.lines[k], law) {
		return i, false
	}
	ends := strings.Fields(t.lines[k][len(law):])
	return results.OnRecord{Lower: t.end(ends[0], ends[2]), Upper: t.end(ends[1], ends[3])}, true
}

func (t *table) end(value, reason string) results.End {
	e := t.Reasons[must(strconv.Atoi(reason))]
	e.Value = must(strconv.ParseFloat(value, 64))
	return e
}
