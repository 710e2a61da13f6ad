//go:build unix

package main

import (
	"bufio"
	"context"
	"syscall"
	"testing"
	"time"
)

// cpu is what this process has used of its processors.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A page that goes away in the middle of a ranking frees the processors within a second.
func TestPageGoesAway(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	p := visitorAt(t, explored(t))
	a := p.begin(ctx, "/words/rank", "n=120&m=12&by=maxerror")
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	for lines.Scan() && lines.Text() != "event: progress" {
	}
	begun, used := time.Now(), cpu(t)
	for busy := time.Duration(0); busy < 50*time.Millisecond; busy = cpu(t) - used {
		if time.Sleep(50 * time.Millisecond); time.Since(begun) > 5*time.Second {
			t.Fatalf("used %v in %v, so the ranking was over", busy, time.Since(begun))
		}
	}
	leave()
	time.Sleep(900 * time.Millisecond)
	used = cpu(t)
	time.Sleep(300 * time.Millisecond)
	if busy := cpu(t) - used; busy > 60*time.Millisecond {
		t.Errorf("a second after the page went away %v of 300 ms are used", busy)
	}
}
