package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// recorder takes an answer.
type recorder struct{ *httptest.ResponseRecorder }

func (r recorder) Header() Header                  { return Header(r.ResponseRecorder.Header()) }
func (r recorder) Flush() error                    { return nil }
func (r recorder) Deadlines(read, write time.Time) {}

// Requests come to the handlers that net/http would choose, with the same parts of their paths.
func TestAsServeMux(t *testing.T) {
	patterns := []string{"GET /{$}", "GET /a", "GET /{view}", "GET /{view}/{file}", "POST /{view}/{panel}", "GET /a/b",
		"POST /a/b", "POST /{view}/{panel}/save", "GET /a/{file}"}
	mux, routes := http.NewServeMux(), Routes{}
	for _, p := range patterns {
		mux.HandleFunc(p, func(w http.ResponseWriter, r *http.Request) {
			w.Write([]byte(p + r.PathValue("view") + "|" + r.PathValue("file") + r.PathValue("panel")))
		})
		routes[p] = func(w Response, r *Request) {
			w.Write([]byte(p + r.PathValue("view") + "|" + r.PathValue("file") + r.PathValue("panel")))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]string{"GET", "POST", "HEAD"}).Draw(t, "method")
		part := rapid.SampledFrom([]string{"a", "b", "save", "x%2Fy", "%E6%89%8B", "c.json"})
		at := "/" + strings.Join(rapid.SliceOfN(part, 0, 4).Draw(t, "parts"), "/")
		want, got := httptest.NewRecorder(), httptest.NewRecorder()
		mux.ServeHTTP(want, httptest.NewRequest(method, at, nil))
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		missing := func(w Response, _ *Request) { w.WriteHeader(NotThere) }
		routes.Answer(recorder{got}, New(t.Context(), method, u, 100), missing)
		if got.Code != want.Code || want.Code == 200 && got.Body.String() != want.Body.String() {
			t.Fatalf("%s %s: %d %s, want %d %s", method, at, got.Code, got.Body, want.Code, want.Body)
		}
	})
}

// A form has the fields of its body before those of its address, and a body is no longer than allowed.
func TestForms(t *testing.T) {
	ask := func(body string) *Request {
		u, err := url.Parse("/x?a=1&b=2")
		if err != nil {
			t.Fatal(err)
		}
		r := New(context.Background(), "POST", u, 10)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
		r.Body = strings.NewReader(body)
		return r
	}
	r := ask("a=3&c=4")
	if err := r.ParseForm(); err != nil || r.FormValue("a") != "3" || r.FormValue("b") != "2" || r.FormValue("c") != "4" {
		t.Error(r.Form, err)
	}
	if err := ask("a=34567890").ParseForm(); err != nil {
		t.Error(err)
	}
	if err := ask("a=345678901").ParseForm(); err == nil {
		t.Error("a body that is too long is read")
	}
	if err := ask("a=%").ParseForm(); err == nil {
		t.Error("a body that is no form is read")
	}
	r.Header["Cookie"] = []string{"x=1; y=2"}
	if r.Cookie("y") != "2" || r.Cookie("z") != "" {
		t.Error("cookies")
	}
}
