//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
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
	at := explored(t)
	get := func(path string) string {
		a, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	token := regexp.MustCompile(`name="token" content="([^"]+)"`).FindStringSubmatch(get("/runs"))[1]
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, "POST", at+"/words/rank", strings.NewReader("n=120&m=12&by=maxerror"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Token", token)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
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
	var jobs []struct{ State string }
	if err := json.Unmarshal([]byte(get("/runs/list")), &jobs); err != nil || len(jobs) != 1 || jobs[0].State != "stopped" {
		t.Error(jobs, err)
	}
}
