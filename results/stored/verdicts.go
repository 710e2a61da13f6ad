// Package stored has the records about records: what verifying them came to, and what a part of a divided search is.
package stored

import (
	"slices"
	"strconv"
	"strings"

	"dovetail/results/render"
)

// What a check of a record comes to.
const (
	Holds   = "holds"          // all of it, except what depends on the machine
	Partly  = "partly checked" // the listed parts; more time or memory could check the rest
	Fails   = "fails"          // something is not so
	Unknown = "unknown"        // nothing could be checked
)

// Verdicts are the results of checks of stored records.
type Verdicts struct {
	Schema  string    `json:"schema"`
	Kind    string    `json:"kind"`
	Records []Verdict `json:"records"`
}

// Verdict is about one record. Index is its number in the file, from 1; 0 stands for a file without a record. Checked and Unchecked list what was checked and what was not; Reason says what is wrong with the
// record.
type Verdict struct {
	File      string   `json:"file"`
	Index     int      `json:"index" unit:"number"`
	Schema    string   `json:"schema"`
	Verdict   string   `json:"verdict"`
	Reason    string   `json:"reason,omitempty"`
	Checked   []string `json:"checked"`
	Unchecked []string `json:"unchecked"`
}

func (v Verdicts) Sections(p *render.Page) {
	p.Data(v.Records)
	several := map[string]bool{}
	for _, r := range v.Records {
		several[r.File] = several[r.File] || r.Index > 1
	}
	for _, r := range v.Records {
		name := r.File
		if several[r.File] {
			name += ", record " + strconv.Itoa(r.Index)
		}
		line := r.Verdict
		if r.Schema != "" {
			line = r.Schema + " " + line
		}
		switch {
		case r.Reason != "":
			line += ": " + r.Reason
		case r.Verdict == Partly:
			line += ": " + strings.Join(r.Checked, "; ")
		}
		p.Line("%s", render.OneLine(name+": "+line))
		for _, u := range r.Unchecked {
			p.Line("  not checked: %s", render.OneLine(u))
		}
	}
}

// Empty reports whether there was no record to check, but mistakes alone.
func (v Verdicts) Empty() bool {
	return !slices.ContainsFunc(v.Records, func(r Verdict) bool { return r.Verdict != Unknown || len(r.Unchecked) > 0 })
}

// Worst is the verdict on all of them, with the first of that kind.
func (v Verdicts) Worst() (verdict string, first Verdict, count int) {
	verdict = Holds
	for _, r := range v.Records {
		if r.Verdict == Fails || r.Verdict == Unknown && verdict == Holds {
			if r.Verdict != verdict {
				verdict, first, count = r.Verdict, r, 0
			}
		}
		if r.Verdict == verdict {
			count++
		}
	}
	return verdict, first, count
}
