package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"dovetail/results"
)

// Limits of requests.
const (
	maxRequest = 1 << 20  // bytes of one
	maxCommand = 1 << 17  // bytes of its command line
	maxID      = 1000     // bytes of its id
	maxWaiting = 1000     // requests that are not answered yet
	maxHeld    = 16 << 20 // bytes of these
)

// request is a line that comes in.
type request struct {
	ID       json.RawMessage `json:"id"`
	Command  string          `json:"command"`  // either a command line,
	Schema   string          `json:"schema"`   // or the form of the answer
	Question json.RawMessage `json:"question"` // and the question, as records contain it
	Progress bool            `json:"progress"` // whether to report progress
	Seconds  float64         `json:"seconds"`  // limit of time; 0 for none
	Cancel   json.RawMessage `json:"cancel"`   // the id of a request to give up, with nothing else
}

// read reads a request.
func read(line string) (r request, err error) {
	if len(line) >= maxRequest {
		return r, fmt.Errorf("a request is longer than %d bytes", maxRequest)
	}
	if strings.TrimSpace(line) == "" {
		return r, errors.New("a blank line is no request")
	}
	if !utf8.ValidString(line) {
		return r, errors.New("request: it is not in UTF-8")
	}
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return r, fmt.Errorf("request: %w", results.Misread(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return r, errors.New("request: unexpected text after it")
	}
	if err := once(json.NewDecoder(strings.NewReader(line))); err != nil {
		return r, fmt.Errorf("request: %w", err)
	}
	question := r.Command != "" || r.Schema != "" || r.Question != nil
	switch {
	case r.Cancel != nil && (question || r.ID != nil):
		return r, errors.New("a request with cancel has nothing else")
	case r.Cancel != nil:
		return r, nil
	case r.ID == nil:
		return r, errors.New("a request needs an id")
	case len(r.ID) > maxID:
		return r, fmt.Errorf("an id is longer than %d bytes", maxID)
	case len(r.Command) > maxCommand:
		return r, fmt.Errorf("a command is longer than %d bytes", maxCommand)
	case r.Command != "" && (r.Schema != "" || r.Question != nil):
		return r, errors.New("a request has a command, or a schema and a question")
	case !question:
		return r, errors.New("a request needs a command, or a schema and a question")
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return r, fmt.Errorf("seconds %g is not from 0 to 1e9", r.Seconds)
	}
	return r, nil
}

// once refuses objects in which a name stands twice, in any case of its letters: one of the values would be lost.
func once(dec *json.Decoder) error {
	begins, err := dec.Token()
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for begins == json.Delim('{') && dec.More() || begins == json.Delim('[') && dec.More() {
		if begins == json.Delim('{') {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			name := token.(string)
			same := strings.ToUpper(strings.ToLower(name))
			if named[same] {
				return fmt.Errorf("%q stands twice", name)
			}
			named[same] = true
		}
		if err := once(dec); err != nil {
			return err
		}
	}
	if _, nested := begins.(json.Delim); nested {
		_, err = dec.Token()
	}
	return err
}

// idOf is the id of a line that is no valid request, as far as the line is JSON; nil if there is
// none that can be repeated.
func idOf(line string) (id json.RawMessage) {
	dec := json.NewDecoder(strings.NewReader(line))
	if begins, err := dec.Token(); err != nil || begins != json.Delim('{') {
		return nil
	}
	for dec.More() {
		var value json.RawMessage
		name, err := dec.Token()
		if err != nil || dec.Decode(&value) != nil {
			return id
		}
		if name, is := name.(string); is && strings.EqualFold(name, "id") && len(value) <= maxID && utf8.Valid(value) {
			id = value
		}
	}
	return id
}
