package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dovetail/cmd/site/files"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/explorer"
	"dovetail/search/cluster"
	"dovetail/search/pages"
	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/run/progress"
	"dovetail/search/verify"
)

// The explorer is handed what it may ask: each answer on its pages is that of a question, beside the
// command line that asks it.

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
		flag(&f.runs, "runs", "", "store the states of searches in `DIR` (default: runs, in the user's data directory)",
			file("runs")),
		flag(&f.every, "checkpoint-interval", "10s", "how often searches save their states",
			period("checkpoint-interval", "")),
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
	folder := &run.Folder{Path: f.runs}
	p := pages.Program()
	p.List, p.Verify = f.list, f.verify
	p.Ask = func(ctx context.Context, tell func(results.Progress), how explorer.How,
		asked ...results.Question) (explorer.Answer, error) {
		if err := pages.TooLong(asked...); err != nil && how.Dir == "" {
			return explorer.Answer{}, err
		}
		return f.ask(ctx, tell, how, asked...)
	}
	p.Folder = f.runs
	p.Searches = func() ([]explorer.Search, error) { return pages.Searches(folder) }
	p.Remove, p.Label = folder.Remove, folder.SetLabel
	if f.store != "" {
		p.Store = " " + questions.Quote([]string{"--catalogue", f.store})
	}
	if f.URL != "" {
		p.Servers, p.Cluster = cluster.Hidden(f.URL), cluster.New(f.Options).Jobs
	}
	return p
}

// ask answers questions of a page.
func (f *exploreFlags) ask(ctx context.Context, tell func(results.Progress), how explorer.How,
	asked ...results.Question) (answer explorer.Answer, err error) {
	o := askFlags{
		outputFlags: outputFlags{names: pages.Names(how, asked[0]), given: how.Names != nil, meter: progress.To("", tell)},
		threadFlags: threadFlags{threads: run.Threads(how.Threads)}, memoryFlags: memoryFlags{pages.Memory},
		resumeFlags: resumeFlags{dir: how.Dir, interval: f.every,
			left: run.Note{Questions: jsonOf(asked), Threads: how.Threads}},
	}
	a := asking{label: "this", resume: true}
	began, cpu := time.Now(), run.CPUTime()
	o.meter.Start(0, 0)
	defer o.meter.Stop()
	answer.Records, err = o.all(results.Together(pace.Listen(ctx, o.meter)), a, o.env(), asked)
	if err = cmp.Or(err, o.finished()); err != nil {
		return explorer.Answer{}, err
	}
	questions.Named(answer.Records)
	answer.Notes = questions.Notes(asked[0])
	m := catalogue.Here(questions.Text(how.Names, asked[0]), canonical(asked), run.CPUTime()-cpu, began)
	answer.Save = func(ctx context.Context) (int64, error) { return f.saveAs(ctx, m, answer.Records...) }
	return answer, nil
}

// list is a part of the catalogue.
func (f *exploreFlags) list(ctx context.Context, filter catalogue.Filter, records bool) (results.Listing, error) {
	return (&filterFlags{storeFlags: f.storeFlags, Filter: filter}).listed(ctx, records)
}

// verify checks a part of the catalogue.
func (f *exploreFlags) verify(ctx context.Context, filter catalogue.Filter,
	tell func(results.Progress)) (explorer.Answer, error) {
	meter := progress.To("", tell)
	meter.Start(0, 0)
	defer meter.Stop()
	var v results.Verdicts
	err := f.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) (err error) {
		l := verify.Limits{Time: pages.Time, Memory: pages.Memory, Threads: run.Threads(0)}
		v, err = verify.Kept(pace.Listen(ctx, meter), l, c, filter)
		return err
	})
	answer := explorer.Answer{Records: []results.Record{v}}
	if wrong := verdict(v); err == nil && wrong != nil {
		answer.Notes = []string{wrong.Error()}
	}
	return answer, err
}

// address is one to listen at.
var address = parser[string]{"address", func(text string) (string, error) {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:8080", text)
	}
	return text, nil
}}

// siteAddress is one of a folder on the web.
var siteAddress = parser[string]{"address", func(text string) (string, error) {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || at.RawQuery != "" || at.Fragment != "" {
		return "", fmt.Errorf("address=%q is not an address such as https://example.org/cards", text)
	}
	return strings.TrimSuffix(at.String(), "/"), nil
}}

func newExplore() *cobra.Command {
	var o struct {
		outputFlags
		exploreFlags
		listen, export, site string
		stay                 bool
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
whoever has the link; the key in the link works once.

With --export the pages are written to a folder, for any host of files: the program is among them, and runs in the
browser. They have all pages but the searches and the catalogue.`,
		Example: `  dovetail explore
  dovetail explore --listen 127.0.0.1:8123 --no-open
  dovetail explore --runs searches --catalogue mine.sqlite
  dovetail explore --export site
  dovetail explore --cluster nats://host:4222 --credentials worker.credentials`,
	}, func(ctx context.Context, _ []string) error {
		if o.export != "" {
			p := pages.Program()
			p.Site = o.site
			first, err := explorer.FirstPages(ctx, p, files.Head)
			if err != nil {
				return err
			}
			return usage(files.Export(o.export, first))
		}
		limitMemory(pages.Memory)
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
		flag(&o.export, "export", "", "write the pages to `DIR` as a site that needs no server of ours, and end", file("export")),
		flag(&o.site, "address", "", "where the site of --export will be, such as https://example.org/cards: links to its "+
			"first page have a picture then", siteAddress),
		option{check: func() error {
			if o.site != "" && o.export == "" {
				return errors.New("--address is used only with --export")
			}
			return nil
		}},
		boolFlag(&o.stay, "no-open", "do not open the browser"),
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
