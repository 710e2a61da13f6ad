package questions

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/rank"
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
		letters, err := notation.New(c.n, []byte(c.names), notation.Literal, c.definitions)
		if err != nil {
			t.Fatal(err)
		}
		q := rank.ScoreRanking{By: words.ByMeanTVD, All: words.All{M: c.m, Top: 3,
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

// noFlag are the fields of questions that no flag sets: by which way an answer was found, which a program says of its own.
var noFlag = strings.Fields("bounds estimate forecasts looks test_decks")

// A line leaves out no field of a question: what all its parameters leave empty is the whole of it.
func TestLinesHaveAllFields(t *testing.T) {
	fields := 0
	for schema, k := range kinds {
		f := k.form()
		q := reflect.ValueOf(f.At).Elem()
		fill(q)
		for _, p := range f.At.Params() {
			if p.Clear != nil {
				p.Clear()
			}
		}
		each(q, func(name string, field reflect.Value) {
			if fields++; !field.IsZero() && !slices.Contains(noFlag, name) {
				t.Errorf("the line of %s is without the field %s of its question", schema, name)
			}
		})
	}
	if fields < 150 {
		t.Errorf("%d fields", fields)
	}
}

// fill leaves no field of a struct empty.
func fill(s reflect.Value) {
	each(s, func(_ string, field reflect.Value) {
		switch field.Kind() {
		case reflect.String:
			field.SetString("x")
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case reflect.Float64:
			field.SetFloat(1)
		case reflect.Struct:
			fill(field)
		default:
			field.Set(reflect.ValueOf(1).Convert(field.Type()))
		}
	})
}

// each calls f with the fields of a struct by their names in JSON.
func each(s reflect.Value, f func(name string, field reflect.Value)) {
	for i := range s.NumField() {
		field := s.Type().Field(i)
		switch name, _, _ := strings.Cut(field.Tag.Get("json"), ","); {
		case field.Anonymous && name == "":
			each(s.Field(i), f)
		case name != "-":
			f(name, s.Field(i))
		}
	}
}
