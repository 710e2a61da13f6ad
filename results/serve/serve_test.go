package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/stored"
)

// toy needs no engine: a command is answered by itself, "wait" when it is given up, "panic" never.
func toy(atOnce int) Program {
	return Program{
		AtOnce: atOnce, Questions: results.Registry{},
		Read: func(_ context.Context, line string) ([]results.Question, error) {
			return []results.Question{command(line)}, nil
		},
		Answer: func(ctx context.Context, report func(results.Progress), all ...results.Question) ([]results.Record, error) {
			r, err := all[0].(command).Answer(ctx)
			report(results.Progress{Share: 1})
			return []results.Record{r}, err
		},
		Code: func(err error) (int, string) {
			if errors.Is(err, context.Canceled) {
				return 130, "interrupted"
			}
			return 1, err.Error()
		},
	}
}

type command string

func (command) Schema() string   { return "toy" }
func (command) Check() error     { return nil }
func (command) Seconds() float64 { return 0 }

func (c command) Answer(ctx context.Context) (results.Record, error) {
	switch c {
	case "wait":
		<-ctx.Done()
		return nil, ctx.Err()
	case "panic":
		panic("as the test wants")
	}
	return stored.Verdicts{Schema: string(c)}, nil
}

// replies are the lines that come back, in the order of their ids.
func replies(t *testing.T, s Program, requests string) []string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, s.Lines(t.Context(), strings.NewReader(requests), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, line := range lines {
		if !json.Valid([]byte(line)) || !utf8.ValidString(line) {
			t.Errorf("%q is no JSON", line)
		}
		if before, _, record := strings.Cut(line, `,"record"`); record {
			lines[i] = before + `,"record"`
		}
	}
	slices.Sort(lines)
	return lines
}

func TestReplies(t *testing.T) {
	for requests, want := range map[string][]string{
		`{"id":1,"command":"a"}`:                    {`{"id":1,"done":true}`, `{"id":1,"record"`},
		`{"id":{"x":1},"command":"a","seconds":-1}`: {`{"id":{"x":1},"error":"seconds -1 is not from 0 to 1e9","code":1}`},
		"\n":                                                             {`{"id":null,"error":"a blank line is no request","code":1}`},
		" \t\r\n" + `{"id":1,"command":"a"}`:                             {`{"id":1,"done":true}`, `{"id":1,"record"`, `{"id":null,"error":"a blank line is no request","code":1}`},
		"{\"id\":\"\xff\",\"command\":\"a\"}":                            {`{"id":null,"error":"request: it is not in UTF-8","code":1}`},
		"{\"id\":2,\"command\":\"\xff\"}":                                {`{"id":2,"error":"request: it is not in UTF-8","code":1}`},
		`{"id":1,"id":2,"command":"a"}`:                                  {`{"id":2,"error":"request: \"id\" stands twice","code":1}`},
		`{"id":1,"command":"a","Command":"b"}`:                           {`{"id":1,"error":"request: \"Command\" stands twice","code":1}`},
		`{"id":1,"schema":"x","question":{"a":[{"n":5,"n":6}]}}`:         {`{"id":1,"error":"request: \"n\" stands twice","code":1}`},
		`{"id":1,"schema":"x","question":[{"n":5},{"n":6}]}`:             {`{"id":1,"error":"schema \"x\" is not known; dovetail help schema lists those that are","code":1}`},
		`{"id":"` + strings.Repeat("x", maxID) + `","command":"a"}`:      {`{"id":null,"error":"an id is longer than 1000 bytes","code":1}`},
		`{"id":1,"command":"` + strings.Repeat("x", maxCommand+1) + `"}`: {`{"id":1,"error":"a command is longer than 131072 bytes","code":1}`},
		`{"id":1}`:                                 {`{"id":1,"error":"a request needs a command, or a schema and a question","code":1}`},
		`{"command":"a"}`:                          {`{"id":null,"error":"a request needs an id","code":1}`},
		`{"id":1,"command":"a","schema":"b"}`:      {`{"id":1,"error":"a request has a command, or a schema and a question","code":1}`},
		`{"id":1,"cancel":1}`:                      {`{"id":1,"error":"a request with cancel has nothing else","code":1}`},
		`{"id":1,"commnad":"a"}`:                   {`{"id":1,"error":"request: unknown field \"commnad\"","code":1}`},
		`{"id":1,"command":["a","b"]}`:             {`{"id":1,"error":"request: command has a list where a string belongs","code":1}`},
		`{"command":7,"id":1}`:                     {`{"id":1,"error":"request: command has a number where a string belongs","code":1}`},
		`{"id":1,"command":"a"`:                    {`{"id":1,"error":"request: unexpected EOF","code":1}`},
		`{"id":1,"command":a}`:                     {`{"id":1,"error":"request: invalid character 'a' looking for beginning of value","code":1}`},
		`{"id":1,"command":"a"} {"id":2}`:          {`{"id":1,"error":"request: unexpected text after it","code":1}`},
		`{"id":1,"seconds":NaN}`:                   {`{"id":1,"error":"request: invalid character 'N' looking for beginning of value","code":1}`},
		`[{"id":1}]`:                               {`{"id":null,"error":"request: it has a list where an object belongs","code":1}`},
		`{1}`:                                      {`{"id":null,"error":"request: invalid character '1' looking for beginning of object key string","code":1}`},
		`{"id":1,"command":"panic"}`:               {`{"id":1,"error":"internal error: as the test wants","code":1}`},
		`{"id":1,"command":"wait","seconds":0.01}`: {`{"id":1,"error":"not answered within 0.01 s","code":1}`},
		`{"id":1,"command":"a","progress":true}`:   {`{"id":1,"done":true}`, `{"id":1,"progress":{"share":1,"seconds":0}}`, `{"id":1,"record"`},
		`{"id":1,"schema":"x","question":{}}`:      {`{"id":1,"error":"schema \"x\" is not known; dovetail help schema lists those that are","code":1}`},
		"{\"id\":1,\"command\":\"wait\"}\n{\"id\":1,\"command\":\"a\"}\n{\"cancel\":1}\n{\"cancel\":7}": {
			`{"id":1,"error":"a request with the id 1 is not answered yet","code":1}`, `{"id":1,"error":"interrupted","code":130}`},
	} {
		if got := replies(t, toy(2), requests); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", requests, got, want)
		}
	}
}

// One that waits for ever keeps nobody back but those beyond AtOnce, and these have their turn once it is given up.
func TestTurns(t *testing.T) {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	p, begun := toy(1), make(chan bool, 2)
	answer := p.Answer
	p.Answer = func(ctx context.Context, report func(results.Progress), all ...results.Question) ([]results.Record, error) {
		begun <- true
		return answer(ctx, report, all...)
	}
	ended := make(chan error)
	go func() { ended <- p.Lines(t.Context(), in, out); out.Close() }()
	lines := json.NewDecoder(answers)
	fmt.Fprintln(requests, `{"id":1,"command":"wait"}`)
	<-begun // it has its turn first
	fmt.Fprintln(requests, `{"id":2,"command":"a"}`)
	fmt.Fprintln(requests, `{"cancel":1}`)
	for _, want := range []string{"1 interrupted", "2 ", "2 "} {
		var r struct {
			ID    int
			Error string
		}
		must.Do(t, lines.Decode(&r))
		if got := fmt.Sprint(r.ID, " ", r.Error); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	requests.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Requests whose questions are not read yet wait for one another, and one that is cancelled does not wait for them.
func TestReadingOneByOne(t *testing.T) {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	p := toy(5)
	var at, most atomic.Int32
	begun, goOn := make(chan bool, 1), make(chan bool)
	p.Read = func(_ context.Context, line string) ([]results.Question, error) {
		most.Store(max(most.Load(), at.Add(1)))
		defer at.Add(-1)
		if line == "slow" {
			begun <- true
			<-goOn
		}
		return []results.Question{command(line)}, nil
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Lines(t.Context(), in, out); out.Close() }()
	fmt.Fprintln(requests, `{"id":0,"command":"slow"}`)
	<-begun
	for id := 1; id <= 5; id++ {
		fmt.Fprintf(requests, `{"id":%d,"command":"a"}`+"\n", id)
	}
	fmt.Fprintln(requests, `{"cancel":5}`)
	lines := json.NewDecoder(answers)
	var first struct {
		ID    int
		Error string
	}
	if err := lines.Decode(&first); err != nil || first.ID != 5 || first.Error != "interrupted" {
		t.Errorf("the first answer is %+v, %v", first, err)
	}
	close(goOn)
	go requests.Close()
	io.Copy(io.Discard, answers)
	if err := <-ended; err != nil || most.Load() != 1 {
		t.Errorf("%v; %d questions were read at once", err, most.Load())
	}
}

// The memory that waiting requests take is limited.
func TestHeldRequests(t *testing.T) {
	var requests strings.Builder
	for id := range maxHeld/maxRequest + 10 {
		fmt.Fprintf(&requests, `{"id":%d,"schema":"toy","question":"%s"}`+"\n", id, strings.Repeat("x", maxRequest-100))
	}
	p, refused := toy(1), make(chan bool)
	p.Questions["toy"] = func([]byte) (results.Question, error) { <-refused; return command("a"), nil }
	var answers strings.Builder
	out := writer(func(b []byte) (int, error) {
		if answers.Len() == 0 { // all others wait
			close(refused)
		}
		return answers.Write(b)
	})
	must.Do(t, p.Lines(t.Context(), strings.NewReader(requests.String()), out))
	if !strings.Contains(answers.String(), `"error":"the requests that wait would have more than 16777216 bytes","code":1}`) {
		t.Error("all are taken")
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// Where answers cannot be written any more nothing is computed any more.
func TestNobodyListens(t *testing.T) {
	answers, out := io.Pipe()
	answers.Close()
	in, requests := io.Pipe()
	go fmt.Fprint(requests, `{"id":1,"command":"wait"}`+"\n"+`{"id":2,"command":"a"}`+"\n")
	if err := toy(2).Lines(t.Context(), in, out); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

// A request that is too long is refused by its id, and those after it are answered.
func TestLongRequest(t *testing.T) {
	long := `{"id":1,"command":"` + strings.Repeat("x", 3*maxRequest) + `"}`
	got := replies(t, toy(1), long+"\n"+`{"id":2,"command":"a"}`)
	want := []string{`{"id":1,"error":"a request is longer than 1048576 bytes","code":1}`, `{"id":2,"done":true}`, `{"id":2,"record"`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever comes in, each line has an answer, with the id of the line if it is a request by its form.
func FuzzLines(f *testing.F) {
	for _, line := range []string{`{"id":1,"command":"a"}`, `{"id":[2],"command":["a"]}`, `{"id":"3","x":1}`, `{"command":"a","id":4`, "x", "{}", `{"cancel":1}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if line, _, _ = strings.Cut(line, "\n"); line == "" || strings.Contains(line, "wait") {
			return
		}
		var request struct{ ID, Cancel json.RawMessage }
		err := json.Unmarshal([]byte(line), &request)
		if request.Cancel != nil {
			return // which has no answer
		}
		got := replies(t, toy(1), line)
		if err != nil || !utf8.ValidString(line) || len(request.ID) > maxID {
			return
		}
		var reply struct{ ID json.RawMessage }
		must.Do(t, json.Unmarshal([]byte(got[0]), &reply))
		var want, id any
		json.Unmarshal(request.ID, &want)
		json.Unmarshal(reply.ID, &id)
		if !reflect.DeepEqual(id, want) {
			t.Errorf("%s: got %s", line, got)
		}
	})
}
