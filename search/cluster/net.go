package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dovetail/perm/fault"
	"dovetail/results/fileio"
)

// Names of streams, buckets and objects on the servers.
const (
	tasksStream   = "dovetail-tasks"
	resultsStream = "dovetail-results"
	jobsBucket    = "dovetail"
	workersBucket = "dovetail-workers"
	objectsBucket = "dovetail"
)

func taskSubject(job, batch string) string { return "dovetail.task." + job + "." + batch }

func resultSubject(job string) string { return "dovetail.result." + job }

// lease is how long a task stays with a silent worker, and a job with a silent owner. Both send
// heartbeats at least three times as often.
const lease = 30 * time.Second

// network is a connection to the servers with their streams and buckets.
type network struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	results jetstream.Stream
	jobs    jetstream.KeyValue
	workers jetstream.KeyValue
	objects jetstream.ObjectStore
	lease   time.Duration

	token    []byte // of the credentials, by which messages are sealed
	replicas int
	warnings *warnings
}

// requestTimeout is the limit of time for a request: a cluster without a leader does not answer at
// all, and the request is repeated.
const requestTimeout = 5 * time.Second

// dial connects to servers and creates missing streams and buckets, replicated on up to three
// servers. The connection restores itself as long as it is used.
func dial(ctx context.Context, servers string, who identity, lease time.Duration, options ...nats.Option) (*network,
	error) {
	options = append([]nats.Option{
		nats.Name("dovetail"), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.ReconnectJitter(500*time.Millisecond, time.Second), nats.Timeout(requestTimeout),
		nats.ReconnectBufSize(-1), // what cannot be sent now is sent again by this package
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				slog.Warn("connection lost, retrying", "err", plain(err))
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			slog.Debug("cluster", "err", err)
		}),
	}, append(options, who.options...)...)
	nc, err := fault.Until(ctx, func() (*nats.Conn, error) {
		nc, err := nats.Connect(servers, options...)
		if err == nil && ctx.Err() != nil {
			nc.Close()
		}
		return nc, err
	})
	if err != nil {
		return nil, withoutPasswords(ctx, "reach", servers, err)
	}
	n := &network{nc: nc, lease: lease, token: who.token, replicas: 1, warnings: &warnings{last: map[string]time.Time{}}}
	if n.js, err = jetstream.New(nc, jetstream.WithDefaultTimeout(requestTimeout)); err == nil {
		if len(nc.Servers()) >= 3 {
			n.replicas = 3
		}
		for range 5 { // where a leader is about to be elected
			if err = n.createMissing(ctx); !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				break
			}
		}
	}
	if err != nil {
		nc.Close()
		return nil, withoutPasswords(ctx, "use", servers, err)
	}
	return n, nil
}

// withoutPasswords is an error of the servers, without the passwords in their addresses.
func withoutPasswords(ctx context.Context, do, servers string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fileio.Cannot(do, Hidden(servers), plain(err))
}

// Hidden is a text without the users and passwords of the addresses in it.
func Hidden(text string) string { return users.ReplaceAllString(text, "$1...@") }

// users matches what stands before the hosts of addresses: all up to the last @ of a word.
var users = regexp.MustCompile(`((?:nats|tls)://)\S*@`)

// plain rewords errors of the network, of NATS and of TLS that many users would not understand.
func plain(err error) error {
	var certificate *tls.CertificateVerificationError
	var slow interface{ Timeout() bool }
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api):
		return errors.New(api.Description)
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no NATS server answers there")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.As(err, &slow) &&
		slow.Timeout():
		return errors.New("no answer in time")
	case errors.Is(err, io.EOF), errors.Is(err, nats.ErrReconnectBufExceeded):
		return errors.New("the server does not answer any more")
	case errors.Is(err, nats.ErrAuthorization):
		return errors.New("it does not accept these --credentials")
	case errors.As(err, &certificate):
		return errors.New("its certificate is not known; give its --credentials")
	}
	return err
}

// retention is how long tasks and results without readers stay, and the consumers that read them.
const retention = 30 * 24 * time.Hour

// createMissing creates what is missing. What another process has made is used as it is, even with other
// settings.
func (n *network) createMissing(ctx context.Context) (err error) {
	n.tasks, err = n.stream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{"dovetail.task.>"}, Replicas: n.replicas,
		Retention: jetstream.WorkQueuePolicy, MaxAge: retention,
	})
	if err == nil {
		n.results, err = n.stream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{"dovetail.result.>"}, Replicas: n.replicas,
			MaxAge: retention,
		})
	}
	if err == nil {
		n.jobs, err = n.js.KeyValue(ctx, jobsBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			n.jobs, err = n.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: jobsBucket, Replicas: n.replicas})
		}
	}
	if err == nil {
		n.workers, err = n.js.KeyValue(ctx, workersBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			n.workers, err = n.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
				Bucket: workersBucket, Replicas: n.replicas, TTL: n.lease, Storage: jetstream.MemoryStorage,
			})
		}
	}
	if err == nil {
		n.objects, err = n.js.ObjectStore(ctx, objectsBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			n.objects, err = n.js.CreateOrUpdateObjectStore(ctx,
				jetstream.ObjectStoreConfig{Bucket: objectsBucket, Replicas: n.replicas})
		}
	}
	return err
}

// recreate recreates what is gone. References to it stay valid, as they go by name.
func (n *network) recreate(ctx context.Context) {
	fresh := *n
	if err := fresh.createMissing(ctx); err != nil {
		slog.Debug("data lost by the servers could not be restored", "err", err)
	}
}

func (n *network) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := n.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return n.js.CreateStream(ctx, c)
	}
	return s, err
}

// Servers reads the addresses of servers, a list with commas.
func Servers(text string) (string, error) {
	var all []string
	for address := range strings.SplitSeq(text, ",") {
		if !strings.Contains(address, "://") && len(all) > 0 {
			address = "nats://" + address
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || u.Path != "" {
			if at := strings.LastIndex(text, "@"); at >= 0 {
				text = "..." + text[at:]
			}
			return "", fmt.Errorf("%q is not the address of a server such as nats://host:4222, or a list of them", text)
		}
		all = append(all, address)
	}
	return strings.Join(all, ","), nil
}

// loopback reports whether all servers, or a listener, are on this machine, where nobody can
// eavesdrop.
func loopback(servers string) bool {
	for address := range strings.SplitSeq(servers, ",") {
		host := address
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			host = u.Hostname()
		} else if h, _, err := net.SplitHostPort(address); err == nil {
			host = h
		}
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

// retry calls f until it succeeds or ctx is done: servers are restarted, leaders
// elected and disks cleared. A failure is reported at most once a minute.
func (n *network) retry(ctx context.Context, what string, f func(context.Context) error) error {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, requestTimeout) {
		err := f(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n.warnings.report(what, err)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// warnings are when failures were last reported.
type warnings struct {
	mu   sync.Mutex
	last map[string]time.Time
}

func (w *warnings) report(what string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.last[what]) > time.Minute {
		w.last[what] = time.Now()
		slog.Warn(what+" failed, retrying", "err", plain(err))
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// entries are the latest values of all keys that match.
func entries(ctx context.Context, bucket jetstream.KeyValue, keys string) (all []jetstream.KeyValueEntry, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	w, err := bucket.Watch(ctx, keys, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer w.Stop()
	for {
		select {
		case e, open := <-w.Updates():
			switch {
			case !open:
				return nil, errors.New("the server ended the list early")
			case e == nil:
				return all, nil
			}
			all = append(all, e)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
