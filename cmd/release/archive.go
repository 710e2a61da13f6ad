package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"testing/fstest"
	"time"
)

// Archives have their files in order, with the given dates and no owner, and so the same bytes each
// time.

// zipped is a text compressed by gzip, without name and date.
func zipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
		err = errors.Join(err, w.Close())
	}
	return b.Bytes(), err
}

// tarArchive is for systems with tar and gzip.
func tarArchive(files fstest.MapFS) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := errors.Join(w.AddFS(files), w.Close()); err != nil {
		return nil, err
	}
	return zipped(b.Bytes())
}

// zipArchive is for systems without.
func zipArchive(files fstest.MapFS) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	err := errors.Join(w.AddFS(files), w.Close())
	return b.Bytes(), err
}

// debian writes a package for Debian from a program and the files of a folder that is laid out like
// /usr/share. nfpm has a go.mod of its own, beside this file, so that the program's go.mod does not
// list what nfpm alone needs.
func debian(to, version, arch, program, share string, date time.Time) error {
	_, err := run([]string{"VERSION=" + version, "ARCH=" + arch, "PROGRAM=" + program, "SHARE=" + share,
		fmt.Sprint("SOURCE_DATE_EPOCH=", date.Unix())},
		"go", "tool", "-modfile=cmd/release/nfpm.mod", "nfpm", "package",
		"--config", "cmd/release/nfpm.yaml", "--packager", "deb", "--target", to)
	return err
}
