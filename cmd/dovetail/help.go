package main

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

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

// widest is how many columns the lines of help have at most.
const widest = 100

// wrapHelp breaks the lines of help where the terminal ends, or else at widest. Examples
// stay as they are typed.
func wrapHelp(root *cobra.Command) {
	width := widest
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 40 {
		width = min(width, columns)
	}
	flags := fmt.Sprintf(".FlagUsagesWrapped %d", width)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", flags))
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
