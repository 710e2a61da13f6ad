package questions

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/words"
)

// A ranking names the command line that ranks its words: what the program takes for itself is left out.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		n, m        int
		names       string
		definitions []string
		want        string
	}{
		{52, 7, "HRD", nil, "rank"},
		{30, 4, "HR", nil, "rank -n 30 -m 4 --alphabet H,R"},
		{52, 7, "Rx", []string{"R=riffle(cut=normal,sd=1)", "x=cut"},
			"rank --alphabet R,x --model R=riffle(cut=normal,sd=1) --model x=cut(law=uniform)"},
	} {
		letters, err := shuffle.Alphabet(c.n, []byte(c.names), shuffle.Literal, c.definitions)
		if err != nil {
			t.Fatal(err)
		}
		q := words.ScoreRanking{By: words.ByMeanTVD, Exhaustive: true, All: words.All{M: c.m, Top: 3,
			Scoring: words.Scoring{N: c.n, Letters: letters, Emax: "1e-3", Samples: 1e5}}}
		r := results.Rank{Ranking: results.Ranking{Head: results.Answering(q, results.Exact)}}
		if got := strings.Join(ranks(r), " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := ranks(results.Rank{}); len(got) != 1 || got[0] != "rank" {
		t.Errorf("%q for a record without a question", got)
	}
}

// noFlag are the fields of questions that no flag sets by its name: letters and what derive makes into others, and by
// which way an answer was found, which a program says of its own.
var noFlag = strings.Fields("models dealt sorted bounds forecasts looks")

// A line leaves out no field of a question.
func TestLinesHaveAllFields(t *testing.T) {
	fields := 0
	for schema, read := range All {
		if lines[schema] == "" {
			continue // files ask it
		}
		q, _ := read([]byte("{}"))
		each(reflect.TypeOf(q), func(field string) {
			if fields++; !strings.Contains(lines[schema], "{"+field+"}") && !slices.Contains(noFlag, field) {
				t.Errorf("the line of %s is without the field %s of its question", schema, field)
			}
		})
	}
	if fields < 150 {
		t.Errorf("%d fields", fields)
	}
}

// each calls f with the fields of a struct by their names in JSON.
func each(s reflect.Type, f func(name string)) {
	for i := range s.NumField() {
		field := s.Field(i)
		switch name, _, _ := strings.Cut(field.Tag.Get("json"), ","); {
		case field.Anonymous && name == "":
			each(field.Type, f)
		case name != "-":
			f(name)
		}
	}
}
