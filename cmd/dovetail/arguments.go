package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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

// wrongArgs says what a command wants, as its usage names it.
func wrongArgs(cmd *cobra.Command, args []string) error {
	_, wants, any := strings.Cut(cmd.Use, " ")
	switch {
	case !any && cmd.HasSubCommands():
		return unknownCommand(cmd, args[0])
	case !any:
		return fmt.Errorf("takes no arguments, but got %q", args[0])
	case wants == "WORD":
		wants = "a word such as HDHRDHH"
	default:
		example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
		wants += ", as in " + example
	}
	if len(args) == 0 {
		return fmt.Errorf("want %s", wants)
	}
	return fmt.Errorf("unexpected argument %q; want %s", args[len(args)-1], wants)
}

// unknownCommand says which commands there are, or which of many may have been meant.
func unknownCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, c := range parent.Commands() {
		known = append(known, c.Name())
	}
	parent.SuggestionsMinimumDistance = min(2, len(name)/2)
	hint := "want one of " + strings.Join(known, ", ")
	switch similar := parent.SuggestionsFor(name); {
	case len(known) == 0:
		hint = "it has no subcommands"
	case parent.HasParent():
	case name != "" && len(similar) > 0:
		hint = "did you mean " + strings.Join(similar, " or ") + "?"
	default:
		hint = "see dovetail help"
	}
	return fmt.Errorf("unknown command %q for %q; %s", name, parent.CommandPath(), hint)
}

// unknownFlag says which flag may have been meant by one that a command does not have.
func unknownFlag(cmd *cobra.Command, err error, name string) error {
	known := &cobra.Command{SuggestionsMinimumDistance: min(2, len(name)/2)}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	if similar := known.SuggestionsFor(name); len(name) > 1 && len(similar) > 0 {
		return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(similar, " or --"))
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// cardsBefore lets -n be the number of cards where that is the first argument, and gives what
// puts it there.
func cardsBefore(cmd *cobra.Command) func(line []string) []string {
	_, wants, _ := strings.Cut(cmd.Use, " ")
	if !strings.HasPrefix(wants, "N") {
		return func(line []string) []string { return line }
	}
	var n string
	size := flag(&n, "size,n", "", "number of cards; the argument N means the same", parser[string]{"number", text.read})
	cmd.Flags().AddFlag(size.flag)
	return func(line []string) []string {
		if !size.given() {
			return line
		}
		return append([]string{n}, line...)
	}
}

// numbersApart lets numbers below 0, which look like flags, be arguments, so that a
// command can say which numbers it takes: flags with their values go first, then --,
// then the arguments. A command line without such a number is left as it is.
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

// serversJoined makes the addresses that follow --cluster its value: it may stand without one.
func serversJoined(line []string) (joined []string) {
	for _, word := range line {
		if last := len(joined) - 1; last >= 0 && joined[last] == "--cluster" && strings.Contains(word, "://") {
			joined[last] += "=" + word
			continue
		}
		joined = append(joined, word)
	}
	return joined
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

// plain is what a shell takes as it is.
var plain = regexp.MustCompile(`^[a-zA-Z0-9_@%+=:,./^-]+$`)

// commandLine writes arguments so that a POSIX shell reads them back.
func commandLine(args []string) string {
	var quoted []string
	for _, a := range args {
		if !plain.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		quoted = append(quoted, a)
	}
	return strings.Join(quoted, " ")
}
