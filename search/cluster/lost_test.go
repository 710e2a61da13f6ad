package cluster

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// forgetful is a server that can lose all that it holds.
type forgetful struct {
	t       *testing.T
	options server.Options
	*server.Server
}

func newForgetful(t *testing.T) *forgetful {
	at, err := net.ResolveTCPAddr("tcp", runtest.Address(t)) // nobody takes it while the server is down
	if err != nil {
		t.Fatal(err)
	}
	f := &forgetful{t: t, options: server.Options{
		ServerName: "forgetful", Host: "127.0.0.1", Port: at.Port, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
	}}
	f.start()
	t.Cleanup(func() { f.Shutdown() })
	return f
}

func (f *forgetful) start() {
	options := f.options
	s, err := server.NewServer(&options)
	if err != nil {
		f.t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		f.t.Fatal("the server does not start")
	}
	f.Server = s
}

// forget has the server start anew with nothing.
func (f *forgetful) forget() {
	f.Shutdown()
	f.WaitForShutdown()
	if err := os.RemoveAll(f.options.StoreDir); err != nil {
		f.t.Error(err)
	}
	f.start()
}

// All that lies on the servers is lost in the midst of a search: the owner makes it anew, and
// workers help again. One that is interrupted right after ends at once all the same.
func TestAllIsLost(t *testing.T) {
	t.Parallel()
	q := primes{N: 3000, Piece: 10, Pause: 20 * time.Millisecond}
	for name, lose := range map[string]func(*forgetful, *network){
		"server started with an empty store": func(f *forgetful, _ *network) { f.forget() },
		"deleted by a client": func(_ *forgetful, n *network) {
			for _, stream := range []string{tasksStream, resultsStream, "KV_" + jobsBucket, "KV_" + workersBucket, "OBJ_" + objectsBucket} {
				if err := n.js.DeleteStream(context.Background(), stream); err != nil {
					t.Error(err)
				}
			}
		},
	} {
		for _, ends := range []bool{false, true} {
			name := name
			if ends {
				name += ", interrupted"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				f := newForgetful(t)
				c := New(Options{URL: f.ClientURL(), lease: testLease, build: "test", Kinds: testKinds})
				defer c.Close()
				n, err := c.connect(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				fire := hire(t, c, 1)
				defer fire()
				ctx, interrupt := context.WithCancel(t.Context())
				defer interrupt()
				var interrupted time.Time
				lost, helped := false, false
				j, _, err := run.Run(ctx, q, run.Options{Threads: 1, Dir: t.TempDir(), Cluster: c, Begin: func(run.Task) {
					// The one thread here waits until the workers help, before and after.
					for !lost && arrivals(n) == 0 {
						time.Sleep(5 * time.Millisecond)
					}
					if !lost {
						lose(f, n)
						lost = true
						if ends {
							interrupted = time.Now()
							interrupt()
						}
					}
					for !helped && !ends && arrivals(n) == 0 {
						time.Sleep(5 * time.Millisecond)
					}
					helped = true
				}})
				if ends {
					if took := time.Since(interrupted); took > soon || !errors.As(err, new(*run.Stopped)) {
						t.Errorf("%v after %v", err, took)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				quick := q
				quick.Pause = 0
				got, err := j.Total()
				if want := answer(t, quick, run.Options{}); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s, want %s, %v", got, want, err)
				}
			})
		}
	}
}

// arrivals is how many have arrived at the servers, none while they do not answer.
func arrivals(n *network) uint64 {
	info, err := n.results.Info(context.Background())
	if err != nil {
		return 0
	}
	return info.State.LastSeq
}
