package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/search/questions"
)

// questionsOf are what a command line asks, without an answer, whatever it would take.
func questionsOf(t *testing.T, args ...string) (all []results.Question) {
	t.Helper()
	all, err := parseLine(t.Context(), append(args, "--yes"), func(*cobra.Command, []string) error { return nil })
	if err != nil {
		t.Fatal(args, err)
	}
	return all
}

// elsewhere are examples that a shell reads, that read files, or that ask somebody.
var elsewhere = regexp.MustCompile(`[|']|\.txt|\.jsonl|table\.csv|games\.csv|--play|--info|--perform --riffles 3`)

// canonical is the text of questions.
func canonical(questions []results.Question) string {
	var all []string
	for _, q := range questions {
		all = append(all, results.Canonical(q))
	}
	return strings.Join(all, "\n")
}

// The command line that a question prints asks that question. Which lines are tried is what help shows, and some
// with what it does not.
func TestLinesAskTheirQuestions(t *testing.T) {
	more := strings.Split(strings.TrimSpace(`
dovetail rank --by law -n 8 -m 2
dovetail rank --by sampled -m 2 --deals 50 --seed 4
dovetail rank --by decks -m 4 --rounds 2 --delta 1e-3
dovetail rank --by decks -m 4 --rounds 2 --time 3m
dovetail rank --by decks --effort R=5,D=35,H=6.5 --within 40 --rounds 2
dovetail rank --effort R=5,D=35,H=6.5 --within 40
dovetail rank --by c -m 5 --alphabet DRH --emax auto --samples 1e5
dovetail score R --emax 1e-3
dovetail score HRS --deals 1e4 --seed 3
dovetail score HRD --matrix T --deals 100
dovetail law CRD -n 6 --top 0
dovetail deck --show-riffle --word RC -n 9 --seed 5
dovetail deck 3S AS 2S --riffles 2..3
dovetail topswops max 9 --sorted
dovetail topswops max 9 --thresholds 0,1,2,4,9 --count-only
dovetail topswops records 5..9 --rounds 2 --time 5s
dovetail topswops records 22..30 --rounds 1 --tails 12 --layers 2e6
dovetail repeated --target cyclic --deck 4,4,4 -n 12
dovetail repeated --deal cyclic
dovetail guess --a 3 --riffles 1..4 -n 20
dovetail orders decks 9 --from-zero --kind in
dovetail orders decks 3 1 2 --times 2
dovetail emax --simulate 10 --seed 9
dovetail tvd RRD --decks 64 --time 2m
dovetail models --preset narrow-cut -n 20
dovetail orders 5..99 --kind in
dovetail pairs RRR --model R=riffle(cut=normal,sd=2)
dovetail tvd RDR -n 12 --proved --explain
dovetail tvd RDR -n 12 --piles 2..5 --gathered odd-even --decks 64 --steps 10
dovetail score R --runs 3 --samples 100
dovetail sample RC --delta 0.5
dovetail score HX --times 3 --model X=riffle`), "\n")
	lines := slices.Clone(more)
	for _, c := range commands(newRoot()) {
		for example := range strings.Lines(c.Example) {
			if out := strings.TrimSpace(example); strings.HasPrefix(out, "dovetail ") && !elsewhere.MatchString(out) && c.Flags().Lookup("yes") != nil && !strings.Contains(c.Use, "DIR") {
				lines = append(lines, out)
			}
		}
	}
	t.Chdir(t.TempDir())
	printed := map[string]bool{}
	for _, text := range lines {
		for _, q := range questionsOf(t, strings.Fields(text)[1:]...) {
			line := questions.Line(q, nil)
			if line == nil {
				continue
			}
			if printed[q.Schema()] = true; slices.Contains(line, "--shard") {
				line = append(line, "--resume", "part")
			}
			if again := questionsOf(t, line...); len(again) != 1 || results.Canonical(again[0]) != results.Canonical(q) {
				t.Errorf("%s asks\n%s, but\n%s asks\n%v", text, results.Canonical(q), questions.Quote(line), canonical(again))
			}
		}
	}
	for _, schema := range questions.All.Schemas() {
		files := []string{results.FairSchema, results.FitSchema, results.RiffledDeckSchema} // which files ask
		if !printed[schema] && !slices.Contains(files, schema) {
			t.Error("no line asks for", schema)
		}
	}
}
