// Command dovetail gives exact answers about card shuffling.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/docs"
	"dovetail/perm/processor"
	"dovetail/results/fileio"
	"dovetail/search/run"
)

func main() { os.Exit(execute()) }

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
	root := newRoot()
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
	root.SetArgs(numbersApart(root, serversJoined(args)))
	return root.ExecuteContextC(ctx)
}

func newRoot() *cobra.Command {
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
	grouped(root, "mixing", "Mixing: which shuffles, and how far from fair",
		newRank(), newScore(), newSample(), newOpening(), newLaw(), newPairs(), newTVD(),
		newRiffles(), newRepeated(), newDeck(), newModels(), newFair(), newHands())
	grouped(root, "games", "Games and tricks", newTopswops(), newGuess(), newTrick())
	grouped(root, "orders", "Orders: perfect shuffles", newOrders())
	grouped(root, "records", "Records", newExplore(), newVerify())
	seldom := []*cobra.Command{newCatalogue(), newServe(), newSelftest(), newMerge(), newWork(), newJobs(), newPaper(),
		newFigures(), newEmax()}
	for _, c := range seldom {
		c.Hidden = true
	}
	grouped(root, "seldom", "Seldom needed: stored records, other programs and machines, and the paper", seldom...)
	for _, c := range append(root.Commands(), root) {
		checkArgs(c)
	}
	return root
}

// release is the version of a release, which its build sets.
var release string

// version is that of a release, or else the module's, with the commit it was built from where the
// build recorded one.
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

// topics are those of help that are no command, each with what it prints.
var topics = map[string]func(root *cobra.Command, to io.Writer){
	"glossary": func(_ *cobra.Command, to io.Writer) { io.WriteString(to, docs.Glossary) },
	"all": func(root *cobra.Command, to io.Writer) {
		io.WriteString(to, usageOf(root, cmp.Or(terminal(40, widest), widest)))
	},
}

// grouped adds commands under a title.
func grouped(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, c := range commands {
		c.GroupID = id
	}
	root.AddCommand(commands...)
}

// addHelpers adds help and completion as they come with cobra, except for names that
// they do not know, which they refuse.
func addHelpers(root *cobra.Command) {
	root.AddGroup(&cobra.Group{ID: "help", Title: "Help"})
	root.SetHelpCommandGroupID("help")
	root.SetCompletionCommandGroupID("help")
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  dovetail help rank\n  dovetail help all\n  dovetail help glossary"
			help := c.Run
			c.Run = func(cmd *cobra.Command, topic []string) {
				if len(topic) == 1 && topics[topic[0]] != nil {
					topics[topic[0]](root, cmd.OutOrStdout())
					return
				}
				help(cmd, topic)
			}
			c.Args = func(_ *cobra.Command, topic []string) error {
				if len(topic) > 0 && topics[topic[0]] != nil {
					if len(topic) > 1 {
						return usage(fmt.Errorf("%s takes no arguments, but got %q", topic[0], topic[1]))
					}
					return nil
				}
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
