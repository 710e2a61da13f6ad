package verify

import (
	"encoding/json"
	"strings"
	"testing"

	"dovetail/perm/cards"
	"dovetail/results/forms"
	"dovetail/results/stored"
)

// falseNames are of no five cards.
var falseNames = map[string][]string{
	"52 for five":    cards.Suits.Style(),
	"too few":        cards.Suits.Style()[:4],
	"one repeated":   {"A♠", "2♠", "2♠", "4♠", "5♠"},
	"two exchanged":  {"2♠", "A♠", "3♠", "4♠", "5♠"},
	"one is no card": {"A♠", "2♠", "3♠", "4♠", "X"},
	"one is empty":   {"", "2♠", "3♠", "4♠", "5♠"},
}

// Every record with cards may have their names, and no others.
func TestNamesOfCards(t *testing.T) {
	tried := map[string]bool{}
	for _, e := range examples() {
		if _, named := forms.Forms()[e.schema].(interface{ CardNames() []string }); !named || tried[e.schema] {
			continue
		}
		tree := must(forms.Parse(e.text)).(map[string]any)
		var n int
		if err := json.Unmarshal([]byte(tree["n"].(json.Number)), &n); err != nil || n < 2 || e.stride == 0 {
			continue
		}
		tried[e.schema] = true
		with := func(names any) []byte {
			tree["card_names"] = names
			return must(json.Marshal(tree))
		}
		genuine := cards.Ranks.Style()[52-n:]
		false := map[string]any{"none": []string{}, "null": nil, "no list": "A♠"}
		for what, names := range falseNames {
			false[what] = names
		}
		false["two exchanged"] = append([]string{genuine[1], genuine[0]}, genuine[2:]...)
		if v := must(Record(t.Context(), Limits{Memory: 1 << 30}, with(genuine))); !proves(v) {
			t.Errorf("%s: %+v", e.name, v)
		}
		for what, names := range false {
			v := must(Record(t.Context(), Limits{Memory: 1 << 30}, with(names)))
			if v.Verdict != stored.Fails || !strings.Contains(v.Reason, "card_names") {
				t.Errorf("%s, %s: %+v", e.name, what, v)
			}
		}
	}
	if len(tried) < 7 {
		t.Errorf("only %v", tried)
	}
}
