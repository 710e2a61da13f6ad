package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// mounted is a disk of its own, of a size.
func mounted(t *testing.T, size string) string {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("no disk can be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// An answer for which a full disk has no room is printed, and the error says what is wrong. So it is for a new
// catalogue and for one that has records.
func TestSavedToFullDisk(t *testing.T) {
	t.Parallel()
	answer, err := program("orders", "52").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, old := range []bool{false, true} {
		for _, room := range []int{0, 1, 3, 8, 12} { // blocks
			dir := mounted(t, "256k")
			path := filepath.Join(dir, "catalogue")
			if old {
				if err := program("orders", "53", "--save", "--catalogue", path).Run(); err != nil {
					t.Fatal(err)
				}
			}
			fill(t, dir, room)
			cmd := program("orders", "52", "--save", "--catalogue", path)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			cmd.Run()
			want := "dovetail orders: catalogue " + path + " cannot be written: no space left on device\n"
			code, says := cmd.ProcessState.ExitCode(), stderr.String()
			if saved := code == 0 && room > 3; !saved && (code != exitFailed || says != want) || stdout.String() != string(answer) {
				t.Errorf("%v, %d blocks: exit code %d, %q, %q", old, room, code, says, &stdout)
			}
		}
	}
}

// fill leaves some blocks of a disk.
func fill(t *testing.T, dir string, blocks int) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, int64(disk.Bsize)*(int64(disk.Bfree)-int64(blocks)))
	if err := os.WriteFile(filepath.Join(dir, "filler"), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A catalogue that can only be read answers, on a disk that is mounted read-only, and for a user
// who may not write there. It says before the work that nothing can be saved.
func TestReuseOfReadOnly(t *testing.T) {
	t.Parallel()
	for _, protect := range []string{"disk", "folder", "file"} {
		dir := mounted(t, "1m")
		path := filepath.Join(dir, "catalogue")
		saved, err := program("orders", "52", "--save", "--catalogue", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		switch protect {
		case "disk":
			err = syscall.Mount("none", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
		case "folder":
			err = os.Chmod(dir, 0o555)
		case "file":
			err = os.Chmod(path, 0o444)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			line string
			code int
		}{
			{"orders 52 --reuse", 0}, {"orders 52 --reuse --save", 0}, {"orders 53 --reuse", 0},
			{"orders 53 --reuse --save", exitUsage}, {"orders 53 --save", exitUsage},
			{"orders 2..60 --reuse", 0},
		} {
			cmd := program(append(strings.Fields(c.line), "--catalogue", path)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			asOwner(cmd)
			code, says := cmd.ProcessState.ExitCode(), stderr.String()
			if code != c.code || code == 0 && strings.HasPrefix(c.line, "orders 52") != strings.Contains(says, "from the catalogue") ||
				code == 0 && strings.HasPrefix(c.line, "orders 52") && stdout.String() != string(saved) ||
				code != 0 && (strings.Count(says, "\n") != 1 || stdout.Len() > 0) {
				t.Errorf("%s, %s: %d, %s%s", protect, c.line, code, says, &stdout)
			}
		}
	}
}

// asOwner runs a command that may do with files what their modes say, even if root runs it.
func asOwner(cmd *exec.Cmd) {
	done := make(chan struct{})
	owner() <- func() { cmd.Run(); close(done) }
	<-done
}

// owner is a thread that may not override the modes of files. It never ends: Linux kills the browsers of other tests
// when the thread that started them does, and this may be the one.
var owner = sync.OnceValue(func() chan<- func() {
	const dropFromBoundingSet, override = 24, 1 // PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		syscall.RawSyscall(syscall.SYS_PRCTL, dropFromBoundingSet, override, 0)
		for do := range work {
			do()
		}
	}()
	return work
})

// A process that ends with the thread that started it, as browsers do, outlives what asOwner runs.
func TestOwnerEndsNoThread(t *testing.T) {
	var started []*exec.Cmd
	for range 30 {
		for range 4 {
			sleep := exec.Command("sleep", "60")
			sleep.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
			if err := sleep.Start(); err != nil {
				t.Skip(err)
			}
			defer sleep.Wait()
			defer sleep.Process.Kill()
			started = append(started, sleep)
			runtime.Gosched()
		}
		asOwner(exec.Command("true"))
	}
	for _, sleep := range started {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", sleep.Process.Pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			t.Fatalf("process %d ended with a thread (%v)", sleep.Process.Pid, err)
		}
	}
}
