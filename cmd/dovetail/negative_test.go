package main

import (
	"slices"
	"strings"
	"testing"
)

func TestNumbersApart(t *testing.T) {
	for line, want := range map[string]string{
		"faro -5":                       "faro -- -5",
		"faro --times 3 -5 --kind in":   "faro --times 3 --kind in -- -5",
		"faro 5 --times -3":             "faro 5 --times -3",
		"rank -m -3 -n -2":              "rank -m -3 -n -2",
		"rank -m=-3 --emax -1":          "rank -m=-3 --emax -1",
		"topswops play 3 -1 --quiet 2":  "topswops play --quiet -- 3 -1 2",
		"topswops play -1 -- -2 --x":    "topswops play -- -1 -2 --x",
		"rank --quiet -7 --nonsense -8": "rank --quiet --nonsense -- -7 -8",
		"faro - 5":                      "faro - 5",
		"faro 5 --times":                "faro 5 --times",
		"rank -z -x":                    "rank -z -x",
		"-5":                            "-5",
		"":                              "",
	} {
		if got := numbersApart(newRoot(), strings.Fields(line)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
