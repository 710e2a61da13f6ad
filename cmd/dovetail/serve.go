package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/results"
	"dovetail/results/explorer"
	"dovetail/results/fileio"
	"dovetail/results/render"
	"dovetail/results/serve"
	"dovetail/search/pages"
	"dovetail/search/questions"
)

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
		p := serve.Program{
			Questions: affordable(questions.All, int(o.threads)), Read: heard, AtOnce: o.atOnce,
			Code: func(err error) (int, string) {
				code, says := failure(newServe(), err)
				return code, strings.TrimPrefix(says, "serve: ")
			},
			Ask: func(ctx context.Context, tell func(results.Progress), asked ...results.Question) ([]results.Record, error) {
				a, err := pages.Ask(ctx, tell, explorer.How{Threads: int(o.threads)}, asked...)
				return a.Records, err
			},
		}
		return fileio.Write("-", func(w io.Writer) error { return p.Lines(ctx, os.Stdin, w) })
	}, options{
		numberOption(&o.atOnce, "at-once", "2", 1, 1000, "questions that are answered at a time"),
		o.quietOption(),
	}, o.threadFlags.options())
}

// heard is what a command line asks. It may not read or write files, or say how the work is done.
func heard(ctx context.Context, line string) ([]results.Question, error) {
	args, err := questions.Split(line)
	if err != nil {
		return nil, usage(err)
	}
	if len(args) > 0 && args[0] == "dovetail" {
		args = args[1:]
	}
	asked, err := parseLine(ctx, args, served)
	if err == nil && asked == nil { // it prints its help
		err = usage(fmt.Errorf("%q cannot be run here", render.OneLine(line)))
	}
	return asked, err
}

// served refuses a command line, as it was read, that has more than a question.
func served(cmd *cobra.Command, line []string) (err error) {
	if cmd.Flags().Lookup("reuse") == nil {
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
