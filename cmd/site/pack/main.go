// Command pack packs the program for browsers, from the standard input to the standard output, by gzip, which they
// unpack. make site-files runs it.
package main

import (
	"compress/gzip"
	"errors"
	"io"
	"log"
	"os"
)

func main() {
	w, err := gzip.NewWriterLevel(os.Stdout, gzip.BestCompression)
	if err == nil {
		_, err = io.Copy(w, os.Stdin)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		log.Fatal("pack: ", err)
	}
}
