package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dovetail/results/param"
)

// Help is written here instead of by cobra's templates, which look methods up by name: the linker
// would keep every exported method of every type in use, 7 MB.

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

// wrapHelp breaks the lines of help at the width of the terminal, or otherwise at widest, and
// separates the flags that most commands have from a command's own. Examples are not changed.
func wrapHelp(root *cobra.Command) {
	width := cmp.Or(terminal(40, widest), widest)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(c.OutOrStdout(), usageOf(c, width))
		return err
	})
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if !c.HasParent() {
			io.WriteString(c.OutOrStdout(), overview(c, width))
			return
		}
		about := c.Long
		if about == "" {
			about = c.Short
		}
		if about != "" {
			about = wrapped(about, width) + "\n\n"
		}
		io.WriteString(c.OutOrStdout(), about+usageOf(c, width))
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
		"exit codes, and dovetail help glossary explains the words that answers use.", width) + "\n"
}

// usageOf is the usage of a command: its line, examples, commands and flags.
func usageOf(c *cobra.Command, width int) string {
	parts := []string{"Usage:"}
	if c.Runnable() {
		parts[0] += hanging("\n  ", c.UseLine(), width)
	}
	if c.HasAvailableSubCommands() {
		parts[0] += "\n  " + c.CommandPath() + " [command]"
	}
	if c.HasExample() {
		parts = append(parts, "Examples:\n"+c.Example)
	}
	parts = append(parts, commandsOf(c, width)...)
	for i, title := range []string{"Flags:\n", "Common flags:\n"} {
		if flags := flagsOf(c, i == 1, width); flags != "" {
			parts = append(parts, title+flags)
		}
	}
	if !c.HasParent() {
		parts = append(parts, exits(width))
	}
	var topics []string
	for _, topic := range c.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			topics = append(topics, hanging(fmt.Sprintf("  %-*s ", topic.CommandPathPadding(), topic.CommandPath()),
				topic.Short, width))
		}
	}
	if topics != nil {
		parts = append(parts, "Additional help topics:\n"+strings.Join(topics, "\n"))
	}
	if c.HasAvailableSubCommands() {
		parts = append(parts, hanging("", fmt.Sprintf(`Use "%s [command] --help" for more information about a command.`,
			c.CommandPath()), width))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// commandsOf are the commands below one, in their groups, hidden ones too.
func commandsOf(c *cobra.Command, width int) (parts []string) {
	if !c.HasAvailableSubCommands() {
		return nil
	}
	list := func(title, group string) {
		for _, sub := range c.Commands() {
			if sub.GroupID == group && (sub.IsAvailableCommand() || sub.Hidden || sub.Name() == "help") {
				title += hanging(fmt.Sprintf("\n  %-*s ", sub.NamePadding(), sub.Name()), sub.Short, width)
			}
		}
		parts = append(parts, title)
	}
	if len(c.Groups()) == 0 {
		list("Available Commands:", "")
		return parts
	}
	for _, group := range c.Groups() {
		list(group.Title, group.ID)
	}
	if !c.AllChildCommandsHaveGroup() {
		list("Additional Commands:", "")
	}
	return parts
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
