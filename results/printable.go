package results

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Records are written by anybody, and what they say is printed on terminals, which obey what they
// are sent: a title, a color, a cursor that goes up and writes over a verdict. So whatever is for
// reading goes through Printable on its way out, and a text of a record that stands in a message
// through OneLine.

// OneLine is a text without what breaks lines, what terminals obey, and what is no UTF-8.
func OneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' {
			return ' '
		}
		return printable(c)
	}, strings.ToValidUTF8(text, ""))
}

// printable is a character itself, or a blank where terminals obey it: controls, and the marks that
// turn the direction of writing.
func printable(c rune) rune {
	if unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
		return ' '
	}
	return c
}

// Printable passes text on to w without what terminals obey. What is no UTF-8 stays out.
func Printable(w io.Writer) io.Writer { return &printer{w: w} }

type printer struct {
	w    io.Writer
	part []byte // of a character that the last write began
}

// Write implements [io.Writer].
func (p *printer) Write(text []byte) (int, error) {
	all := append(p.part, text...)
	whole := len(all)
	for k := 1; k < utf8.UTFMax && k <= len(all); k++ {
		if begins := all[len(all)-k:]; utf8.RuneStart(begins[0]) {
			if !utf8.FullRune(begins) {
				whole -= k
			}
			break
		}
	}
	p.part = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(p.w, strings.Map(printable, strings.ToValidUTF8(string(all[:whole]), ""))); err != nil {
		return 0, err
	}
	return len(text), nil
}
