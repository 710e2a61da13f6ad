package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// An answer of many searches outlives a disk that fills up between two of them, and says so once.
func TestAnswerOnAFullDisk(t *testing.T) {
	disk := t.TempDir()
	for line, kilobytes := range map[string][]int{ // that are left
		"hands --decks 64 --steps 10 -n 20 --riffles 1..8 --preset neat --quiet": {8, 16},
		"tvd RRRDR -n 20 --decks 64 --steps 10 --quiet":                          {4, 8},
	} {
		args := strings.Fields(line)
		want, err := program(args...).Output()
		if err != nil {
			t.Fatal(line, err)
		}
		for _, left := range kilobytes {
			if err := syscall.Mount("none", disk, "tmpfs", 0, "size=64k"); err != nil {
				t.Skip("no disk can be mounted: ", err)
			}
			dir := filepath.Join(disk, "state")
			err := errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(disk, "full"), make([]byte, (64-left)<<10), 0o666))
			if err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			cmd := program(append(args, "--resume", dir)...)
			cmd.Stderr = &stderr
			got, err := cmd.Output()
			if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !bytes.Equal(got, want) ||
				strings.Count(stderr.String(), "could not be saved") != 1 {
				t.Errorf("%s, %d kB left: %v\n%s\n%s", line, left, err, got, stderr.Bytes())
			}
			if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
				t.Fatal(err)
			}
		}
	}
}
