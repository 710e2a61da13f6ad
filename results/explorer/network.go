//go:build !js

package explorer

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"dovetail/results/explorer/web"
)

// Serve serves until ctx is done, and closes the server.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: s.headTimeout, ReadTimeout: 2 * s.headTimeout,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: MaxRequest,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	var closing sync.WaitGroup
	closing.Go(func() { <-ctx.Done(); server.Close() })
	err := server.Serve(l)
	if errors.Is(err, http.ErrServerClosed) {
		closing.Wait()
		return ctx.Err()
	}
	return err
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := web.New(r.Context(), r.Method, r.URL, MaxRequest)
	request.Host, request.Header = r.Host, web.Header(r.Header)
	request.Body = http.MaxBytesReader(w, r.Body, MaxRequest)
	s.Answer(wire{w, http.NewResponseController(w)}, request)
}

// wire is the answer to a request that came by a network.
type wire struct {
	http.ResponseWriter
	is *http.ResponseController
}

// Header implements [web.Response], as the other methods do.
func (w wire) Header() web.Header { return web.Header(w.ResponseWriter.Header()) }

// Flush sends what is written so far.
func (w wire) Flush() error { return w.is.Flush() }

// Deadlines are when the rest of the request must have come, and the answer must have been read.
func (w wire) Deadlines(read, write time.Time) {
	w.is.SetReadDeadline(read)
	w.is.SetWriteDeadline(write)
}
