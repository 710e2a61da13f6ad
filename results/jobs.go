package results

import (
	"slices"
	"strconv"
	"strings"

	"dovetail/results/number"
)

// Jobs is the searches that lie on the servers of a cluster at a moment, and who does tasks.
type Jobs struct {
	Schema  string      `json:"schema"`
	Kind    string      `json:"kind"`
	Jobs    []Job       `json:"jobs"`
	Workers []JobWorker `json:"workers"`
}

// Job is a search. Without an owner it waits for the same command to go on with it.
type Job struct {
	Job    string `json:"job" text:"<job"`
	Engine string `json:"engine" text:"<engine"`
	// running, waiting for an owner, silent (its owner is), or done
	State   string  `json:"state" text:"<state"`
	Share   float64 `json:"share" text:"share,%.4f" unit:"number"`             // of the work
	Tasks   uint64  `json:"tasks" text:"tasks" unit:"tasks"`                   // done
	Rate    float64 `json:"rate" text:"a second,%.3g" unit:"tasks per second"` // tasks
	Left    float64 `json:"seconds_left" text:"seconds,%.0f" unit:"seconds"`   // -1 if not known
	Workers int     `json:"workers" text:"workers" unit:"number"`
	Threads int     `json:"threads" text:"threads" unit:"number"` // of the workers
	Owner   string  `json:"owner" text:"<owner"`
	Build   string  `json:"build"`
	Params  string  `json:"parameters"`

	// words of the command line, of a search that this machine keeps
	Command []string `json:"command,omitempty" csv:"-"`
	Best    []string `json:"best,omitempty" csv:"-"` // found up to now, the best first
}

// JobWorker is a machine that does tasks.
type JobWorker struct {
	Worker  string  `json:"worker" text:"<worker"`
	Host    string  `json:"host" text:"<host"`
	Threads int     `json:"threads" text:"threads" unit:"number"`
	Tasks   uint64  `json:"tasks" text:"tasks" unit:"tasks"`
	Rate    float64 `json:"rate" text:"a second,%.3g" unit:"tasks per second"`
	Jobs    string  `json:"jobs" text:"<jobs"`
}

// Sections implements Record.
func (j Jobs) Sections(p *Page) {
	p.Data(j.Jobs)
	if len(j.Jobs) > 0 {
		p.show(j.Jobs)
		p.Line("")
	}
	if len(j.Workers) > 0 {
		p.show(j.Workers)
		p.Line("")
	}
	p.Line("%s, %s", number.Count(len(j.Jobs), "job"), number.Count(len(j.Workers), "worker"))
}

// Work is what a worker has done.
type Work struct {
	Schema  string  `json:"schema"`
	Kind    string  `json:"kind"`
	Tasks   uint64  `json:"tasks" unit:"tasks"`
	Seconds float64 `json:"seconds" unit:"seconds"`
	Threads int     `json:"threads" unit:"number"`
}

// Sections implements Record.
func (r Work) Sections(p *Page) {
	p.Data([]Work{r})
	p.Line("%s in %.1f s on %s", number.Count(r.Tasks, "task"), r.Seconds, number.Count(r.Threads, "thread"))
}

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

// Sections implements Record.
func (v Verdicts) Sections(p *Page) {
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
		p.Line("%s", OneLine(name+": "+line))
		for _, u := range r.Unchecked {
			p.Line("  not checked: %s", OneLine(u))
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
