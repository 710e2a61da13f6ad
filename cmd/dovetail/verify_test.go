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
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/stored"
	"dovetail/search/verify"
)

// fits is what is wrong with the form of a record. The long tests compare it with the JSON Schemas of
// docs. Others leave that to the tests of package verify, which have a record of every schema: what
// reads the schemas takes five milliseconds of each process that tests start.
var fits = func([]byte) error { return nil }

// What commands print as JSON holds, and there is a record of every schema among it. The long tests take every command,
// the others one for each schema.
func TestFreshRecordsVerify(t *testing.T) {
	t.Parallel()
	split := inputs(t)
	dir := t.TempDir()
	var files, seen, taken []string
	lines := append(slices.Clone(answers), "orders 12", "orders 2..9 --kind in", "score RC -n 3 --emax 1/3",
		"rank --by ew -n 8 -m 2..3", "rank -n 8 -m 9 --by worst", "rank -n 8 --alphabet R,D --effort R=5,D=5/2 --within 15 --top 99", "rank -n 5 -m 2..3 --by law", "emax -n 5 --samples 100 --simulate 20",
		"riffles --riffles 1..2 --cut none,before,after", "guess RHV -n 12", "guess --shelf 3 --riffles 2..3", "repeated --riffles 2..3 --gap 1e-4", "repeated --deal cyclic --riffles 1..2 --decks 100", "repeated --deck suits --riffles 1..2 --decks 100", "deck --word RD -n 20", "deck AS 3S 2S", "orders decks 3 1 2", "law RH -n 4 --top 0", "tvd HRD -n 5 --proved --explain", "tvd HRD -n 11 --proved", "fair KINDS --kinds a=2,b=2", "fair KINDS --kinds a=4,b=4 -n 8", "tvd HRD -n 5", "hands --riffles 3..4 -n 6 --decks 20 --steps 3", "topswops max 9 --at-least 31",
		"topswops max 9 --at-least 1000", "topswops max 8 --count-only", "topswops max 9 --assume-known",
		"topswops max 12 --shard 2/2 --resume "+dir+"/2", "topswops max 10 --shard 1/200 --resume "+dir+"/200")
	for _, line := range lines {
		args := split(line)
		cmd, _, err := newRoot().Find(args)
		if err != nil || cmd.Flags().Lookup("format") == nil || strings.Contains(line, "--format") || strings.Contains(line, "help") ||
			strings.Contains(line, "--matrix P") && strings.Contains(line, "__complete") {
			continue
		}
		if of := schemaOf(t, args); !longtest.On() && of != "" && slices.Contains(taken, of) {
			continue
		} else {
			taken = append(taken, of)
		}
		text := asJSON(t, args...)
		records := must.Have(verify.Split(text))(t)
		for _, record := range records {
			if err := fits(record); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		listing := ""
		for _, of := range []string{results.VerifySchema, results.RecordsSchema} {
			if strings.Contains(string(text), `"`+of+`"`) {
				listing = of
			}
		}
		if listing != "" {
			seen = append(seen, listing) // which is not judged
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%02d %s", len(files), strings.ReplaceAll(line, "/", ":")))
		must.Do(t, os.WriteFile(file, text, 0o666))
		files = append(files, file)
	}
	t.Run("python", func(t *testing.T) {
		var unknown [][]string
		python := longtest.Needs(t, "python3")
		calls := [][]string{append(strings.Fields("../../check/check.py --time 0.1 --seed 1"), files...)}
		if longtest.On() {
			calls = append(calls, []string{"../../check/edits.py", "--most", "0", dir}, []string{"../../check/edits.py", "--all", dir})
		} else {
			calls = append(calls, []string{"../../check/edits.py", "--most", "4", dir})
		}
		for _, args := range calls {
			out, err := exec.Command(python, args...).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v\n%s", args[0], err, out)
			}
			unknown = append(unknown, beyondChecker.FindAllStringSubmatch(string(out), -1)...)
		}
		page := must.Have(os.ReadFile("../../docs/verify.md"))(t)
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
		var all []byte
		want := 0
		for i, model := range []string{"pile(piles=3)", "pile(piles=2,top=first)", "riffle(cut=uniform)", "riffle(cut=half)", "riffle(p=2/5)",
			"riffle(cut=normal,sd=3)", "ashuffle(a=3)", "human", "human(low=0,high=1,double=1/3)", "cut(law=uniform)", "cut(law=binomial)",
			"cut(law=fixed)", "deal(piles=3)", "faro(kind=in)", "hindu(mean=3)", "hindu(size=uniform,min=1,max=3)", "clumpy", "clumpy(cut=half)",
			"clumpy(cut=normal,off=1/3)", "clumpy(cut=uniform)", "clumpy(cut=binomial)", "inverse(of=human)", "overhand", "shelf(m=2)",
			"shelf(m=2,p=1/3)", "top", "top(cards=2)", "thorp", "wash",
			"keys(values=3)", "naive", "sattolo", "fisheryates", "fisheryates(mistake=modulo,values=7,from=first)", "topswap", "topswap(times=3)", "milk", "milk(piles=2)", "monge", "underdown", "underdown(first=down,top=first)"} {
			lines := []string{"law XR -n 4", "score XR -n 12 --samples 1000", "opening XR -n 10 --kinds 3 --hand 2 --deals 10", "pairs X -n 4"}
			if !longtest.On() { // two of them for each model
				lines = []string{lines[0], lines[1+i%3]}
			}
			for _, line := range lines {
				if strings.HasPrefix(line, "opening") && strings.Contains(model, "clumpy(cut") {
					continue // which is not dealt
				}
				all = append(all, asJSON(t, append(strings.Fields(line), "--model", "X="+model)...)...)
				want++
			}
		}
		says := checked(t, all)
		if n := strings.Count(says, "checked in part\n  proved:") + strings.Count(says, ": holds\n"); n != want {
			t.Errorf("%d of %d records are true:\n%s", n, want, says)
		}
	})
	// Records that were true to former versions of the checker, and how they are edited.
	t.Run("false to the checker", func(t *testing.T) {
		var both []byte
		fair, hands, whole := strings.Join(split("fair KINDS --kinds a=2,b=2"), " "), strings.Join(split("fair KINDS --kinds a=4,b=4 -n 8"), " "),
			strings.Join(split("fair DECKS"), " ")
		lies := [][3]string{
			{"law R -n 4", `R=riffle\(cut=binomial\)`, "R=riffle(cut=binomial,p=2/5)"},
			{"orders 2..20", `"out": 8`, `"out": 8.5`},
			{"orders 2..20", `,\s*"in": 2\b`, ""},
			{"topswops census 5", `"total": 120`, `"total": 120.5`},
			{"orders with 8", `"k": 8`, `"k": 8.5`},
			{"tvd R --proved -n 5", `"lower_exact": "0.775",`, ""},
			{"orders move 8 --to 3", `("question": \{\s*"n": 8,\s*"from":) 1`, "$1 2"},
			{"topswops play 3 1 2", `("question": \{\s*"deck": \[\s*)3,\s*1`, "${1}1, 3"},
			{"riffles --riffles 1..2", `("question": \{[^}]*"a":) 2`, "$1 3"},
			{"riffles --riffles 1..2", `"cut": "none"`, `"cut": "nonsense"`},
			{"orders decks 8", `"times": 3`, `"times": 2`},
			{"topswops max 5", `(?s)("question": \{).*?\}`, "$1}"},
			{"orders 52", `"kind": "exact"`, `"kind": "sampled"`},
			{"opening R -n 5 --kinds 2 --hand 2 --deals 10", `"kind": "sampled"`, `"kind": "exact"`},
			{"rank -n 5 -m 2 --by law", `"m": 2`, `"m": 7`},
			{"rank -n 5 -m 2 --by bound", `(?s)"rows": \[.*\]`, `"rows": []`},
			{"score R", `"tvd_error": [^,]*`, `"tvd_error": 0`},
			{"hands --preset ideal --riffles 1..2 -n 6", `riffle\(cut=binomial\)`, "clumpy(switch=3/5,cut=chain)"},
			{"deck 2 1 3", `("n": 3,)(\s*"deck")`, `$1 "seed": 5, $2`},
			// What a number is held against is no digit of its own.
			{"law H -n 4", `"tvd_exact": "[^"]*"`, `"tvd_exact": "1e1"`},
			{"law H -n 4", `"separation_exact": "1"`, `"separation_exact": "2"`},
			{"law H -n 4", `"l2_exact": "[^"]*"`, `"l2_exact": "2"`},
			{"law H -n 4", `"entropy_bits_exact": "[^"]*"`, `"entropy_bits_exact": "1e999999"`},
			{"law H -n 4", `"error": [^,]*`, `"error": 1`},
			{"law RH -n 4", `"tvd_exact": "([^"]*)"`, `"tvd_exact": "${1}e-00"`},
			{"guess RR --watch -n 6", `"expected_exact": "[^"]*"`, `"expected_exact": "1e1"`},
			{"guess RR --watch -n 6", `"chance_exact": "0.3173828125"`, `"chance_exact": "0.3"`},
			{"rank -n 5 -m 2 --by law", `"law_tvd_exact": "0.774[^"]*"`, `"law_tvd_exact": "8e-1"`},
			{"deck 2 1 3", `"fair_at_most_exact": "[^"]*"`, `"fair_at_most_exact": "1"`},
			{"riffles --riffles 1..2", `"linf_exact": "9.492147699e\+53"`, `"linf_exact": "9e+53"`},
			{"pairs H -n 4", `"error": [^,]*`, `"error": 1`},
			{"tvd R --proved -n 5", `"0.775"`, `"7.75e-1"`},
			// What was read, and compared with nothing.
			{fair, `"alike": \[\s*1,`, `"alike": [ 2,`},
			{fair, `("name": "neighbours of one kind",\s*"seen": )`, "${1}1"},
			{fair, `("name": "largest cell",\s*"seen": \d*,\s*"fair": )`, "${1}1"},
			{fair, `("name": "repeated decks",\s*"seen": )`, "${1}1"},
			{fair, `("count": 2)`, `$1, "surplus": 1`},
			{hands, `("hands": \[\s*\[\s*)`, "${1}1"},
			{hands, `("name": "a among the cards listed",\s*"seen": )`, "${1}1"},
			{hands, `("name": "a among the cards listed",[^}]*"by": )"exact"`, `$1"bound"`},
			{whole, `("name": "known faults",\s*"seen": )[^,]*`, "${1}123"},
			{whole, `("model": "naive",)(\s*"decks")`, `$1 "surplus": 1, $2`},
			{whole, `("pairs": )0`, "${1}9"},
			{whole, `("rising": \[\s*0,\s*)0,(\s*)1,`, "${1}1,${2}0,"},
		}
		for _, edit := range lies {
			record := asJSON(t, strings.Fields(edit[0])...)
			edited := regexp.MustCompile(edit[1]).ReplaceAll(record, []byte(edit[2]))
			if bytes.Equal(record, edited) {
				t.Errorf("%v edits nothing", edit)
			}
			both = append(append(both, record...), edited...)
		}
		verdicts := regexp.MustCompile("(?m)^-: .*").FindAllString(checked(t, both), -1)
		if len(verdicts) != 2*len(lies) {
			t.Fatalf("%d verdicts on %d records", len(verdicts), 2*len(lies))
		}
		for i, lie := range lies {
			if strings.Contains(verdicts[2*i], "FALSE") || !strings.Contains(verdicts[2*i+1], ": FALSE: ") {
				t.Errorf("%q: %s, then %s", lie, verdicts[2*i], verdicts[2*i+1])
			}
		}
	})
	// Whatever is in a file, it gets its verdict within its time, and so do those after it.
	t.Run("files of the checker", func(t *testing.T) {
		longtest.Needs(t, "python3")
		good := asJSON(t, "orders", "decks", "8")
		endless := bytes.ReplaceAll(asJSON(t, strings.Fields("emax -n 5 --samples 100")...), []byte(`"samples": 100`), []byte(`"samples": "9223372036854775808"`))
		long := bytes.ReplaceAll(asJSON(t, "score", "R"), []byte(`"word": "R"`), []byte(`"word": "`+strings.Repeat("R", 100_000)+`"`))
		many := bytes.ReplaceAll(asJSON(t, strings.Fields("orders move 8 --from 1,2 --to 3,4")...), []byte(`"n": 8`), []byte(`"n": 1099511627776`))
		zero := regexp.MustCompile(`"order": 8`).ReplaceAll(asJSON(t, "orders", "52"), []byte(`"order": 0`))
		folder := t.TempDir()
		args := strings.Fields("-I ../../check/check.py --time 0.1")
		texts := [][]byte{[]byte(strings.Repeat("[", 5000)), {0xff, 0xfe}, []byte(`{"schema": NaN}`), []byte("[1e999999999]"), []byte("[1e400]"), zero, good, long, many,
			[]byte("[" + strings.Repeat("0,", 100_000) + "0]"), endless}
		if !longtest.On() {
			texts = texts[:len(texts)-1] // the last takes six seconds to be given up
		}
		for i, text := range texts {
			file := filepath.Join(folder, fmt.Sprint(i))
			must.Do(t, os.WriteFile(file, text, 0o666))
			args = append(args, file)
		}
		cmd := exec.Command("python3", args...)
		out, _ := cmd.CombinedOutput()
		if took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); took > time.Minute {
			t.Errorf("it takes %v", took)
		}
		for i, want := range []string{"cannot be read", "cannot be read", "cannot be read", "cannot be read", "cannot be read", "FALSE", "holds", "FALSE: its rows",
			"not checked\n.*more than 100,000 cards", "no record", "not checked"}[:len(texts)] {
			if !regexp.MustCompile(fmt.Sprintf("(?m)^.*/%d: (dovetail/.*: )?%s", i, want)).Match(out) {
				t.Errorf("file %d is not found to be %s:\n%s", i, want, out)
			}
		}
	})
	t.Run("games of the checker", func(t *testing.T) {
		for line, want := range map[string]string{
			"guess RRR --watch -n 12":                "12 chances as fractions, and no other card is likelier",
			"sample RRR -n 12 --deals 500":           "the chance of the event for a fair deck, as a fraction",
			"tvd SS -n 6 --model S=shelf(m=3,p=2/5)": "the exact distance lies in the interval",
			"tvd S -n 12 --model S=shelf(m=3,p=2/5)": "that no upper end is below what a single card shows",
			"tvd RRR -n 8":                           "the exact distance lies in the interval", // a dyadic one, above its shortest text
			"tvd RRRR -n 8":                          "the exact distance lies in the interval",
			"orders move 8 --from 2,1 --to 4,3":      "none is shorter",
			"topswops max 9 --at-least 20":           "no other deck, and no longer game",
			"topswops max 12 --at-least 60 --thresholds 1,3,7,15 --bounds 16,22,30,38": "decks that bounds leave out",
		} {
			if says := checked(t, asJSON(t, strings.Fields(line)...)); !strings.Contains(says, want) {
				t.Errorf("%s: %s", line, says)
			}
		}
	})
	var stderr bytes.Buffer
	cmd := program(append(split("verify --time 1m --format json"), files...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v: %s", err, stderr.Bytes())
	}
	var v stored.Verdicts
	must.Do(t, json.Unmarshal(out, &v))
	for _, r := range v.Records {
		if r.Verdict != stored.Holds && r.Verdict != stored.Partly {
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

// schemaOf is the schema of the records that a command prints, or empty for one that answers no question.
func schemaOf(t *testing.T, args []string) string {
	questions, err := parseLine(t.Context(), append(slices.Clone(args), "--yes"), func(*cobra.Command, []string) error { return nil })
	if err != nil || len(questions) == 0 {
		return ""
	}
	return questions[0].Schema()
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
