package cluster

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"dovetail/search/run/runtest"
)

// A listener shows a certificate and wants a token, on the own machine too, where others live.
func TestSecurity(t *testing.T) {
	for _, host := range []string{"0.0.0.0", "127.0.0.1"} {
		t.Run(host, func(t *testing.T) { secure(t, host) })
	}
}

func secure(t *testing.T, host string) {
	dir := t.TempDir()
	_, port, _ := strings.Cut(runtest.Address(t), ":")
	c := New(Options{Dir: dir, Listen: host + ":" + port, build: "test", Kinds: testKinds})
	defer c.Close()
	var note string
	c.Note = func(text string) { note = text }
	if _, err := c.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cluster", "worker.credentials")
	if !strings.HasSuffix(note, " --credentials "+file) {
		t.Error(note)
	}
	for _, name := range []string{file, filepath.Join(dir, "cluster", "server.pem")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	certificate, token, _ := bytes.Cut(good, []byte("-----BEGIN DOVETAIL"))
	token = append([]byte("-----BEGIN DOVETAIL"), token...)
	other, err := keep(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	otherText, err := os.ReadFile(other.file)
	if err != nil {
		t.Fatal(err)
	}
	otherCertificate, otherToken, _ := bytes.Cut(otherText, []byte("-----BEGIN DOVETAIL"))
	for _, x := range []struct {
		name, want string
		text       []byte
	}{
		{"right", "", good},
		{"another's token", "it does not accept these --credentials", append(bytes.Clone(certificate), append([]byte("-----BEGIN DOVETAIL"), otherToken...)...)},
		{"no token", "it does not accept these --credentials", certificate},
		{"another's certificate", "certificate", append(bytes.Clone(otherCertificate), token...)},
		{"nothing", "neither a certificate nor a token", nil},
		{"no file", "its certificate is not known; give its --credentials", nil},
	} {
		o := Options{URL: "nats://127.0.0.1:" + port, Credentials: filepath.Join(t.TempDir(), "credentials")}
		if err := os.WriteFile(o.Credentials, x.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if x.name == "no file" {
			o.Credentials = ""
		}
		c := New(o)
		_, err := c.connect(t.Context())
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
		c.Close()
	}
}

// Secrets are written to files that others cannot access, and not read from files that others
// may have read or written.
func TestOthersFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "worker.credentials")
	if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Chmod(file, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := keep(dir); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{file: 0o600, filepath.Join(dir, "server.pem"): 0o600, dir: 0o755} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode && name != dir {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if err := os.Chmod(name, 0o666); err != nil {
			t.Fatal(err)
		}
		if name == dir {
			os.Chmod(name, 0o777)
		}
		if _, err := keep(dir); err == nil || !strings.Contains(err.Error(), "other users can read or write "+name) {
			t.Errorf("%s: %v", name, err)
		}
		os.Chmod(name, mode)
	}
	if _, err := keep(dir); err != nil {
		t.Error(err)
	}
}

// Without the token nobody can change a message or put it in another's place.
func TestSeal(t *testing.T) {
	n, other := &network{token: []byte("a")}, &network{token: []byte("b")}
	seal := n.seal("result.1", []byte("text"))
	for _, x := range []struct {
		n             *network
		purpose, text string
		ok            bool
	}{{n, "result.1", "text", true}, {n, "result.2", "text", false}, {n, "result.1", "tex", false}, {other, "result.1", "text", false}, {n, "result.1text", "", false}} {
		if err := x.n.sealed(seal, x.purpose, []byte(x.text)); (err == nil) != x.ok {
			t.Errorf("%+v: %v", x, err)
		}
	}
}

// To a server without TLS on another machine nothing is said.
func TestNothingIsSaidInTheClear(t *testing.T) {
	who, err := identify("nats://192.0.2.1:4222", "")
	if err != nil {
		t.Fatal(err)
	}
	var o nats.Options
	for _, f := range who.options {
		f(&o)
	}
	if !o.Secure {
		t.Error("another machine is talked to without TLS")
	}
	for text, want := range map[string]bool{
		"nats://127.0.0.1:4222": true, "nats://localhost": true, "nats://[::1]:4222": true, "127.0.0.1:4222": true,
		"0.0.0.0:4222": false, ":4222": false, "nats://127.0.0.1,nats://192.0.2.1": false, "nats://localhost.example": false,
	} {
		if got := loopback(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// No error and no list of what is on record says by which password servers are asked.
func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"nats://host:4222": "nats://host:4222",
		"dovetail rank --cluster=nats://user:secret@a,nats://user:sec@ret@b --model H=x@y": "dovetail rank --cluster=nats://...@b --model H=x@y",
		"tls://secret@a": "tls://...@a",
	} {
		if got := Hidden(text); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, text := range []string{"user:secret@host", "http://user:secret@host", "nats://user:secret@host/path", "nats://user:sec ret@host"} {
		if _, err := Servers(text); err == nil || strings.Contains(err.Error(), "sec") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
