package known

import (
	"os"
	"reflect"
	"testing"

	"dovetail/results"
)

// The table that is stored is the one of the records.
func TestTable(t *testing.T) {
	text, err := Table(os.DirFS("../../docs"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := readTable(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := distances(); !reflect.DeepEqual(got, want) {
		t.Errorf("docs/distances.txt has %d distances, not those of the records, %d: go run ./cmd/records writes it", len(got.lines), len(want.lines))
	}
}

// Every distance in a record is in the table, or a narrower one of the same law.
func TestTableHasAll(t *testing.T) {
	found := 0
	has := func(n int, models []string, spelled string, lower, upper float64) {
		a, w := filed(n, models, spelled)
		i := newParts(a, distances()).own(w)
		if i.Lower.Value < lower || i.Upper.Value > upper || i.Lower.By == "" || i.Upper.By == "" {
			t.Errorf("%s over %s: %+v, want [%v, %v]", spelled, models, i, lower, upper)
		}
		if i.Lower.Value == lower && i.Upper.Value == upper {
			found++
		}
	}
	for _, k := range Records() {
		if k.Question.Schema() != results.TVDSchema && k.Question.Schema() != results.DecksRankSchema {
			continue
		}
		switch r := k.Read().(type) {
		case results.TVD:
			has(r.N, r.Models, r.Word, r.Lower, r.Upper)
		case results.BoundRank:
			for i := 0; i < len(r.Rows); i += 1 + len(r.Rows)/7 {
				lower, upper := outward(r.Rows[i].TVDLow, r.Rows[i].TVDHigh)
				has(r.N, r.Models, r.Rows[i].Word, lower, upper)
			}
		}
	}
	if found < 40 {
		t.Errorf("%d intervals of records are the narrowest", found)
	}
}
