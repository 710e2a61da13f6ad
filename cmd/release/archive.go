package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
)

// Archives have their files in the order given, with one date and no owner, and so the same bytes each time.

// file is one in an archive.
type file struct {
	path string
	text []byte
	mode int64
}

// must ends the program where writing to memory has failed, which only a wrong name or size can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// zipped is a text compressed by gzip, without name and date.
func zipped(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	must(err)
	_, err = w.Write(text)
	must(err)
	must(w.Close())
	return b.Bytes()
}

// tarArchive has the folders of the files too, each before what is in it.
func tarArchive(files []file, date time.Time) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	begun := map[string]bool{".": true}
	put(files, func(f file) io.Writer {
		var folders []string
		for dir := path.Dir(f.path); !begun[dir]; dir = path.Dir(dir) {
			begun[dir] = true
			folders = append([]string{dir}, folders...)
		}
		for _, dir := range folders {
			must(w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: "./" + dir + "/", Mode: 0o755, ModTime: date,
				Uname: "root", Gname: "root"}))
		}
		must(w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "./" + f.path, Size: int64(len(f.text)), Mode: f.mode,
			ModTime: date, Uname: "root", Gname: "root"}))
		return w
	})
	must(w.Close())
	return b.Bytes()
}

// zipArchive is for systems without tar.
func zipArchive(files []file, date time.Time) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put(files, func(f file) io.Writer {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: date})
		must(err)
		return entry
	})
	must(w.Close())
	return b.Bytes()
}

// put writes each file to where its entry begins.
func put(files []file, begin func(file) io.Writer) {
	for _, f := range files {
		_, err := begin(f).Write(f.text)
		must(err)
	}
}

// debian is a package of binaries, format 2.0 (man 5 deb): an ar archive of its format, what is said of it and
// what it installs.
func debian(version, arch string, files []file, date time.Time) []byte {
	size, sums := 0, new(strings.Builder)
	for _, f := range files {
		size += len(f.text)
		fmt.Fprintf(sums, "%x  %s\n", md5.Sum(f.text), f.path)
	}
	control := fmt.Sprintf("Package: dovetail\nVersion: %s\nArchitecture: %s\n"+
		"Maintainer: The dovetail authors <dovetail@localhost>\nInstalled-Size: %d\nSection: math\nPriority: optional\n"+
		"Description: exact answers about card shuffling\n"+
		" Ranks words of shuffles by exact laws, finds the longest games of topswops, and tells after\n"+
		" how many perfect shuffles a deck returns. Every answer can be checked.\n", version, arch, (size+1023)/1024)
	said := []file{{"control", []byte(control), 0o644}, {"md5sums", []byte(sums.String()), 0o644}}
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, part := range []file{
		{"debian-binary", []byte("2.0\n"), 0},
		{"control.tar.gz", zipped(tarArchive(said, date)), 0},
		{"data.tar.gz", zipped(tarArchive(files, date)), 0},
	} {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", part.path, date.Unix(), 0, 0, "100644", len(part.text))
		b.Write(part.text)
		if len(part.text)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
