package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/known"
)

// asked is what a command prints and says whose records are in a folder.
func asked(folder, line string) (code int, stdout, stderr string) {
	var out, says bytes.Buffer
	cmd := program(strings.Fields(line)...)
	cmd.Env = append(cmd.Env, known.Variable+"="+folder)
	cmd.Stdout, cmd.Stderr = &out, &says
	cmd.Run()
	return cmd.ProcessState.ExitCode(), out.String(), says.String()
}

// An answer for which a full disk has no room is printed, and the error says what is wrong. Records that are there
// stay, and nothing else does.
func TestSavedToFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("no disk can be mounted: ", err)
	}
	defer syscall.Unmount(folder, syscall.MNT_DETACH)
	_, want, _ := asked(folder, "orders 2..400")
	if code, _, says := asked(folder, "orders 52 --save"); code != 0 {
		t.Fatal(code, says)
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "filler"), make([]byte, 52<<10), 0o666))
	code, got, says := asked(folder, "orders 2..400 --save")
	if code != exitFailed || got != want || !strings.HasPrefix(says, "dovetail orders: cannot write "+folder) ||
		!strings.HasSuffix(says, ": no space left on device\n") || strings.Count(says, "\n") != 1 {
		t.Errorf("exit code %d, %q", code, says)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
	if code, _, says := asked(folder, "orders 52 --format csv"); code != 0 || !strings.Contains(says, "not computed now ("+folder) {
		t.Errorf("%d, %q", code, says)
	}
	// A folder that can only be read answers, and says before the work that nothing can be saved.
	must.Do(t, syscall.Mount("none", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	for line, want := range map[string]int{"orders 52": 0, "orders 53": 0, "orders 53 --save": exitUsage} {
		if code, out, says := asked(folder, line); code != want || (out == "") != (want != 0) || want != 0 && strings.Count(says, "\n") != 1 {
			t.Errorf("%s: %d, %q", line, code, says)
		}
	}
}

// A writer that is killed at any moment leaves whole records alone, and the next one removes what it has begun.
func TestKilledWhileSaving(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	asked(folder, "orders 52 --save")
	const long = "orders 2..60000 --save --fresh --quiet"
	rng := rand.New(rand.NewPCG(1, 2))
	for range longtest.Of(10, 100) {
		cmd := program(strings.Fields(long)...)
		cmd.Env = append(cmd.Env, known.Variable+"="+folder)
		must.Do(t, cmd.Start())
		time.AfterFunc(time.Duration(rng.IntN(300))*time.Millisecond, func() { cmd.Process.Kill() })
		cmd.Wait()
		if all, refused := known.Saved(folder, nil); len(all) < 1 || len(all) > 2 || refused != nil {
			t.Fatalf("%d records, %v", len(all), refused)
		}
	}
	if code, _, says := asked(folder, long); code != 0 {
		t.Fatal(code, says)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}
