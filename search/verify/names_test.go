package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/catalogue"
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

// Every record with cards may have their names, and no others; so may its entry in an export.
func TestNamesOfCards(t *testing.T) {
	tried := map[string]bool{}
	for _, e := range examples() {
		if _, named := forms.Forms()[e.schema].(interface{ CardNames() []string }); !named || tried[e.schema] {
			continue
		}
		tree := must(parse(e.text)).(map[string]any)
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
		entry := func(names []string) []byte {
			own := must(stored.Describe(e.text))
			own.ID, own.Cards, own.SHA256 = 1, names, catalogue.Seal(own.Record)
			return must(json.Marshal(stored.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: []stored.Entry{own}}))
		}
		for _, text := range [][]byte{with(genuine), entry(genuine)} {
			if v := must(Record(t.Context(), Limits{Memory: 1 << 30}, text)); !proves(v) {
				t.Errorf("%s: %+v", e.name, v)
			}
		}
		for what, names := range false {
			texts := [][]byte{with(names)}
			if names, list := names.([]string); list && len(names) > 0 {
				texts = append(texts, entry(names))
			}
			for _, text := range texts {
				v := must(Record(t.Context(), Limits{Memory: 1 << 30}, text))
				if v.Verdict != stored.Fails || !strings.Contains(v.Reason, "card_names") {
					t.Errorf("%s, %s: %+v", e.name, what, v)
				}
			}
		}
	}
	if len(tried) < 7 {
		t.Errorf("only %v", tried)
	}
}

// A false seal, a name of a card that is not, and all else that an exported entry says falsely of its record keep it
// out of a catalogue; the other entries are saved. In a catalogue names are compared with the record too.
func TestFalseExports(t *testing.T) {
	score, play := must(stored.Describe(examples()[0].text)), must(stored.Describe(genuine(t, "play")))
	for _, e := range []*stored.Entry{&score, &play} {
		e.ID, e.SHA256, e.Manifest.Saved = 1, catalogue.Seal(e.Record), "2026-11-30T00:00:00Z"
	}
	type edit struct {
		what   string
		change func(e *stored.Entry)
	}
	all := []edit{
		{"sha256", func(e *stored.Entry) { e.SHA256 = strings.Repeat("0", 64) }},
		{"word", func(e *stored.Entry) { e.Word = "RR" }},
		{"n", func(e *stored.Entry) { e.N = score.N }},
		{"kind", func(e *stored.Entry) { e.Kind = results.Sampled }},
	}
	for what, names := range falseNames {
		all = append(all, edit{"card_names: " + what, func(e *stored.Entry) { e.Cards = names }})
	}
	for _, x := range all {
		false := play
		x.change(&false)
		dir := t.TempDir()
		file := filepath.Join(dir, "export.json")
		l := stored.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: []stored.Entry{false, score}}
		if err := os.WriteFile(file, must(json.MarshalIndent(l, "", " ")), 0o666); err != nil {
			t.Fatal(err)
		}
		c := must(catalogue.Open(t.Context(), filepath.Join(dir, "c.sqlite")))
		v := must(Import(t.Context(), Limits{Memory: 1 << 30}, c, nil, file))
		verdict := func(v stored.Verdict) string { return v.Verdict }
		if len(v.Records) != 2 || verdict(v.Records[0]) != stored.Fails || verdict(v.Records[1]) != stored.Holds {
			t.Errorf("%s: %+v", x.what, v)
		}
		var saved []string
		if err := c.Each(t.Context(), catalogue.Filter{}, func(e stored.Entry) error {
			saved = append(saved, e.Schema)
			if e.SHA256 != score.SHA256 {
				t.Errorf("%s: other bytes are saved", x.what)
			}
			return nil
		}); err != nil || !slices.Equal(saved, []string{score.Schema}) {
			t.Errorf("%s: %v, %v", x.what, saved, err)
		}
		if strings.HasPrefix(x.what, "card_names") {
			save(c, false)
			if v := must(Kept(t.Context(), Limits{Memory: 1 << 30}, c, catalogue.Filter{})); len(v.Records) != 2 || verdict(v.Records[1]) != stored.Fails {
				t.Errorf("%s, kept: %+v", x.what, v)
			}
		}
		c.Close()
	}
}
