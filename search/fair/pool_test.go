package fair

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dovetail/results"
)

// Counts, and the first error, are the same for any number of threads, where decks fill several blocks.
func TestThreads(t *testing.T) {
	const n, decks = 9, scored + 12_000
	for name, of := range map[string]struct {
		how   Reading
		write func(deck []int) string
	}{
		"numbers":  {Reading{}, func(d []int) string { return fmt.Sprint(d) }},
		"previous": {Reading{From: Previous}, func(d []int) string { return strings.Trim(fmt.Sprint(d), "[]") }},
		"objects": {Reading{}, func(d []int) string {
			return fmt.Sprintf("{\"id\": 1,\n\"deck\": %s}", strings.ReplaceAll(fmt.Sprint(d), " ", ","))
		}},
		"names": {Reading{}, func(d []int) (line string) {
			for _, c := range d {
				line += fmt.Sprint(min(c+1, 10), "SH"[(c+1)/11:][:1], " ")
			}
			return strings.ReplaceAll(line, "1S", "AS")
		}},
		"kinds": {Reading{}, func(d []int) (line string) {
			for _, c := range d {
				line += "aab"[c%3:][:1] + " "
			}
			return line
		}},
		"top": {Reading{N: n}, func(d []int) string { return fmt.Sprint(d[:3]) }},
	} {
		var text strings.Builder
		rng, deck := rand.New(rand.NewPCG(8, 9)), make([]int, n)
		for i := range deck {
			deck[i] = i
		}
		for range decks {
			if rng.Shuffle(n, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] }); name == "names" || name == "kinds" {
				fmt.Fprintln(&text, of.write(deck))
				continue
			}
			for i := range deck {
				deck[i]++
			}
			fmt.Fprintln(&text, of.write(deck))
			for i := range deck {
				deck[i]--
			}
		}
		all := text.String()
		wrong := all[:len(all)*9/10] + "\n1 2 x 4\n" + all[len(all)/10:] + "\ny y\n"
		got, refusals := map[string]bool{}, map[string]bool{}
		for _, threads := range []int{1, 3} {
			of.how.Threads = threads
			c, err := read(all, of.how)
			if err != nil || c.Decks != decks-indicator(c.From == Previous) {
				t.Fatalf("%s, %d threads: %d decks, %v", name, threads, c.Decks, err)
			}
			got[results.Canonical(Question{Counts: c})] = true
			if name == "numbers" {
				_, err = read(wrong, of.how)
				refusals[fmt.Sprint(err)] = true
			}
		}
		if len(refusals) > 1 || refusals["<nil>"] {
			t.Errorf("%s: %v", name, refusals)
		}
		if len(got) != 1 {
			t.Errorf("%s: %d different counts", name, len(got))
		}
	}
}

// A hash is kept if it ends with as many zeros as all others, whatever their order.
func TestHashesKept(t *testing.T) {
	a, b := NewTally(Counts{N: 4, Listed: 4, From: New}), NewTally(Counts{N: 4, Listed: 4, From: New})
	for h := range uint64(keptHashes + 10) {
		a.keep(h)
		b.keep(keptHashes + 9 - h)
	}
	if x, y := a.Done().Repeats, b.Done().Repeats; x != y || x.Bits != 1 || x.Different != keptHashes/2+5 {
		t.Errorf("%+v, %+v", x, y)
	}
}
