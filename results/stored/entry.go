// Package stored has the records about records: what a catalogue keeps, what verifying records came to, and what machines
// that share searches do.
package stored

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Listing is a list of records of a catalogue, or of their manifests alone.
type Listing struct {
	Schema string `json:"schema"`
	// Always exact, as a list; each record in it has a kind of its own.
	Kind    string  `json:"kind"`
	Entries []Entry `json:"entries"`
}

// Entry is a stored record with its manifest.
type Entry struct {
	// The number of the record in the catalogue.
	ID     int64      `json:"id" text:"id" unit:"number"`
	Schema string     `json:"record_schema" text:"schema"`
	Kind   string     `json:"record_kind,omitempty" text:"kind"`
	N      number.Int `json:"n,omitzero" unit:"cards"`
	M      int        `json:"m,omitempty" unit:"letters"`
	Word   string     `json:"word,omitempty"`
	Seed   number.Int `json:"seed,omitzero" unit:"number"`
	Manifest
	// The SHA-256 of the record's text, which is one line of JSON.
	SHA256 string `json:"sha256"`
	// The record itself, where records are exported.
	Record json.RawMessage `json:"record,omitempty" csv:"-"`
	// The names of the cards, with which the record is printed.
	Cards []string `json:"card_names,omitempty" csv:"-"`
}

// Manifest says how a record came about.
type Manifest struct {
	// Date and time when it was saved, in UTC.
	Saved string `json:"saved" text:"saved"`
	// The command line that made the record.
	Command string `json:"command"`
	// The questions of the command, one a line, in a fixed form; empty for imported records.
	Question string `json:"question,omitempty" csv:"-"`
	// The version of the program.
	Version string `json:"version"`
	// The revision of the program's sources.
	Revision string `json:"revision,omitempty"`
	// The machine: its system, architecture and processor.
	Machine string `json:"machine"`
	// Processor time of the run that ended with this record.
	CPUSeconds float64 `json:"cpu_seconds" unit:"seconds"`
	// How long the run took by the clock.
	WallSeconds float64 `json:"wall_seconds" unit:"seconds"`
	// The file from which it was imported.
	Source string `json:"source,omitempty"`
	// What verification found before the record was imported.
	Checked []string `json:"checked,omitempty"`
}

// Describe is an entry of a record, as far as the record itself says.
func Describe(text []byte) (Entry, error) {
	var head struct {
		Schema, Kind string
		N, Seed      *number.Int
		M            int
		Word         string

		Sampling, Dealt, Simulated struct{ Seed number.Int } // parts that were sampled
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return Entry{}, err
	}
	e := Entry{Schema: head.Schema, Kind: head.Kind, M: head.M, Word: head.Word}
	if head.N != nil {
		e.N = *head.N
	}
	if head.Seed != nil {
		e.Seed = *head.Seed
	}
	for _, part := range []number.Int{head.Sampling.Seed, head.Dealt.Seed, head.Simulated.Seed} {
		if e.Seed.Int == nil {
			e.Seed = part
		}
	}
	if e.M == 0 && e.Word != "" {
		e.M = len([]rune(e.Word))
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, text)
	e.Record = compact.Bytes()
	return e, err
}

// subject is what a record is about, in a few words.
func (e Entry) subject() string {
	var about []string
	if e.N.Int != nil {
		about = append(about, "n="+e.N.String())
	}
	if e.M > 0 {
		about = append(about, fmt.Sprintf("m=%d", e.M))
	}
	if e.Word != "" {
		about = append(about, e.Word)
	}
	return strings.Join(about, " ")
}

// Sections implements Record: one line for an entry. For programs records themselves stand in a last column,
// if they are there.
func (l Listing) Sections(p *render.Page) {
	type row struct {
		ID          int64    `json:"id"`
		Schema      string   `json:"record_schema"`
		Kind        string   `json:"record_kind"`
		N           string   `json:"n"` // of any size
		M           int64    `json:"m"`
		Word        string   `json:"word"`
		Seed        string   `json:"seed"`
		Saved       string   `json:"saved"`
		Command     string   `json:"command"`
		Question    string   `json:"question" csv:"-"`
		Version     string   `json:"version"`
		Revision    string   `json:"revision"`
		Machine     string   `json:"machine"`
		CPUSeconds  float64  `json:"cpu_seconds"`
		WallSeconds float64  `json:"wall_seconds"`
		Source      string   `json:"source"`
		Checked     []string `csv:"checked"`
		SHA256      string   `json:"sha256"`
		Record      string   `json:"record"`
	}
	var rows []row
	var shown [][]any
	for _, e := range l.Entries {
		saved := e.Saved
		if at, err := time.Parse(time.RFC3339, saved); err == nil {
			saved = at.Format("2006-01-02 15:04")
		}
		shown = append(shown, []any{e.ID, saved, strings.TrimPrefix(e.Schema, "dovetail/"), e.Kind, e.subject(), cmp.Or(e.Source, e.Command)})
		rows = append(rows, row{e.ID, e.Schema, e.Kind, render.Cell(e.N), int64(e.M), e.Word, render.Cell(e.Seed), e.Saved, e.Command,
			e.Question, e.Version, e.Revision, e.Machine, e.CPUSeconds, e.WallSeconds, e.Source, e.Checked, e.SHA256, string(e.Record)})
	}
	p.Grid([]string{"id", "<saved", "<schema", "<kind", "<about", "<from"}, shown)
	p.Data(rows)
	if len(rows) == 0 || l.Entries[0].Record == nil {
		p.Drop("record")
	}
}

// Lines are the manifest for reading.
func (e Entry) Lines(w io.Writer) error {
	for _, line := range [][2]string{
		{"saved", e.Saved}, {"command", e.Command}, {"question", e.Question},
		{"version", strings.TrimSpace(e.Version + " " + e.Revision)}, {"machine", e.Machine},
		{"seconds", fmt.Sprintf("%.3g of the processor, %.3g on the clock", e.CPUSeconds, e.WallSeconds)},
		{"imported", e.Source}, {"checked", strings.Join(e.Checked, "; ")}, {"SHA-256", e.SHA256},
	} {
		if line[1] == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-9s %s\n", line[0], render.OneLine(line[1])); err != nil {
			return err
		}
	}
	return nil
}

// BestWords are the best words on record in a catalogue: under each score, for the same
// models and tolerance.
type BestWords struct {
	Schema string `json:"schema"`
	// Always exact, as a list; each row has a kind of its own.
	Kind string    `json:"kind"`
	N    int       `json:"n" unit:"cards"`
	M    int       `json:"m" unit:"letters"`
	Rows []BestRow `json:"rows"`
}

// BestRow is the best word under a score.
type BestRow struct {
	// The models of the letters, with the tolerance and the number of deals where these matter.
	Setting string `json:"setting"`
	Score   string `json:"score" text:"<score"`
	Word    string `json:"word" text:"<word"`
	// The score: a number, or an interval that contains it.
	Value string `json:"value" text:"<value"`
	Kind  string `json:"kind" text:"<kind"`
	// Whether it is proved to be the first of all words, or is only the best on record.
	Proof string `json:"proof" text:"<why the best"`
	// The number in the catalogue of the record that it is from.
	Record int64 `json:"record" text:"record" unit:"number"`
}

// Sections implements Record: a table for each setting.
func (b BestWords) Sections(p *render.Page) {
	p.Data(b.Rows)
	if len(b.Rows) == 0 {
		p.Line("n=%d, m=%d: no words on record", b.N, b.M)
	}
	for rows := b.Rows; len(rows) > 0; {
		k := 1
		for k < len(rows) && rows[k].Setting == rows[0].Setting {
			k++
		}
		if len(rows) < len(b.Rows) {
			p.Line("")
		}
		p.Note("n=%d, m=%d, %s", b.N, b.M, rows[0].Setting)
		p.Show(rows[:k])
		rows = rows[k:]
	}
}

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

// Verdict is about one record. Index is its number in the file, from 1, or in the catalogue; 0 stands for a file
// without a record. Checked and Unchecked list what was checked and what was not; Reason says what is wrong with the
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

// Sections implements Record.
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
