package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dovetail/perm/fault"
	"dovetail/perm/shuffle/models"
	"dovetail/results/drawing"
	"dovetail/results/fileio"
	"dovetail/results/param"
)

// A command is declared by its text, the function that does its work, and tables of its options.
// These have been read and checked when the work begins.

// options are a table of flags and arguments.
type options []*parameter

// flag is a flag that a parser reads, with its default. The name may have a letter after a comma.
func flag[T any](to *T, name, byDefault, usage string, k param.Kind[T]) *parameter {
	return flagOf(param.New(to, name, byDefault, usage, k))
}

// flagOf is the flag of a parameter, which has its default.
func flagOf(p param.Param) *parameter {
	param.List{p}.Default()
	return newParameter(p, p)
}

// pictureOption is a flag for the name of a picture's file.
func pictureOption(to *string, usage string) *parameter {
	return output(to, "png", usage+" to `FILE` (.png or .svg)", drawing.Check)
}

// boolFlag is a flag without a value.
func boolFlag(to *bool, name, usage string) *parameter { return flagOf(param.Switch(to, name, usage)) }

// output is a flag for the name of a file that is written. It is checked before, if it is given.
func output(to *string, name, usage string, check func(path string) error) *parameter {
	o := flag(to, name, "", usage, param.File)
	o.writes, o.check = to, func() error {
		if *to == "" {
			return nil
		}
		return check(*to)
	}
	return o
}

// without refuses the first of these that is on the command line, if that is wrong.
func (all options) without(wrong bool, why string) error {
	if i := slices.IndexFunc(all, (*parameter).given); wrong && i >= 0 {
		return usage(fmt.Errorf("%s; leave out --%s", why, all[i].Name))
	}
	return nil
}

// declare makes a command. Its arguments are those of the tables, unless the command itself says
// what it takes. do gets those that are left.
func declare(cmd *cobra.Command, do work, tables ...options) *cobra.Command {
	var all, args options
	for _, table := range tables {
		all = append(all, table...)
	}
	for _, o := range all {
		if o.flag != nil {
			cmd.Flags().AddFlag(o.flag)
		}
		if o.Argument && !o.Optional { // optional ones are among those that are left
			args = append(args, o)
		}
	}
	cards := cardsBefore(cmd)
	spread := len(args) > 0 && args[len(args)-1].Spread
	switch {
	case cmd.Args != nil:
	case spread:
		cmd.Args = cobra.MinimumNArgs(len(args))
	default:
		cmd.Args = cobra.ExactArgs(len(args))
	}
	check, before := cmd.Args, func(line []string) []string {
		if line = cards(line); len(line) == len(args)-1 && args[len(line)].Kind == param.FileName && !term.IsTerminal(int(os.Stdin.Fd())) {
			line = append(line, "-") // what comes by a pipe
		}
		return line
	}
	cmd.Args = func(cmd *cobra.Command, line []string) error { return check(cmd, before(line)) }
	cmd.RunE = func(cmd *cobra.Command, line []string) error {
		line = before(line)
		h := parsingOf(cmd)
		if h != nil {
			if err := h.allow(cmd, line); err != nil {
				return usage(err)
			}
		}
		if last := len(args) - 1; spread {
			line = append(line[:last:last], strings.Join(line[last:], " "))
		}
		if err := all.read(args, line); err != nil {
			return usage(err)
		}
		for _, o := range all {
			if o.begin == nil {
				continue
			}
			if err := o.begin(cmd, line); err != nil {
				return err
			}
		}
		ctx := cmd.Context()
		todo := func() error { return do(ctx, line[len(args):]) }
		if slices.ContainsFunc(all, func(o *parameter) bool { return o.saves != nil && o.saves() }) {
			return fault.Caught(todo)
		}
		return finish(ctx, todo)
	}
	return cmd
}

// read reads the arguments and makes the checks. Files that are written must differ.
func (all options) read(args options, line []string) error {
	for i, o := range args {
		if err := o.Set(line[i]); err != nil {
			return err
		}
	}
	var files []string
	for _, o := range all {
		if o.check != nil {
			if err := o.check(); err != nil {
				return err
			}
		}
		if o.writes != nil {
			files = append(files, *o.writes)
		}
	}
	return fileio.CheckApart(files...)
}

// endTimeout is how long a command may take to end by itself once it is interrupted.
const endTimeout = 500 * time.Millisecond

// finish waits for the work, or abandons it some time after ctx is cancelled, because the program
// then ends: a single law of a thousand cards, or the output of gigabytes to a pipe, takes seconds
// without checking its context. A search that keeps its state ends by itself, once that is saved.
func finish(ctx context.Context, do func() error) error {
	late, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(endTimeout, stop) })()
	_, err := fault.Until(late, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

// wrongFlag says in plain words what a flag requires, or which one may have been meant.
func wrongFlag(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &unknown) && cmd.HasSubCommands() && cmd.Flags().NArg() > 0 &&
		(!takesArguments(cmd) || len(suggestions(cmd, cmd.Flags().Arg(0))) > 0):
		return usage(unknownCommand(cmd, cmd.Flags().Arg(0)))
	case errors.As(err, &unknown):
		return usage(unknownFlag(cmd, err, unknown.GetSpecifiedName()))
	case !errors.As(err, &invalid):
		return usage(err)
	case invalid.GetFlag().Value.Type() == param.YesOrNo.Name:
		return usage(fmt.Errorf("%s=%q is not true or false", invalid.GetFlag().Name, invalid.GetValue()))
	}
	return usage(invalid.Unwrap())
}

// checkArgs makes wrong arguments a usage error in plain words, in c and below.
func checkArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usage(wrongArgs(cmd, args))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		checkArgs(sub)
	}
}

// takesArguments reports whether a command's usage names arguments.
func takesArguments(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " ") }

// wrongArgs says which arguments a command requires, as its usage names them, or shows a flag for
// them instead.
func wrongArgs(cmd *cobra.Command, args []string) error {
	_, wants, _ := strings.Cut(cmd.Use, " ")
	examples := strings.Split(cmd.Example, "\n")
	switch {
	case !takesArguments(cmd) && cmd.HasSubCommands():
		return unknownCommand(cmd, args[0])
	case !takesArguments(cmd):
		i := slices.IndexFunc(examples, func(line string) bool { return strings.Contains(line, " -") })
		return fmt.Errorf("takes no arguments, but got %q; it has flags, as in %s", args[0],
			strings.TrimSpace(examples[max(0, i)]))
	case wants == "WORD":
		wants = "a word such as HDHRDHH"
	default:
		wants += ", as in " + strings.TrimSpace(examples[0])
	}
	if len(args) == 0 {
		return fmt.Errorf("want %s", wants)
	}
	if n := cmd.Flags().Lookup("cards"); n != nil && n.Changed && strings.HasPrefix(cmd.Use, cmd.Name()+" N") {
		return fmt.Errorf("the number of cards is given twice, by %q and by -n; leave out one of them", args[len(args)-1])
	}
	return fmt.Errorf("unexpected argument %q; want %s", args[len(args)-1], wants)
}

// unknownCommand lists the commands, or names those that may have been meant.
func unknownCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, c := range parent.Commands() {
		known = append(known, c.Name())
	}
	hint := "want one of " + strings.Join(known, ", ")
	switch similar := suggestions(parent, name); {
	case len(known) == 0:
		hint = "it has no subcommands"
	case parent.HasParent():
	case name != "" && len(similar) > 0:
		hint = "did you mean " + strings.Join(similar, " or ") + "?"
	default:
		hint = "see dovetail help all"
		if _, command, _, ok := models.Called(name); ok {
			hint = "did you mean dovetail " + cmp.Or(command, "models "+name) + "?"
		}
	}
	return fmt.Errorf("unknown command %q for %q; %s", name, parent.CommandPath(), hint)
}

// longestName is longer than the name of any command or flag.
const longestName = 40

// suggestions are the commands below parent with a name like this one. Comparing a long name would take long.
func suggestions(parent *cobra.Command, name string) []string {
	if len(name) > longestName {
		return nil
	}
	parent.SuggestionsMinimumDistance = min(2, len(name)/2)
	return parent.SuggestionsFor(name)
}

// synonyms are other names that people may use for flags. The first flag of each line that a
// command has is suggested.
var synonyms = [][]string{
	{"kind", "lands", "land", "spells", "creatures", "aces", "copies", "marked"},
	{"hand", "draw", "draws", "hand-size"},
	{"cards", "size", "deck-size", "library", "count", "number"},
	{"deals", "samples", "decks", "trials", "simulations", "sims", "iterations", "repeats"},
	{"riffles", "to", "from", "shuffles", "max", "times", "until"},
	{"times", "riffles", "shuffles", "repeat", "to"},
	{"length", "word-length"},
	{"alphabet", "letters"},
	{"by", "score", "sort", "sort-by", "order-by"},
	{"top", "best", "limit", "first", "head"},
	{"time", "timeout", "limit", "deadline", "max-time"},
	{"out", "output", "save-to", "write"},
	{"format", "json", "csv", "output-format"},
	{"png", "svg", "plot", "picture", "image", "chart", "graph"},
	{"threads", "workers", "jobs", "cores", "cpus", "parallel", "procs"},
	{"memory", "mem", "ram"},
	{"resume", "state", "checkpoint", "continue", "restart"},
	{"quiet", "silent", "no-progress"},
	{"yes", "force", "confirm"},
	{"delta", "confidence", "alpha"},
	{"digits", "precision", "decimals"},
	{"file", "input", "in"},
}

// unknownFlag says which flag may have been meant by one that a command does not have: one of the
// same meaning, or otherwise those of a similar name.
func unknownFlag(cmd *cobra.Command, err error, name string) error {
	for _, names := range synonyms {
		if cmd.Flags().Lookup(names[0]) != nil && slices.Contains(names[1:], strings.ToLower(name)) {
			return fmt.Errorf("%w; did you mean --%s?", err, names[0])
		}
	}
	known := &cobra.Command{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	if similar := suggestions(known, name); len(name) > 1 && len(similar) > 0 {
		return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(similar, " or --"))
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// cardsBefore lets -n be the number of cards where that is the first argument, and returns the
// function that moves it there.
func cardsBefore(cmd *cobra.Command) func(line []string) []string {
	_, wants, _ := strings.Cut(cmd.Use, " ")
	if !strings.HasPrefix(wants, "N") {
		return func(line []string) []string { return line }
	}
	var n string
	size := flag(&n, "cards,n", "", "`number` of cards; the argument N means the same", param.Text)
	cmd.Flags().AddFlag(size.flag)
	return func(line []string) []string {
		if !size.given() {
			return line
		}
		return append([]string{n}, line...)
	}
}

// numbersApart lets negative numbers, which look like flags, be arguments, so that a command can
// say which numbers it accepts. Flags with their values go first, then --, then the arguments. A
// command line without such a number is not changed.
func numbersApart(root *cobra.Command, line []string) []string {
	cmd, rest, err := root.Find(line)
	if err != nil || cmd == root {
		return line
	}
	var flags, args []string
	for len(rest) > 0 {
		word := rest[0]
		rest = rest[1:]
		switch {
		case word == "--":
			args, rest = append(args, rest...), nil
		case word == "-" || !strings.HasPrefix(word, "-") || isNegative(word):
			args = append(args, word)
		case wantsValue(cmd, word) && len(rest) > 0:
			flags, rest = append(flags, word, rest[0]), rest[1:]
		default:
			flags = append(flags, word)
		}
	}
	if !slices.ContainsFunc(args, isNegative) {
		return line
	}
	path := strings.Fields(cmd.CommandPath())[1:]
	return slices.Concat(path, flags, []string{"--"}, args)
}

func isNegative(word string) bool {
	return len(word) > 1 && word[0] == '-' && '0' <= word[1] && word[1] <= '9'
}

// wantsValue reports whether the value of a flag is the next word.
func wantsValue(cmd *cobra.Command, word string) bool {
	if name, long := strings.CutPrefix(word, "--"); long {
		flag := cmd.Flags().Lookup(name)
		return flag != nil && flag.NoOptDefVal == ""
	}
	flag := cmd.Flags().ShorthandLookup(word[1:2])
	return flag != nil && flag.NoOptDefVal == "" && len(word) == 2
}
