package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// A question that is cancelled stops computing in a process that continues: serve, or the explorer.
// Steps that cannot be interrupted take some tenths of a second of processor time.
func TestCancelledComputesNoMore(t *testing.T) {
	for line, after := range map[string][]time.Duration{ // of the processors, before it is cancelled
		"tvd RRRHDRR -n 104":          []time.Duration{100, 1200}[:longtest.Of(1, 2)], // laws of letters, and what counting shows
		"tvd HDHRDHH --proved -n 104": {60, 300},                                      // the law of a letter
		"tvd RRDRRDR":                 {700},                                          // a test
		"hands -n 64":                 {400},
		"law RHRHRHRR -n 10":          {500},
		"topswops records 60..97":     {300},
		"orders with 137":             {100}, // curves, which take a minute
		"rank -m 22 --by tvd":         {500},
		"score HDHRDHH -n 1000":       []time.Duration{500, 1200, 2500}[:longtest.Of(1, 3)], // laws of letters, then products
		"tvd HRRHRD -n 1000":          {500, 1800},                                          // laws of letters, and counting sequences of packets
	} {
		q := questionsOf(t, strings.Fields(line)...)[0]
		if !longtest.On() && (line == "law RHRHRHRR -n 10" || line == "tvd RRDRRDR") {
			continue
		}
		for _, ms := range after {
			t.Run(line, func(t *testing.T) {
				runtest.Cancelled(t, ms*time.Millisecond, 600*time.Millisecond, func(ctx context.Context) error {
					_, err := run.Answer(ctx, q, run.Options{Threads: 2, Memory: 8 << 30})
					return err
				})
			})
		}
	}
}
