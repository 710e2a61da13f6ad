package run

import "context"

// Job is a search cut into tasks.
//
// Run is called from many goroutines at once; Merge and Total never overlap
// each other. A [Question] makes a Job afresh, with the empty total, for each
// call of [Run] or [Combine]. What Check and Merge read may come from a file
// that something else than this program wrote: they believe nothing.
type Job interface {
	// Roots lists the root tasks in the order in which they are to be started.
	// The list is a function of the question alone. It is held in memory, some
	// 150 bytes a root; a job of more than a million leaves pieces instead.
	Roots() ([]Piece, error)

	// Check refuses the payload of what cannot be a task of this job.
	Check(payload []byte) error

	// Run does one task, whose payload has passed Check. It must read nothing
	// but the task, the question and the bound, and must return soon (0.1 s)
	// after ctx is done: with
	// ctx's error, when the task will be done again from its start, or with
	// what it has and the rest as pieces. A task that turns out long should
	// also leave pieces, after some fixed count of nodes: it shares the load
	// out, and less is lost when the process is killed.
	Run(ctx context.Context, t Task, b Bound) (Result, error)

	// Merge adds a result, or the total of another run, to the total:
	// commutative, associative, and the empty total is neutral. It refuses
	// with an error what no search could have found, and leaves the total as
	// it was. It may improve the bound by what the total now proves.
	Merge(result []byte, b Bound) error

	// Total is everything merged so far, in the encoding that Merge accepts.
	// Equal totals have equal bytes.
	Total() ([]byte, error)
}

// Piece is work before the runner has given it a name.
type Piece struct {
	Payload []byte // what the engine needs to do it; deterministic

	// Weight is the expected cost relative to the pieces listed with it, and
	// serves only the estimate of the time left. Left-over pieces share the
	// weight of the task that left them. If all are 0 they weigh the same.
	Weight float64
}

// Result is what a task found, and what it left over.
type Result struct {
	Found []byte  // as Merge accepts it; empty if there is nothing to merge
	Rest  []Piece // disjoint from Found; empty if the task is complete
}

// merge takes no bytes for the empty total.
func merge(job Job, result []byte, b Bound) error {
	if len(result) == 0 {
		return nil
	}
	return job.Merge(result, b)
}

// Task is a piece with a name: a small value that can be sent anywhere.
type Task struct {
	ID      string  `json:"id"`   // "17", or "17.3" for the piece 3 that it left
	Root    uint32  `json:"root"` // number of the root task above it
	Weight  float64 `json:"weight"`
	Payload []byte  `json:"payload"`
}

// Keeper is a job whose tasks share what is long to make and no part of the
// state, a table perhaps. It is told the directory of the state, if there is one,
// before its first task, and may keep it there, in files of other names than the
// runner's; release is called when the run ends. What it finds there it trusts
// no more than the runner does its checkpoint.
type Keeper interface {
	Job
	Keep(dir string) (release func())
}
