package run

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// possible tells whether a state by itself is one that a run can be in. With
// the plan it is held against by check, and its total and payloads by the job.
func (s *State) possible() error {
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
		return fmt.Errorf("%d tasks are finished by its count, %d by its sets", s.Tasks, done)
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

// split is the set of the tasks that left the pending pieces over, by
// themselves or by pieces of theirs. They are finished, so none is pending, and
// the pieces stand in the order of their names, each once.
func (s *State) split() (map[string]bool, error) {
	above := map[string]bool{}
	before := ""
	for _, t := range s.Pending {
		if t.ID <= before {
			return nil, fmt.Errorf("task %q follows %q", t.ID, before)
		}
		before = t.ID
		if err := t.possible(s.Roots); err != nil {
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

// possible tells whether t can be a piece left under one of so many roots.
func (t Task) possible(roots int) error {
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
