package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dovetail/perm/longtest"
)

var files = []file{
	{"usr/bin/dovetail", []byte("#!/bin/sh\necho here\n"), 0o755},
	{"usr/share/doc/dovetail/copyright", []byte("MIT"), 0o644},
}

// Archives are the same bytes each time, and Debian's own tool unpacks the package.
func TestDebian(t *testing.T) {
	date := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	deb := debian("1.0.0", "amd64", files, date)
	again := debian("1.0.0", "amd64", files, date)
	if !bytes.Equal(deb, again) || !bytes.Equal(zipArchive(files, date), zipArchive(files, date)) {
		t.Error("archives differ")
	}
	longtest.Needs(t, "dpkg-deb")
	dir := t.TempDir()
	path := filepath.Join(dir, "a.deb")
	if err := os.WriteFile(path, deb, 0o666); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"dpkg-deb --field " + path + " Package Version":                               "Package: dovetail\nVersion: 1.0.0\n",
		"dpkg-deb --extract " + path + " " + dir + " && " + dir + "/usr/bin/dovetail": "here\n",
	} {
		if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("%s: %v, %q", line, err, out)
		}
	}
}
