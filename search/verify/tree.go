package verify

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/forms"
)

// The memory of a file. Its text is held once, and the records in it are parts of that. A record is
// parsed as written, as read, and as it would be printed. Each of its values costs about
// valueBytes, and its text is copied a few times in between.

// minMemory is what a file and a record may take under any limit: the program itself takes as much.
const minMemory = 16 << 20

// read is a whole file, "-" for stdin, of at most a third of the memory: the rest is for its
// records. A pipe may keep its reader waiting: the read is abandoned when ctx is cancelled.
func (l Limits) read(ctx context.Context, path string, stdin io.Reader) ([]byte, error) {
	return guarded(ctx, func() ([]byte, error) {
		most := int64(min(max(l.Memory, minMemory)/3, fileio.MaxRead))
		if path == "-" {
			return withinThird(stdin, most)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if strings.HasSuffix(path, ".gz") {
			text, err := gzip.NewReader(f)
			if err != nil {
				return nil, err
			}
			return withinThird(text, most)
		}
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
		return fileio.ReadUpTo(f, most)
	})
}

// withinThird reads what does not say how long it is.
func withinThird(r io.Reader, most int64) ([]byte, error) {
	text, err := fileio.ReadUpTo(r, most)
	if errors.As(err, new(fileio.Longer)) && most < fileio.MaxRead {
		err = fmt.Errorf("%w, a third of what --memory allows", err)
	}
	return text, err
}

// valueBytes is about what a value of a record takes in memory, in its trees and as it is read; recordBytes what a record
// of a file takes beside its values, up to its printed verdict.
const (
	valueBytes  = 300
	recordBytes = 2 << 10
)

// fits refuses a record that takes more memory to parse than is allowed.
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

// split splits a file into its records, which may be no more than the memory has room for.
func (l Limits) split(text []byte) ([]json.RawMessage, error) {
	most := int(min(max(l.Memory, minMemory)/recordBytes, math.MaxInt))
	records, err := splitUpTo(text, most+1)
	if len(records) > most {
		return nil, fmt.Errorf("more than %d records, which --memory allows", most)
	}
	return records, err
}

// Split splits a file into its records: one, or several one after the other, or lists of them. They
// are parts of the text.
func Split(text []byte) ([]json.RawMessage, error) { return splitUpTo(text, math.MaxInt) }

// splitUpTo splits a file into its first records.
func splitUpTo(text []byte, most int) ([]json.RawMessage, error) {
	var records []json.RawMessage
	for text = bytes.TrimLeft(text, blanks); len(text) > 0 && len(records) < most; text = bytes.TrimLeft(text, blanks) {
		value := text[:end(text)]
		if err := json.Unmarshal(value, new(unread)); err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		text = text[len(value):]
		if value[0] != '[' {
			records = append(records, value)
			continue
		}
		// The text is JSON, so entries are what is between commas.
		value = bytes.Trim(value[1:len(value)-1], blanks)
		for ; len(value) > 0 && len(records) < most; value = bytes.TrimLeft(value, blanks+",") {
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

// unread is a JSON value that is not read.
type unread struct{}

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

// decode reads a record of a type. Every field must be there and of its type, and no
// other.
func decode[R any](text []byte, tree any) (r R, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&r); err != nil {
		return r, results.Misread(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return r, errors.New("unexpected text after the record")
	}
	return r, forms.AsPrinted(tree, r)
}
