package main

import (
	"errors"
	"fmt"
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
	return fmt.Errorf("%q is an argument too many; want %s", args[len(args)-1], wants)
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
		hint = "it has none"
	case parent.HasParent():
	case name != "" && len(similar) > 0:
		hint = "did you mean " + strings.Join(similar, " or ") + "?"
	default:
		hint = "see dovetail help"
	}
	return fmt.Errorf("unknown command %q for %q; %s", name, parent.CommandPath(), hint)
}

// wrongFlag says in plain words what a flag wants.
func wrongFlag(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return usage(err)
	}
	flag := invalid.GetFlag()
	wants, ok := map[string]string{
		"duration": "a time such as 30s or 5m",
		"bool":     "true or false",
	}[flag.Value.Type()]
	if !ok { // a flag of ours, which says it
		return usage(errors.Unwrap(invalid))
	}
	return usage(fmt.Errorf("%s=%q is not %s", flag.Name, invalid.GetValue(), wants))
}
