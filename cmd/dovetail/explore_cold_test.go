//go:build linux

package main

import (
	"bufio"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The first page that a process is asked for is there soon, whichever view it is (docs/explorer.md has the figures): until then the
// program has used little of the processors.
func TestColdViews(t *testing.T) {
	const most = 4 * time.Second // of which the records in the program take most
	cold := func(path string) (page string) {
		t.Helper()
		cmd := program("explore", "--no-open")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		defer cmd.Process.Signal(os.Interrupt)
		link, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		begun := used(cmd)
		page = body(t, strings.TrimSuffix(strings.TrimSpace(link), "/")+path)
		took := used(cmd) - begun
		if t.Logf("%s: %v of the processors, after %v", path, took, begun); took > most {
			t.Errorf("%s: the first view takes %v of the processors, want %v at most", path, took, most)
		}
		return page
	}
	menu := regexp.MustCompile(`<a href="(/[a-z]+)"`).FindAllStringSubmatch(cold("/"), -1)
	if len(menu) < 6 {
		t.Fatalf("%d views", len(menu))
	}
	for _, m := range menu {
		cold(m[1])
	}
}
