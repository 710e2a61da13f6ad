package main

import "github.com/spf13/cobra"

// addHelpers adds help and completion as they come with cobra, but for names that
// they do not know, which they refuse.
func addHelpers(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, topic []string) error {
				if c, rest, _ := root.Find(topic); len(rest) > 0 {
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
