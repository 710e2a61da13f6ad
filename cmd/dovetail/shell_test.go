package main

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCommandLine(t *testing.T) {
	got := commandLine([]string{"dovetail", "rank", "--model", "H=hindu(mean=6,sd=1)", "--resume", "it's mine", "--out=a.csv", ""})
	if want := `dovetail rank --model 'H=hindu(mean=6,sd=1)' --resume 'it'\''s mine' --out=a.csv ''`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The shell reads back what it was given.
func TestShellReadsCommandLines(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOfN(rapid.StringMatching(`[a-z '"$\\!#~*?&;|<>(){}\[\]\n\t=^%é-]{0,8}`), 1, 10).Draw(t, "args")
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+commandLine(args)).Output()
		if want := strings.Join(args, "\x00") + "\x00"; err != nil || string(out) != want {
			t.Fatalf("%q, %v; want %q", out, err, want)
		}
	})
}
