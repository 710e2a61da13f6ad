//go:build long && linux

package main

import (
	"testing"
	"time"
)

// Every command that can take longer than a second, in whatever takes long there.
func TestInterruptEverything(t *testing.T) {
	for _, line := range append([]string{
		"rank -n 1000 -m 3 --by ew", "rank -n 300 -m 9 --by tvd", "rank -n 1000 -m 9 --by tvd", "rank -m 22 --by tvd",
		"rank -m 18 --by ew --yes", "rank -n 10 -m 5 --by law", "rank -n 104 -m 3 --by bound", "rank -m 22 --by worst --resume DIR",
		"score HDHRDHH -n 1000 --png DIR/x.png", "score HDHRDHH -n 1000 --matrix P --format json",
		"score HDHRDHH --times 10000 --png DIR/x.png", "score HR -n 1000 --times 100", "score H --times 10000 --emax 0",
		"figures -n 1000 --out DIR", "score HDHRDHH --runs 50", "score HDHRDHH -n 1000 --samples 100 --runs 1", "emax --simulate 1000",
		"sample RRR --deals 1e6", "sample RW -n 1e6 --decks DIR/decks", "rank -n 1e6 -m 3 --by sampled --yes",
		"rank -n 1e7 -m 3 --by sampled --yes --resume DIR", "law HRHRHRR -n 11", "law RRRRRRRR -n 11 --memory 16GiB --decks DIR/decks.csv",
		"pairs HDHRDHH -n 104", "tvd HDHRDHH --proved -n 104", "tvd HDHRDHHHDHRDHH --proved -n 104 --explain",
		"riffles -n 1000 --riffles 1..100 --digits 1000", "riffles -n 1000 --riffles 1..100 --png DIR/x.png",
		"orders 2..1e10 --yes --format csv", "orders 1e18..2e18 --yes", "orders with 997 --yes", "orders with 1000 --yes",
		"orders stats 3..1e10", "orders stats 3..1e10 --resume DIR", "orders stats 1e13..1e13+1e11 --yes --resume DIR",
		"orders verify 3..1e9",
		"orders decks 1e7 --times 1", "orders decks 1e5 --times 150 --format csv",
		"topswops census 13", "topswops max 16",
	}, deafest...) {
		interrupt(t, time.Second, line)
	}
}
