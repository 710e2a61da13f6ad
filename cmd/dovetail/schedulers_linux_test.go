package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
)

// These tests run the recipes of docs/cluster by the schedulers themselves, all on this machine. The
// second part is killed by -9 once it has saved its state, and is done again.

// dividedSearch is what is divided into parts.
const dividedSearch = "topswops max 13 --assume-known"

// parted is a directory for the parts of a search, and the environment in which recipes run there:
// "dovetail" is this program, except that the second part is killed when it is done for the first
// time.
func parted(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = must.Have(filepath.EvalSymlinks(t.TempDir()))(t)
	self := must.Have(os.Executable())(t)
	shim := fmt.Sprintf(`#!/bin/bash
export DOVETAIL_PROGRAM=1
case " $* " in *" --resume part.2 "*)
	if [ ! -e killed ]; then
		until [ -e killed ]; do # or it was done before it was killed
			rm -rf part.2
			%[1]s "$@" --checkpoint-interval 1ms &
			until [ -s part.2/question ] || ! kill -0 $!; do :; done
			kill -9 $!
			wait $!
			grep -q '"done":false' part.2/question && touch killed
		done
		exit 137
	fi
esac
exec %[1]s "$@"
`, self)
	bin := filepath.Join(dir, "bin")
	must.Do(t, os.Mkdir(bin, 0o777))
	must.Do(t, os.WriteFile(filepath.Join(bin, "dovetail"), []byte(shim), 0o777))
	return dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "SEARCH="+dividedSearch)
}

// joins compares what parts add up to with what one process finds.
func joins(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "killed")); err != nil {
		t.Error("no part was killed")
	}
	want := merged(t, append(strings.Fields(dividedSearch), "--fresh")...)
	parts := []string{"merge"}
	for i := 1; i <= 4; i++ {
		parts = append(parts, filepath.Join(dir, fmt.Sprint("part.", i)))
	}
	if got := merged(t, parts...); !bytes.Equal(got, want) {
		t.Errorf("the parts answer\n%s\nnot\n%s", got, want)
	}
}

func TestParallelParts(t *testing.T) {
	t.Parallel()
	longtest.Needs(t, "parallel")
	recipe := must.Have(filepath.Abs("../../docs/cluster/parallel.sh"))(t)
	dir, env := parted(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "hosts"), []byte(":\n"), 0o666))
	cmd := exec.Command("sh", recipe)
	cmd.Dir, cmd.Env = dir, append(env, "PARTS=4", "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	joins(t, dir)
}

func TestSlurmParts(t *testing.T) {
	t.Parallel()
	longtest.Needs(t, "slurmctld")
	recipe := must.Have(filepath.Abs("../../docs/cluster/slurm.sh"))(t)
	dir, env := parted(t)
	slurm := startSlurm(t, dir, env)
	job := slurm("sbatch", "--parsable", "--array=1-4", "--mem=0", recipe)
	state := func(part string) string {
		_, rest, _ := strings.Cut(slurm("scontrol", "-o", "show", "job", job+"_"+part), " JobState=")
		return strings.Fields(rest + " ?")[0]
	}
	for _, part := range []string{"1", "2", "3", "4"} {
		again := false
		for state(part) != "COMPLETED" {
			if !again && state(part) == "FAILED" {
				slurm("scontrol", "requeue", job+"_"+part)
				again = true
			} else if again && state(part) == "FAILED" {
				log, _ := os.ReadFile(filepath.Join(dir, "part."+part+".log"))
				t.Fatalf("part %s fails twice: %s", part, log)
			}
			time.Sleep(50 * time.Millisecond)
		}
		if again != (part == "2") {
			t.Errorf("part %s was done again: %v", part, again)
		}
	}
	joins(t, dir)
}

// startSlurm starts munge and Slurm with two nodes, both this machine, and returns what runs a
// command of Slurm.
func startSlurm(t *testing.T, dir string, env []string) func(args ...string) string {
	t.Helper()
	me := must.Have(user.Current())(t)
	host := must.Have(os.Hostname())(t)
	host, _, _ = strings.Cut(host, ".")
	socket, key := filepath.Join(dir, "munge"), filepath.Join(dir, "key")
	conf := filepath.Join(dir, "slurm.conf")
	ports := freePorts(t, 3)
	for name, text := range map[string]string{
		key: strings.Repeat("a key of a test. ", 8),
		conf: fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[4]d
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=%[3]s/munge,cred_expire=5
StateSaveLocation=%[3]s/state
SlurmdSpoolDir=%[3]s/%%n
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/%%n.pid
SlurmctldLogFile=%[3]s/slurmctld.log
SlurmdLogFile=%[3]s/%%n.log
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=%[1]s Port=%[5]d CPUs=1
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=%[1]s Port=%[6]d CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
`, host, me.Username, dir, ports[0], ports[1], ports[2]),
	} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for _, folder := range []string{"state", "n1", "n2"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, folder), 0o755))
	}
	env = append(env, "SLURM_CONF="+conf)
	var ended atomic.Bool // a daemon that should run until the end of the test
	for _, daemon := range [][]string{
		{"munged", "--foreground", "--force", "--socket", socket, "--key-file", key, "--pid-file", socket + ".pid",
			"--log-file", socket + ".log", "--seed-file", socket + ".seed"},
		{"slurmctld", "-D"},
		{"slurmd", "-D", "-N", "n1"},
		{"slurmd", "-D", "-N", "n2"},
	} {
		cmd := exec.Command(sbin(daemon[0]), daemon[1:]...)
		cmd.Dir, cmd.Env = dir, env
		var says bytes.Buffer
		cmd.Stdout, cmd.Stderr = &says, &says
		must.Do(t, cmd.Start())
		over := make(chan error, 1)
		go func() {
			over <- cmd.Wait()
			ended.Store(true)
		}()
		t.Cleanup(func() {
			cmd.Process.Kill()
			<-over
			if t.Failed() {
				t.Logf("%s: %s", daemon[0], says.Bytes())
			}
		})
		for _, err := os.Stat(socket); daemon[0] == "munged" && err != nil && !ended.Load(); _, err = os.Stat(socket) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	command := func(args ...string) ([]byte, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, env
		return cmd.CombinedOutput()
	}
	for { // both nodes have registered
		if out, err := command("sinfo", "-h", "-o", "%D %T"); err == nil && string(out) == "2 idle\n" {
			break
		}
		if ended.Load() {
			t.Fatal("Slurm does not start here")
		}
		time.Sleep(50 * time.Millisecond)
	}
	return func(args ...string) string {
		t.Helper()
		out, err := command(args...)
		if err != nil {
			t.Fatalf("%q: %v, %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
}

// sbin is the path of a daemon, which may be outside a user's path.
func sbin(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	return "/usr/sbin/" + name
}

// freePorts are ports that nobody listens at.
func freePorts(t *testing.T, n int) (ports []int) {
	for range n {
		l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
