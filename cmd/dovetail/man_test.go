package main

import (
	goflag "flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"dovetail/perm/must"
)

var man = goflag.String("man", "", "a folder for the pages of man, which make release takes from there")

// Every command has a page of man, the same each time.
func TestManPages(t *testing.T) {
	dir := *man
	if dir == "" {
		dir = t.TempDir()
	}
	root := newRoot()
	root.DisableAutoGenTag = true
	for _, c := range root.Commands() {
		c.Hidden = false // from help alone
	}
	date := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	head := doc.GenManHeader{Section: "1", Date: &date, Source: "dovetail", Manual: "dovetail"}
	must.Do(t, doc.GenManTree(root, &head, dir))
	pages, commands := 0, 0
	var count func(c *cobra.Command)
	count = func(c *cobra.Command) {
		commands++
		for _, sub := range c.Commands() {
			count(sub)
		}
	}
	count(newRoot())
	files := must.Have(filepath.Glob(filepath.Join(dir, "*.1")))(t)
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.Size() > 300 {
			pages++
		}
	}
	if pages != commands {
		t.Errorf("%d pages for %d commands", pages, commands)
	}
}
