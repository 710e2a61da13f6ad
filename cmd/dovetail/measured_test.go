package main

import (
	"strings"
	"testing"

	"dovetail/results"
)

// secondsOf are seconds of a processor that whole commands took with one thread (user and system time, on a busy Zen 4
// with AVX-512). Where a price changes with its engine, measure the lines again that the test names.
var secondsOf = []struct {
	line    string
	seconds float64
}{
	{"tvd W --fresh", 0.3},
	{"tvd W -n 1000 --fresh", 0.7},
	{"tvd O^50 --proved --fresh", 6.4},
	{"tvd HRRHRD --proved --fresh", 1.6},
	{"tvd DDHHRD --proved --fresh", 1.1},
	{"tvd RRDRR -n 11 --fresh", 0.6},
	{"tvd RRRDR --fresh", 1.1},
	{"tvd RRR -n 1000 --fresh", 1.4},
	{"tvd O^50 --work 5s --fresh", 13.0},
	{"tvd RRRRDR --decks 256 --steps 100 --fresh", 3.0},
	{"tvd HRRHRD -n 104 --work 2s --fresh", 15.5},
	{"pairs RRRRRRR -n 104", 14.3},
	{"pairs RRRRRRR", 2.0},
	{"pairs HRRD -n 80", 2.5},
	{"pairs O^20", 4.4},
	{"pairs DDDD -n 104", 0.6},
	{"law RRR -n 10", 0.5},
	{"law HRRD -n 11", 27.8},
	{"hands --riffles 7 --decks 1000 --steps 300", 26.6},
	{"opening RRR --deals 1e6", 0.7},
	{"opening RRRDH -n 60 --hand 7 --kinds land=24 --deals 1e6", 1.0},
	{"guess RRRRRRR", 1.6},
	{"guess HRD^3 -n 200", 0.3},
	{"trick --decks 1e5", 1.1},
	{"trick --decks 1e6 --riffles 3", 1.4},
	{"repeated --deck 13,13,13,13", 4.4},
	{"repeated --deck 26,26", 1.6},
	{"riffles -n 1000", 0.4},
	{"rank --by c -m 8", 0.6},
	{"rank --by tvd -m 8", 0.4},
	{"rank --by bound -m 6", 1.3},
	{"rank --by law -n 8 -m 5", 0.4},
	{"rank --by decks -m 4 --work 5s", 0.9},
	{"sample RRR --deals 1e5", 0.6},
	{"sample O^50 --deals 1e5", 1.2},
	{"score HRD --runs 10", 1.5},
	{"score HRRHRD --times 20 -n 500", 1.8},
	{"orders 2..1e7 --format csv", 1.0},
	{"orders stats 3..1e8", 1.2},
	{"orders stats 1e12..1000001000000", 0.4},
	{"orders verify 3..1e5", 0.1},
	{"topswops max 13 --fresh", 0.5},
	{"topswops max 14 --fresh", 1.2},
	{"topswops bounds 97", 0.5},
	{"riffles --shelf 10 -n 500", 1.7},
	{"rank", 2.1},
	{"rank --by c -m 14", 2.4},
	{"rank -n 128 --top 3", 21.8},
	{"rank --by law -n 9 -m 5", 4.6},
	{"score HRRHRD -n 1000", 3.7},
	{"rank --by sampled -m 3 -n 10000 --deals 1000", 9.1},
	{"rank --by sampled -m 5 -n 52 --deals 10000", 15.8},
	{"sample RT -n 1e6 --deals 10", 4.1},
	{"score HRRHRD -n 500", 1.0},
	{"topswops records 60 --work 4s", 6.6},
	{"repeated --deck ranks", 1.3},
	{"repeated --deck 26,13,13", 3.0},
	{"repeated --deck blackjack", 1.7},
	{"rank --by tvd -m 16", 0.8},
	{"rank --by c -m 16", 7.6},
	{"score H -n 1000", 2.9},
	{"rank --by bound -m 7", 2.3},
	{"rank -m 8", 2.9},
	{"rank --by c -m 8 -n 200", 2.9},
	{"sample RT -n 1e5 --deals 100", 0.8},
	{"sample RT -n 3e5 --deals 30", 1.5},
	{"sample RRR -n 1e6 --deals 10", 4.1},
	{"sample RRRRR -n 1e7 --deals 2", 18.4},
	{"sample T -n 1e6 --deals 10", 2.4},
	{"riffles -n 1000 --top 5 --riffles 100..102", 1.4},
	{"topswops max 15 --fresh", 5.0},
	{"topswops census 13 --fresh", 4.6},
	{"riffles -n 1000 --top 1 --riffles 1..10", 2.5},
}

// The price of a command that takes two seconds or more is within a factor of two of what it took, except that a limit of
// work may be more than an answer needs; that of a shorter one is at most four seconds, so that no note says otherwise.
func TestPricesAsMeasured(t *testing.T) {
	for _, m := range secondsOf {
		qs := questionsOf(t, strings.Fields(m.line)...)
		price, limited := priceOf(qs, 1).seconds, false
		for _, q := range qs {
			if l, ok := q.(results.Limited); ok {
				limit, _ := l.Limit()
				limited = limited || limit > 0
			}
		}
		least, most := m.seconds/2, 2*m.seconds
		if m.seconds < 2 {
			least, most = 0, 4
		}
		if price < least || price > most && !limited {
			t.Errorf("%s: %.1f s, measured %.1f", m.line, price, m.seconds)
		}
	}
}
