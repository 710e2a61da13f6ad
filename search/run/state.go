package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

	"dovetail/results"
)

// schema is the format that [State.Encode] writes.
const schema = "dovetail/run/1"

// State is all that is known of a run at one moment: enough to resume it and, once complete, a
// certified part of the answer for [Combine].
type State struct {
	Schema   string            `json:"schema"`
	Params   map[string]string `json:"params"`
	Shard    string            `json:"shard"`      // i/N
	Roots    int               `json:"roots"`      // of the whole job
	RootHash string            `json:"roots_hash"` // xxhash of their payloads
	Finished *roaring.Bitmap   `json:"-"`          // roots finished, all below them too
	Pending  []Task            `json:"pending"`    // pieces left under the roots begun

	Tasks      uint64  `json:"tasks"`       // finished, including those that left pieces
	CPUSeconds float64 `json:"cpu_seconds"` // of the process, over all sessions
	Total      []byte  `json:"total"`       // the job's total over the finished tasks
}

// stored is how a State is written: roaring's portable format is binary.
type stored struct {
	State
	Bitmap []byte `json:"finished"`
}

// Encode writes the state as one line of JSON and a second line, a JSON
// string, with the xxhash of the first (newline included).
func (s *State) Encode() ([]byte, error) {
	set, err := s.Finished.ToBytes()
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(stored{*s, set})
	if err != nil {
		return nil, err
	}
	b = append(b, '\n')
	return append(b, seal(b)...), nil
}

func seal(line []byte) string { return `"xxhash64:` + hex(xxhash.Sum64(line)) + "\"\n" }

// ErrDamaged is the error of a state that was not written as it stands.
var ErrDamaged = errors.New("damaged")

// decode reads what Encode wrote and refuses anything else: a changed bit, a missing end, another
// version, sets and names that no run could have had.
func decode(b []byte) (*State, error) {
	end := bytes.IndexByte(b, '\n') + 1
	if end == 0 || len(b) != end+len(seal(nil)) {
		return nil, fmt.Errorf("%w: cut short, or not a checkpoint of dovetail", ErrDamaged)
	}
	if string(b[end:]) != seal(b[:end]) {
		return nil, fmt.Errorf("%w: its checksum does not match its content", ErrDamaged)
	}
	var f stored
	if err := json.Unmarshal(b[:end], &f); err != nil {
		return nil, fmt.Errorf("not a checkpoint of dovetail: %w", err)
	}
	if f.Schema != schema {
		return nil, fmt.Errorf("its format is %q, this program reads %q", f.Schema, schema)
	}
	f.Finished = roaring.New()
	err := f.Finished.UnmarshalBinary(f.Bitmap)
	if err == nil {
		err = f.Finished.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("%w set of finished tasks: %w", ErrDamaged, err)
	}
	if again, err := f.State.Encode(); err != nil || !bytes.Equal(again, b) {
		return nil, errors.New("not a checkpoint of dovetail: this program would write it differently")
	}
	if err := f.State.validate(); err != nil {
		return nil, fmt.Errorf("inconsistent: %w", err)
	}
	return &f.State, nil
}

// check says how a state differs from one of the plan's own.
func (s *State) check(p *plan) error {
	own := &p.blank
	differ := differences(s.Params, own.Params)
	if s.Shard != own.Shard {
		differ = append(differ, fmt.Sprintf("shard is %s in the state, but %s here", s.Shard, own.Shard))
	}
	if differ != nil {
		return results.Refuse(fmt.Errorf("state of a different search: %s", strings.Join(differ, "; ")))
	}
	if s.Roots != own.Roots || s.RootHash != own.RootHash {
		return errors.New("its list of tasks differs: it was made by another version of the program")
	}
	if !within(s.begun(), p.mine) || !within(s.Finished, p.mine) {
		return errors.New("its sets of tasks contradict each other")
	}
	return nil
}

// differences names the parameters that differ.
func differences(there, here map[string]string) (differ []string) {
	both := maps.Clone(here)
	maps.Copy(both, there)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if x, y := quoted(there, name), quoted(here, name); x != y {
			differ = append(differ, fmt.Sprintf("%s is %s in the state, but %s here", name, x, y))
		}
	}
	return differ
}

func within(a, b *roaring.Bitmap) bool { return a.AndCardinality(b) == a.GetCardinality() }

func quoted(params map[string]string, name string) string {
	if v, ok := params[name]; ok {
		return fmt.Sprintf("%q", v)
	}
	return "absent"
}

// resume gives a fresh job the total of a state, which must be as the job
// itself would write it, and has it check the pieces.
func resume(job Job, s *State) error {
	for _, t := range s.Pending {
		if err := job.Check(t.Payload); err != nil {
			return fmt.Errorf("its task %s: %w", t.ID, err)
		}
	}
	if err := merge(job, s.Total); err != nil {
		return fmt.Errorf("its total: %w", err)
	}
	again, err := job.Total()
	if err == nil && !bytes.Equal(again, s.Total) {
		err = errors.New("its total is not written as by this program")
	}
	return err
}

// restore sets the queue to a state. It is called before any worker starts.
func (q *queue) restore(p *plan, s *State) error {
	if err := resume(q.job, s); err != nil {
		return err
	}
	q.finished = s.Finished.Clone()
	q.tasks = s.Tasks
	q.cpu = s.CPUSeconds
	q.submit(p.open(s)...)
	q.submit(s.Pending...)
	if s.Tasks > 0 {
		q.show(time.Second)
	}
	return nil
}

// snapshot is the present state. A task in progress counts as not begun.
func (q *queue) snapshot(p *plan) (*State, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	total, err := q.job.Total()
	if err != nil {
		return nil, err
	}
	s := p.blank
	s.Finished = q.finished.Clone()
	s.Finished.RunOptimize()
	s.Pending = q.pending()
	s.Tasks = q.tasks
	s.CPUSeconds = q.cpu + (CPUTime() - q.begun).Seconds()
	s.Total = slices.Clone(total)
	return &s, nil
}

// pending lists the unfinished tasks below roots, by name. Roots need no
// listing: an unfinished root with nothing pending has not been begun.
func (q *queue) pending() []Task {
	tasks := []Task{}
	for _, t := range q.ready {
		if !t.isRoot() {
			tasks = append(tasks, t)
		}
	}
	for _, t := range q.busy {
		if !t.isRoot() {
			tasks = append(tasks, t)
		}
	}
	slices.SortFunc(tasks, func(a, b Task) int { return strings.Compare(a.ID, b.ID) })
	return tasks
}

// validate refuses a state that no run can be in, by itself: check compares it with the plan, and
// the job checks its total and its payloads.
func (s *State) validate() error {
	if shard, err := ParseShard(s.Shard); err != nil || shard.String() != s.Shard {
		return fmt.Errorf("shard %q", s.Shard)
	}
	if s.Roots < 0 || int64(s.Roots) > math.MaxUint32 {
		return fmt.Errorf("%d root tasks", s.Roots)
	}
	if !s.Finished.IsEmpty() && int64(s.Finished.Maximum()) >= int64(s.Roots) {
		return fmt.Errorf("root task %d of %d is finished", s.Finished.Maximum(), s.Roots)
	}
	if !(s.CPUSeconds >= 0) {
		return fmt.Errorf("%v seconds", s.CPUSeconds)
	}
	if s.begun().Intersects(s.Finished) {
		return fmt.Errorf("a root task is finished with a piece pending")
	}
	split, err := s.split()
	if err != nil {
		return err
	}
	if done := s.Finished.GetCardinality() + uint64(len(split)); s.Tasks < done {
		return fmt.Errorf("its count says that %d tasks are finished, its sets say %d", s.Tasks, done)
	}
	return nil
}

// begun is the set of the roots that have pieces pending.
func (s *State) begun() *roaring.Bitmap {
	begun := roaring.New()
	for _, t := range s.Pending {
		begun.Add(t.Root)
	}
	return begun
}

// split is the set of the tasks that left the pending pieces, directly or through their pieces.
// They are finished, so none is pending. The pieces are in the order of their names, each once.
func (s *State) split() (map[string]bool, error) {
	above := map[string]bool{}
	before := ""
	for _, t := range s.Pending {
		if t.ID <= before {
			return nil, fmt.Errorf("task %q follows %q", t.ID, before)
		}
		before = t.ID
		if err := t.validate(s.Roots); err != nil {
			return nil, err
		}
		for id := t.ID; strings.Contains(id, "."); {
			id = id[:strings.LastIndexByte(id, '.')]
			above[id] = true
		}
	}
	for _, t := range s.Pending {
		if above[t.ID] {
			return nil, fmt.Errorf("task %q is pending with a piece of it", t.ID)
		}
	}
	return above, nil
}

// validate refuses a task that is no piece left under one of the given number of roots.
func (t Task) validate(roots int) error {
	numbers := strings.Split(t.ID, ".")
	for _, s := range numbers {
		if k, err := strconv.ParseUint(s, 10, 32); err != nil || strconv.FormatUint(k, 10) != s {
			return fmt.Errorf("task %q", t.ID)
		}
	}
	if len(numbers) < 2 || numbers[0] != strconv.FormatUint(uint64(t.Root), 10) || int64(t.Root) >= int64(roots) {
		return fmt.Errorf("task %q under root %d of %d", t.ID, t.Root, roots)
	}
	if !(t.Weight >= 0 && t.Weight <= 1) {
		return fmt.Errorf("task %s has weight %v", t.ID, t.Weight)
	}
	return nil
}
