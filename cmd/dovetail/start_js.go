package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"syscall/js"

	"dovetail/perm/pace"
	"dovetail/results/explorer"
)

// In a browser the program is no command: it serves the pages of the explorer to a service worker
// (site/worker.js), which hands it the requests of the pages in the place of a network.

// within is the address of a server without a network.
type within struct{}

// Network implements [net.Addr].
func (within) Network() string { return "browser" }

// String implements [net.Addr], by the name under which [answerWorker] asks.
func (within) String() string { return "127.0.0.1:80" }

func init() { start = serveWorker }

// serveWorker answers requests as long as the page is there.
func serveWorker() {
	p := new(exploreFlags).program()
	p.Public = true
	s := explorer.New(p, within{})
	js.Global().Set("dovetail", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		go answerWorker(ctx, s, args[0], args[1])
		return js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	}))
	js.Global().Call("dovetailReady")
	select {}
}

// answerWorker answers a request {method, path, token, type, language, body}; to hears head(status,
// headers), chunk(bytes) and end().
func answerWorker(ctx context.Context, s http.Handler, request, to js.Value) {
	defer to.Call("end")
	w := &toWorker{to: to, header: http.Header{}}
	body := request.Get("body").String()
	r, err := http.NewRequestWithContext(ctx, request.Get("method").String(),
		"http://127.0.0.1"+request.Get("path").String(), bytes.NewBufferString(body))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, err.Error())
		return
	}
	for header, field := range map[string]string{"X-Token": "token", "Content-Type": "type",
		"Accept-Language": "language"} {
		if value := request.Get(field); value.Type() == js.TypeString {
			r.Header.Set(header, value.String())
		}
	}
	defer func() {
		if fault := recover(); fault != nil {
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, fault)
		}
	}()
	s.ServeHTTP(w, r)
	w.WriteHeader(http.StatusOK)
}

// toWorker is a [http.ResponseWriter] and a [http.Flusher].
type toWorker struct {
	to     js.Value
	header http.Header
	began  bool
}

// Header implements [http.ResponseWriter].
func (w *toWorker) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *toWorker) WriteHeader(status int) {
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

// Write implements [io.Writer].
func (w *toWorker) Write(text []byte) (int, error) {
	if !w.began && w.header.Get("Content-Type") == "" {
		w.header.Set("Content-Type", http.DetectContentType(text))
	}
	w.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(chunk, text)
	w.to.Call("chunk", chunk)
	return len(text), nil
}

// Flush lets the page have what was written.
func (w *toWorker) Flush() { pace.Yield() }
