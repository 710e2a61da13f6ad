package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/search/cluster"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// The commands about machines: those that share a search, and the machine of the program.

// clusterFlags say which machines do a search. Without any it is this process.
type clusterFlags struct {
	servers, listen, credentials string
	twice                        float64

	open *cluster.Cluster // connected on first use
}

// here stands for servers in this process.
const here = "here"

// addresses reads those of NATS servers.
func addresses(_, text string) (string, error) { return cluster.Servers(text) }

// servers are addresses of NATS servers.
var servers = param.Kind[string]{Name: "servers", Parse: addresses}

func credentialsOption(to *string) option {
	return flag(to, "credentials", "", "`FILE` with the credentials for the servers", param.File)
}

func (f *clusterFlags) options(dir *string) options {
	on := flag(&f.servers, "cluster", "",
		"share the search with other machines, through NATS `SERVERS`, or through a server in this process",
		param.Kind[string]{Name: "servers", Parse: func(_, text string) (string, error) {
			if text == here {
				return here, nil
			}
			return cluster.Servers(text)
		}})
	on.flag.NoOptDefVal = here
	listen := flag(&f.listen, "listen", "127.0.0.1:4222",
		"with --cluster, the `ADDRESS` at which the server in this process listens", param.Kind[string]{Name: "address",
			Parse: func(_, text string) (string, error) { return cluster.ListenAddress(text) }})
	twice := flag(&f.twice, "twice", "1%",
		"with --cluster, the `SHARE` of tasks that are done by two workers; a difference stops the search (exit code 3)",
		param.Share)
	credentials := credentialsOption(&f.credentials)
	on.check = func() error {
		switch {
		case f.servers == here && *dir == "":
			return errors.New("cluster needs --resume DIR, where the server in this process stores its files, or the " +
				"addresses of other servers: --cluster nats://host:4222")
		case f.servers != here && listen.flag.Changed:
			return errors.New("listen is for a server in this process, as with --cluster --resume DIR")
		case (f.servers == here || f.servers == "") && f.credentials != "":
			return errors.New("credentials are for other servers, as with --cluster nats://host:4222")
		case f.servers == "" && twice.flag.Changed:
			return errors.New("twice is for tasks of other machines, as with --cluster")
		}
		return nil
	}
	return options{on, listen, twice, credentials}
}

// cluster is the machines chosen, or nil.
func (f *clusterFlags) cluster(dir string, quiet bool) run.Cluster {
	if f.open != nil {
		return f.open
	}
	o := cluster.Options{URL: f.servers, Credentials: f.credentials, Dir: dir, Listen: f.listen, Twice: f.twice,
		Kinds: questions.Kinds}
	switch f.servers {
	case "":
		return nil
	case here:
		o.URL = ""
	}
	if !quiet {
		o.Note = func(text string) { fmt.Fprintln(os.Stderr, "note:", render.OneLine(text)) }
	}
	f.open = cluster.New(o)
	return f.open
}

// close disconnects from the servers, and ends the one in this process, or abandons it where its
// disk hangs.
func (f *clusterFlags) close() {
	if f.open == nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), endTimeout)
	defer stop()
	fault.Until(ctx, func() (none struct{}, _ error) {
		f.open.Close()
		return none, nil
	})
}

func newWork() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		cluster.Options
		idle time.Duration
	}
	return declare(&cobra.Command{
		Use:   "work SERVERS",
		Short: "Work on the tasks of searches that were started with --cluster",
		Long: `Work on the tasks of all searches that are open on the given NATS servers; a server can be the one that a command
with --cluster runs. The first Ctrl-C ends the command after the tasks it has begun; the second drops these tasks,
and they are given to other workers. Nothing is stored on this machine, and the process may be killed at any moment.
Searches started by a different build of the program are refused.`,
		Example: `  dovetail work nats://127.0.0.1:4222 --credentials DIR/cluster/worker.credentials
  dovetail work nats://host:4222 --credentials worker.credentials --threads 8
  dovetail work nats://a,nats://b,nats://c --credentials worker.credentials --idle 10m`,
	}, o.answer("working", func(ctx context.Context) ([]results.Record, error) {
		o.Kinds = questions.Kinds
		return one(cluster.New(o.Options).Work(ctx, o.threads, o.idle, o.meter))
	}), options{
		argument(&o.URL, "servers", servers),
		credentialsOption(&o.Credentials),
		flag(&o.idle, "idle", "", "exit after `TIME`, such as 10m, without a task (default: never)", param.Period[time.Duration]("")),
		{saves: func() bool { return true }},
	}, o.threadFlags.options(), o.printOptions(), options{o.outOption()})
}

func newJobs() *cobra.Command {
	var o struct {
		outputFlags
		cluster.Options
		stop, forget string
	}
	return declare(&cobra.Command{
		Use:   "jobs SERVERS",
		Short: "The searches on a cluster: their progress and their workers",
		Example: `  dovetail jobs nats://127.0.0.1:4222 --credentials DIR/cluster/worker.credentials
  dovetail jobs nats://host:4222 --credentials worker.credentials --stop 91f3a0c55d3e7b42`,
	}, o.answer("searches", func(ctx context.Context) ([]results.Record, error) {
		return one(cluster.New(o.Options).Jobs(ctx, o.stop, o.forget))
	}), options{
		argument(&o.URL, "servers", servers),
		credentialsOption(&o.Credentials),
		flag(&o.stop, "stop", "", "tell the process that started `JOB` to save its state and exit", param.Text),
		flag(&o.forget, "forget", "", "delete `JOB` and its state, if the process that started it has ended", param.Text),
	}, o.printOptions(), options{o.outOption()})
}
