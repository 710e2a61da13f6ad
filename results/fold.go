package results

import (
	"strings"
	"unicode/utf8"
)

// lineWidth is how wide the lines of a text answer get, where they can be
// broken.
const lineWidth = 120

// fold joins parts by sep, on as many lines of at most width columns as it
// takes. The first line begins with head, the others with indent. A part that
// is too long stands on a line of its own.
func fold(width int, head, indent, sep string, parts []string) string {
	var b strings.Builder
	b.WriteString(head)
	column := utf8.RuneCountInString(head)
	gap := strings.TrimRight(sep, " ")
	for i, p := range parts {
		length := utf8.RuneCountInString(p)
		tail := 0
		if i < len(parts)-1 {
			tail = len(gap)
		}
		switch {
		case i == 0:
		case column+len(sep)+length+tail > width:
			b.WriteString(gap + "\n" + indent)
			column = len(indent)
		default:
			b.WriteString(sep)
			column += len(sep)
		}
		b.WriteString(p)
		column += length
	}
	return b.String()
}
