//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/search/verify"
)

// fits is what is wrong with the form of a record. The long tests hold it against the JSON Schemas of
// docs. Others leave that to the tests of package verify, which have a record of every schema: what
// reads the schemas takes five milliseconds of each process that tests start.
var fits = func([]byte) error { return nil }

// What every command prints as JSON holds, and there is a record of every schema
// among it.
func TestFreshRecordsVerify(t *testing.T) {
	t.Parallel()
	split := inputs(t)
	dir := t.TempDir()
	var files, seen []string
	lines := append(slices.Clone(answers), "orders 12", "orders 2..9 --kind in", "score RC -n 3 --alphabet R,C --emax 1/3",
		"rank -m 2..3 --exhaustive", "rank -m 9 --by worst", "rank -n 5 -m 2..3 --by law", "emax -n 5 --samples 100 --simulate 20",
		"riffles --max 2 --cut none,before,after", "guess RHV -n 12", "guess --shelf 3 --from 2 --to 3", "repeated --from 2 --to 3 --gap 1e-4", "repeated --deal cyclic --to 2 --decks 100", "repeated --deck suits --to 2 --decks 100", "deck --word RD -n 20", "deck AS 3S 2S", "faro 3 1 2", "law RH -n 4 --top 0", "bound HRD -n 5 --explain", "topswops max 9 --at-least 31",
		"topswops max 9 --at-least 1000", "topswops max 8 --count-only", "topswops max 8 --engine forward", "topswops max 9 --assume-known",
		"topswops max 12 --shard 2/2 --resume "+dir+"/2", "topswops max 10 --shard 1/200 --resume "+dir+"/200")
	for _, line := range lines {
		args := split(line)
		cmd, _, err := newRoot().Find(args)
		if cmd.Name() == "jobs" || cmd.Name() == "work" {
			continue // no answers, but what was so at a moment
		}
		if err != nil || cmd.Flags().Lookup("format") == nil || strings.Contains(line, "--format") || strings.Contains(line, "help") ||
			strings.Contains(line, "--matrix P") && strings.Contains(line, "__complete") {
			continue
		}
		text, err := program(append(args, "--format", "json")...).Output()
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		records, err := verify.Split(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range records {
			if err := fits(record); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		if strings.Contains(string(text), `"`+results.VerifySchema+`"`) {
			seen = append(seen, results.VerifySchema) // which is not judged
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%02d %s", len(files), strings.ReplaceAll(line, "/", ":")))
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	t.Run("python", func(t *testing.T) {
		var unknown [][]string
		python := longtest.Needs(t, "python3")
		for _, args := range [][]string{
			append(strings.Fields("../../check/check.py --time 0.1 --seed 1"), files...),
			{"../../check/edits.py", dir},
		} {
			out, err := exec.Command(python, args...).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v\n%s", args[0], err, out)
			}
			unknown = append(unknown, beyondChecker.FindAllStringSubmatch(string(out), -1)...)
		}
		page, err := os.ReadFile("../../docs/verify.md")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, of := range unknown {
			names = append(names, "`"+of[1]+"`")
		}
		slices.Sort(names)
		if list := "It does not know " + strings.Join(slices.Compact(names), ", ") + "."; !strings.Contains(
			strings.Join(strings.Fields(string(page)), " "), list) {
			t.Errorf("docs/verify.md lacks: %s", list)
		}
	})
	t.Run("models of the checker", func(t *testing.T) {
		for _, model := range []string{"pile(piles=3)", "pile(piles=5,top=first)", "riffle(cut=uniform)", "riffle(cut=half)"} {
			for _, line := range []string{"score XX -n 13 --model X=" + model, "opening XX -n 14 --kind 4 --deals 100 --model X=" + model} {
				if says := checked(t, asJSON(t, strings.Fields(line)...)); !strings.Contains(says, "fixed point of 220 bits") {
					t.Errorf("%s: %s", line, says)
				}
			}
		}
	})
	t.Run("games of the checker", func(t *testing.T) {
		for line, want := range map[string]string{
			"guess RRR --watch -n 12":                                                  "12 of them as fractions, and no other card is likelier",
			"sample RRR -n 12 --deals 500":                                             "the chance of the event for a fair deck, as a fraction",
			"tvd SS -n 6 --model S=shelf(m=3,p=2/5)":                                   "the exact distance lies in the interval",
			"tvd S -n 12 --model S=shelf(m=3,p=2/5)":                                   "that no upper end is below what a single card shows",
			"topswops max 9 --at-least 20":                                             "no other deck, and no longer game",
			"topswops max 12 --at-least 60 --thresholds 1,3,7,15 --bounds 16,22,30,38": "decks that bounds leave out",
		} {
			if says := checked(t, asJSON(t, strings.Fields(line)...)); !strings.Contains(says, want) {
				t.Errorf("%s: %s", line, says)
			}
		}
	})
	t.Run("seals of the checker", func(t *testing.T) {
		export := asJSON(t, split("catalogue export --catalogue CATALOGUE")...)
		if says := checked(t, export); !strings.Contains(says, "proved: the seals of") {
			t.Error(says)
		}
		edited := bytes.Replace(export, []byte(`"n": `), []byte(`"n": 1`), -1)
		if says := checked(t, edited); !strings.Contains(says, "is not that of its record") {
			t.Error(says)
		}
	})
	var stderr bytes.Buffer
	cmd := program(append(split("verify --time 1m --format json --catalogue CATALOGUE"), files...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v: %s", err, stderr.Bytes())
	}
	var v results.Verdicts
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	for _, r := range v.Records {
		if r.Verdict != results.Holds && r.Verdict != results.Partly {
			t.Errorf("%s: %s: %s", filepath.Base(r.File), r.Verdict, r.Reason)
		}
		seen = append(seen, r.Schema)
	}
	for _, schema := range verify.Schemas() {
		if !slices.Contains(seen, schema) {
			t.Errorf("no command printed a record of %s", schema)
		}
	}
}

// beyondChecker finds the kinds of records that check.py does not know.
var beyondChecker = regexp.MustCompile(`: dovetail/([^/]+)/[0-9]+: not checked\n  left:   all of it: this program does not know`)

// asJSON is what a command prints as JSON.
func asJSON(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := program(append(args, "--format", "json")...).Output()
	if err != nil {
		t.Fatal(args, err)
	}
	return out
}

// checked is what check.py says of records.
func checked(t *testing.T, records []byte) string {
	t.Helper()
	longtest.Needs(t, "python3")
	cmd := exec.Command("python3", "-I", "../../check/check.py", "--time", "0.1", "--seed", "1", "-")
	cmd.Stdin = bytes.NewReader(records)
	out, _ := cmd.CombinedOutput()
	return string(out)
}
