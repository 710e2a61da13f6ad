package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/results"
	"dovetail/results/explorer"
	"dovetail/results/serve"
	"dovetail/search/pages"
	"dovetail/search/questions"
)

func newServe() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		listen string
		atOnce int
	}
	return declare(&cobra.Command{
		Use:   "serve",
		Short: "Answer questions that come as lines of JSON, from other programs",
		Long: `Read requests from standard input, one JSON object on a line, and write the answers to standard output, one on a
line, each with the id of its request. A request has a command line, or a schema and a question as records contain
it. With --listen the same lines are answered over HTTP: POST them to the address in the first line that is printed,
with its token in the header Authorization: Bearer TOKEN. docs/serve.md describes requests and answers.`,
		Example: `  echo '{"id": 1, "command": "orders 52"}' | dovetail serve
  dovetail serve --listen 127.0.0.1:0`,
	}, func(ctx context.Context, _ []string) error {
		limitMemory(pages.Memory)
		s := serve.New(serve.Program{
			Questions: affordable(questions.All, int(o.threads)), Read: heard, AtOnce: o.atOnce, Token: rand.Text(),
			Code: func(err error) (int, string) {
				code, says := failure(newServe(), err)
				return code, strings.TrimPrefix(says, "serve: ")
			},
			Ask: func(ctx context.Context, tell func(results.Progress), asked ...results.Question) ([]results.Record, error) {
				a, err := new(exploreFlags).ask(ctx, tell, explorer.How{Threads: int(o.threads)}, asked...)
				return a.Records, err
			},
		})
		if o.listen == "" {
			return s.Lines(ctx, os.Stdin, os.Stdout)
		}
		return overHTTP(ctx, s, o.listen)
	}, options{
		flag(&o.listen, "listen", "", "answer over HTTP at this `ADDRESS` of this machine; port 0 means any free port",
			address),
		numberOption(&o.atOnce, "at-once", "2", 1, 1000, "questions that are answered at a time"),
		o.quietOption(),
	}, o.threadFlags.options())
}

// overHTTP serves, to this machine alone, until ctx is done.
func overHTTP(ctx context.Context, s *serve.Server, at string) error {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return usage(results.Cannot("listen at", at, err))
	}
	if host := l.Addr().(*net.TCPAddr); !host.IP.IsLoopback() {
		l.Close()
		return usage(fmt.Errorf("listen=%q can be reached by others; want an address such as 127.0.0.1:0", at))
	}
	err = results.WriteFile("-", func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "{\"url\": \"http://%s/\", \"token\": %q}\n", l.Addr(), s.Token)
		return err
	})
	if err != nil {
		return err
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// heard is what a command line asks. It may not read or write files, or say how the work is done.
func heard(ctx context.Context, line string) (asked []results.Question, err error) {
	args := strings.Fields(line)
	if len(args) > 0 && args[0] == "dovetail" {
		args = args[1:]
	}
	cmd, rest, err := newRoot().Find(args)
	if err != nil || cmd.Flags().Lookup("reuse") == nil {
		return nil, usage(fmt.Errorf("%q is no command that asks a question", results.OneLine(line)))
	}
	if cmd.ParseFlags(rest) == nil { // else it is refused below, in the words of its command
		if err := filed(cmd); err != nil {
			return nil, usage(fmt.Errorf("%w; questions that are served have none", err))
		}
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Name == "play" || f.Name == "perform" && cmd.Flags().NArg() == 0 {
				err = usage(fmt.Errorf("--%s asks on a terminal", f.Name))
			} else if slices.Contains(ignoredFlags, f.Name) && f.Name != "yes" || f.Name == "help" {
				err = usage(fmt.Errorf("--%s is no part of a question; leave it out", f.Name))
			}
		})
	}
	if err != nil {
		return nil, err
	}
	hear := func(all ...results.Question) { asked = all }
	if _, err := answer(context.WithValue(ctx, hearKey{}, hear), args, io.Discard); err != nil {
		return nil, err
	}
	if asked == nil {
		return nil, usage(fmt.Errorf("%q is no command that asks a question", results.OneLine(line)))
	}
	return asked, nil
}
