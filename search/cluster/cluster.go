// Package cluster lets other machines do tasks of a search, by messages of NATS
// JetStream. One process asks the question and owns the job; any number of workers,
// which know nothing but an address and a credential, make the job from the question,
// take tasks and send results.
//
// # Where the truth is
//
// In the owner's queue and its checkpoint ([run.State]), as without a cluster. What lies
// on the servers only schedules, and may be lost, repeated, delayed or put out of order:
//
//   - a task that the owner's queue handed to the cluster is leased, as to a thread; it
//     leaves the queue when its result comes, once, by its name;
//   - what the servers no longer have, without a result, is sent again by a sweep;
//   - a result stays in its stream until a checkpoint that contains it is saved. So after
//     any death the state is the last checkpoint and the results behind it.
//
// # What lies on the servers
//
//	stream dovetail-tasks       work queue: batches of tasks, a subject each
//	stream dovetail-results     results of batches, in the order of their arrival
//	bucket dovetail             questions, who owns each, how far it is
//	bucket dovetail-workers     who is alive: entries fade
//	objects dovetail            what is too large for a message, and checkpoints
package cluster

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"dovetail/results"
	"dovetail/results/fault"
	"dovetail/search/run"
)

// Options say where the servers are.
type Options struct {
	URL         string // of servers, as [Servers] reads it; empty for one in this process
	Credentials string // a file; see [credentials]

	// For a server in this process.
	Dir    string // where it keeps what lies on it
	Listen string // its address

	Kinds []run.Kind   // of searches that can be shared
	Note  func(string) // is told what to do on other machines

	// For tests.
	lease time.Duration
	build string
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
	return &Cluster{Options: o}
}

// Post implements [run.Cluster].
func (c *Cluster) Post(ctx context.Context, p run.Posted) (run.Coordinator, error) {
	if _, err := kindOf(c.Kinds, p); err != nil {
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
	who, err := fault.Until(ctx, func() (identity, error) { return identify(where, c.Credentials) })
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

// ownBuild names the program: by the revision that it was built from, or, where that is not
// recorded or the tree was changed, by the hash of the program itself. Owner and workers must
// be of one build: the format of a job says what its payloads look like, not that every
// engine counts as it did.
var ownBuild = sync.OnceValue(func() string {
	revision, changed := "", true
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				changed = s.Value != "false"
			}
		}
		if v := info.Main.Version; revision == "" && v != "" && v != "(devel)" {
			return v // a module, which cannot be changed
		}
	}
	if revision != "" && !changed {
		return revision
	}
	return "program " + programHash()
})

func programHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown " + nuid.Next()
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown " + nuid.Next()
	}
	defer f.Close()
	h := xxhash.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown " + nuid.Next()
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
