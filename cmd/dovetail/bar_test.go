package main

import (
	"strings"
	"sync"
	"testing"

	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// inParts are command lines whose answers are computed in several parts.
var inParts = []string{
	"tvd RRDRR -n 30 --decks 64 --steps 100", "hands --riffles 6..7 -n 20 --switch 0.6 --work 2s",
	"rank --by decks -n 12 -m 4 --alphabet R,H --work 1s", "topswops records 14 --rounds 3", "topswops max 9",
}

// A command has one bar, which goes on from part to part and never goes back: no part begins anew, and what ends before the
// last part ends before the end of the bar.
func TestOneBar(t *testing.T) {
	for _, line := range inParts {
		var mu sync.Mutex
		var all []results.Progress
		meter := progress.To("whole", func(r results.Progress) { mu.Lock(); all = append(all, r); mu.Unlock() })
		f := questionFlags{outputFlags: outputFlags{meter: meter}}
		qs := questionsOf(t, strings.Fields(line)...)
		f.start("whole")
		if _, err := f.all(pace.Listen(t.Context(), meter), commandSpec{}, run.Options{Threads: 1, Memo: run.NewMemo()}, qs,
			make([]results.Record, len(qs))); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		meter.Stop()
		parts, ended := map[string]bool{}, ""
		for i, r := range all {
			parts[r.Part] = true
			if i > 0 && r.Share < all[i-1].Share {
				t.Errorf("%s: %v of %s comes after %v of %s", line, r.Share, r.Part, all[i-1].Share, all[i-1].Part)
			}
			if strings.Contains(r.Part, ", part ") || ended != "" && r.Part != "whole" && r.Part != ended {
				t.Errorf("%s: %s follows %s, the end of the bar", line, r.Part, ended)
			}
			if r.Share == 1 {
				ended = r.Part
			}
		}
		if len(parts) < 3 {
			t.Errorf("%s: the parts are %v", line, parts)
		}
	}
}
