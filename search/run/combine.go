package run

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
)

// Combine adds up complete states of the same job over disjoint shards that
// together cover it, and leaves the total in the job, which is fresh. It
// compares the very sets of finished tasks, so that an overlap, a gap or an
// unfinished part is refused, whatever numbers the shards were cut by.
func Combine(job Job, parts ...*State) error {
	whole, err := newPlan(job, Shard{})
	if err != nil {
		return err
	}
	bound := new(maximum)
	bound.v.Store(NoBound)
	seen := roaring.New()
	for _, s := range parts {
		shard, err := ParseShard(s.Shard)
		if err != nil {
			return err
		}
		p := whole.cut(shard)
		if err := s.check(p); err != nil {
			return fmt.Errorf("part %s: %w", s.Shard, err)
		}
		if !s.Finished.Equals(p.mine) {
			return fmt.Errorf("part %s is unfinished: %d of %d tasks are done",
				s.Shard, s.Finished.GetCardinality(), p.mine.GetCardinality())
		}
		if n := seen.AndCardinality(p.mine); n > 0 {
			return fmt.Errorf("part %s overlaps those before it in %d tasks", s.Shard, n)
		}
		seen.Or(p.mine)
		if err := merge(job, s.Total, bound); err != nil {
			return fmt.Errorf("part %s: %w", s.Shard, err)
		}
	}
	if n := len(whole.roots) - int(seen.GetCardinality()); n > 0 {
		return fmt.Errorf("the parts leave a gap of %d tasks out of %d", n, len(whole.roots))
	}
	return nil
}
