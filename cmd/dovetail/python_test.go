//go:build unix

package main

import (
	"os"
	"os/exec"
	"testing"
)

// The packages for other languages do on this program what they promise, and answer README's questions;
// so do the recipes for SQLite. Where a language is not installed it is left out.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]struct {
		needs string // which is tried first, quietly
		line  []string
	}{
		"python": {"python3 --version", []string{"python3", "-W", "error", "-B", "-m", "unittest", "discover", "-s", "python/tests"}},
		"r":      {"Rscript -e library(processx);library(jsonlite)", []string{"Rscript", "r/test.R"}},
	} {
		t.Run(name, func(t *testing.T) {
			needs := arguments(try.needs)
			if err := exec.Command(needs[0], needs[1:]...).Run(); err != nil {
				t.Skipf("%s: %v", try.needs, err)
			}
			cmd := exec.Command(try.line[0], try.line[1:]...)
			cmd.Dir = "../.."
			cmd.Env = append(os.Environ(), "PYTHONPATH=python", "DOVETAIL="+os.Args[0], "DOVETAIL_PROGRAM=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
