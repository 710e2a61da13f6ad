package explorer

import (
	"context"
	"sync"
	"time"

	"dovetail/results"
)

// distant are the searches of a cluster, as they were a moment ago: pages ask every second.
type distant struct {
	mu   sync.Mutex
	at   time.Time
	jobs results.Jobs
	err  error
}

// moment is how old a list of the cluster may be, and patience how long one is waited for.
const (
	moment          = 3 * time.Second
	clusterPatience = 5 * time.Second
)

// ask asks the servers, after a search was stopped if it has a name.
func (d *distant) ask(ctx context.Context, s *Server, stop string) (results.Jobs, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if stop == "" && time.Since(d.at) < moment {
		return d.jobs, d.err
	}
	ctx, done := context.WithTimeout(ctx, clusterPatience)
	defer done()
	d.jobs, d.err = s.Cluster(ctx, stop, "")
	d.at = time.Now()
	return d.jobs, d.err
}

func (d *distant) list(ctx context.Context, s *Server, t language) (list []listed, err error) {
	all, err := d.ask(ctx, s, "")
	for _, j := range all.Jobs {
		l := listed{Name: j.Job, Of: "cluster", Line: j.Engine + " " + j.Params, State: j.State, Share: j.Share, Says: t.ofCluster(j), Best: j.Best}
		switch j.State {
		case "running":
			l.State, l.Can = "runs", []string{"stop"}
		case "waiting", "silent":
			l.State = "stopped"
		}
		list = append(list, l)
	}
	return list, err
}
