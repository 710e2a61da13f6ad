package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/sync/errgroup"

	"dovetail/results/platform"
)

// Cluster is other machines that do tasks of runs. The queue, the total and the checkpoint of this
// process decide. A result from another machine counts once, like that of a worker here, and a task
// whose result does not arrive is done again.
type Cluster interface {
	// Post posts a question, or continues one whose owner died. It refuses a question that other
	// machines cannot make a job of.
	Post(ctx context.Context, p Posted) (Coordinator, error)

	// Place is the address of a state that is kept on the coordinator alone.
	Place() string
}

// Posted is a question as other machines receive it.
type Posted struct {
	Params   map[string]string `json:"params"`
	Shard    string            `json:"shard"`
	Question json.RawMessage   `json:"question"`
	Kept     bool              `json:"kept"` // the owner keeps the state in a directory too
}

// Coordinator is where tasks and results of one run are exchanged. All its methods except Serve
// return soon.
type Coordinator interface {
	// Load is the checkpoint that an earlier owner has left there, empty if there is none, and the
	// results that have arrived since.
	Load(ctx context.Context) (checkpoint []byte, since map[string]Result, err error)

	// Serve has other machines do tasks of the queue, until ctx is done. Its errors end the run;
	// ErrRequested ends it like an interrupt. It says which workers help.
	Serve(ctx context.Context, q Source, job Job, at func() Progress, say func(string)) error

	// Arrived is the number of the last result that the queue has got.
	Arrived() uint64

	// Save keeps a state that holds all results up to a number. These results may then be deleted.
	Save(s *State, upTo uint64) error

	// Close withdraws the question. If it is not complete it can be posted again.
	Close(complete bool)
}

// Progress is how far a run is.
type Progress struct {
	Tasks uint64   `json:"tasks"`
	Share float64  `json:"share"`          // of the weight of all tasks
	Fresh float64  `json:"fresh"`          // the share that this session has done
	Best  []string `json:"best,omitempty"` // found up to now, the best first
}

// ErrRequested ends a run that was stopped from another machine.
var ErrRequested = errors.New("stop requested")

// Disputed ends a run in which two machines found different results for one task.
type Disputed struct {
	Task    string
	Workers [2]string // and their machines
	Here    string    // which of the two results this process has found too; empty if it did not compute it
}

// Error names the task and both workers.
func (d *Disputed) Error() string {
	text := fmt.Sprintf("%s and %s found different results for task %s", d.Workers[0], d.Workers[1], d.Task)
	if d.Here != "" {
		text += "; this process found " + d.Here
	}
	return text
}

// Kind makes jobs of the questions of one type, on other machines than the one that asked.
type Kind struct {
	Name string // of the engine, as in the parameters
	read func(question []byte) (map[string]string, Job, error)
}

// KindOf is the kind of any question of that type.
func KindOf[J Job](of Question[J]) Kind {
	return Kind{of.Name(), func(text []byte) (map[string]string, Job, error) {
		v := reflect.New(reflect.TypeOf(of))
		if err := json.Unmarshal(text, v.Interface()); err != nil {
			return nil, nil, err
		}
		q := v.Elem().Interface().(Question[J])
		params, err := Params(q)
		if err != nil {
			return nil, nil, err
		}
		job, err := q.Job()
		return params, job, err
	}}
}

// Job makes the job of a posted question, whose parameters here must equal those at its origin.
func (k Kind) Job(p Posted) (Job, error) {
	params, job, err := k.read(p.Question)
	if err != nil {
		return nil, err
	}
	if differ := differences(p.Params, params); differ != nil {
		return nil, errors.New(strings.Join(differ, "; "))
	}
	return job, nil
}

// post is a question as other machines receive it.
func post[J Job](q Question[J], params map[string]string, o Options) (Posted, error) {
	text, err := json.Marshal(q)
	return Posted{params, o.Shard.String(), text, o.Dir != ""}, err
}

// keeping is where the state of a run is kept: in a directory, on a coordinator, on both or nowhere.
type keeping struct {
	dir         *store
	coordinator Coordinator
	place       string
}

func (o *Options) keeping(ctx context.Context, dir *store) (k keeping, err error) {
	k.dir, k.place = dir, o.Dir
	if o.Cluster == nil {
		return k, nil
	}
	p, err := o.posted()
	if err == nil {
		k.coordinator, err = o.Cluster.Post(ctx, p)
	}
	if dir == nil {
		k = k.elsewhere(*o)
	}
	return k, err
}

// elsewhere is the place of the state when there is no directory.
func (k keeping) elsewhere(o Options) keeping {
	k.dir, k.place = nil, ""
	if k.coordinator != nil {
		k.place = o.Cluster.Place()
	}
	return k
}

// load is the state to start from, the further one if there are two, and the results that
// came after it.
func (k keeping) load(ctx context.Context, p *plan) (*State, map[string]Result, error) {
	s, err := k.dir.load(p)
	if err != nil || k.coordinator == nil {
		return s, nil, err
	}
	b, since, err := k.coordinator.Load(ctx)
	if err != nil || len(b) == 0 {
		return s, since, err
	}
	other, err := decode(b)
	if err == nil {
		err = other.check(p)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the checkpoint on the cluster: %w", err)
	}
	if other.Tasks > s.Tasks {
		s = other
	}
	return s, since, nil
}

// save saves a snapshot. Where the coordinator fails the directory is enough.
func (k keeping) save(snapshot func() (*State, error)) (*State, error) {
	var arrived uint64
	if k.coordinator != nil {
		arrived = k.coordinator.Arrived()
	}
	s, err := snapshot()
	if err == nil {
		err = k.dir.save(s)
	}
	if err == nil && k.coordinator != nil {
		if err = k.coordinator.Save(s, arrived); err != nil && k.dir != nil {
			platform.Warn("the state is saved on this machine but not on the cluster", "err", err)
			err = nil
		}
	}
	return s, err
}

// work empties the queue, with others if there is a coordinator.
func (k keeping) work(ctx context.Context, q *local, o Options, at func() Progress) error {
	if k.coordinator == nil {
		return Work(ctx, q, q.job, o.Threads, o.Begin)
	}
	g, ctx := errgroup.WithContext(ctx)
	serving, done := context.WithCancel(ctx)
	g.Go(func() error { return k.coordinator.Serve(serving, q, q.job, at, o.Meter.Say) })
	g.Go(func() error {
		defer done()
		return Work(ctx, q, q.job, o.Threads, o.Begin)
	})
	return g.Wait()
}

func (k keeping) close(complete bool) {
	if k.coordinator != nil {
		k.coordinator.Close(complete)
	}
}

// at is the progress of the queue, which began with a share of all the weight done.
func (q *local) at(all, done float64) Progress {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := Progress{Tasks: q.tasks}
	if all > 0 {
		p.Share, p.Fresh = (done+q.weight)/all, q.weight/all
	}
	if s, ok := q.job.(Reporter); ok {
		p.Best = s.SoFar()
	}
	return p
}
