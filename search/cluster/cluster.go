package cluster

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"dovetail/results"
	"dovetail/search/run"
)

// Options say where the servers are.
type Options struct {
	URL         string // of servers, as [Servers] reads it; empty for one in this process
	Credentials string // a file; see [credentials]

	// For a server in this process.
	Dir    string // where it keeps what lies on it
	Listen string // its address

	Note func(string) // is told what to do on other machines

	// For tests.
	lease time.Duration
	build string
	kinds []run.Kind
}

// Cluster is servers, connected when they are needed first. It implements [run.Cluster].
type Cluster struct {
	Options
	mu     sync.Mutex
	net    *network
	server *server.Server
}

// New connects to nothing yet.
func New(o Options) *Cluster {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.kinds == nil {
		o.kinds = kinds
	}
	return &Cluster{Options: o}
}

// Post implements [run.Cluster].
func (c *Cluster) Post(ctx context.Context, p run.Posted) (run.Board, error) {
	if _, err := kindOf(c.kinds, p); err != nil {
		return nil, err
	}
	n, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	b, err := post(ctx, n, p, c.ownBuild(), c.URL == "")
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Place implements [run.Cluster].
func (c *Cluster) Place() string { return cmp.Or(Hidden(c.URL), c.Dir) }

func (c *Cluster) ownBuild() string {
	if c.build != "" {
		return c.build
	}
	return ownBuild()
}

// connect connects, or has connected.
func (c *Cluster) connect(ctx context.Context) (n *network, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.net != nil {
		return c.net, nil
	}
	where, options := c.URL, []nats.Option(nil)
	if c.URL == "" {
		where = "nats://" + c.Listen
		if c.server, err = c.serve(); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(c.server))
	}
	who, err := within(ctx, func() (identity, error) { return identify(where, c.Credentials) })
	if err = results.Refuse(err); err == nil {
		c.net, err = dial(ctx, where, who, cmp.Or(c.lease, lease), options...)
	}
	if err != nil {
		c.stop()
	}
	return c.net, err
}

// Close leaves the servers, and ends the one in this process.
func (c *Cluster) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.net != nil {
		c.net.nc.Close()
		c.net = nil
	}
	c.stop()
}

func (c *Cluster) stop() {
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
		c.server = nil
	}
}
