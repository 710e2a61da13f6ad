package main

import "testing"

// Every mutant still fits its file, so that none is lost when a line changes. Whether
// tests catch it is what the command tells.
func TestMutantsFit(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := read("testdata/mutants.txt")
	if err != nil || len(mutants) < 100 {
		t.Fatal(len(mutants), err)
	}
	seen := map[string]bool{}
	for _, m := range mutants {
		if err := m.check(root); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if key := m.file + m.old + m.new; seen[key] || m.old == m.new {
			t.Errorf("%s: twice, or no change", m.name)
		} else {
			seen[key] = true
		}
	}
}
