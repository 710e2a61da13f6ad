package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/results/param"
)

// completeValues has the shell complete the values of every flag: by their names where they are few, by files
// where a file is wanted, and otherwise by nothing.
func completeValues(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		v, ok := f.Value.(interface{ Names() []string })
		if !ok || f.Value.Type() == param.FileName {
			return
		}
		c.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, begun string) (
			all []cobra.Completion, _ cobra.ShellCompDirective,
		) {
			before := ""
			if f.Value.Type() == param.Listed {
				before = begun[:strings.LastIndex(begun, ",")+1]
			}
			for _, name := range v.Names() {
				if !slices.Contains(strings.Split(before, ","), name) {
					all = append(all, before+name)
				}
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		})
	})
	for _, sub := range c.Commands() {
		completeValues(sub)
	}
}
