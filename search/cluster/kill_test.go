package cluster

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// TestMain also is the processes that the tests kill.
func TestMain(m *testing.M) {
	roles := map[string]func() error{"owner": ownerProcess, "worker": workerProcess, "server": serverProcess}
	if role, ok := roles[os.Getenv("ROLE")]; ok {
		if err := role(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests wait more than they compute
	os.Exit(m.Run())
}

func clusterHere() *Cluster {
	return New(Options{URL: os.Getenv("URL"), Dir: os.Getenv("DIR"), Listen: os.Getenv("LISTEN"), Credentials: os.Getenv("CREDENTIALS"), Twice: 0.3, lease: testLease, build: "test", Kinds: testKinds})
}

// ownerProcess writes its answer to a file.
func ownerProcess() error {
	n, _ := strconv.Atoi(os.Getenv("N"))
	j, _, err := run.Run(context.Background(), question(n), run.Options{Threads: 1, Dir: os.Getenv("DIR"), Interval: 200 * time.Millisecond, Cluster: clusterHere()})
	if err != nil {
		return err
	}
	total, err := j.Total()
	if err != nil {
		return err
	}
	out := os.Getenv("OUT")
	if err := os.WriteFile(out+".next", total, 0o666); err != nil {
		return err
	}
	return os.Rename(out+".next", out)
}

func question(n int) primes { return primes{N: n, Piece: 10, Pause: 15 * time.Millisecond} }

func workerProcess() error {
	for file := os.Getenv("CREDENTIALS"); file != ""; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			break
		}
	}
	_, err := clusterHere().Work(context.Background(), 2, 0, nil)
	return err
}

// serverProcess is one of the servers of URL. There are one or three.
func serverProcess() error {
	servers := strings.Split(os.Getenv("URL"), ",")
	routes := strings.Split(os.Getenv("ROUTES"), ",")
	k, _ := strconv.Atoi(os.Getenv("K"))
	at, _ := url.Parse(servers[k])
	port, _ := strconv.Atoi(at.Port())
	o := &server.Options{
		ServerName: fmt.Sprint("s", k), Host: at.Hostname(), Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(os.Getenv("STORE"), fmt.Sprint(k)),
	}
	if storage, err := strconv.ParseInt(os.Getenv("STORAGE"), 10, 64); err == nil {
		o.JetStreamMaxStore = storage
	}
	if len(servers) > 1 {
		at, _ := url.Parse(routes[k])
		port, _ := strconv.Atoi(at.Port())
		o.Cluster = server.ClusterOpts{Name: "test", Host: at.Hostname(), Port: port}
		o.Routes = server.RoutesFromStr(strings.Join(routes, ","))
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

// stage is processes that are started again when they are killed.
type stage struct {
	t    *testing.T
	env  []string
	log  *os.File
	wait sync.WaitGroup

	mu    sync.Mutex
	over  bool
	alive map[string][]*os.Process // by role
}

func newStage(t *testing.T, servers int) *stage {
	dir := t.TempDir()
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, log: log, alive: map[string][]*os.Process{}}
	s.env = []string{"STORE=" + dir, "OUT=" + filepath.Join(dir, "out")}
	var urls, routes []string
	for range servers {
		urls, routes = append(urls, "nats://"+runtest.Address(t)), append(routes, "nats://"+runtest.Address(t))
	}
	if servers == 0 { // in the owner
		at := runtest.Address(t)
		s.env = append(s.env, "LISTEN="+at, "DIR="+filepath.Join(dir, "state"))
		urls = []string{"nats://" + at}
	}
	s.env = append(s.env, "ROUTES="+strings.Join(routes, ","), "SERVERS="+strings.Join(urls, ","))
	t.Cleanup(func() {
		s.mu.Lock()
		s.over = true
		for _, all := range s.alive {
			for _, p := range all {
				p.Kill()
			}
		}
		s.mu.Unlock()
		s.wait.Wait()
		if text, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("%.20000s", text)
		}
	})
	return s
}

func (s *stage) value(name string) string {
	for _, e := range s.env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			return v
		}
	}
	return ""
}

// start plays a role until its process ends by itself, in success.
func (s *stage) start(role string, env ...string) (done chan struct{}) {
	done = make(chan struct{})
	env = append(append(append(os.Environ(), "ROLE="+role), s.env...), env...)
	if role != "owner" || s.value("DIR") == "" {
		env = append(env, "DIR=", "URL="+s.value("SERVERS"))
		if dir := s.value("DIR"); dir != "" {
			env = append(env, "CREDENTIALS="+filepath.Join(dir, "cluster", "worker.credentials"))
		}
	}
	s.wait.Go(func() {
		for {
			cmd := exec.Command(os.Args[0])
			cmd.Env, cmd.Stderr = env, s.log
			s.mu.Lock()
			if s.over {
				s.mu.Unlock()
				return
			}
			err := cmd.Start()
			s.alive[role] = append(s.alive[role], cmd.Process)
			s.mu.Unlock()
			if err == nil {
				err = cmd.Wait()
			}
			s.mu.Lock()
			for i, p := range s.alive[role] {
				if p == cmd.Process {
					s.alive[role] = append(s.alive[role][:i], s.alive[role][i+1:]...)
					break
				}
			}
			s.mu.Unlock()
			if err == nil {
				close(done)
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	return done
}

// kill kills a process of a role, or none if all are dead already.
func (s *stage) kill(role string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.alive[role]
	if len(all) == 0 {
		return false
	}
	return all[rand.IntN(len(all))].Kill() == nil
}

// kills is how many processes of each role are killed, on how many servers.
type kills struct {
	name                  string
	servers               int
	worker, owner, server int
	workers, size         int
}

// matrix is a sample; all of it is in long_test.go.
var matrix = []kills{
	{name: "server in the owner", worker: 4, owner: 2, workers: 2, size: 3000},
	{name: "one server", servers: 1, worker: 2, owner: 1, server: 2, workers: 2, size: 3000},
}

// Any process is killed at any moment: nothing is lost, and nothing counted twice.
func TestKills(t *testing.T) {
	for _, k := range matrix {
		t.Run(k.name, func(t *testing.T) { t.Parallel(); play(t, k) })
	}
}

func play(t *testing.T, k kills) {
	s := newStage(t, k.servers)
	for i := range k.servers {
		s.start("server", "URL="+s.value("SERVERS"), fmt.Sprint("K=", i))
	}
	for range k.workers {
		s.start("worker")
	}
	left := map[string]int{"worker": k.worker, "owner": k.owner, "server": k.server}
	for n := k.size; ; n++ { // another question for as long as somebody is left to be killed
		done := s.start("owner", fmt.Sprint("N=", n))
		limit := time.After(4 * generous)
		for ended := false; !ended; {
			pause := time.Duration(100+rand.IntN(900)) * time.Millisecond
			if k.servers == 3 {
				pause *= 3
			}
			select {
			case <-done:
				ended = true
			case <-limit:
				t.Fatalf("question %d takes too long; left to kill: %v", n, left)
			case <-time.After(pause):
				var roles []string
				for role, count := range left {
					for range count {
						roles = append(roles, role)
					}
				}
				if len(roles) > 0 {
					if role := roles[rand.IntN(len(roles))]; s.kill(role) {
						left[role]--
					}
				}
			}
		}
		got, err := os.ReadFile(s.value("OUT"))
		if err != nil {
			t.Fatal(err)
		}
		quick := question(n)
		quick.Pause = 0
		if want := answer(t, quick, run.Options{}); !bytes.Equal(got, want) {
			t.Fatalf("question %d: %s, want %s", n, got, want)
		}
		os.Remove(s.value("OUT"))
		os.RemoveAll(filepath.Join(s.value("DIR"), "checkpoint"))
		if left["worker"]+left["owner"]+left["server"] == 0 {
			t.Logf("%d questions; killed: %d workers, %d owners, %d servers", n-k.size+1, k.worker, k.owner, k.server)
			return
		}
	}
}
