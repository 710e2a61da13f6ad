package routine

import (
	"cmp"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// asking is a question with answers of a form.
type asking struct {
	results.Question
	schema string
}

// Schema is the form.
func (a asking) Schema() string { return a.schema }

// A better routine is one on record of as many shuffles by the same hands.
func TestBetter(t *testing.T) {
	var all []view.Known
	on := map[string]results.OnRecord{}
	for word, upper := range map[string]float64{"RRRRDRR": 0.291, "RRRRRDR": 0.3, "LLLLLLL": 0.2, "RRDRRDRR": 0.1} {
		k := view.Known{Name: word, Question: asking{schema: results.TVDSchema}, Record: func() results.Record { return results.TVD{N: 52, Word: word, Lower: 0.236, Upper: upper} }}
		all, on[word] = append(all, k), results.OnRecord{Upper: results.End{Value: upper}}
	}
	ranked := results.BoundRank{Rows: []results.BoundRow{{WordRow: results.WordRow{Word: "RDRDRDRD"}}, {WordRow: results.WordRow{Word: "RRDRRDRR"}}}}
	ranked.N = 52
	all, on["RDRDRDRD"] = append(all, view.Known{Question: asking{schema: results.DecksRankSchema}, Record: func() results.Record { return ranked }}), results.OnRecord{Upper: results.End{Value: 0.05}}
	s := &view.Answers{Program: view.Program{Known: func() []view.Known { return all },
		Distance: func(_ int, _ []string, word string) (results.OnRecord, bool) { i, ok := on[word]; return i, ok }}}
	for word, want := range map[string]string{
		"RDRRRRR": "RRRRDRR", "RRRRDRR": "", "RRRDRR": "", "LLLLLLD": "LLLLLLL", "LRLLLLD": "LLLLLLL", "QQQQQQQ": "", "OOOOOOO": "LLLLLLL", "RRRRRRRR": "RDRDRDRD", "RDRDRDRD": "",
	} {
		q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": word, "n": "52"}, Says: language.English, Answers: s}
		got := ""
		if b := fairer(q, Verdict{Low: 0.3, High: cmp.Or(on[word].Upper.Value, 1)}); b != nil {
			got = b.Word
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// A better routine is offered only where the numbers show that it is better.
func TestBetterSurely(t *testing.T) {
	k := view.Known{Question: asking{schema: results.TVDSchema}, Record: func() results.Record { return results.TVD{N: 52, Word: "RRRRDR"} }}
	s := &view.Answers{Program: view.Program{Known: func() []view.Known { return []view.Known{k} }, Distance: func(int, []string, string) (results.OnRecord, bool) {
		return results.OnRecord{Upper: results.End{Value: 0.6135}}, true
	}}}
	q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": "RRRRRR", "n": "52"}, Says: language.English, Answers: s}
	for low, want := range map[float64]bool{0.5: false, 0.6138: false, 0.62: true, 0.7: true} {
		if got := fairer(q, Verdict{Low: low, High: max(low, 0.6138)}) != nil; got != want {
			t.Errorf("%v: %t", low, got)
		}
	}
}
