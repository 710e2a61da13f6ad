package explorer

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/guard"
	"dovetail/results/explorer/view"
)

// The tests below never leave the loopback interface: the server listens there, and every connection
// is one of this process to it.

// loadTime is how long many connections stay.
var loadTime = 1500 * time.Millisecond

// listening serves as the program does, with its limits, and says where.
func listening(t *testing.T, ask func(context.Context, func(results.Progress), ...string) (view.Answer, error), set func(*Server)) (at string) {
	t.Helper()
	s, server := served(t, ask)
	server.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Guard = guard.New(l.Addr())
	set(s)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() { stop(); <-done })
	return l.Addr().String()
}

// dribble sends a text byte by byte, at a pace, until all is sent, the other side has had enough, or
// ctx is done, and says how long it was let.
func dribble(ctx context.Context, at, text string, pace time.Duration) (time.Duration, error) {
	begun := time.Now()
	c, err := net.Dial("tcp", at)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	gone := make(chan struct{})
	go func() { io.Copy(io.Discard, c); close(gone) }()
	for i := range len(text) {
		if _, err := c.Write([]byte{text[i]}); err != nil {
			return time.Since(begun), nil
		}
		select {
		case <-gone:
			return time.Since(begun), nil
		case <-ctx.Done():
			return time.Since(begun), nil
		case <-time.After(pace):
		}
	}
	return 0, fmt.Errorf("all of %d bytes were taken, in %v", len(text), time.Since(begun))
}

// The server does not wait for a head or a body that is sent byte by byte, which would take twenty
// seconds.
func TestSlowRequests(t *testing.T) {
	const headTimeout = 300 * time.Millisecond
	var token string
	at := listening(t, parrot, func(s *Server) { s.headTimeout, token = headTimeout, s.NewToken() })
	head := fmt.Sprintf("GET /echo HTTP/1.1\r\nHost: %s\r\nX-Long: %s\r\n\r\n", at, strings.Repeat("x", 1000))
	body := fmt.Sprintf("POST /echo/later HTTP/1.1\r\nHost: %s\r\nX-Token: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n", at, token)
	var all sync.WaitGroup
	all.Go(func() {
		if took, err := dribble(t.Context(), at, head, 20*time.Millisecond); err != nil || took < headTimeout/2 {
			t.Errorf("a slow head was let %v: %v", took, err)
		}
	})
	all.Go(func() {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		var sent atomic.Int64
		fmt.Fprint(c, body)
		go func() {
			for range 1000 {
				if _, err := c.Write([]byte("x")); err != nil {
					return
				}
				sent.Add(1)
				time.Sleep(20 * time.Millisecond)
			}
		}()
		status, _ := bufio.NewReader(c).ReadString('\n')
		if n := sent.Load(); strings.Contains(status, " 200 ") || n == 1000 {
			t.Errorf("%d bytes of a slow body were taken, and answered %q", n, status)
		}
	})
	all.Wait()
}

// With 200 connections one more page still gets through. Some of these request page after page,
// some request long computations, some send a byte a second or nothing at all. Never more is
// computed at once than there are processors. Once the connections have gone nothing is left of
// them.
func TestManyConnections(t *testing.T) {
	const each = 50
	var running, most, pages atomic.Int64
	at := listening(t, func(ctx context.Context, report func(results.Progress), line ...string) (view.Answer, error) {
		now := running.Add(1)
		defer running.Add(-1)
		for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
		}
		if line[1] == "long" {
			<-ctx.Done()
			return view.Answer{}, ctx.Err()
		}
		return parrot(ctx, report, line...)
	}, func(s *Server) { s.Timeout, s.headTimeout = 100*time.Millisecond, time.Second })
	before := runtime.NumGoroutine()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	transport := &http.Transport{MaxConnsPerHost: each, MaxIdleConnsPerHost: each}
	client := &http.Client{Transport: transport}
	for range each {
		all.Go(func() { // page after page
			for ctx.Err() == nil {
				r, _ := http.NewRequestWithContext(ctx, "GET", "http://"+at+"/", nil)
				if a, err := client.Do(r); err == nil {
					io.Copy(io.Discard, a.Body)
					a.Body.Close()
					pages.Add(1)
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
		all.Go(func() { // a long question after another
			for ctx.Err() == nil {
				if c, err := net.Dial("tcp", at); err == nil {
					fmt.Fprintf(c, "GET /echo?what=long HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", at)
					c.SetReadDeadline(time.Now().Add(generous))
					stop := context.AfterFunc(ctx, func() { c.Close() })
					io.Copy(io.Discard, c)
					stop()
					c.Close()
				}
			}
		})
		all.Go(func() { // a byte a second
			for ctx.Err() == nil {
				dribble(ctx, at, "GET /echo HTTP/1.1\r\nHost: "+at, time.Second)
			}
		})
		all.Go(func() { // nothing
			if c, err := net.Dial("tcp", at); err == nil {
				<-ctx.Done()
				c.Close()
			}
		})
	}
	served, headTimeout := 0, time.Duration(0)
	start := time.Now()
	enough := func() bool { return time.Since(start) > loadTime && pages.Load() >= 10 && most.Load() > 0 }
	for served == 0 || !enough() && time.Since(start) < generous {
		begun := time.Now()
		status, _, _ := request(t, "GET", "http://"+at+"/echo", "")
		if status != 200 {
			t.Fatal("one more gets", status)
		}
		served, headTimeout = served+1, max(headTimeout, time.Since(begun))
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	all.Wait()
	t.Logf("%d pages for others, %d for one more, the headTimeout after %v", pages.Load(), served, headTimeout)
	if pages.Load() < 10 {
		t.Errorf("%d pages for others, %d for one more, the headTimeout after %v", pages.Load(), served, headTimeout)
	}
	if m := most.Load(); m == 0 || m > int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%d computed at once, want at most %d", m, runtime.GOMAXPROCS(0))
	}
	transport.CloseIdleConnections()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	until(t, "nothing runs and nothing is left", generous, func() bool { return running.Load() == 0 && runtime.NumGoroutine() <= before+5 })
	until(t, "a question is answered again", generous, func() bool {
		_, _, page := request(t, "GET", "http://"+at+"/echo?what=short", "")
		return strings.Contains(page, "echo short")
	})
}
