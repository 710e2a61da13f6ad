package results

import "dovetail/results/number"

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
