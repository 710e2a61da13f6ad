package run

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Job is a search cut into tasks.
//
// Run is called from many goroutines at once; Merge and Total never overlap each other. A
// [Question] makes a Job afresh, with the empty total, for each call of [Run] or [Combine]. What
// Check and Merge read may come from a file that this program did not write, so they trust nothing.
type Job interface {
	// Roots lists the root tasks in the order in which they start. The list is a function of the
	// question alone. It is held in memory, some 150 bytes a root. A job of more than a million
	// tasks leaves pieces instead.
	Roots() ([]Piece, error)

	// Check refuses a payload that cannot be a task of this job.
	Check(payload []byte) error

	// Run does one task, whose payload has passed Check. It must read nothing but the task and the
	// question. It must return soon (0.1 s) after ctx is done, in one of two ways: with ctx's
	// error, and the task will be done again from its start; or with what it has found and the rest
	// as pieces. A task that turns out long should also leave pieces, after a fixed count of nodes.
	// This balances the load, and less is lost when the process is killed.
	Run(ctx context.Context, t Task) (Result, error)

	// Merge adds a result, or the total of another run, to the total: commutative, associative, and
	// the empty total is neutral. It refuses with an error a result that no search could have
	// found, and leaves the total as it was.
	Merge(result []byte) error

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

// Whole is the result of a task that leaves nothing over: what it found, in JSON.
func Whole(found any) (Result, error) {
	text, err := json.Marshal(found)
	return Result{Found: text}, err
}

// merge takes no bytes for the empty total.
func merge(job Job, result []byte) error {
	if len(result) == 0 {
		return nil
	}
	return job.Merge(result)
}

// Task is a piece with a name: a small value that a checkpoint can hold.
type Task struct {
	ID      string  `json:"id"`   // "17", or "17.3" for the piece 3 that it left
	Root    uint32  `json:"root"` // number of the root task above it
	Weight  float64 `json:"weight"`
	Payload []byte  `json:"payload"`
}

// Reporter is a job that can show what it has found up to now.
type Reporter interface {
	Job

	// SoFar is the best of the total as it stands, a line each, the best first. It never
	// overlaps Merge or Total, and is called about once a second, and at the end.
	SoFar() []string
}

// Question is all that a search depends on: a struct from which the runner alone makes the job. So
// nothing else can influence the answer.
//
// Its parameters are its fields in JSON, each under its name in lower case; a state is resumed by
// an equal question only. What a field holds is written out in full, or by its own MarshalText,
// which then must be different for all values that differ for the search. A field tagged `json:"-"`
// is a matter of schedule and must not change an answer. The runner's suite of tests refuses a
// question whose JSON leaves out anything else, except fields that are 0 and tagged omitzero.
type Question[J Job] interface {
	// Name is the engine with the version of its tasks and results.
	Name() string

	// Job is the search for the answer, with the empty total. It reads nothing but the question,
	// and defers to the first task what takes long.
	Job() (J, error)
}

// Params names a search completely: its engine under "job", and every field of
// the question that JSON has, under its name.
func Params[J Job](q Question[J]) (map[string]string, error) {
	params := map[string]string{"job": q.Name()}
	text, err := json.Marshal(q)
	var fields map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	for name, value := range fields {
		var bare string
		if json.Unmarshal(value, &bare) != nil || value[0] != '"' {
			bare = string(value)
		}
		params[strings.ToLower(name)] = bare
	}
	if err == nil && len(params) != 1+len(fields) {
		err = errors.New("two fields share a name")
	}
	if err != nil {
		return nil, fmt.Errorf("the question of %s: %w", q.Name(), err)
	}
	return params, nil
}

// rootTasks names the pieces that a job lists as its roots. Together they
// weigh 1.
func rootTasks(pieces []Piece) ([]Task, error) {
	if uint64(len(pieces)) > math.MaxUint32 {
		return nil, fmt.Errorf("%d root tasks are more than 2^32-1", len(pieces))
	}
	return named("", 1, pieces, func(i int) uint32 { return uint32(i) })
}

// split names the pieces that t left over; they share its weight.
func (t Task) split(pieces []Piece) ([]Task, error) {
	return named(t.ID+".", t.Weight, pieces, func(int) uint32 { return t.Root })
}

func named(prefix string, weight float64, pieces []Piece, root func(i int) uint32) ([]Task, error) {
	share, err := shares(weight, pieces)
	if err != nil {
		return nil, err
	}
	tasks := make([]Task, len(pieces))
	for i, p := range pieces {
		tasks[i] = Task{ID: prefix + strconv.Itoa(i), Root: root(i), Weight: share(p), Payload: p.Payload}
	}
	return tasks, nil
}

// shares divides a weight among pieces in proportion to their own weights.
func shares(weight float64, pieces []Piece) (func(Piece) float64, error) {
	var sum float64
	for i, p := range pieces {
		if !(p.Weight >= 0) {
			return nil, fmt.Errorf("piece %d has weight %v, want 0 or more", i, p.Weight)
		}
		sum += p.Weight
	}
	if math.IsInf(sum, 1) {
		return nil, fmt.Errorf("the weights of %d pieces overflow", len(pieces))
	}
	if sum == 0 {
		return func(Piece) float64 { return weight / float64(len(pieces)) }, nil
	}
	return func(p Piece) float64 { return weight * (p.Weight / sum) }, nil
}

func (t Task) isRoot() bool { return !strings.Contains(t.ID, ".") }

// digest is the hash of the payloads of the roots, in order: two lists with
// the same digest are taken to be the same.
func digest(roots []Task) string {
	h := xxhash.New()
	var size [8]byte
	for _, t := range roots {
		binary.LittleEndian.PutUint64(size[:], uint64(len(t.Payload)))
		h.Write(size[:])
		h.Write(t.Payload)
	}
	return hex(h.Sum64())
}

func hex(h uint64) string { return fmt.Sprintf("%016x", h) }
