package routine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// A routine is one of four shuffles, a number of times, by some hands, and others that follow it.

// kind is one of the shuffles to choose from.
type kind struct {
	Letter, Says, URL string
	Chosen            bool
}

// group is a shuffle of the routine that is repeated a number of times.
type group struct {
	kind
	Times       int
	Fewer, More string // the pages with one less and one more; "" for none
	Hands       []hand // that may riffle it
}

// Offered are the shuffles that most people know, in the order of the page.
const Offered = "ROMHD"

// sizes are the numbers of cards of common decks: those of two kinds of collectible card games are 40, 60 and 100.
var sizes = []int64{40, 52, 60, 100}

// drawChoice is the choices: a shuffle, how often, whose hands, and others that follow.
func drawChoice(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	word := q.Text("word")
	most := q.View.Fields[0].Letters
	groups := groups(q)
	alike := len(groups) == 1
	own := riffler(q)
	times := 3
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
	var decks []hand
	for _, n := range sizes {
		decks = append(decks, hand{fmt.Sprint(n), with(q, word, "n", fmt.Sprint(n)), n == q.Number("n")})
	}
	full := 0 // the number of shuffles of a full routine
	if len(word) >= most {
		full = most
	}
	return map[string]any{"Full": full, "Kinds": kinds, "Then": then, "Others": others, "Groups": groups, "Alike": alike, "Hands": byAll(q, word),
		"Sizes": decks, "Riffles": strings.ContainsAny(word, riffles), "Spoken": Spoken(q, word), "Hand": handOf(q, own)}, nil
}

// with is the page of another routine, with the same letters and without packets. changes are
// changes of other fields.
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
			for _, l := range q.Letters { // and hands that other letters have and no preset
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

// called is the name of a letter in a routine: its shuffle, or the shuffle of its model where that
// has no shorter name, or where the letter is not a well-known one and has other parameters than
// usual.
func called(q view.Values, name string) string {
	if strings.Contains(riffles, name) {
		name = "R"
	}
	l, ok := q.Letter(name)
	usual := !ok || strings.Contains(Offered+"CW", name) || len(hands(q, l).of) == 0
	if says := q.Says.Of("kind." + name); usual && says != "kind."+name {
		return says
	}
	if ok {
		return q.Says.Of(l.Key())
	}
	return name
}

// Spoken is a routine in words: riffle × 4, deal, riffle × 2. It names the hands that riffle if the
// routine of the page has no such riffles.
func Spoken(q view.Values, word string) string {
	var all []string
	for from := 0; from < len(word); {
		to := alike(word, from)
		says := called(q, word[from:from+1])
		if to-from > 1 {
			says += fmt.Sprintf(" × %d", to-from)
		}
		if c := word[from : from+1]; strings.Contains(riffles, c) && !strings.Contains(q.Text("word"), c) {
			says = fmt.Sprintf(q.Says.Of("routine.by"), says, handOf(q, c))
		}
		all, from = append(all, says), to
	}
	return strings.Join(all, map[language.Language]string{language.English: ", ", language.Japanese: "、"}[q.Says])
}

// explained says how a milk is done, or how piles are dealt and gathered, or "" where a routine has neither.
func explained(q view.Values, word string) string {
	for _, c := range view.Distinct(word) {
		l, _ := q.Letter(string(c))
		of := func(parameter string) string { return cmp.Or(q.Text(l.Name+"."+parameter), l.Given[parameter]) }
		if l.Model == "milk" {
			if piles := of("piles"); piles != "" && piles != "1" {
				return fmt.Sprintf(q.Says.Of("routine.milk.piles"), piles)
			}
			return q.Says.Of("routine.milk")
		}
		order := strings.Split(of("order"), "-")
		if l.Model != "deal" || len(order) < 2 {
			continue
		}
		gathered := fmt.Sprintf(q.Says.Of("routine.piles.order"), of("order"))
		if slices.Equal(order, oddThenEven(len(order))) {
			gathered = q.Says.Of("routine.piles.odd")
		}
		return fmt.Sprintf(q.Says.Of("routine.piles"), of("piles"), gathered)
	}
	return ""
}

// oddThenEven are the odd numbers up to n, and then the even ones.
func oddThenEven(n int) (all []string) {
	for _, first := range []int{1, 2} {
		for k := first; k <= n; k += 2 {
			all = append(all, fmt.Sprint(k))
		}
	}
	return all
}

// alike is the end of a run of equal letters.
func alike(word string, from int) int {
	to := from
	for to < len(word) && word[to] == word[from] {
		to++
	}
	return to
}

// longestRun is where the longest run of a letter begins and ends.
func longestRun(word, letter string) (from, to int) {
	for i := 0; i < len(word); {
		end := alike(word, i)
		if word[i:i+1] == letter && end-i > to-from {
			from, to = i, end
		}
		i = end
	}
	return from, to
}
