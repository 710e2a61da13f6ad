package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dovetail/docs"
	"dovetail/results/forms"
	"dovetail/results/param"
)

// widest is the most columns of a line of help.
const widest = 80

// terminal is the width of the terminal on the standard output, limited to the range of the two
// constants; 0 if there is no terminal.
func terminal(least, most int) int {
	columns, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return columnsOf(columns, least, most)
}

// columnsOf is the width in a range; [widest] for a terminal that does not know its own, as on a
// serial line.
func columnsOf(columns, least, most int) int { return min(max(cmp.Or(columns, widest), least), most) }

// usageTemplate is the usage of a command: its line, examples, commands, hidden ones too, and flags.
const usageTemplate = `Usage:{{if .Runnable}}{{hanging "\n  " .UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{with .Example}}

Examples:
{{.}}{{end}}{{if not .HasAvailableSubCommands}}{{else if .Groups}}{{range $group := .Groups}}

{{.Title}}{{range $.Commands}}{{if eq .GroupID $group.ID}}{{named .}}{{end}}{{end}}{{end}}{{else}}

Available Commands:{{range .Commands}}{{named .}}{{end}}{{end}}{{with flags . false}}

Flags:
{{.}}{{end}}{{with flags . true}}

Common flags:
{{.}}{{end}}{{if not .HasParent}}

{{exits}}{{end}}{{if .HasAvailableSubCommands}}

{{hanging "" (printf "Use \"%s [command] --help\" for more information about a command." .CommandPath)}}{{end}}
`

// wrapHelp breaks the lines of help at the width of the terminal, or otherwise at widest, and
// separates the flags that most commands have from a command's own. Examples are not changed.
func wrapHelp(root *cobra.Command) {
	width := cmp.Or(terminal(40, widest), widest)
	cobra.AddTemplateFuncs(template.FuncMap{
		"hanging": func(head, about string) string { return hanging(head, about, width) },
		"named": func(c *cobra.Command) string {
			return hanging(fmt.Sprintf("\n  %-*s ", c.NamePadding(), c.Name()), c.Short, width)
		},
		"flags": func(c *cobra.Command, common bool) string { return flagsOf(c, common, width) },
		"exits": func() string { return exits(width) },
	})
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		text := overview(root, width)
		if c.HasParent() {
			text = wrapped(cmp.Or(c.Long, c.Short), width) + "\n\n" + c.UsageString()
		}
		io.WriteString(c.OutOrStdout(), text)
	})
}

// everyday are the commands that most people need; help all has the others.
var everyday = strings.Fields("rank tvd hands repeated opening guess trick topswops orders fair explore verify")

// overview is the help of the program: the everyday commands.
func overview(root *cobra.Command, width int) string {
	text := wrapped(root.Long, width) + "\n\nCommands:"
	for _, name := range everyday {
		c, _, _ := root.Find([]string{name})
		text += hanging(fmt.Sprintf("\n  %-*s ", c.NamePadding(), name), c.Short, width)
	}
	return text + "\n\n" + wrapped("dovetail help COMMAND explains one, with examples. dovetail help all lists every command and the "+
		"exit codes, dovetail help glossary explains the words that answers use, and dovetail help schema the fields of records. "+
		"dovetail help words, laws, fair, hands, orders or topswops is a page on each.", width) + "\n"
}

// schemaHelp lists the schemas of records, or describes the one that has a name.
func schemaHelp(names ...string) (string, error) {
	width := cmp.Or(terminal(40, widest), widest)
	if len(names) == 0 {
		return wrapped("The forms of records (docs/schemas.md); dovetail help schema NAME has the fields of one:", width) + "\n  " +
			strings.Join(forms.Schemas(), "\n  ") + "\n", nil
	}
	schema, err := forms.Named(names[0])
	if err != nil {
		return "", usage(err)
	}
	file, err := docs.Schemas.ReadFile("schemas/" + forms.FileName(schema))
	if err != nil {
		return "", err
	}
	objects, err := forms.Describe(file)
	text := schema + " (docs/schemas/" + forms.FileName(schema) + ")\n"
	for _, o := range objects {
		text += "\n" + wrapped(o.About, width) + "\n"
		longest := 0
		for _, f := range o.Fields {
			longest = max(longest, len(f.Name))
		}
		for _, f := range o.Fields {
			about := f.Type
			if f.Unit != "" {
				about += " (" + f.Unit + ")"
			}
			if f.About != "" {
				about += ": " + f.About
			}
			text += hanging(fmt.Sprintf("  %-*s  ", longest, f.Name), about, width) + "\n"
		}
	}
	return text, err
}

// flagsOf are a command's own flags, or those that most commands have.
func flagsOf(c *cobra.Command, common bool, width int) string {
	chosen := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if common == slices.Contains(append([]string{"help", "version"}, ignoredFlags...), f.Name) {
			chosen.AddFlag(f)
		}
	})
	usages := strings.TrimRight(chosen.FlagUsagesWrapped(width), " \n")
	return optional.ReplaceAllStringFunc(usages, func(flag string) string {
		is := optional.FindStringSubmatch(flag)
		return fmt.Sprintf("%-*s", len(flag), is[1]+"[="+is[2]+"]")
	})
}

// optional is a flag with a value that may be left out, as package pflag writes it. The value needs
// its equals sign.
var optional = regexp.MustCompile(`(--[a-z]+) ([A-Z]+)\[=[a-z]+\]`)

// hanging is a text after a head, on as many lines as it needs. All of them begin where the first
// does.
func hanging(head, about string, width int) string {
	indent := utf8.RuneCountInString(strings.TrimPrefix(head, "\n"))
	return head + strings.ReplaceAll(wrapped(about, width-indent), "\n", "\n"+strings.Repeat(" ", indent))
}

// wrapped breaks the paragraphs of a text anew, except for those with tabs.
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

// completeValues makes the shell complete the values of every flag: by their names where they are
// few, by files where a file is required, and otherwise by nothing.
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
