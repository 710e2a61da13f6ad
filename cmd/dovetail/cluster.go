package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/search/cluster"
	"dovetail/search/run"
)

// clusterFlags say which machines do a search. With none it is this process.
type clusterFlags struct {
	servers, listen, credentials string

	open *cluster.Cluster // once a search asks for it
}

// here stands for servers in this process.
const here = "here"

// servers are addresses of NATS servers.
var servers = form[string]{"servers", cluster.Servers}

func credentialsOption(to *string) option {
	return flag(to, "credentials", "", "`FILE` that the servers know one by", file("credentials"))
}

func (f *clusterFlags) options(dir *string) options {
	on := flag(&f.servers, "cluster", "", "let other machines help: by NATS `SERVERS`, or by one in this process", form[string]{"servers", func(text string) (string, error) {
		if text == here {
			return here, nil
		}
		return cluster.Servers(text)
	}})
	on.flag.NoOptDefVal = here
	listen := flag(&f.listen, "listen", "127.0.0.1:4222", "with --cluster, `ADDRESS` of the server in this process", form[string]{"address", cluster.ListenAddress})
	credentials := credentialsOption(&f.credentials)
	on.ends = f.close
	on.check = func() error {
		switch {
		case f.servers == here && *dir == "":
			return errors.New("cluster needs --resume DIR, where a server in this process keeps its files, or the addresses of others: --cluster nats://host:4222")
		case f.servers != here && listen.flag.Changed:
			return errors.New("listen is for a server in this process, as with --cluster --resume DIR")
		case (f.servers == here || f.servers == "") && f.credentials != "":
			return errors.New("credentials are for servers elsewhere, as with --cluster nats://host:4222")
		}
		return nil
	}
	return options{on, listen, credentials}
}

// cluster is the machines chosen, or nil.
func (f *clusterFlags) cluster(dir string, quiet bool) run.Cluster {
	if f.open != nil {
		return f.open
	}
	o := cluster.Options{URL: f.servers, Credentials: f.credentials, Dir: dir, Listen: f.listen}
	switch f.servers {
	case "":
		return nil
	case here:
		o.URL = ""
	}
	if !quiet {
		o.Note = func(text string) { fmt.Fprintln(os.Stderr, "note:", results.OneLine(text)) }
	}
	f.open = cluster.New(o)
	return f.open
}

// close leaves the servers, and ends the one in this process, or leaves it to end where its disk hangs.
func (f *clusterFlags) close() {
	if f.open == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.open.Close()
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
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
		Short: "Do tasks of searches that run elsewhere with --cluster",
		Long: `Do tasks of whatever searches are open on NATS servers, one of dovetail --cluster or others, until the
first Ctrl-C: then the tasks in hand are finished. The second drops them, and others do them. Nothing is kept
on this machine, and it may be killed at any moment. A search of another build of the program is refused.`,
		Example: `  dovetail work nats://127.0.0.1:4222 --credentials DIR/cluster/worker.credentials
  dovetail work nats://host:4222 --credentials worker.credentials --threads 8
  dovetail work nats://a,nats://b,nats://c --credentials worker.credentials --idle 10m`,
	}, o.answer("working", func(ctx context.Context) ([]results.Record, error) {
		return one(cluster.New(o.Options).Work(ctx, o.threads, o.idle, o.meter))
	}), options{
		argument(&o.URL, servers),
		credentialsOption(&o.Credentials),
		flag(&o.idle, "idle", "", "end when there has been no task for `TIME`, such as 10m; never if not given", period("idle", "")),
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
		Short: "The searches on a cluster: how far they are, and who works on them",
		Example: `  dovetail jobs nats://127.0.0.1:4222 --credentials DIR/cluster/worker.credentials
  dovetail jobs nats://host:4222 --credentials worker.credentials --stop 91f3a0c55d3e7b42`,
	}, o.answer("asking", func(ctx context.Context) ([]results.Record, error) {
		return one(cluster.New(o.Options).Jobs(ctx, o.stop, o.forget))
	}), options{
		argument(&o.URL, servers),
		credentialsOption(&o.Credentials),
		flag(&o.stop, "stop", "", "have the owner of `JOB` save its state and end", text),
		flag(&o.forget, "forget", "", "delete `JOB`, which has no owner, with its state", text),
	}, o.printOptions(), options{o.outOption()})
}
