package explorer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/explorer/view"
	"dovetail/results/forms"
	"dovetail/results/render"
)

// said is a record of the words of its question.
type said struct {
	Words string `json:"text"`
}

func (s said) Answer() string { return s.Words }

func (s said) Sections(p *render.Page) {
	p.Data([]said{s})
}

// put is a question of any form of answer.
type put struct {
	schema string
	text   json.RawMessage
}

func (p put) Schema() string { return p.schema }

func (put) Check() error { return nil }

func (put) Seconds() float64 { return 0 }

func (p put) MarshalJSON() ([]byte, error) { return p.text, nil }

// filled is a question with parameters. Some have other names in JSON.
func filled(schema string, given map[string]any) (results.Question, error) {
	f := view.Given{}
	for name, value := range given {
		switch name {
		case "N", "cards":
			name = "n"
		case "WORD":
			name = "word"
		case "CARD":
			name = "deck"
		case "model":
			name = "models"
		case "length":
			name = "m"
		}
		f[name] = value
	}
	text, err := json.Marshal(f)
	return put{schema, text}, err
}

// echoes has the questions of echo, and all others.
func echoes() results.Registry {
	all := results.Registry{}
	for _, schema := range append(forms.Schemas(), echoSchema) {
		all[schema] = func(text []byte) (results.Question, error) { return put{schema, text}, nil }
	}
	return all
}

const echoSchema = "dovetail/echo/1"

// wordsOf are those of a question: its name, and its fields except for letters.
func wordsOf(q results.Question) []string {
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Schema(), "dovetail/"), "/")
	var f view.Given
	if err := json.Unmarshal(results.TextOf(q).Question, &f); err != nil {
		panic(err)
	}
	all := []string{name}
	for _, field := range slices.Sorted(maps.Keys(f)) {
		switch {
		case name == "echo":
			all = append(all, fmt.Sprint(f[field]))
		case field != "models":
			all = append(all, fmt.Sprint(field, "=", f[field]))
		}
	}
	return all
}

// echo is a question that is repeated.
func echo(what string) put {
	text, err := json.Marshal(view.Given{"what": what})
	if err != nil {
		panic(err)
	}
	return put{echoSchema, text}
}

// parrot repeats questions.
func parrot(_ context.Context, _ func(results.Progress), line ...string) (view.Answer, error) {
	return view.Answer{Records: []results.Record{said{strings.Join(line, " ")}}}, nil
}

// served is a server of pages whose answers are those of a function, with a view of its own.
func served(t *testing.T, ask func(context.Context, func(results.Progress), ...string) (view.Answer, error), set ...func(*http.Server)) (*Server, *httptest.Server) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	s := New(view.Program{
		Questions: echoes(), Fill: filled,
		Compute: func(ctx context.Context, report func(results.Progress), _ view.How, questions ...results.Question) (view.Answer, error) {
			line := wordsOf(questions[0])
			if line[0] == "models" { // which computes nothing
				return view.Answer{Records: []results.Record{results.Models{}}}, nil
			}
			return ask(ctx, report, line...)
		},
		Line: func(_ []string, q results.Question) string { return strings.Join(wordsOf(q), " ") },
		Orders: func(_ context.Context, from, _ uint64, yield func(n, out, in uint64) bool) error {
			yield(from, 1, 1)
			return nil
		},
		Deck: func(text string) (deck []int, _ []string, err error) {
			err = json.Unmarshal([]byte("["+strings.Join(strings.Fields(text), ",")+"]"), &deck)
			return deck, nil, err
		},
	}, server.Listener.Addr())
	server.Config.Handler = s
	for _, set := range set {
		set(server.Config)
	}
	server.Start()
	t.Cleanup(server.Close)
	what := view.One(echoSchema, func(q view.Values) view.Given { return view.Given{"what": q.Text("what")} })
	s.views = append([]*view.View{{
		Name:   "echo",
		Fields: []view.Field{{Name: "what", Default: "nothing"}, {Name: "n", Default: "2", Lo: 1, Hi: 9}},
		Panels: []*view.Panel{{Name: "now", Commands: what}, {Name: "later", Commands: what, Slow: true}},
	}}, s.views...)
	return s, server
}

// request sends one with headers, pairs of names and values, and gives status and body.
func request(t *testing.T, method, address, body string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r := must.Have(http.NewRequest(method, address, strings.NewReader(body)))(t)
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := &http.Client{Timeout: generous, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a := must.Have(client.Do(r))(t)
	defer a.Body.Close()
	text := must.Have(io.ReadAll(a.Body))(t)
	return a.StatusCode, a.Header, string(text)
}

var tokenIn = regexp.MustCompile(`name="token" content="([^"]+)"`)

func tokenOf(t *testing.T, page string) string {
	t.Helper()
	m := tokenIn.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no token in", page)
	}
	return m[1]
}
