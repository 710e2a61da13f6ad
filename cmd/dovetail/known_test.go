package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/processor"
)

// A knownFigure is the known answer to a command line. Path leads to it through the record: names and indices with dots
// between. Want is a number, which is compared to the precision of its digits, or a text. After <= or >= it is a
// bound. Without a path the answer need only be the same with all kernels.
type knownFigure struct {
	command, path, want, source string
}

// knownFigures are those that others found, that follow from a formula, or that were counted by methods independent of the
// engine under test. No answer is taken from them.
var knownFigures = []knownFigure{
	{"riffles --riffles 7", "rows.0.tvd", "0.334", "Bayer and Diaconis 1992, table 1"},
	{"riffles --shelf 20 --riffles 1", "rows.0.tvd", "0.720", "Diaconis, Fulman and Holmes 2013, table 1"},
	{"tvd RRRRRRR --proved", "lower", "0.334", "Bayer and Diaconis 1992, table 1"},
	{"law RRR -n 9", "tvd_exact", "8027651137/19025362944", "Bayer and Diaconis 1992, theorem 1"},
	{"law HRD -n 6", "tvd", "0.916915664", "all outcomes of the three shuffles, one by one"},
	{"law HRD -n 8", "", "", ""},
	{"pairs RR -n 6", "pair_tvd_mean", "0.208346354", "all 4,096 pairs of riffles, one by one"},
	{"rank --by c", "rows.0.word", "HDHRDHH", "Ide and Okuda 2018, figure 7"},
	{"rank -m 9 --by worst", "rows.0.word", "HHRDHHRDH", "all 19,683 words, scored one by one"},
	{"emax", "formula", "0.00059", "Ide and Okuda 2018, equation (17): 0.000586 by sampling"},
	{"sample RRRRRRR --deals 4000", "tvd_low", "<=0.3340610", "Bayer and Diaconis 1992: the distance is 0.3340610"},
	{"sample RRRRRRRRR -n 1e5 --deals 2", "statistics.0.max", "<=512", "nine riffles make at most 2^9 rising sequences"},
	{"tvd RDR -n 16 --decks 64 --steps 20", "lower", ">=0.99979", "it deals at most 2^32 of the 16! orders"},
	{"guess --riffles 7", "fair", "4.538043951", "Diaconis and Graham 1981: 1 + 1/2 + ... + 1/52"},
	{"repeated --riffles 7", "fair_guesses", "30.04066477",
		"Diaconis and Graham 1981: 26 + (4^26 / binomial(52, 26) - 1)/2"},
	{"topswops max 13", "length", "80", "OEIS A000375"},
	{"topswops max 13", "count", "1", "OEIS A123398"},
	{"topswops census 9", "counts.0", "40320", "8!, the decks with 1 on top"},
	{"topswops census 9", "sources", "148329", "OEIS A000255: decks in which no card k is at position k but 1"},
	{"orders 52", "out.order", "8", "Diaconis, Graham and Kantor 1983"},
	{"orders 2^61", "out.order", "61", "2^61 - 1 is prime"},
	{"orders stats 3..1e6", "primes", "78497", "OEIS A006880, without 2"},
	{"orders stats 3..1e6", "primitive_root_primes", "29341", "OEIS A001122, counted to 10^6"},
	{"orders stats 3..1e6", "base2_pseudoprimes", "245", "Pomerance, Selfridge and Wagstaff 1980, table 1"},
	{"orders stats 1e12..1e12+2e5", "", "", ""},
}

// What is known holds, with the kernels that the program chooses, and the answers are the same to the last byte with
// every set of kernels that the processor has: one figure of five is tried with each, and all of them if tests are long.
func TestFigures(t *testing.T) {
	for i, f := range knownFigures {
		line := f.command + " --format json"
		first := uncosted(must.Have(prints("dovetail " + line))(t))
		if err := f.in(first); err != nil {
			t.Errorf("%s: %s is not %s (%s): %v", f.command, f.path, f.want, f.source, err)
		}
		if i%longtest.Of(5, 1) != 0 {
			continue
		}
		for _, kernels := range processor.Choices() {
			if has, _ := processor.Of(kernels); has == processor.Use {
				continue
			}
			cmd := program(strings.Fields(line)...)
			cmd.Env = append(cmd.Env, processor.Variable+"="+kernels)
			if record := must.Have(cmd.Output())(t); !bytes.Equal(uncosted(record), first) {
				t.Errorf("%s: kernels of %s give another answer", f.command, kernels)
			}
		}
	}
}

// cpuSeconds is the field of a record that depends on the machine.
var cpuSeconds = regexp.MustCompile(`"cpu_seconds": ?[0-9.e-]+`)

func uncosted(record []byte) []byte { return cpuSeconds.ReplaceAll(record, []byte(`"cpu_seconds": 0`)) }

// in compares the figure with a record.
func (f knownFigure) in(record []byte) error {
	if f.path == "" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(record))
	dec.UseNumber()
	var at any
	if err := dec.Decode(&at); err != nil {
		return err
	}
	for step := range strings.SplitSeq(f.path, ".") {
		switch x := at.(type) {
		case map[string]any:
			at = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return fmt.Errorf("there are only %d", len(x))
			}
			at = x[i]
		default:
			return fmt.Errorf("there is no %s", step)
		}
	}
	if got := fmt.Sprint(at); !agrees(got, f.want) {
		return fmt.Errorf("got %s", got)
	}
	return nil
}

// agrees compares a number to the precision of the wanted digits, or with a bound. Texts must be equal.
func agrees(got, want string) bool {
	bound := strings.TrimLeft(want, "<=>")
	x, number := new(big.Rat).SetString(got)
	w, ok := new(big.Rat).SetString(bound)
	switch {
	case !number || !ok || strings.Contains(bound, "/"):
		return got == want
	case strings.HasPrefix(want, "<="):
		return x.Cmp(w) <= 0
	case strings.HasPrefix(want, ">="):
		return x.Cmp(w) >= 0
	}
	_, decimals, fraction := strings.Cut(bound, ".")
	if !fraction {
		return x.Cmp(w) == 0
	}
	return x.FloatString(len(decimals)) == bound
}

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		got, want string
		agree     bool
	}{
		{"0.33406", "0.334", true}, {"0.3346", "0.334", false}, {"0.333499", "0.334", false}, {"0.3335", "0.334", true},
		{"80", "80", true}, {"80.4", "80", false}, {"81", "80", false}, {"HR", "HR", true}, {"HR", "RH", false},
		{"1/2", "1/2", true}, {"0.5", "1/2", false}, {"0.33", "<=0.334", true}, {"0.335", "<=0.334", false},
		{"0.335", ">=0.334", true}, {"0.33", ">=0.334", false}, {"nothing", "<=1", false}, {"9e-5", "0.0001", true},
	} {
		if agrees(c.got, c.want) != c.agree {
			t.Errorf("%s and %s: want %v", c.got, c.want, c.agree)
		}
	}
}
