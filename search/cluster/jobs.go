package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dovetail/results"
	"dovetail/results/stored"
)

// Jobs lists the jobs on the servers, and the live workers. Before, it may have the owner
// of one stop, or delete one without an owner.
func (c *Cluster) Jobs(ctx context.Context, stop, forget string) (stored.Jobs, error) {
	r := stored.Jobs{Schema: results.JobsSchema, Kind: results.Exact, Jobs: []stored.Job{},
		Workers: []stored.JobWorker{}}
	n, err := c.connect(ctx)
	if err != nil {
		return r, err
	}
	defer c.Close()
	if stop != "" {
		err = n.stop(ctx, stop)
	}
	if err == nil && forget != "" {
		err = n.forgetOwnerless(ctx, forget)
	}
	if err != nil {
		return r, err
	}
	jobs, err := n.list(ctx)
	if err != nil {
		return r, err
	}
	for _, j := range jobs {
		r.Jobs = append(r.Jobs, j.record())
	}
	heartbeats, err := entries(ctx, n.workers, "*")
	checked := checkedBy(jobs)
	for _, e := range heartbeats {
		var w heartbeat
		if json.Unmarshal(e.Value(), &w) == nil {
			c := checked[e.Key()]
			r.Workers = append(r.Workers, stored.JobWorker{
				Worker: e.Key(), Host: w.Host, Threads: w.Threads, Tasks: w.Tasks, Rate: w.Rate, Jobs: strings.Join(w.Jobs, " "),
				Twice: c.Twice, Differ: c.Differ,
			})
		}
	}
	return r, err
}

// checkedBy adds up, for each worker, what jobs say of it.
func checkedBy(jobs []*listed) map[string]checks {
	all := map[string]checks{}
	for _, j := range jobs {
		for _, c := range j.Checked {
			sum := all[c.Worker]
			all[c.Worker] = checks{c.Worker, sum.Twice + c.Twice, sum.Differ + c.Differ}
		}
	}
	return all
}

func (n *network) stop(ctx context.Context, job string) error {
	j, err := n.find(ctx, job)
	if err == nil && j.owner == "" {
		err = fmt.Errorf("job %s cannot be stopped: the process that started it has ended", job)
	}
	if err == nil {
		_, err = n.jobs.PutString(ctx, "stop."+job, "")
	}
	return err
}

func (n *network) forgetOwnerless(ctx context.Context, job string) error {
	j, err := n.find(ctx, job)
	if err == nil && j.owner != "" && !n.abandoned(ctx, job) {
		err = fmt.Errorf("job %s is still running on %s; stop it first", job, j.owner)
	}
	if err == nil {
		err = n.forget(ctx, job)
	}
	return err
}

// abandoned reports whether the owner of a job has not renewed its claim for a lease.
func (n *network) abandoned(ctx context.Context, job string) bool {
	var seen uint64
	for begun := time.Now(); time.Since(begun) < n.lease; {
		e, err := n.jobs.Get(ctx, "owner."+job)
		if err != nil || seen != 0 && e.Revision() != seen || sleep(ctx, n.lease/60) != nil {
			return false
		}
		seen = e.Revision()
	}
	return true
}

func (n *network) find(ctx context.Context, job string) (*listed, error) {
	jobs, err := n.list(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(jobs, func(j *listed) bool { return j.Name == job })
	if i < 0 {
		return nil, results.Refuse(fmt.Errorf("job %q not found", job))
	}
	return jobs[i], nil
}

// listed is a job on the servers.
type listed struct {
	Name string
	posted
	state
	owner   string    // its machine; empty if there is none
	renewed time.Time // when the owner reported last
}

// list lists the jobs, the oldest first.
func (n *network) list(ctx context.Context) (jobs []*listed, err error) {
	list, err := entries(ctx, n.jobs, "*.*")
	if err != nil {
		return nil, err
	}
	byName := map[string]*listed{}
	for _, e := range list {
		if name, ok := strings.CutPrefix(e.Key(), "job."); ok {
			j := &listed{Name: name}
			if json.Unmarshal(e.Value(), &j.posted) == nil {
				byName[name] = j
				jobs = append(jobs, j)
			}
		}
	}
	for _, e := range list {
		what, name, _ := strings.Cut(e.Key(), ".")
		switch j := byName[name]; {
		case j == nil:
		case what == "state":
			json.Unmarshal(e.Value(), &j.state)
		case what == "owner":
			var c ownership
			json.Unmarshal(e.Value(), &c)
			j.owner, j.renewed = cmp.Or(c.Host, "unknown"), e.Created()
		}
	}
	slices.SortFunc(jobs, func(a, b *listed) int {
		return cmp.Or(a.Opened.Compare(b.Opened), cmp.Compare(a.Name,
			b.Name))
	})
	return jobs, nil
}

func (j *listed) record() stored.Job {
	state := "running"
	switch {
	case j.Done:
		state = "done"
	case j.Disputed != "":
		state = "disputed"
	case j.owner == "":
		state = "waiting"
	case time.Since(j.renewed) > 4*lease:
		state = "silent"
	}
	params, _ := json.Marshal(j.Params)
	return stored.Job{
		Job: j.Name, Engine: j.Params["job"], State: state, Share: j.Share, Tasks: j.Tasks, Rate: j.Rate, Left: j.Left,
		Workers: j.Workers, Threads: j.Threads, Owner: j.owner, Build: j.Build, Params: string(params), Best: j.Best,
		Disputed: j.Disputed,
	}
}
