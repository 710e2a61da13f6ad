package models

import (
	"iter"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
)

func TestParse(t *testing.T) {
	for spec, want := range map[string]string{
		"hindu":                    "hindu(mean=10,sd=5/3,round=nearest,min=1)",
		"riffle ( cut = normal )":  "riffle(cut=normal,sd=5/3)",
		"riffle(cut=normal,sd=.5)": "riffle(cut=normal,sd=1/2)",
		"deal":                     "deal(piles=10,order=1-3-5-7-9-2-4-6-8-10,top=last)",
		"deal(order=2-1)":          "deal(piles=2,order=2-1,top=last)",
		"hindu(size=uniform)":      "hindu(size=uniform,min=5,max=9)",
		"cut(law=fixed)":           "cut(law=fixed,cards=half)",
		"top()":                    "top",
		"hindu(mean=1e1,min=2e0)":  "hindu(mean=10,sd=5/3,round=nearest,min=2)",
		"human":                    "human(low=-1,high=2,double=1/10)",

		"inverse( of = hindu(mean=3, min=2) )":       "inverse(of=hindu(mean=3,sd=5/3,round=nearest,min=2))",
		"inverse(of=inverse(of=riffle(cut=normal)))": "inverse(of=inverse(of=riffle(cut=normal,sd=5/3)))",
	} {
		if got := parse(t, spec).String(); got != want {
			t.Errorf("%s means %s, want %s", spec, got, want)
		}
	}
}

// parameterNames yields the names of a list key=value,..., whose values may have parentheses.
func parameterNames(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		depth := 0
		for _, part := range strings.Split(list, ",") {
			key, _, found := strings.Cut(part, "=")
			if depth == 0 && found && !yield(key) {
				return
			}
			depth += strings.Count(part, "(") - strings.Count(part, ")")
		}
	}
}

func variations() (all []string) {
	for _, d := range Describe() {
		all = append(all, Variations(d.Name)...)
	}
	return all
}

// Every model is described with the parameters that its full specification names.
func TestDescribe(t *testing.T) {
	described := map[string]shuffle.Description{}
	for _, d := range Describe() {
		described[d.Name] = d
	}
	if len(described) != len(table) {
		t.Errorf("%d models described, want %d", len(described), len(table))
	}
	for _, spec := range variations() {
		m, err := Parse(spec)
		if err != nil {
			continue // refused beside a default
		}
		name, list, _ := strings.Cut(strings.TrimSuffix(m.String(), ")"), "(")
		d := described[name]
		if d.Summary == "" {
			t.Errorf("%s lacks a summary", name)
		}
		for key := range parameterNames(list) {
			known := func(p shuffle.Parameter) bool { return p.Name == key && p.Values != "" }
			if key != "" && !slices.ContainsFunc(d.Parameters, known) {
				t.Errorf("%s: parameter %s is not described", spec, key)
			}
		}
	}
}

// Any model that is read has a law of four cards if it accepts them. Its rows and columns add
// up to 1 up to their slack.
func FuzzLaw(f *testing.F) {
	for _, s := range variations() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		const n, bits = 4, 128
		m, err := Parse(s)
		if err != nil || m.Check(n) != nil {
			return
		}
		l := m.Law(n, bits)
		most := big.NewInt(n * l.Slack)
		for i := range n {
			row, column := fixed.Unit(bits), fixed.Unit(bits)
			for j := range n {
				row.Sub(row, l.At(i, j))
				column.Sub(column, l.At(j, i))
			}
			if row.CmpAbs(most) > 0 || column.CmpAbs(most) > 0 {
				t.Errorf("%s: row or column %d is off by %v or %v units, of slack %d", m, i, row, column, l.Slack)
			}
		}
	})
}
