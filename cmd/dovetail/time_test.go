package main

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"dovetail/results"
)

// slow are questions that take minutes or hours by themselves, one of each command with --time.
var slow = map[string][]string{
	"dovetail rank":             {"rank --by decks -m 7"},
	"dovetail tvd":              {"tvd RRRRDRR --fresh", "tvd RRDRRHRRDR -n 120 --decks 1e6"},
	"dovetail topswops records": {"topswops records 255"},
	"dovetail hands":            {"hands --threads 1", "hands --preset sloppy --riffles 1..16 --width 0.001"},
	"dovetail verify":           {"verify ../../docs/records/routine-RRRRDRR.json", "verify ../../docs/records/topswops-census-15.json"},
}

// A limit of time is for the whole answer, whatever comes before it: the processor time of each
// command is at most twice that of all processors in the limit, with what it takes to start.
func TestTime(t *testing.T) {
	const limit, start = 500 * time.Millisecond, time.Second
	for _, c := range commands(newRoot()) {
		if c.Flags().Lookup("time") == nil {
			continue
		}
		if len(slow[c.CommandPath()]) == 0 {
			t.Errorf("%s is not tried", c.CommandPath())
		}
		for _, line := range slow[c.CommandPath()] {
			cmd := program(append(strings.Fields(line), "--time", limit.String())...)
			out, _ := cmd.CombinedOutput()
			took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			if most := start + 2*limit*time.Duration(runtime.GOMAXPROCS(0)); took > most {
				t.Errorf("%s --time %v took %v: %s", line, limit, took, out)
			}
			if code := cmd.ProcessState.ExitCode(); code != 0 && code != exitFailed && code != exitUsage {
				t.Errorf("%s: exit code %d: %s", line, code, out)
			}
		}
	}
}

// No answer depends on the clock unless that is asked for: a limit by default is by work.
func TestNoClockByDefault(t *testing.T) {
	for command, lines := range slow {
		if strings.Contains(command, "verify") {
			continue
		}
		for _, line := range lines {
			for _, q := range questionsOf(t, strings.Fields(line)...) {
				l, ok := q.(results.Limited)
				if !ok {
					t.Fatalf("%s has no limit", line)
				}
				if limit, ofWork := l.Limit(); limit != 0 && !ofWork {
					t.Errorf("%s ends by the clock", line)
				}
			}
		}
	}
}
