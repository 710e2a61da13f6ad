package routine

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// handsOfTwelve are riffles whose ends fall from 1 to 0.1 at some numbers of them.
func handsOfTwelve(low, high int) (r results.Hands) {
	for k := 1; k <= 12; k++ {
		row := results.HandsRow{Shuffles: k, TVDLow: 1, TVDHigh: 1}
		if k >= low {
			row.TVDLow = 0.05
		}
		if k >= high {
			row.TVDHigh = 0.1
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// ninth are ideal riffles. The ninth is the first that is enough, and each halves the distance.
func ninth() (r results.Riffles) {
	d := 51.2
	for k := 1; k <= 12; k++ {
		d /= 2
		r.Rows = append(r.Rows, results.RifflesRow{Shuffles: k, TVD: fmt.Sprint(min(1, d))})
	}
	return r
}

// Advice is given only as far as something proves it: by the same hands, or by riffles that are
// enough after anything, that halve the distance, or that are on record.
func TestNext(t *testing.T) {
	letters := []view.Letter{{Name: "R", Model: "riffle", Definition: ideal}, {Name: "L", Model: "clumpy", Definition: "clumpy"}, {Name: "O", Model: "overhand"}}
	for _, c := range []struct {
		word      string
		low, high float64
		hands     results.Hands
		says      string
	}{
		{"RRRRRRR", 0.2, 0.2, results.Hands{}, "Shuffle 2 more times: 9 in all."},
		{"RRRRRRRR", 0.2, 0.2, results.Hands{}, "Shuffle 1 more time: 9 in all."},
		{"RRRRRRRRR", 0.05, 0.05, results.Hands{}, "Fair enough: the edge is at most 10 in 100."},
		{"LLLLLLL", 1, 1, handsOfTwelve(9, 9), "Shuffle 2 more times: 9 in all."},
		{"LLLLLLL", 1, 1, handsOfTwelve(8, 8), "Shuffle 1 more time: 8 in all."},
		{"LLLLLLL", 1, 1, handsOfTwelve(9, 11), "Not fair yet: 4 more riffles are surely enough."},
		{"LLLLLLL", 1, 1, handsOfTwelve(10, 99), "Shuffle at least 3 more times."},
		{"LLLLLLL", 1, 1, handsOfTwelve(8, 99), "Shuffle at least 1 more time."},
		{"LLLLLLL", 1, 1, handsOfTwelve(99, 99), "Not fair yet."},
		{"LLLLLLL", 0.05, 1, handsOfTwelve(7, 10), "Perhaps fair: 3 more riffles are surely enough."},
		{"LLLLLLL", 0.05, 1, handsOfTwelve(7, 99), "Nobody knows yet whether this is fair."},
		{"OOOOOOO", 0.9, 1, results.Hands{}, "Not fair yet: 9 more riffles are surely enough."},
		{"OOORO", 0.2, 0.25, results.Hands{}, "Not fair yet: 8 more riffles are surely enough."}, // 2 * 0.25 * 0.2
		{"OOORO", 0.05, 0.25, results.Hands{}, "Perhaps fair: 8 more riffles are surely enough."},
		{"RORRRRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 4 more riffles are surely enough."}, // nine at the end
		{"RRRRRRRO", 0.05, 0.4, results.Hands{}, "Perhaps fair: 9 riffles in a row instead of 7 are surely enough."},
		{"RRRRDRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 9 riffles in a row instead of 4 are surely enough."},
		{"RRORRRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 1 more riffle is surely enough."}, // on record
		{"LLLLOLL", 0.2, 0.9, results.Hands{}, "Not fair yet."},                                 // what ideal riffles do says nothing of other hands
		{"OR", 0.01, 0.02, results.Hands{}, "Fair enough: the edge is at most 10 in 100."},
	} {
		s := &view.Answers{Program: view.Program{Distance: func(_ int, _ []string, word string) (i results.OnRecord, ok bool) {
			return results.OnRecord{Upper: results.End{Value: 0.09}}, word == "RRORRRRR"
		}}}
		q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": c.word, "n": "52"}, Says: language.English, Letters: letters, Answers: s}
		v := Verdict{Low: c.low, High: c.high, Aim: Aim, Language: language.English}
		if v.next(q, ninth(), c.hands); v.Says() != c.says {
			t.Errorf("%s, %v to %v: %q, want %q", c.word, c.low, c.high, v.Says(), c.says)
		}
	}
}

// Where a record of sampled decks says how many riffles are enough, the page says so; where a closed form does, it does not.
func TestRests(t *testing.T) {
	sampled := results.OnRecord{Upper: results.End{Value: 0.09, Records: []results.Source{{Name: "hands-mash-60", Delta: 1e-6}}}}
	letters := []view.Letter{{Name: "R", Model: "riffle", Definition: ideal}, {Name: "M", Model: "riffle", Definition: "riffle(cut=normal,sd=3)"}, {Name: "O", Model: "overhand"}}
	s := &view.Answers{Program: view.Program{Distance: func(_ int, _ []string, word string) (results.OnRecord, bool) {
		return sampled, strings.Contains(word, "MMMMMMMMM")
	}}}
	for word, want := range map[string][2]string{
		"MMMMMMM": {"Shuffle 2 more times: 9 in all.", "sampled"}, "OMM": {"Not fair yet: 7 more mashes are surely enough.", "sampled"},
		"RRRRRRR": {"Shuffle 2 more times: 9 in all.", ""}, "ORO": {"Not fair yet: 9 riffles in a row instead of 1 are surely enough.", ""},
	} {
		q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": word, "n": "52"}, Says: language.English, Letters: letters, Answers: s}
		v, hands := Verdict{Low: 1, High: 1, Aim: Aim, Language: language.English}, results.Hands{}
		if word[0] == 'M' {
			hands = handsOfTwelve(9, 9)
		}
		if v.next(q, ninth(), hands); v.Says() != want[0] || strings.Contains(v.Rests(), "sampled") != (want[1] != "") {
			t.Errorf("%s: %q, %q", word, v.Says(), v.Rests())
		}
	}
}

// What is fair enough is as strict as somebody chooses.
func TestStandard(t *testing.T) {
	q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": "RRRRRRR", "n": "52"}, Letters: []view.Letter{{Name: "R", Model: "riffle", Definition: ideal}},
		Answers: view.NewAnswers(view.Program{})}
	for aim, want := range map[float64]string{0.1: "Shuffle 2 more times: 9 in all.", 0.05: "Shuffle 3 more times: 10 in all.", 0.02: "Shuffle 5 more times: 12 in all."} {
		v := Verdict{Low: 0.4, High: 0.4, Aim: aim, Language: language.English}
		if v.next(q, ninth(), results.Hands{}); v.Says() != want {
			t.Errorf("%v: %q, want %q", aim, v.Says(), want)
		}
	}
}

// What no number of shuffles on a page makes fair is said, with the riffles that do; and a wash is fair if it is perfect.
func TestHopeless(t *testing.T) {
	for _, c := range []struct {
		v          Verdict
		says, wins string
	}{
		{Verdict{Low: 0.9, High: 1, never: 0.119, instead: 9}, "Not even after 20 of these: riffle 9 times instead.", "After 20 of these, of 100 bets somebody who knows how you shuffle still wins at least 11 more than is fair. How many more at most is not known."},
		{Verdict{wash: true}, "Fair, if the wash is perfect.", "After a perfect wash"},
	} {
		if c.v.Aim, c.v.Language = Aim, language.English; c.v.Says() != c.says || !strings.HasPrefix(c.v.Wins(), c.wins) {
			t.Errorf("%q, %q", c.v.Says(), c.v.Wins())
		}
	}
}

// What few know is explained: a milk, and the order in which piles are gathered.
func TestExplained(t *testing.T) {
	letters := []view.Letter{{Name: "D", Model: "deal", Given: map[string]string{"piles": "10", "order": "1-3-5-7-9-2-4-6-8-10"}}, {Name: "E", Model: "milk"}}
	for order, want := range map[string]string{"": "Then gather the odd piles and then the even ones, each", "2-1-3": "Then gather the piles in the order 2-1-3, each"} {
		q := view.Values{Says: language.English, Letters: letters, Of: map[string]string{"D.order": order}}
		if got := explained(q, "RRDR"); !strings.HasPrefix(got, "The deal: 10 piles from left to right, a card on each in turn. "+want) {
			t.Errorf("%s: %q", order, got)
		}
	}
	if got := explained(view.Values{Says: language.English, Letters: letters}, "RRER"); !strings.HasPrefix(got, "To milk the deck, draw the top and the bottom card together") {
		t.Errorf("%q", got)
	}
	if got := explained(view.Values{Says: language.English, Letters: letters}, "RRR"); got != "" {
		t.Errorf("%q", got)
	}
}

// formed is a question of a form of answers, about words for n cards.
type formed struct {
	results.Question `json:"-"`
	schema           string
	N                int    `json:"n"`
	M                int    `json:"m"`
	Word             string `json:"word"`
}

// Schema is the form.
func (a formed) Schema() string { return a.schema }

// A better routine is one on record of as many shuffles by the same hands.
func TestBetter(t *testing.T) {
	var all []view.Known
	on := map[string]results.OnRecord{}
	for word, upper := range map[string]float64{"RRRRDRR": 0.291, "RRRRRDR": 0.3, "LLLLLLL": 0.2, "RRDRRDRR": 0.1} {
		k := view.Known{Name: word, Question: formed{schema: results.TVDSchema, N: 52, Word: word}, Record: func() results.Record {
			t.Errorf("the record of %s is read", word) // which takes time
			return nil
		}}
		all, on[word] = append(all, k), results.OnRecord{Upper: results.End{Value: upper}}
	}
	ranked := results.BoundRank{Rows: []results.BoundRow{{WordRow: results.WordRow{Word: "RDRDRDRD"}}, {WordRow: results.WordRow{Word: "RRDRRDRR"}}}}
	all, on["RDRDRDRD"] = append(all, view.Known{Question: formed{schema: results.DecksRankSchema, N: 52, M: 8}, Record: func() results.Record { return ranked }}), results.OnRecord{Upper: results.End{Value: 0.05}}
	s := &view.Answers{Program: view.Program{Known: func() []view.Known { return all },
		Distance: func(_ int, _ []string, word string) (results.OnRecord, bool) { i, ok := on[word]; return i, ok }}}
	for word, want := range map[string]string{
		"RDRRRRR": "RRRRDRR", "RRRRDRR": "", "RRRDRR": "", "LLLLLLD": "LLLLLLL", "LRLLLLD": "LLLLLLL", "QQQQQQQ": "", "OOOOOOO": "RRRRDRR", "RRRRRRRR": "RDRDRDRD", "RDRDRDRD": "",
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
	k := view.Known{Question: formed{schema: results.TVDSchema, N: 52, Word: "RRRRDR"}}
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
