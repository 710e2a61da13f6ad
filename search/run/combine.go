package run

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
)

// Combine adds up complete states of the same search over disjoint shards that
// together cover it; the job that it returns holds the total. It compares the
// very sets of finished tasks, so that an overlap, a gap or an unfinished part
// is refused, whatever numbers the shards were cut by.
func Combine[J Job](q Question[J], parts ...*State) (job J, err error) {
	params, err := Params(q)
	if err != nil {
		return job, err
	}
	if job, err = q.Job(); err != nil {
		return job, err
	}
	fresh := func() (Job, error) { return q.Job() }
	return job, combine(params, job, fresh, parts)
}

func combine(params map[string]string, job Job, fresh func() (Job, error), parts []*State) error {
	whole, err := newPlan(params, job, Shard{})
	if err != nil {
		return err
	}
	bound := newMaximum()
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
		alone, err := fresh()
		if err == nil {
			err = takeUp(alone, s, newMaximum())
		}
		if err == nil {
			err = merge(job, s.Total, bound)
		}
		if err != nil {
			return fmt.Errorf("part %s: %w", s.Shard, err)
		}
	}
	if n := len(whole.roots) - int(seen.GetCardinality()); n > 0 {
		return fmt.Errorf("the parts leave a gap of %d tasks out of %d", n, len(whole.roots))
	}
	return nil
}
