package routine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dovetail/results/explorer/view"
)

// A routine is put together from one of four shuffles, a number of times, by some hands, and others that follow it.

// kind is one of the shuffles that are chosen from.
type kind struct {
	Letter, Says, URL string
	Chosen            bool
}

// group is a shuffle of the routine that is done some times in a row.
type group struct {
	kind
	Times       int
	Fewer, More string // the pages with one less and one more; "" for none
	Hands       []hand // that may riffle it
}

// Offered are the shuffles that most people know, in the order of the page.
const Offered = "ROHD"

// drawChoice is what can be chosen: a shuffle, how often, whose hands, and others that follow.
func drawChoice(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	word := q.Text("word")
	most := q.View.Fields[0].Letters
	groups := groups(q)
	alike := len(groups) == 1
	own := riffler(q)
	times := 7
	if alike {
		times = len(word)
	}
	var kinds, then, others []kind
	for _, c := range Offered {
		name := string(c)
		if c == 'R' {
			name = own
		}
		k := kind{Letter: string(c), Says: q.Says.Of("kind." + string(c)), URL: with(q, strings.Repeat(name, times)),
			Chosen: alike && word[:1] == name}
		kinds = append(kinds, k)
		if len(word) < most {
			k.URL = with(q, word+name)
			then = append(then, k)
		}
	}
	for _, l := range q.Letters {
		if len(word) < most && !strings.Contains(Offered+riffles, l.Name) {
			others = append(others, kind{Letter: l.Name, Says: called(q, l.Name), URL: with(q, word+l.Name)})
		}
	}
	full := 0 // how many shuffles a routine has that takes no more
	if len(word) >= most {
		full = most
	}
	return map[string]any{"Full": full, "Kinds": kinds, "Then": then, "Others": others, "Groups": groups, "Alike": alike, "Hands": byAll(q, word),
		"Riffles": strings.ContainsAny(word, riffles), "Spoken": Spoken(q, word), "Hand": handOf(q, own)}, nil
}

// with is the page of another routine, with the same letters and without packets; changes are of other fields.
func with(q view.Values, word string, changes ...string) string {
	return q.Address("", append(changes, "packets", "", "word", word)...)
}

// groups are the shuffles of the routine.
func groups(q view.Values) (all []group) {
	word := q.Text("word")
	for from := 0; from < len(word); {
		to := alike(word, from)
		name := word[from : from+1]
		g := group{kind: kind{Letter: name, Says: called(q, name)}, Times: to - from}
		if len(word) > 1 {
			g.Fewer = with(q, word[:from]+word[from+1:])
		}
		if len(word) < q.View.Fields[0].Letters {
			g.More = with(q, word[:from]+name+word[from:])
		}
		if l, ok := q.Letter(name); ok && strings.Contains(riffles, name) {
			is := hands(q, l)
			g.Says = q.Says.Of(cmp.Or(is.says, "routine.own"))
			known := slices.Clone(presets)
			for _, l := range q.Letters { // and hands of nobody that other letters have
				if p := hands(q, l); p.says == "" && strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) {
					known = append(known, p)
				}
			}
			for _, p := range known {
				if address := by(q, from, to, p); address != "" {
					g.Hands = append(g.Hands, hand{q.Says.Of(cmp.Or(p.says, "routine.own")), address, p.same(is)})
				}
			}
		}
		all, from = append(all, g), to
	}
	return all
}
