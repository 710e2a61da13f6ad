package main

import (
	"bytes"
	"testing"
)

// The notices have Go's own licence and those of the modules that the program must have, each with a text.
func TestNotices(t *testing.T) {
	all, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"\nGo\n", "\ngithub.com/spf13/cobra v", "\ngithub.com/cespare/xxhash/v2 v",
		"\ngithub.com/RoaringBitmap/roaring/v2 v", "\ngonum.org/v1/gonum v", "Apache License", "MIT License", "Redistribution and use"} {
		if !bytes.Contains(all, []byte(part)) {
			t.Errorf("no %q", part)
		}
	}
}
