package fileio

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// All line ends become one, wherever the text is cut into reads.
func TestNewlines(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "a\nb\n": "a\nb\n", "a\r\nb\r\n": "a\nb\n", "a\rb\r": "a\nb\n", "a\r\r\nb\n\rc\n\n": "a\n\nb\n\nc\n\n", "\r": "\n", "\n\r": "\n\n",
	} {
		for name, cut := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader,
			"halves": iotest.HalfReader, "with the end": iotest.DataErrReader} {
			got, err := io.ReadAll(Newlines(cut(strings.NewReader(text))))
			if err != nil || string(got) != want {
				t.Errorf("%q in %s becomes %q, %v; want %q", text, name, got, err, want)
			}
		}
	}
}
