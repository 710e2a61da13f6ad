// Package web is how pages are asked and answer, be there a network between, or the program itself in the
// browser. It has as much of net/http as pages need, in its words, and nothing of a network: a browser that loads
// the program need not load TLS with it.
package web

import (
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"
	"time"
)

// Statuses of answers (RFC 9110).
const (
	OK               = 200
	NoContent        = 204
	Moved            = 301
	SeeOther         = 303
	BadRequest       = 400
	Forbidden        = 403
	NotThere         = 404
	MethodNotAllowed = 405
	Conflict         = 409
	TooLarge         = 413
	TooLong          = 414
	Misdirected      = 421
	Failed           = 500
	BadGateway       = 502
	Unavailable      = 503
)

// Header are fields of a request or an answer by their names in canonical form, such as Content-Type.
type Header map[string][]string

// Get is the first value of a field, or "".
func (h Header) Get(name string) string {
	if all := h[name]; len(all) > 0 {
		return all[0]
	}
	return ""
}

// Set gives a field one value.
func (h Header) Set(name, value string) { h[name] = []string{value} }

// Del removes a field.
func (h Header) Del(name string) { delete(h, name) }

// Request is what is asked.
type Request struct {
	Method string // GET, HEAD or POST
	URL    *url.URL
	Host   string
	Header Header
	Body   io.Reader // of a POST, a form; nil for none

	Form url.Values // the fields of the address and of the body, after [Request.ParseForm]

	ctx  context.Context
	most int64
	vars map[string]string
}

// New is a request whose body has at most so many bytes.
func New(ctx context.Context, method string, at *url.URL, most int64) *Request {
	return &Request{Method: method, URL: at, Header: Header{}, ctx: ctx, most: most}
}

// Context ends when nobody waits for the answer any more.
func (r *Request) Context() context.Context { return r.ctx }

// PathValue is what stands in the path for a wildcard of the route.
func (r *Request) PathValue(name string) string { return r.vars[name] }

// FormValue is a field of the form, or "".
func (r *Request) FormValue(name string) string {
	r.ParseForm()
	return r.Form.Get(name)
}

// ParseForm reads the fields, once; those of the body come first. It fails on a body that is too long or
// cannot be read.
func (r *Request) ParseForm() error {
	if r.Form != nil {
		return nil
	}
	r.Form = url.Values{}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); r.Method == "POST" && r.Body != nil &&
		kind == "application/x-www-form-urlencoded" {
		text, err := io.ReadAll(io.LimitReader(r.Body, r.most+1))
		if err != nil {
			return err
		}
		if int64(len(text)) > r.most {
			return errors.New("the request is too large")
		}
		if r.Form, err = url.ParseQuery(string(text)); err != nil {
			return err
		}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	for name, values := range query {
		r.Form[name] = append(r.Form[name], values...)
	}
	return err
}

// Cookie is the value of a cookie, or "".
func (r *Request) Cookie(name string) string {
	for _, line := range r.Header["Cookie"] {
		for cookie := range strings.SplitSeq(line, ";") {
			if key, value, _ := strings.Cut(strings.TrimSpace(cookie), "="); key == name {
				return value
			}
		}
	}
	return ""
}

// Response takes the answer. Its header is sent with the first byte or status.
type Response interface {
	io.Writer
	Header() Header
	WriteHeader(status int)
	Flush() error // what is written so far is sent

	// Deadlines are when the rest of the request must have come, and the answer must have been read;
	// the zero time is never.
	Deadlines(read, write time.Time)
}

// Handler answers.
type Handler func(w Response, r *Request)

// Error answers with a line of text.
func Error(w Response, says string, status int) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, says+"\n")
}

// Routes are handlers by patterns such as "GET /{view}/{file}", in which a name in braces stands for any
// part of a path. Of patterns that match the one is taken whose first part that differs is no wildcard.
// A HEAD is answered as a GET.
type Routes map[string]Handler

// Answer answers a request by its route, or as missing does where there is none.
func (all Routes) Answer(w Response, r *Request, missing Handler) {
	pattern, elsewhere := all.Find(r.Method, r.URL.EscapedPath())
	switch {
	case pattern != "":
		r.vars = map[string]string{}
		_, want := parted(pattern)
		for i, part := range strings.Split(r.URL.EscapedPath(), "/") {
			if wild(want[i]) {
				r.vars[strings.Trim(want[i], "{}")], _ = url.PathUnescape(part)
			}
		}
		all[pattern](w, r)
	case elsewhere:
		Error(w, "Method Not Allowed", MethodNotAllowed)
	default:
		missing(w, r)
	}
}

// Find is the pattern of a path, "" if there is none, and whether there is one for another method.
func (all Routes) Find(method, at string) (best string, elsewhere bool) {
	if method == "HEAD" {
		method = "GET"
	}
	parts := strings.Split(at, "/")
	for pattern := range all {
		m, want := parted(pattern)
		_, before := parted(best)
		switch {
		case !matches(want, parts):
		case m != method:
			elsewhere = true
		case best == "" || closer(want, before):
			best = pattern
		}
	}
	return best, elsewhere
}

// parted is the method of a pattern, and the parts of its path.
func parted(pattern string) (method string, parts []string) {
	method, at, _ := strings.Cut(pattern, " ")
	return method, strings.Split(strings.TrimSuffix(at, "{$}"), "/")
}

func wild(part string) bool { return strings.HasPrefix(part, "{") }

func matches(want, parts []string) bool {
	if len(want) != len(parts) {
		return false
	}
	for i, part := range want {
		if wild(part) && parts[i] == "" || !wild(part) && part != parts[i] {
			return false
		}
	}
	return true
}

// closer reports whether the first part in which two patterns differ is a wildcard in the second.
func closer(a, b []string) bool {
	for i := range a {
		if wild(a[i]) != wild(b[i]) {
			return wild(b[i])
		}
	}
	return false
}

// Kind is the type of a file by its name.
func Kind(name string) string { return kinds[strings.TrimPrefix(path.Ext(name), ".")] }

var kinds = map[string]string{
	"json": "application/json", "csv": "text/csv; charset=utf-8", "txt": "text/plain; charset=utf-8",
	"png": "image/png", "svg": "image/svg+xml", "css": "text/css; charset=utf-8",
	"js": "text/javascript; charset=utf-8", "html": "text/html; charset=utf-8",
}
