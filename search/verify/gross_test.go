package verify

import (
	"encoding/json"
	"maps"
	"math/big"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dovetail/exact/pairs"
	"dovetail/perm/longtest"
	"dovetail/results/forms"
)

// isDigits reports whether a value is a number, or a text of one.
func isDigits(v any) bool {
	if text, is := v.(string); is {
		_, ok := new(big.Rat).SetString(text)
		return ok
	}
	_, is := v.(json.Number)
	return is
}

// grossly makes numbers of a record what nobody need compute anything to see: huge, or negative; and exchanges the ends
// of intervals.
func grossly(path string, value any, try func(how string, to any)) {
	if strings.HasPrefix(path, ".question") {
		return
	}
	switch v := value.(type) {
	case string:
		if isDigits(v) {
			try("as 1e308", "1e308")
			try("as -1", "-1")
		}
	case json.Number:
		try("as 1e308", json.Number("1e308"))
		try("as -1", json.Number("-1"))
	case map[string]any:
		for low, a := range v {
			for _, ends := range [][2]string{{"low", "high"}, {"lower", "upper"}} {
				stem, is := strings.CutSuffix(low, ends[0])
				b := v[stem+ends[1]]
				if !is || !isDigits(a) || !isDigits(b) || a == b {
					continue
				}
				exchanged := maps.Clone(v)
				exchanged[low], exchanged[stem+ends[1]] = b, a
				try("with "+low+" exchanged", exchanged)
			}
		}
	}
}

// cannotBeSeen are gross edits that could be so: estimates of a distance are means of what few decks say, which may be
// below zero, and cross; -1 is a correlation.
var cannotBeSeen = regexp.MustCompile(`^\.estimate_(low|high) as -1$|^ with estimate_low exchanged$|kendall_tau_\w+ as -1$`)

// What can be seen from a record alone is compared however little time there is: of a record that is checked in part
// no number is accepted that cannot be right, unless its field is named as not checked.
func TestGrossEditsAreRefused(t *testing.T) {
	all := examples()
	for _, file := range expanded([]string{"../../docs/records"}) {
		for _, record := range must(Split(must(Limits{Memory: 1 << 30}.read(t.Context(), file, nil)))) {
			var head struct{ Schema string }
			if err := json.Unmarshal(record, &head); err != nil {
				t.Fatal(err)
			}
			all = append(all, example{filepath.Base(file), head.Schema, record, 1})
		}
	}
	limits, tried := Limits{Time: 1, Memory: 1 << 30, Threads: 1, Laws: new(pairs.Cache)}, map[string]int{}
	for _, e := range all {
		if tried[e.schema]++; tried[e.schema] > longtest.Of(2, 100) || !proves(must(Record(t.Context(), limits, e.text))) {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			seen := map[string]bool{} // of those that are alike one is tried
			for _, x := range edits(t, e.text, 1, func(path string, value any, try func(how string, to any)) {
				grossly(path, value, func(how string, to any) {
					if kind := alike.ReplaceAllString(path+" "+how, "#"); !seen[kind] {
						seen[kind] = true
						try(how, to)
					}
				})
			}) {
				v := must(Record(t.Context(), limits, x.text))
				inside, _, _ := strings.Cut(x.what, " ")
				field := inside[strings.LastIndexByte(inside, '.')+1:]
				field, _, _ = strings.Cut(field, "[")
				if proves(v) && !named(v.Unchecked, field) && !cannotBeSeen.MatchString(x.what) {
					t.Errorf("%s with %s", v.Verdict, x.what)
				}
			}
		})
	}
}

// The numbers of genuine records are within what they can be.
func TestGenuineRecordsAreSound(t *testing.T) {
	for _, e := range examples() {
		if r, err := forms.Read(e.text, nil); err != nil {
			t.Error(e.name, err)
		} else if err := forms.Sound(r); err != nil {
			t.Error(e.name, err)
		}
	}
}
