package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

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

func isNegative(word string) bool {
	return len(word) > 1 && word[0] == '-' && '0' <= word[1] && word[1] <= '9'
}

// wantsValue tells whether the value of a flag is the next word.
func wantsValue(cmd *cobra.Command, word string) bool {
	if name, long := strings.CutPrefix(word, "--"); long {
		flag := cmd.Flags().Lookup(name)
		return flag != nil && flag.NoOptDefVal == ""
	}
	flag := cmd.Flags().ShorthandLookup(word[1:2])
	return flag != nil && flag.NoOptDefVal == "" && len(word) == 2
}
