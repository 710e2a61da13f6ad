package results

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// VerifySchema names the form of Verdicts.
const VerifySchema = "dovetail/verify/1"

// What a check of a record comes to.
const (
	Holds   = "holds"          // all of it, but for what depends on the machine
	Partly  = "partly checked" // so much of it as is said; more time or memory could check the rest
	Fails   = "fails"          // something is not so
	Unknown = "unknown"        // nothing could be checked
)

// Verdicts are what checks of stored records came to.
type Verdicts struct {
	Schema  string    `json:"schema"`
	Kind    string    `json:"kind"`
	Records []Verdict `json:"records"`
}

// Verdict is that of one record, the Index-th of its file from 1; 0 stands for the file
// itself, if it has none. What the record says is in Checked and Unchecked, or else
// Reason says what is wrong with it.
type Verdict struct {
	File      string   `json:"file"`
	Index     int      `json:"index" unit:"number"`
	Schema    string   `json:"schema"`
	Verdict   string   `json:"verdict"`
	Reason    string   `json:"reason,omitempty"`
	Checked   []string `json:"checked"`
	Unchecked []string `json:"unchecked"`
}

// Text implements Record.
func (v Verdicts) Text(w io.Writer) error {
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
		if _, err := fmt.Fprintln(w, OneLine(name+": "+line)); err != nil {
			return err
		}
		for _, u := range r.Unchecked {
			if _, err := fmt.Fprintln(w, "  not checked:", OneLine(u)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Table implements Record.
func (v Verdicts) Table() ([]string, [][]string) {
	return csvTable(v.Records)
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
