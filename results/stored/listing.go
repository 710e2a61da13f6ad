package stored

import (
	"dovetail/perm/number"
	"dovetail/results/render"
)

// Listing are the records of a folder.
type Listing struct {
	Schema string `json:"schema"`
	// Always exact, as a list; each record has a kind of its own.
	Kind    string  `json:"kind"`
	Folder  string  `json:"folder"`
	Records []Entry `json:"records"`
}

// Entry describes a record of a folder.
type Entry struct {
	File string `json:"file"`
	// The day of its last change, in UTC.
	Day    string `json:"day"`
	Schema string `json:"record_schema"`
	Of     string `json:"record_kind"`
	// About what the answer takes on one processor.
	Seconds float64 `json:"cpu_seconds" unit:"seconds"`
	// The question, as the command line that asks it.
	Command string `json:"command"`
	// The first line of the answer.
	Answer string `json:"answer"`
}

// Sections implements Record.
func (l Listing) Sections(p *render.Page) {
	p.Data(l.Records)
	for i, e := range l.Records {
		if i > 0 {
			p.Line("")
		}
		cost := "less than a second"
		if e.Seconds >= 1 {
			cost = "about " + number.Span(e.Seconds)
		}
		p.Line("%s  %s, %s of one processor", render.OneLine(e.File), e.Of, cost)
		p.Line("  %s  %s", e.Day, render.OneLine(e.Command))
		p.Line("  %s", render.OneLine(e.Answer))
	}
}
