package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
)

var date = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// Archives are the same bytes each time, and have what was put in, with its mode and date, and no owner.
func TestArchives(t *testing.T) {
	files := fstest.MapFS{
		"a":          {Mode: fs.ModeDir | 0o755, ModTime: date},
		"a/dovetail": {Data: []byte("#!/bin/sh\necho here\n"), Mode: 0o755, ModTime: date},
		"a/README":   {Data: []byte("MIT"), Mode: 0o644, ModTime: date},
	}
	twice := func(pack func(fstest.MapFS) ([]byte, error)) []byte {
		t.Helper()
		first, err := pack(files)
		again, wrong := pack(files)
		if err != nil || wrong != nil || !bytes.Equal(first, again) {
			t.Fatal("archives differ", err, wrong)
		}
		return first
	}
	same := func(name string, info fs.FileInfo) {
		t.Helper()
		want := files[strings.TrimSuffix(name, "/")]
		if want == nil || info.Mode() != want.Mode || !info.ModTime().Equal(date) || info.Size() != int64(len(want.Data)) {
			t.Errorf("%s is %v of %v", name, info.Mode(), info.ModTime())
		}
	}
	unzipped := must.Have(gzip.NewReader(bytes.NewReader(twice(tarArchive))))(t)
	count := 0
	for r := tar.NewReader(unzipped); ; count++ {
		h, err := r.Next()
		if err != nil {
			break
		}
		if same(h.Name, h.FileInfo()); h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s belongs to %d %s", h.Name, h.Uid, h.Uname)
		}
	}
	packed := twice(zipArchive)
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || count != len(files) || len(r.File) != len(files) {
		t.Fatalf("%d files in the one, %d in the other: %v", count, len(r.File), err)
	}
	for _, f := range r.File {
		same(f.Name, f.FileInfo())
	}
}

// The package is the same bytes each time, whatever modes its files have here, and Debian's own tool unpacks it. To compile
// what packs it takes a minute, which is left to the long tests.
func TestDebian(t *testing.T) {
	if !longtest.On() {
		t.Skip("what packs it would be compiled")
	}
	longtest.Needs(t, "dpkg-deb")
	t.Chdir("../..")
	var debs [2][]byte
	dir := t.TempDir()
	path := filepath.Join(dir, "a.deb")
	for i, mode := range []os.FileMode{0o644, 0o600} {
		work := t.TempDir()
		program, paper := filepath.Join(work, "dovetail"), filepath.Join(work, "share", "doc", "dovetail", "copyright")
		must.Do(t, os.MkdirAll(filepath.Dir(paper), 0o700))
		for file, text := range map[string]string{program: "#!/bin/sh\necho here\n", paper: "MIT"} {
			must.Do(t, os.WriteFile(file, []byte(text), mode))
		}
		err := debian(path, "1.0.0", "amd64", program, filepath.Join(work, "share"), date)
		if err == nil {
			debs[i], err = os.ReadFile(path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(debs[0], debs[1]) {
		t.Error("packages differ")
	}
	for line, want := range map[string]string{
		"dpkg-deb --field " + path + " Package Version Section": "Package: dovetail\nVersion: 1.0.0\nSection: math\n",
		"dpkg-deb --field " + path + " Description": "exact answers about card shuffling\n Ranks words of shuffles by " +
			"exact laws, finds the longest games of topswops, and tells after\n how many perfect shuffles a deck returns. " +
			"Every answer can be checked.\n",
		"dpkg-deb --contents " + path + " | awk '{ print $1, $2, $4, $6 }' | grep -v /$": "-rwxr-xr-x root/root 2026-11-23 ./usr/bin/dovetail\n" +
			"-rw-r--r-- root/root 2026-11-23 ./usr/share/doc/dovetail/copyright\n",
		"dpkg-deb --extract " + path + " " + dir + " && " + dir + "/usr/bin/dovetail": "here\n",
	} {
		if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("%s: %v, %q", line, err, out)
		}
	}
}
