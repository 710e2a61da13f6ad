package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"dovetail/results"
)

// read is a whole file, "-" for stdin. A pipe may keep its reader waiting: the file is
// left when ctx is cancelled.
func read(ctx context.Context, path string, stdin io.Reader) ([]byte, error) {
	type answer struct {
		text []byte
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		if path != "-" {
			var f *os.File
			if f, a.err = os.Open(path); a.err != nil {
				return
			}
			defer f.Close()
			stdin = f
		}
		a.text, a.err = results.ReadAll(stdin)
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-done:
		return a.text, a.err
	}
}

// Split takes a file apart into its records: one, or several one after the other, or
// lists of them.
func Split(text []byte) ([]json.RawMessage, error) {
	var records []json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(text))
	for {
		var value json.RawMessage
		err := dec.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("no JSON: %w", err)
		}
		if value[0] != '[' {
			records = append(records, value)
			continue
		}
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return nil, fmt.Errorf("no JSON: %w", err)
		}
		records = append(records, list...)
	}
	if len(records) == 0 {
		return nil, errors.New("no record")
	}
	return records, nil
}
