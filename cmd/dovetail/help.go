package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dovetail/docs"
)

// glossary is the topic of help that is no command.
const glossary = "glossary"

// grouped adds commands under a title.
func grouped(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, c := range commands {
		c.GroupID = id
	}
	root.AddCommand(commands...)
}

// addHelpers adds help and completion as they come with cobra, but for names that
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
			c.Example = "  dovetail help rank\n  dovetail help glossary"
			help := c.Run
			c.Run = func(cmd *cobra.Command, topic []string) {
				if len(topic) == 1 && topic[0] == glossary {
					fmt.Fprint(cmd.OutOrStdout(), docs.Glossary)
					return
				}
				help(cmd, topic)
			}
			c.Args = func(_ *cobra.Command, topic []string) error {
				if len(topic) == 1 && topic[0] == glossary {
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

// widest is how many columns the lines of help have at most.
const widest = 100

// wrapHelp breaks the lines of help where the terminal ends, or else at widest, and sets the flags
// that most commands have apart from a command's own. Examples stay as they are typed.
func wrapHelp(root *cobra.Command) {
	width := widest
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 40 {
		width = min(width, columns)
	}
	cobra.AddTemplateFunc("flags", func(c *cobra.Command, common bool) string {
		chosen := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if common == slices.Contains(append([]string{"help", "version"}, ignoredFlags...), f.Name) {
				chosen.AddFlag(f)
			}
		})
		return strings.TrimRight(chosen.FlagUsagesWrapped(width), " \n")
	})
	const titled = "{{$own := flags . false}}{{with $own}}Flags:\n{{.}}{{end}}{{with flags . true}}{{if $own}}\n\n{{end}}Common flags:\n{{.}}{{end}}"
	usage := strings.Replace(root.UsageTemplate(), "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", titled, 1)
	root.SetUsageTemplate(strings.ReplaceAll(usage, ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", width)))
	cobra.AddTemplateFunc("wrapped", func(text string) string { return wrapped(text, width) })
	root.SetHelpTemplate("{{with (or .Long .Short)}}{{wrapped .}}\n\n{{end}}{{.UsageString}}")
}

// wrapped breaks the paragraphs of a text anew, but for those with tabs.
func wrapped(text string, width int) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, paragraph := range paragraphs {
		if strings.Contains(paragraph, "\t") {
			continue
		}
		var b strings.Builder
		column := 0
		for word := range strings.FieldsSeq(paragraph) {
			length := utf8.RuneCountInString(word)
			switch {
			case column == 0:
			case column+1+length > width:
				b.WriteByte('\n')
				column = 0
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += length
		}
		paragraphs[i] = b.String()
	}
	return strings.Join(paragraphs, "\n\n")
}
