package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"dovetail/results"
	"dovetail/results/number"
)

// What a file takes. Its text is held once, and the records in it are parts of that. A record is
// taken apart as it stands, as it is read, and as it would be printed: each of its values costs
// about valueBytes, and its text is copied a few times on the way.

// minMemory is what a file and a record may take whatever is allowed: the program itself takes as
// much.
const minMemory = 16 << 20

// read is a whole file, "-" for stdin, of at most a third of the memory: the rest is for what is in
// it. A pipe may keep its reader waiting: the file is left when ctx is cancelled.
func (l Limits) read(ctx context.Context, path string, stdin io.Reader) ([]byte, error) {
	return guarded(ctx, func() ([]byte, error) {
		most := int64(min(max(l.Memory, minMemory)/3, results.MaxRead))
		if path == "-" {
			text, err := results.ReadUpTo(stdin, most)
			if err != nil && most < results.MaxRead {
				err = fmt.Errorf("%w, a third of what --memory allows", err)
			}
			return text, err
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if size := info.Size(); size > most {
			return nil, number.Fits(fmt.Sprintf("%s and the records in them", number.Size(uint64(size))), 3*uint64(size),
				l.Memory)
		} else if size > 0 {
			text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
			_, err := text.ReadFrom(io.LimitReader(f, size))
			return text.Bytes(), err
		}
		return results.ReadUpTo(f, most)
	})
}

// valueBytes is about what a value of a record takes in memory, in both of its trees.
const valueBytes = 120

// fits refuses a record that takes more memory than is allowed to be taken apart.
func (l Limits) fits(text []byte) error {
	values := uint64(0)
	for _, c := range text {
		switch c {
		case ',', ':', '[', '{':
			values++
		}
	}
	return number.Fits("the values of the record", 4*uint64(len(text))+values*valueBytes, max(l.Memory, minMemory))
}

// Split takes a file apart into its records: one, or several one after the other, or
// lists of them. They are parts of the text.
func Split(text []byte) ([]json.RawMessage, error) {
	var records []json.RawMessage
	for text = bytes.TrimLeft(text, blanks); len(text) > 0; text = bytes.TrimLeft(text, blanks) {
		value := text[:end(text)]
		if err := json.Unmarshal(value, new(unread)); err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		text = text[len(value):]
		if value[0] != '[' {
			records = append(records, value)
			continue
		}
		// The text is JSON: entries are what is between commas.
		for value = bytes.Trim(value[1:len(value)-1], blanks); len(value) > 0; value = bytes.TrimLeft(value, blanks+",") {
			records = append(records, value[:end(value)])
			value = value[end(value):]
		}
	}
	if len(records) == 0 {
		return nil, errors.New("no record found")
	}
	return records, nil
}

// blanks are the white space of JSON.
const blanks = " \t\r\n"

// unread is a value that is JSON, whatever it is.
type unread struct{}

// UnmarshalJSON implements [json.Unmarshaler].
func (*unread) UnmarshalJSON([]byte) error { return nil }

// end is where the first value of a text ends, if it is JSON.
func end(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"' && depth == 0 && i > 0 && !quoted:
			return i
		case c == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case depth == 0 && i > 0 && strings.IndexByte(blanks+",:{}[]", c) >= 0:
			return i
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(text)
}
