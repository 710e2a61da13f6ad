package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"dovetail/docs"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/explorer"
	"dovetail/search/cluster"
	"dovetail/search/orders"
	"dovetail/search/run/states"
)

// The explorer asks the program itself: each answer on its pages is that of a command line,
// which stands beside it.

// exploreFlags say what the explorer may show and use.
type exploreFlags struct {
	storeFlags
	cluster.Options
	runs  string
	every time.Duration
}

func (f *exploreFlags) options() options {
	return options{
		f.option(),
		flag(&f.runs, "runs", "", "store the states of searches in `DIR` (default: runs, in the user's data directory)", file("runs")),
		flag(&f.every, "checkpoint-interval", "10s", "how often searches save their states", period("checkpoint-interval", "")),
		flag(&f.URL, "cluster", "", "also show the searches on NATS `SERVERS`", servers),
		credentialsOption(&f.Credentials),
		{check: func() error {
			if f.URL == "" && f.Credentials != "" {
				return errors.New("credentials are for servers, as with --cluster nats://host:4222")
			}
			return nil
		}},
		{saves: func() bool { return true }},
	}
}

// program is what the explorer may ask.
func (f *exploreFlags) program() explorer.Program {
	if store, err := catalogue.DefaultPath(); f.runs == "" && err == nil {
		f.runs = filepath.Join(filepath.Dir(store), "runs")
	}
	kept := &states.Folder{Path: f.runs}
	p := explorer.Program{
		Ask: f.ask,
		Orders: func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
			p, err := orders.PlanDecks(from, to, orders.Auto)
			if err != nil {
				return usage(err)
			}
			return p.Decks(ctx, from, to, yield)
		},
		Glossary: docs.Glossary,
		Spell:    func(text string) (string, error) { return shuffle.Spell(text, shuffle.Names()) },
		Line:     func(line []string) string { return "dovetail " + commandLine(f.located(line)) },
		Folder:   f.runs,
		Kept:     kept.List,
		Every:    f.every,
	}
	if f.URL != "" {
		p.Servers, p.Cluster = cluster.Hidden(f.URL), cluster.New(f.Options).Jobs
	}
	return p
}

// address is one to listen at.
var address = form[string]{"address", func(text string) (string, error) {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:8080", text)
	}
	return text, nil
}}

func newExplore() *cobra.Command {
	var o struct {
		outputFlags
		exploreFlags
		listen string
		stay   bool
	}
	cmd := declare(&cobra.Command{
		Use:   "explore",
		Short: "Explore the answers in the browser",
		Long: `Serve interactive pages and open them in the browser: perfect shuffles, how far a deck is from fair, topswops, words
of shuffles, a card trick, the running searches, and the catalogue. Each answer is shown with the command line
that prints it, and with a button that saves it in the catalogue. Searches that are started from a page, or by a
command with --resume DIR/NAME where DIR is the folder of --runs, can be stopped and resumed; their states are saved
when the explorer ends.

The pages are served until Ctrl-C, and to this machine alone. With another address in --listen they are served to
whoever has the link; the key in the link works once.`,
		Example: `  dovetail explore
  dovetail explore --listen 127.0.0.1:8123 --no-open
  dovetail explore --runs searches --catalogue mine.sqlite
  dovetail explore --cluster nats://host:4222 --credentials worker.credentials`,
	}, func(ctx context.Context, _ []string) error {
		l, err := net.Listen("tcp", o.listen)
		if err != nil {
			return usage(results.Cannot("listen at", o.listen, err))
		}
		s := explorer.New(o.program(), l.Addr())
		err = results.WriteFile("-", func(w io.Writer) error {
			_, err := fmt.Fprintln(w, s.Link())
			return err
		})
		if err != nil {
			return err
		}
		if !o.stay {
			showLink(s.Link())
		}
		return s.Serve(ctx, l)
	}, options{
		flag(&o.listen, "listen", "127.0.0.1:0", "address to serve at; port 0 means any free port", address),
		toggle(&o.stay, "no-open", "do not open the browser"),
		o.quietOption(),
	}, o.exploreFlags.options())
	return cmd
}

// showLink shows a link in the browser, if there is one.
func showLink(link string) {
	name, args := "xdg-open", []string{link}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", link}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		fmt.Fprintf(os.Stderr, "note: open %s in a browser\n", link)
		return
	}
	go cmd.Wait()
}
