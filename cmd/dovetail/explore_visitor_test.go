package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// visitor requests pages as a browser does.
type visitor struct {
	t     *testing.T
	at    string
	token string
}

func visitorAt(t *testing.T, at string) *visitor {
	t.Helper()
	p := &visitor{t: t, at: at}
	p.token = regexp.MustCompile(`name="token" content="([^"]+)"`).FindStringSubmatch(p.get("/shuffles"))[1]
	return p
}

// get is a page.
func (p *visitor) get(path string) string {
	p.t.Helper()
	text := body(p.t, p.at+path)
	return text
}

// post requests a change, or an answer that takes longer, and reads the whole reply.
func (p *visitor) post(path, fields string) string {
	p.t.Helper()
	return p.read(p.begin(p.t.Context(), path, fields))
}

// begin is post before the answer is read.
func (p *visitor) begin(ctx context.Context, path, fields string) *http.Response {
	p.t.Helper()
	r, err := http.NewRequestWithContext(ctx, "POST", p.at+path, strings.NewReader(fields))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Token", p.token)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return a
}

// read is the text of an answer, which must be a good one.
func (p *visitor) read(a *http.Response) string {
	p.t.Helper()
	text := p.text(a)
	if a.StatusCode != 200 && a.StatusCode != 204 {
		p.t.Fatalf("%s: %s %s", a.Request.URL, a.Status, text)
	}
	return text
}

// text is that of any answer.
func (p *visitor) text(a *http.Response) string {
	p.t.Helper()
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		p.t.Fatalf("%s: %v", a.Request.URL, err)
	}
	return string(text)
}

// exploring starts an explorer as a process of its own.
func exploring(t *testing.T) (*exec.Cmd, *visitor) {
	t.Helper()
	cmd := program("explore", "--no-open")
	cmd.Stderr = new(bytes.Buffer)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	link, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err, cmd.Stderr)
	}
	return cmd, visitorAt(t, strings.TrimSuffix(strings.TrimSpace(link), "/"))
}

// body is what stands at an address.
func body(t *testing.T, address string) string {
	t.Helper()
	a, err := http.Get(address)
	for err == nil && a.StatusCode == http.StatusServiceUnavailable { // which a busy machine answers by itself
		a.Body.Close()
		a, err = http.Get(address)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != 200 {
		t.Fatal(address, a.Status, err)
	}
	return string(text)
}
