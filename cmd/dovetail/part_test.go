package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/search/questions"
)

// ownSeconds is the field of a record that two runs do not have in common.
var ownSeconds = regexp.MustCompile(`"cpu_seconds": [0-9.e+-]+`)

// merged is the record of a command, in JSON without its processor time.
func merged(t *testing.T, args ...string) []byte {
	t.Helper()
	return ownSeconds.ReplaceAll(asJSON(t, args...), nil)
}

// Every search that can be divided answers from two parts as from one, byte for byte.
func TestTwoParts(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, line := range []string{
		"topswops max 10", "topswops max 11 --assume-known", "topswops max 9 --sorted", "topswops max 9 --at-least 25 --count-only",
		"topswops census 9", "orders stats 3..3e5", "orders stats 3..20001 --engine window",
		"rank --by c -m 5", "rank --by c -m 9", "rank -m 9 --by tvd", "rank -m 4 --by worst",
		"rank -n 5 -m 3 --by law", "rank -n 70 -m 2 --by sampled --deals 50", "trick --riffles 2..3 --decks 2000",
	} {
		args := strings.Fields(line)
		for _, q := range questionsOf(t, args...) {
			tried[q.Schema()] = true
		}
		dir := t.TempDir()
		whole := merged(t, append(args, "--resume", filepath.Join(dir, "whole"))...)
		merge := []string{"merge"}
		for _, i := range []string{"2", "1"} {
			part := filepath.Join(dir, "part."+i)
			if says := merged(t, append(args, "--shard", i+"/2", "--resume", part)...); !bytes.Contains(says, []byte(results.PartSchema)) {
				t.Errorf("%s: a part says\n%s", line, says)
			}
			merge = append(merge, part)
		}
		if got := merged(t, merge...); !bytes.Equal(got, whole) {
			t.Errorf("%s: the parts answer\n%s\nnot\n%s", line, got, whole)
		}
	}
	for _, command := range questions.Commands() {
		for _, f := range questions.Forms(command) {
			if q := f.Question(); questions.Divided(q) && !tried[q.Schema()] {
				t.Errorf("no part of %s is tried", q.Schema())
			}
		}
	}
}

// What cannot be divided says so before it computes.
func TestUndivided(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"topswops max 9 --shard 1/2":                              "shard=1/2 needs --resume DIR",
		"topswops max 9 --shard auto --resume d":                  "shard=auto needs the index of a task of an array",
		"tvd RRRRRRRR --shard 1/2 --resume d":                     "no single search",
		"hands --shard 1/2 --resume d":                            "no single search",
		"topswops records 30 --shard 1/2 --resume d":              "no single search",
		"rank -m 4..5 --shard 1/2 --resume d":                     "shard=1/2 divides one search; these are 2",
		"topswops census 9 --shard 1/2 --resume d --png x.png":    "leave out --png",
		"rank -n 52 -m 3 --by bound --shard 1/2 --resume d":       "no single search",
		"rank -n 52 -m 3 --by decks --shard 1/2 --resume d --yes": "no single search",
	} {
		out, _ := program(strings.Fields(line)...).CombinedOutput()
		if text := string(out); !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %s, want %s", line, out, want)
		}
		if _, err := os.Stat("d"); err == nil {
			t.Errorf("%s: the directory was begun", line)
			os.RemoveAll("d")
		}
	}
}
