package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/pairs"
	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/stored"
)

// edit is a record in which one thing is changed.
type edit struct {
	field string // of the record, in which it is
	what  string
	alike int // how many edits like it came before
	text  []byte
}

// alike is what the places and the numbers in the name of an edit are replaced by: edits of
// one name then are those of one field in different rows.
var alike = regexp.MustCompile(`[0-9]+`)

// edits changes the values of a record, one at a time, by what change makes of them, and
// takes every stride-th; none if that is 0. Of those that are alike, in the rows of a table,
// it takes the first two, and a part of the others unless the tests are long.
func edits(t *testing.T, text []byte, stride int, change func(path string, value any, try func(how string, to any))) (all []edit) {
	if stride == 0 {
		return nil
	}
	tree, err := forms.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tried, seen := 0, map[string]int{}
	var walk func(field, path string, value any, set func(any))
	walk = func(field, path string, value any, set func(any)) {
		change(path, value, func(how string, to any) {
			if tried++; tried%stride != 0 {
				return
			}
			kind := alike.ReplaceAllString(path+" "+how, "#")
			if seen[kind]++; seen[kind] > 2 && seen[kind]%longtest.Of(61, 1) > 0 {
				return
			}
			set(to)
			b, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, edit{field, path + " " + how, seen[kind] - 1, b})
			set(value)
		})
		switch v := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				name := field
				if path == "" {
					name = key
				}
				walk(name, path+"."+key, v[key], func(x any) { v[key] = x })
			}
		case []any:
			for i := range v {
				walk(field, fmt.Sprintf("%s[%d]", path, i), v[i], func(x any) { v[i] = x })
			}
		}
	}
	walk("", "", tree, func(x any) { tree = x })
	return all
}

// slightly makes a value as wrong as it can be without a change of its type: numbers
// off by one, strings, truths, and fields and entries left out, doubled or exchanged.
func slightly(path string, value any, try func(how string, to any)) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			without := maps.Clone(v)
			delete(without, key)
			try("without "+key, without)
		}
		more := maps.Clone(v)
		more["extra"] = json.Number("1")
		try("with more", more)
	case []any:
		for i, inside := range v {
			try(fmt.Sprintf("without %d", i), slices.Delete(slices.Clone(v), i, i+1))
			try(fmt.Sprintf("with %d twice", i), slices.Insert(slices.Clone(v), i, inside))
			if i > 0 && forms.Differ(v[i-1], inside, "") != "" {
				moved := slices.Clone(v)
				moved[i-1], moved[i] = moved[i], moved[i-1]
				try(fmt.Sprintf("with %d before %d", i, i-1), moved)
			}
		}
		try("as null", nil)
	case json.Number:
		try("as text", v.String())
		changed := lastDigit(v)
		try("in the last digit", changed)
		for _, k := range []int64{1, -1} {
			if x := plus(v.String(), k); x != "" && x != changed {
				try(fmt.Sprintf("%+d", k), x)
			}
		}
	case string:
		try("longer", v+"x")
		if v != "" {
			try("shorter", v[:len(v)-1])
		}
		if x := plus(v, 1); x != "" {
			try("+1", x.String())
		}
		for _, kind := range []string{results.Exact, results.Bound, results.Sampled} {
			if path == ".kind" && kind != v {
				try("as "+kind, kind)
			}
		}
	case bool:
		try("turned", !v)
	}
}

// lastDigit is another number, the next in its last digit before any exponent.
func lastDigit(v json.Number) json.Number {
	mantissa, power, scientific := strings.Cut(v.String(), "e")
	last := len(mantissa) - 1
	changed := mantissa[:last] + string('0'+(mantissa[last]-'0'+1)%10)
	if scientific {
		changed += "e" + power
	}
	return json.Number(changed)
}

// plus is the whole number in s plus k, or "" if there is none.
func plus(s string, k int64) json.Number {
	var x int64
	if n, err := fmt.Sscanf(s, "%d", &x); n != 1 || err != nil || fmt.Sprint(x) != s {
		return ""
	}
	return json.Number(fmt.Sprint(x + k))
}

// otherQuestion reports whether an edit is of the question alone, whose answer is the same.
func otherQuestion(what string) bool { return strings.HasPrefix(what, ".question") }

// Each edit is refused, unless the field is on the list of what is not checked or the
// outcome is the genuine record of another question. The first of those that are alike is
// tried with time and with none, the others with the one or the other unless the tests are long;
// of further records of a schema every seventh edit is, with the one or the other.
func TestEveryEditIsRefused(t *testing.T) {
	before := map[string]bool{}
	for _, e := range examples() {
		stride := e.stride
		if stride == 1 && before[e.schema] {
			stride = longtest.Of(7, 1)
		}
		first := e.stride == 1 && !before[e.schema]
		before[e.schema] = before[e.schema] || first
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			all, laws := edits(t, e.text, stride, slightly), new(pairs.Cache)
			if stride == 1 && len(all) < 20 {
				t.Errorf("only %d edits", len(all))
			}
			for i, x := range all {
				limits := []Limits{{Memory: 1 << 30, Threads: 1, Laws: laws}, {Time: 1, Memory: 1 << 30, Threads: 1, Laws: laws}}
				if (x.alike > 0 || !first) && !longtest.On() {
					limits = limits[i%2 : i%2+1]
				}
				for _, l := range limits {
					v, err := Record(t.Context(), l, x.text)
					if err != nil {
						t.Fatal(err)
					}
					if strings.Contains(v.Reason, "internal error") {
						t.Errorf("%v: %s with %s", l, v.Reason, x.what)
					}
					if proves(v) && !x.listed(v.Unchecked) && !otherQuestion(x.what) {
						t.Errorf("%v: %s with %s\n%.300s", l, v.Verdict, x.what, x.text)
					}
				}
			}
		})
	}
}

// proves reports whether a record holds, as far as it is checked.
func proves(v stored.Verdict) bool { return v.Verdict == stored.Holds || v.Verdict == stored.Partly }

// listed reports whether the field of an edit, or the one that it changes inside of that, is among
// those not checked.
func (x edit) listed(unchecked []string) bool {
	inside, how, _ := strings.Cut(x.what, " ")
	if left, out := strings.CutPrefix(how, "without "); out && !strings.HasSuffix(inside, "s") {
		inside = left
	}
	inside = regexp.MustCompile(`(\[\d+\])+$`).ReplaceAllString(inside, "")
	inside = inside[strings.LastIndex(inside, ".")+1:]
	return named(unchecked, everything) || named(unchecked, theRest) || named(unchecked, x.field) || inside != "" && named(unchecked, inside)
}

// named reports whether it is by its own name.
func named(unchecked []string, field string) bool {
	return slices.ContainsFunc(unchecked, func(line string) bool {
		fields, _, _ := strings.Cut(line, ": ")
		return slices.Contains(strings.Split(fields, ", "), field)
	})
}
