package fileio

import (
	"bytes"
	"io"
)

// Newlines is a text whose lines all end in "\n". In r they may also end in "\r\n", as on Windows,
// or in "\r", as in spreadsheets' files for the Macintosh.
func Newlines(r io.Reader) io.Reader { return &newlines{r: r} }

type newlines struct {
	r     io.Reader
	ended bool // a line has just ended in "\r", to which "\n" may belong
}

func (l *newlines) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if !l.ended && bytes.IndexByte(p[:n], '\r') < 0 {
		return n, err
	}
	kept := 0
	for _, b := range p[:n] {
		after := l.ended
		if l.ended = b == '\r'; l.ended {
			b = '\n'
		} else if after && b == '\n' {
			continue
		}
		p[kept] = b
		kept++
	}
	return kept, err
}
