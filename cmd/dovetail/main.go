// Command dovetail gives exact answers about card shuffling.
package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/docs"
	"dovetail/perm/processor"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/render"
	"dovetail/search/faro"
	"dovetail/search/questions"
	"dovetail/search/run"
)

func main() {
	code := execute()
	fileio.Abandon() // what an interrupted command was writing
	os.Exit(code)
}

func execute() int {
	ctx, stop := run.Interruptible(context.Background())
	defer stop()
	var cmd *cobra.Command
	err := fileio.Write("-", func(w io.Writer) (err error) {
		cmd, err = answer(ctx, os.Args[1:], w)
		return err
	})
	if err = cmp.Or(err, os.Stdout.Close()); err == nil {
		return exitDone
	}
	code, says := failure(cmd, err)
	fmt.Fprintln(os.Stderr, says)
	return code
}

// answer runs the command that the arguments name.
func answer(ctx context.Context, args []string, w io.Writer) (*cobra.Command, error) {
	root := newRoot(args...)
	root.SetOut(w)
	if processor.Err != nil {
		return root, usage(processor.Err)
	}
	root.SetErr(io.Discard) // errors are printed by execute, once
	addHelpers(root)
	wrapHelp(root)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeValues(root)
	}
	root.SetArgs(numbersApart(root, args))
	return root.ExecuteContextC(ctx)
}

// group is commands by their names, under a title of the help.
type group struct {
	id, title string
	commands  map[string]func() *cobra.Command
}

// seldom is the group of commands that the short help does not list.
const seldom = "seldom"

// newRoot has all commands, or only the one that arguments begin with, because making all takes longer than a short
// answer.
func newRoot(args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "dovetail",
		Short: "Exact answers about card shuffling",
		Long: "dovetail answers questions about card shuffling by exact computation instead of dealing.\n\n" +
			"docs/tutorial.md is a first tour, with questions of a card player, a magician and a mathematician.",
		Version:       version() + "\nkernels: " + processor.Use.String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(wrongFlag)
	groups := []group{
		{"mixing", "Mixing: which shuffles, and how far from fair", map[string]func() *cobra.Command{
			"rank": newRank, "score": newScore, "sample": newSample, "opening": newOpening, "law": newLaw, "pairs": newPairs, "tvd": newTVD,
			"riffles": newRiffles, "repeated": newRepeated, "deck": newDeck, "models": newModels, "fair": newFair, "hands": newHands}},
		{"games", "Games and tricks", map[string]func() *cobra.Command{"topswops": newTopswops, "guess": newGuess, "trick": newTrick}},
		{"orders", "Orders: perfect shuffles", map[string]func() *cobra.Command{"orders": newOrders}},
		{"records", "Records", map[string]func() *cobra.Command{"explore": newExplore, "records": newRecords, "verify": newVerify}},
		{seldom, "Seldom needed: parts of searches, other programs, and e_max",
			map[string]func() *cobra.Command{"serve": newServe, "merge": newMerge, "emax": newEmax}},
	}
	one := len(args) > 0 && slices.ContainsFunc(groups, func(g group) bool { return g.commands[args[0]] != nil })
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for name, build := range g.commands {
			if one && name != args[0] {
				continue
			}
			c := build()
			c.GroupID, c.Hidden = g.id, g.id == seldom
			root.AddCommand(c)
		}
	}
	for _, c := range append(root.Commands(), root) {
		checkArgs(c)
	}
	root.SetGlobalNormalizationFunc(func(all *pflag.FlagSet, name string) pflag.NormalizedName {
		if len(name) == 1 && all.ShorthandLookup(name) != nil { // --n is -n
			name = all.ShorthandLookup(name).Name
		}
		return pflag.NormalizedName(name)
	})
	return root
}

// release is the version of a release, which its build sets.
var release string

// version is that of a release, or otherwise the module's, with the commit that it was built from
// where the build recorded one.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := cmp.Or(release, info.Main.Version)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v + " " + info.GoVersion
}

// topic is a topic of help that is no command: the most arguments that it takes, and its text.
type topic struct {
	most int
	text func(root *cobra.Command, args []string) (string, error)
}

var topics = map[string]topic{
	"glossary": {0, func(*cobra.Command, []string) (string, error) { return docs.Glossary, nil }},
	"all":      {0, func(root *cobra.Command, _ []string) (string, error) { return root.UsageString(), nil }},
	"version": {0, func(root *cobra.Command, _ []string) (string, error) {
		return "dovetail version " + root.Version + "\n", nil
	}},
	"words":  {0, page("words")},
	"laws":   {0, page("laws")},
	"schema": {1, func(_ *cobra.Command, names []string) (string, error) { return schemaHelp(names...) }},
}

// introductions are texts on topics by their names, some of which are commands too.
//
//go:embed help
var introductions embed.FS

// page is the text of a topic that is no command.
func page(name string) func(*cobra.Command, []string) (string, error) {
	return func(*cobra.Command, []string) (string, error) {
		text, err := introductions.ReadFile("help/" + name + ".txt")
		return string(text), err
	}
}

// helpOn writes a topic's text, with the arguments after its name.
func helpOn(root *cobra.Command, w io.Writer, topic ...string) error {
	text, err := topics[topic[0]].text(root, topic[1:])
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// addHelpers adds help and completion as they come with cobra, except that they refuse unknown
// names.
func addHelpers(root *cobra.Command) {
	root.AddGroup(&cobra.Group{ID: "help", Title: "Help"})
	root.SetHelpCommandGroupID("help")
	root.SetCompletionCommandGroupID("help")
	for name, short := range map[string]string{"glossary": "The words that answers use", "version": "The version of the program"} {
		root.AddCommand(&cobra.Command{Use: name, Short: short, Example: "  dovetail " + name, GroupID: "help", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return helpOn(root, cmd.OutOrStdout(), name) }})
	}
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  dovetail help rank\n  dovetail help all\n  dovetail help words\n  dovetail help glossary\n  dovetail help schema tvd"
			help := c.Run
			c.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 && topics[args[0]].text != nil {
					return helpOn(root, cmd.OutOrStdout(), args...)
				}
				if len(args) == 1 {
					if text, err := introductions.ReadFile("help/" + args[0] + ".txt"); err == nil { // before the flags
						fmt.Fprintln(cmd.OutOrStdout(), string(text))
					}
				}
				help(cmd, args)
				return nil
			}
			c.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 && topics[args[0]].text != nil {
					if t := topics[args[0]]; len(args) > 1+t.most {
						takes := [...]string{"no arguments", "one name"}[t.most]
						return usage(fmt.Errorf("%s takes %s, but got %q", args[0], takes, args[1+t.most]))
					}
					return nil
				}
				if c, rest, _ := root.Find(args); len(rest) > 0 {
					return usage(unknownCommand(c, rest[0]))
				}
				return nil
			}
		case "completion":
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			checkArgs(c)
		}
	}
}

// How a command ends: its exit code, and its last line where it did not answer.

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitMismatch    = 3
	exitStopped     = 4
	exitUnfair      = 5
	exitTooFew      = 6
	exitInterrupted = 130
)

// exitCodes explains each, for the help and docs/runner.md.
var exitCodes = []struct {
	code  int
	means string
}{
	{exitDone, "done: the question is answered, or every record holds"},
	{exitFailed, "failed: the last line says why"},
	{exitUsage, "wrong usage: a flag, an argument, a file or a question that no command takes"},
	{exitMismatch, "a check failed: a record is wrong"},
	{exitStopped, "stopped before its end, with its state saved: the same command with --resume DIR goes on"},
	{exitUnfair, "fair --check: the decks are unfair"},
	{exitTooFew, "fair --check: the decks are too few to find common faults"},
	{exitInterrupted, "interrupted, with nothing saved"},
}

// exits is the table of exit codes as the help has it.
func exits(width int) string {
	var table strings.Builder
	for _, e := range exitCodes {
		table.WriteString(hanging(fmt.Sprintf("\n  %3d  ", e.code), e.means, width))
	}
	return "Exit codes:" + table.String()
}

// failure is the exit code and the last line of a command.
func failure(cmd *cobra.Command, err error) (code int, says string) {
	var wrong usageError
	var mismatch mismatchError
	var verdict verdictError
	var stopped *run.Stopped
	code = exitFailed
	switch {
	case errors.As(err, &stopped):
		code = exitStopped
		err = fmt.Errorf("%w; resume with: %s", err, questions.Quote(os.Args))
	case errors.Is(err, context.Canceled):
		code = exitInterrupted
		err = interrupted(cmd, err)
	case errors.As(err, &mismatch), errors.Is(err, faro.ErrContradiction):
		code = exitMismatch
	case errors.As(err, &verdict):
		code = int(verdict)
	case errors.As(err, &wrong):
		code = exitUsage
	}
	return code, cmd.CommandPath() + ": " + render.OneLine(brief(err.Error()))
}

// interrupted says what is lost, and what would have kept it.
func interrupted(cmd *cobra.Command, err error) error {
	message, ended := "interrupted", new(run.Ended)
	if errors.As(err, &ended) {
		message = ended.Error()
	}
	if results.Known(err) != nil {
		message += "; the answer printed is what was known at that moment"
	}
	if message != "interrupted" && !ended.Stateless && cmd.Flags().Lookup("resume") != nil {
		message += "; --resume DIR would have saved the state"
	}
	return errors.New(message)
}

// brief is a message without the middle if it is too long.
func brief(message string) string {
	const most = 1000
	if len(message) > most {
		message = message[:most/2] + " ... " + message[len(message)-most/2:]
	}
	return message
}

// usageError is a mistake in the command line, or a question that engines refuse.
type usageError = results.Refused

// usage marks an error as one of the command line; nil stays nil.
func usage(err error) error { return results.Refuse(err) }

// verdictError is the exit code of a verdict that is not good.
type verdictError int

func (e verdictError) Error() string {
	if e == exitTooFew {
		return "too few decks"
	}
	return "unfair"
}

// judged is the verdict of records about fairness, as an error.
func judged(records []results.Record) error {
	for _, r := range records {
		switch r, _ := r.(results.Fair); r.Verdict {
		case results.Unfair:
			return verdictError(exitUnfair)
		case results.TooFew:
			return verdictError(exitTooFew)
		}
	}
	return nil
}

// mismatchError is a check that failed.
type mismatchError struct{ error }

// Unwrap is the failed check.
func (e mismatchError) Unwrap() error { return e.error }
