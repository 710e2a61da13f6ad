package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"
)

// Schema is the format that [State.Encode] writes.
const Schema = "dovetail/run/1"

// State is all that is known of a run at one moment: enough to go on from it
// and, once complete, a certified part of the answer for [Combine].
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

// Decode reads what Encode wrote and refuses anything else: a changed bit, a
// missing end, another version, sets and names that no run could have left.
func Decode(b []byte) (*State, error) {
	end := bytes.IndexByte(b, '\n') + 1
	if end == 0 || len(b) != end+len(seal(nil)) {
		return nil, errors.New("damaged: cut short, or not a checkpoint of dovetail")
	}
	if string(b[end:]) != seal(b[:end]) {
		return nil, errors.New("damaged: its checksum does not match its content")
	}
	var f stored
	if err := json.Unmarshal(b[:end], &f); err != nil {
		return nil, fmt.Errorf("not a checkpoint of dovetail: %w", err)
	}
	if f.Schema != Schema {
		return nil, fmt.Errorf("its format is %q, this program reads %q", f.Schema, Schema)
	}
	f.Finished = roaring.New()
	err := f.Finished.UnmarshalBinary(f.Bitmap)
	if err == nil {
		err = f.Finished.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("damaged: its set of finished tasks: %w", err)
	}
	if again, err := f.State.Encode(); err != nil || !bytes.Equal(again, b) {
		return nil, errors.New("not a checkpoint of dovetail: it would be written otherwise")
	}
	if err := f.State.possible(); err != nil {
		return nil, fmt.Errorf("impossible: %w", err)
	}
	return &f.State, nil
}

// check tells how a state differs from one of the plan's own.
func (s *State) check(p *plan) error {
	own := &p.blank
	both := maps.Clone(own.Params)
	maps.Copy(both, s.Params)
	var differ []string
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if there, here := quoted(s.Params, name), quoted(own.Params, name); there != here {
			differ = append(differ, fmt.Sprintf("%s is %s there, %s here", name, there, here))
		}
	}
	if s.Shard != own.Shard {
		differ = append(differ, fmt.Sprintf("shard is %s there, %s here", s.Shard, own.Shard))
	}
	if differ != nil {
		return fmt.Errorf("of another job: %s", strings.Join(differ, "; "))
	}
	if s.Roots != own.Roots || s.RootHash != own.RootHash {
		return errors.New("its list of tasks differs: made by another version of the program")
	}
	if !within(s.begun(), p.mine) || !within(s.Finished, p.mine) {
		return errors.New("its sets of tasks contradict each other")
	}
	return nil
}

func within(a, b *roaring.Bitmap) bool { return a.AndCardinality(b) == a.GetCardinality() }

func quoted(params map[string]string, name string) string {
	if v, ok := params[name]; ok {
		return fmt.Sprintf("%q", v)
	}
	return "absent"
}
