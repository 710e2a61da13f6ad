package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/results"
)

// toy asks nothing of any engine: a command is answered by itself, "wait" when it is given up, "panic" never.
func toy(atOnce int) *Server {
	return New(Program{
		AtOnce: atOnce, Token: "secret", Questions: results.Registry{},
		Read: func(_ context.Context, line string) ([]results.Question, error) {
			return []results.Question{command(line)}, nil
		},
		Ask: func(ctx context.Context, tell func(results.Progress), asked ...results.Question) ([]results.Record, error) {
			r, err := asked[0].Answer(ctx, results.Env{})
			tell(results.Progress{Share: 1})
			return []results.Record{r}, err
		},
		Code: func(err error) (int, string) {
			if errors.Is(err, context.Canceled) {
				return 130, "interrupted"
			}
			return 1, err.Error()
		},
	})
}

type command string

func (command) Schema() string   { return "toy" }
func (command) Check() error     { return nil }
func (command) Seconds() float64 { return 0 }

func (c command) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	switch c {
	case "wait":
		<-ctx.Done()
		return nil, ctx.Err()
	case "panic":
		panic("as asked")
	}
	return results.Verdicts{Schema: string(c)}, nil
}

// replies are the lines that come back, in the order of their ids.
func replies(t *testing.T, s *Server, requests string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Lines(t.Context(), strings.NewReader(requests), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, line := range lines {
		if !json.Valid([]byte(line)) {
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
		`{"id":1}`:                                 {`{"id":1,"error":"a request needs a command, or a schema and a question","code":1}`},
		`{"command":"a"}`:                          {`{"id":null,"error":"a request needs an id","code":1}`},
		`{"id":1,"command":"a","schema":"b"}`:      {`{"id":1,"error":"a request has a command, or a schema and a question","code":1}`},
		`{"id":1,"cancel":1}`:                      {`{"id":1,"error":"a request with cancel has nothing else","code":1}`},
		`{"id":1,"commnad":"a"}`:                   {`{"id":null,"error":"request: unknown field \"commnad\"","code":1}`},
		`{"id":1,"command":"panic"}`:               {`{"id":1,"error":"internal error: as asked","code":1}`},
		`{"id":1,"command":"wait","seconds":0.01}`: {`{"id":1,"error":"not answered within 0.01 s","code":1}`},
		`{"id":1,"command":"a","progress":true}`:   {`{"id":1,"done":true}`, `{"id":1,"progress":{"share":1,"seconds":0}}`, `{"id":1,"record"`},
		`{"id":1,"schema":"x","question":{}}`:      {`{"id":1,"error":"schema \"x\" is not one of ","code":1}`},
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
	ended := make(chan error)
	go func() { ended <- toy(1).Lines(t.Context(), in, out); out.Close() }()
	lines := json.NewDecoder(answers)
	fmt.Fprintln(requests, `{"id":1,"command":"wait"}`)
	time.Sleep(10 * time.Millisecond) // that it has its turn first
	fmt.Fprintln(requests, `{"id":2,"command":"a"}`)
	fmt.Fprintln(requests, `{"cancel":1}`)
	for _, want := range []string{"1 interrupted", "2 ", "2 "} {
		var r struct {
			ID    int
			Error string
		}
		if err := lines.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.ID, " ", r.Error); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	requests.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

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

func TestLongRequest(t *testing.T) {
	if err := toy(1).Lines(t.Context(), strings.NewReader(strings.Repeat("x", maxRequest+1)), io.Discard); err == nil {
		t.Error("a request without an end was read")
	}
}

// Who does not know the token, or comes under another name, is not answered.
func TestGuard(t *testing.T) {
	for _, test := range []struct {
		host, token, method, path string
		want                      int
	}{
		{"127.0.0.1:80", "secret", "POST", "/", 200},
		{"localhost:80", "secret", "POST", "/", 200},
		{"[::1]:80", "secret", "POST", "/", 200},
		{"127.0.0.1:80", "", "POST", "/", 401},
		{"127.0.0.1:80", "secre", "POST", "/", 401},
		{"evil.example:80", "secret", "POST", "/", 403},
		{"10.0.0.1:80", "secret", "POST", "/", 403},
		{"127.0.0.1:80", "secret", "GET", "/", 404},
		{"127.0.0.1:80", "secret", "POST", "/x", 404},
	} {
		r := httptest.NewRequest(test.method, "http://"+test.host+test.path, strings.NewReader(`{"id":1,"command":"a"}`))
		r.Header.Set("Authorization", "Bearer "+test.token)
		w := httptest.NewRecorder()
		toy(1).ServeHTTP(w, r)
		if w.Code != test.want || (w.Code == http.StatusOK) != strings.Contains(w.Body.String(), `"done":true`) {
			t.Errorf("%+v: %d %s", test, w.Code, w.Body)
		}
	}
}
