//go:build unix

package main

import (
	"os"
	"os/exec"
	"testing"

	"dovetail/perm/longtest"
)

// The packages for other languages do on this program what they promise, and answer README's questions.
// Where a language is not installed it is left out.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	for name, try := range map[string][]string{
		"python": {"python3", "-W", "error", "-B", "-m", "unittest", "discover", "-s", "python/tests"},
		"r":      {"Rscript", "r/test.R"},
	} {
		t.Run(name, func(t *testing.T) {
			longtest.Needs(t, try[0])
			cmd := exec.Command(try[0], try[1:]...)
			cmd.Dir = "../.."
			cmd.Env = append(os.Environ(), "PYTHONPATH=python", "DOVETAIL="+os.Args[0], "DOVETAIL_PROGRAM=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
