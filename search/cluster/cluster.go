// Package cluster lets other machines do tasks of a search, by messages of NATS
// JetStream. One process asks the question and owns the job; any number of workers,
// which know nothing but an address and a credential, make the job from the question,
// take tasks and send results.
//
// # Where the truth is
//
// The state of a job is in the owner's queue and its checkpoint ([run.State]), as without a
// cluster. The servers hold only what is needed to exchange work. It may be lost, repeated, delayed
// or reordered:
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
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/search/run"
)

// Options say where the servers are.
type Options struct {
	URL         string // of servers, as [Servers] reads it; empty for one in this process
	Credentials string // a file of credentials, whose contents credentials.go explains

	// These are for a server in this process.
	Dir    string // where it keeps its files
	Listen string // its address

	Twice float64      // the share of tasks of an owner that are done by two workers, and compared
	Kinds []run.Kind   // of searches that can be shared
	Note  func(string) // receives the text of what to do on other machines

	// These are for tests.
	lease time.Duration
	build string
}

// Cluster is the servers, which are connected on first use. It implements [run.Cluster].
type Cluster struct {
	Options
	mu     sync.Mutex
	net    *network
	server *server.Server
}

// New makes a cluster without connecting.
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
	b.twice, b.note = c.Twice, c.Note
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

// connect connects, unless that was done.
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

// Close disconnects from the servers, and ends the one in this process.
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

// ownBuild identifies the build of the program: by the revision that it was built from, or, where
// that is not recorded or the tree was changed, by the hash of the program itself. Owner and
// workers must be of one build: the format of a job describes its payloads, but does not guarantee
// that every engine counts the same. The processor's architecture is part of it: on arm64 Go's
// compiler fuses a product and a sum, so that populations may grow otherwise
// (docs/architecture.md).
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
			return v + " " + runtime.GOARCH // a module, which cannot be changed
		}
	}
	if revision != "" && !changed {
		return revision + " " + runtime.GOARCH
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
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown " + nuid.Next()
	}
	return hex.EncodeToString(h.Sum(nil))
}

// batch is tasks that travel together: about a second of work or less.
type batch struct {
	Name  string     `json:"batch"`
	Tasks []run.Task `json:"tasks"`
	Not   string     `json:"not,omitempty"` // the worker that must leave them to others, as it has done them before
}

// report is the outcome of a batch. A worker that was stopped leaves tasks out.
type report struct {
	Batch  string    `json:"batch"`
	Worker string    `json:"worker"`
	Done   []outcome `json:"done"`
}

// outcome is the result of a task, or why it failed.
type outcome struct {
	ID string `json:"id"`
	run.Result
	Failed string `json:"failed,omitempty"`
}

// Headers of messages: the seal of subject and content, and the object that has the content
// if it is too large.
const (
	sealHeader   = "Dovetail-Seal"
	objectHeader = "Dovetail-Object"
)

// largest is the most bytes in a message. Servers take a megabyte unless they are configured
// otherwise.
const largest = 512 << 10

// pack makes a message of a value.
func (n *network) pack(ctx context.Context, subject, job string, v any) (*nats.Msg, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	m.Header.Set(sealHeader, n.seal(subject, b))
	if len(b) <= min(largest, int(n.nc.MaxPayload())/2) {
		m.Data = b
		return m, nil
	}
	name := job + "." + nuid.Next()
	m.Header.Set(objectHeader, name)
	_, err = n.objects.PutBytes(ctx, name, b)
	return m, err
}

// unpack reads a message, and refuses one whose seal is wrong.
func (n *network) unpack(ctx context.Context, subject string, h nats.Header, data []byte, v any) error {
	if name := h.Get(objectHeader); name != "" {
		ctx, cancel := context.WithTimeout(ctx, 6*requestTimeout)
		defer cancel()
		var err error
		if data, err = n.objects.GetBytes(ctx, name); err != nil {
			return fmt.Errorf("object %s: %w", name, err)
		}
	}
	if err := n.sealed(h.Get(sealHeader), subject, data); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// discard deletes the object of a message, if it has one.
func (n *network) discard(ctx context.Context, h nats.Header) {
	if name := h.Get(objectHeader); name != "" {
		n.objects.Delete(ctx, name)
	}
}

// seal is the HMAC-SHA256 of a text and of its purpose, such as a subject, which names the job. The
// key is the token of the credentials: without it nobody can change a message or put it in
// another's place. Without a token the seal is a checksum.
func (n *network) seal(purpose string, text []byte) string {
	h := hmac.New(sha256.New, n.token)
	fmt.Fprintf(h, "%s\x00", purpose)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// sealed refuses a text that does not have this seal.
func (n *network) sealed(seal, purpose string, text []byte) error {
	if !hmac.Equal([]byte(seal), []byte(n.seal(purpose, text))) {
		return fmt.Errorf("the message of %d bytes for %s was not signed with the token of these credentials", len(text),
			purpose)
	}
	return nil
}

// posted is a job as the servers store it.
type posted struct {
	run.Posted
	Build  string    `json:"build"`
	Opened time.Time `json:"opened"`
	Seal   string    `json:"seal"`
}

// sealing is the seal of a job.
func (n *network) sealing(job string, p posted) string {
	p.Seal = ""
	text, _ := json.Marshal(p)
	return n.seal("job."+job, text)
}

// name is the hash of everything that determines the answer.
func name(p run.Posted) string {
	b, _ := json.Marshal([]any{p.Params, p.Shard}) // maps are written in order
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// state is the progress of a job, as its owner reports it.
type state struct {
	run.Progress
	Left    float64 `json:"left"` // estimated seconds; negative if not known
	Rate    float64 `json:"rate"` // tasks a second
	Done    bool    `json:"done"`
	Workers int     `json:"workers"`
	Threads int     `json:"threads"`

	Checked  []checks `json:"checked,omitempty"`  // the tasks that were done twice
	Disputed string   `json:"disputed,omitempty"` // why the job was stopped
}

// heartbeat is the report of a worker on itself.
type heartbeat struct {
	Host    string   `json:"host"`
	Threads int      `json:"threads"`
	Jobs    []string `json:"jobs"` // that it works on
	Tasks   uint64   `json:"tasks"`
	Rate    float64  `json:"rate"` // recent tasks a second
}

// kindOf is the kind of a posted question.
func kindOf(kinds []run.Kind, p run.Posted) (run.Kind, error) {
	i := slices.IndexFunc(kinds, func(k run.Kind) bool { return k.Name == p.Params["job"] })
	if i < 0 {
		return run.Kind{}, fmt.Errorf("%s is not a search that this program can share", p.Params["job"])
	}
	return kinds[i], nil
}
