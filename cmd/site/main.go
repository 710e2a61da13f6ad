//go:build js

// Command site is the explorer as a program for browsers. It serves the pages to a service worker
// (files/worker.js), which passes it the requests of the pages instead of sending them over a
// network. It is built for js/wasm by make site.
package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"syscall/js"
	"time"

	"dovetail/perm/pace"
	"dovetail/results/explorer"
	"dovetail/search/pages"
)

// within is the address of the requests of the worker.
type within struct{}

func (within) String() string { return "127.0.0.1:80" }

func main() {
	p := pages.Program()
	p.Public, p.Base = true, js.Global().Get("dovetailBase").String()
	p.Site = js.Global().Get("location").Get("origin").String() + p.Base
	s := explorer.New(p, within{})
	s.Timeout = 3 * time.Minute // the browser is slower, and asks for itself alone
	js.Global().Set("dovetail", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		go answer(ctx, s, args[0], args[1])
		return js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	}))
	js.Global().Call("dovetailReady")
	select {}
}

// answer answers a request {method, path, page, type, language, body}. page is the requesting page
// if that is one of ours. to receives head(status, headers), chunk(bytes) and end().
func answer(ctx context.Context, s *explorer.Server, request, to js.Value) {
	defer to.Call("end")
	w := &reply{to: to, header: http.Header{}}
	r, err := http.NewRequestWithContext(ctx, request.Get("method").String(), request.Get("path").String(),
		strings.NewReader(request.Get("body").String()))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Host = within{}.String()
	if page := request.Get("page").String(); page != "" {
		r.Header.Set("X-Token", s.Token(page))
	}
	for header, field := range map[string]string{"Content-Type": "type", "Accept-Language": "language"} {
		if value := request.Get(field); value.Type() == js.TypeString {
			r.Header.Set(header, value.String())
		}
	}
	defer func() {
		if fault := recover(); fault != nil {
			http.Error(w, fmt.Sprint(fault), http.StatusInternalServerError)
		}
	}()
	s.ServeHTTP(w, r)
	w.WriteHeader(http.StatusOK)
}

// reply takes the answer to a request.
type reply struct {
	to     js.Value
	header http.Header
	began  bool
}

// Header implements [http.ResponseWriter], as the other methods do.
func (w *reply) Header() http.Header { return w.header }

// WriteHeader sends the header, once.
func (w *reply) WriteHeader(status int) {
	if w.began {
		return
	}
	w.began = true
	var headers []any
	for name, values := range w.header {
		for _, value := range values {
			headers = append(headers, []any{name, value})
		}
	}
	w.to.Call("head", status, headers)
}

// Write hands over a copy.
func (w *reply) Write(text []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(chunk, text)
	w.to.Call("chunk", chunk)
	return len(text), nil
}

// Flush lets the page have what was written so far.
func (w *reply) Flush() { pace.Yield() }
