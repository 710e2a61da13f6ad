package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/cmd/site/files"
	"dovetail/results"
	"dovetail/results/explorer"
	"dovetail/results/explorer/view"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/results/serve"
	"dovetail/search/pages"
	"dovetail/search/questions"
)

// address is an address to listen at.
var address = param.Kind[string]{Name: "address", Parse: func(_, text string) (string, error) {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:8080", text)
	}
	return text, nil
}}

// siteAddress is the address of a folder on the web.
var siteAddress = param.Kind[string]{Name: "address", Parse: func(_, text string) (string, error) {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || at.RawQuery != "" || at.Fragment != "" {
		return "", fmt.Errorf("address=%q is not an address such as https://example.org/cards", text)
	}
	return strings.TrimSuffix(at.String(), "/"), nil
}}

func newExplore() *cobra.Command {
	var o struct {
		outputFlags
		listen, export, site string
		port                 int
		stay                 bool
	}
	cmd := declare(&cobra.Command{
		Use:   "explore",
		Short: "Explore the answers in the browser",
		Long: `Serve interactive pages and open them in the browser: perfect shuffles, how far a deck is from fair, topswops, words
of shuffles and a card trick. Each answer is shown with the command line that prints it; long searches belong to the
command line.

The pages are served until Ctrl-C, and to this machine alone. With another address in --listen they are served to
whoever has the link; the key in the link works once.

With --export the pages are written to a folder, for any host of files: the program is among them, and runs in the
browser.`,
		Example: `  dovetail explore
  dovetail explore --listen 127.0.0.1:8123 --no-open
  dovetail explore --export site`,
	}, func(ctx context.Context, _ []string) error {
		if o.export != "" {
			if err := files.Ready(o.export); err != nil {
				return usage(err)
			}
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
			return usage(fileio.Cannot("listen at", o.listen, err))
		}
		s := explorer.New(pages.Program(), l.Addr())
		err = fileio.Write("-", func(w io.Writer) error {
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
		flagOf(param.Int(&o.port, "port", "0", 0, 65535, "serve at this port of this machine; 0 means --listen")),
		flag(&o.export, "export", "", "write the pages to `DIR` as a site of files, which any web server can offer, and end", param.File),
		flag(&o.site, "address", "", "where the site of --export will be, such as https://example.org/cards; with it "+
			"other sites can show a picture beside a link to its first page", siteAddress),
		{check: func() error {
			switch here := fmt.Sprint("127.0.0.1:", o.port); {
			case o.site != "" && o.export == "":
				return errors.New("--address is used only with --export")
			case o.port != 0 && o.listen != "127.0.0.1:0" && o.listen != here:
				return errors.New("--listen has a port of its own; leave out --port")
			case o.port != 0:
				o.listen = here
			}
			return nil
		}},
		boolFlag(&o.stay, "no-open", "do not open the browser"),
		o.quietOption(),
	})
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

func newServe() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		atOnce int
	}
	return declare(&cobra.Command{
		Use:   "serve",
		Short: "Answer questions that come as lines of JSON, from other programs",
		Long: `Read requests from standard input, one JSON object on a line, and write the answers to standard output, one on a
line, each with the id of its request. A request has a command line, or a schema and a question as records contain
it. docs/serve.md describes requests and answers.`,
		Example: `  echo '{"id": 1, "command": "orders 52"}' | dovetail serve`,
	}, func(ctx context.Context, _ []string) error {
		limitMemory(pages.Memory)
		answerer := new(pages.Answerer)
		p := serve.Program{
			Questions: affordable(questions.All, int(o.threads)), Read: readCommand, AtOnce: o.atOnce,
			Code: func(err error) (int, string) {
				code, says := failure(newServe(), err)
				return code, strings.TrimPrefix(says, "serve: ")
			},
			Answer: func(ctx context.Context, report func(results.Progress), all ...results.Question) ([]results.Record, error) {
				a, err := answerer.Answer(ctx, report, view.How{Threads: int(o.threads)}, all...)
				return a.Records, err
			},
		}
		return fileio.Write("-", func(w io.Writer) error { return p.Lines(ctx, os.Stdin, w) })
	}, options{
		flagOf(param.Int(&o.atOnce, "at-once", "2", 1, 1000, "number of questions that are answered at a time")),
		o.quietOption(),
	}, o.threadFlags.options())
}

// readCommand reads the questions of a command line. The line may not read or write files, or set
// how the work is done.
func readCommand(ctx context.Context, line string) ([]results.Question, error) {
	args, err := questions.Split(line)
	if err != nil {
		return nil, usage(err)
	}
	if len(args) > 0 && args[0] == "dovetail" {
		args = args[1:]
	}
	qs, err := parseLine(ctx, args, served)
	if err == nil && qs == nil { // it prints its help
		err = usage(fmt.Errorf("%q cannot be run here", render.OneLine(line)))
	}
	return qs, err
}

// served refuses a parsed command line that has more than a question.
func served(cmd *cobra.Command, line []string) (err error) {
	if cmd.Flags().Lookup("yes") == nil {
		return fmt.Errorf("%q cannot be run here", cmd.CommandPath())
	}
	if err := filed(cmd, line); err != nil {
		return fmt.Errorf("%w; questions that are served have none", err)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "play" || f.Name == "perform" && len(line) == 0 {
			err = fmt.Errorf("--%s asks on a terminal", f.Name)
		} else if slices.Contains(ignoredFlags, f.Name) && f.Name != "yes" {
			err = fmt.Errorf("--%s is no part of a question; leave it out", f.Name)
		}
	})
	return err
}
