package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// The values of a flag are completed wherever a wrong one is answered by a list of those that there are.
func TestCompletion(t *testing.T) {
	completed := func(line ...string) []string {
		var out bytes.Buffer
		if _, err := answer(t.Context(), append([]string{"__completeNoDesc"}, line...), &out); err != nil {
			t.Fatal(line, err)
		}
		return strings.Fields(out.String())
	}
	flags := 0
	for _, c := range commands(newRoot()) {
		path := strings.Fields(c.CommandPath())[1:]
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			err := f.Value.Set("no such value")
			if f.Hidden || f.Value.Type() == "model" || err == nil {
				return
			}
			_, names, known := strings.Cut(err.Error(), "is not one of ")
			if !known {
				return
			}
			flags++
			names, _, _ = strings.Cut(names, ", or a list")
			want := append(strings.Split(names, ", "), ":4")
			if got := completed(append(path, "--"+f.Name, "")...); !slices.Equal(got, want) {
				t.Errorf("%s --%s: %q, want %q", c.CommandPath(), f.Name, got, want)
			}
		})
	}
	if flags < 50 {
		t.Errorf("only %d flags have a list of values", flags)
	}
	for line, want := range map[string]string{
		"rank --top ": ":4", "rank --out ": ":0",
		"riffles --cut none,": "none,before none,after :4", "orders decks 8 --kind ": "out in :4", "score R --quiet=": "true false :4",
	} {
		if got := strings.Join(completed(strings.Split(line, " ")...), " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
