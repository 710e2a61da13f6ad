package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/number"
)

// peakFile is the variable that names the file to which a process of its own writes how much memory it
// took at most.
const peakFile = "DOVETAIL_PEAK"

// measured runs the program, and then writes that.
func measured(path string) (code int) {
	code = execute()
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		err = os.WriteFile(path, status, 0o666)
	}
	if err != nil {
		panic(err)
	}
	return code
}

// limited are questions with what they may take: some just enough for a program that has tests in it, and so some 10 MB more
// code; some far too little.
var limited = []string{
	"rank --by sampled -n 1e6 -m 1 --deals 2 --memory 60MiB", "rank --by sampled -n 1e6 -m 1 --deals 2 --memory 110MiB",
	"rank --by bound -m 2 --memory 140MiB", "rank --by bound -m 2 --memory 170MiB", "rank -m 3 --memory 60MiB",
	"rank -n 7 -m 3 --by law --memory 80MiB", "law HRD -n 10 --memory 150MiB", "law HRD -n 9 --memory 80MiB", "law RRDRR -n 10 --memory 150MiB",
	"orders verify 3..3e6 --memory 64MiB", "orders stats 3..1e7 --memory 80MiB", "tvd RRR --proved -n 20 --memory 60MiB",
}

// A limit of memory holds for the whole program, its code included, or the question is refused
// with what it needs. Of the questions half are for the long tests.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("how much memory a process took is not known here")
	}
	path := filepath.Join(t.TempDir(), "status")
	for i, line := range limited {
		if i > 0 && i%2 == 0 && !longtest.On() {
			continue
		}
		cmd := program(strings.Fields(line)...)
		cmd.Env = append(cmd.Env, peakFile+"="+path)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		err := cmd.Run()
		status, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(line, readErr, stderr.String())
		}
		var kib uint64
		_, peak, _ := strings.Cut(string(status), "VmHWM:")
		fmt.Sscan(peak, &kib)
		_, text, _ := strings.Cut(line, "--memory ")
		limit, _ := number.ParseSize("memory", text)
		refused := cmd.ProcessState.ExitCode() == exitUsage && strings.Contains(stderr.String(), " need")
		if took := kib << 10; took == 0 || took > limit || err != nil && !refused {
			t.Errorf("%s: took %s, %v, %s", line, number.Size(took), err, stderr.String())
		}
	}
}
