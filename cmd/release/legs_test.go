package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/perm/longtest"
)

// Where all that make test begins fails, none of it keeps the others from running, with the list of what was skipped as
// the last, and the whole fails.
func TestEveryLegRuns(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	for _, name := range []string{"go", "gofmt"} {
		text := "#!/bin/sh\necho " + name + ` "$@" >>'` + log + "'\nexit 1\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(longtest.Needs(t, "make"), "-C", "../..", "test")
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "MAKE") && !strings.HasPrefix(e, "MFLAGS=") && !strings.HasPrefix(e, "DOVETAIL_") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	ran, _ := os.ReadFile(log)
	if err == nil {
		t.Errorf("it passes: %s", out)
	}
	for _, leg := range []string{"gofmt", "go vet ./...", "go tool staticcheck", "-timeout 2h ./...", "-tags purego"} {
		if !strings.Contains(string(ran), leg) {
			t.Errorf("%s does not run: %s", leg, ran)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(ran)), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(last, "TestTools") || !strings.Contains(string(out), "SKIPPED: the static site") {
		t.Errorf("what was skipped is not said at the end: %s\n%s", last, out)
	}
}
