// Package cluster reaches no other machines from a browser.
package cluster

import (
	"context"
	"errors"
	"time"

	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Options are those of a cluster.
type Options struct {
	URL, Credentials, Dir, Listen string
	Twice                         float64
	Kinds                         []run.Kind
	Note                          func(string)
}

// Cluster is none.
type Cluster struct{ Options }

var errBrowser = results.Refuse(errors.New("a browser is no part of a cluster"))

// New is none.
func New(o Options) *Cluster { return &Cluster{o} }

// Post implements [run.Cluster].
func (*Cluster) Post(context.Context, run.Posted) (run.Coordinator, error) { return nil, errBrowser }

// Place implements [run.Cluster].
func (*Cluster) Place() string { return "" }

// Close does nothing.
func (*Cluster) Close() {}

// Work does nothing.
func (*Cluster) Work(context.Context, int, time.Duration, *progress.Meter) (w results.Work, err error) {
	return w, errBrowser
}

// Jobs are none.
func (*Cluster) Jobs(context.Context, string, string) (j results.Jobs, err error) {
	return j, errBrowser
}

// Servers refuses every address.
func Servers(string) (string, error) { return "", errBrowser }

// ListenAddress takes any address: nobody listens.
func ListenAddress(text string) (string, error) { return text, nil }

// Hidden has nothing to hide.
func Hidden(text string) string { return text }
