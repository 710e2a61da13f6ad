package explorer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What a routine is put together from: one of four shuffles, a number of times, by some hands; and others that follow it.
// Letters with the same hands are the same; so that one routine can have several, the page has letters of its own: Q is
// another riffle, and X, Y and Z are other riffles by hand.

const otherHands = "QXYZ"

// riffles are all letters that hands riffle, those of the program first.
const riffles = "RL" + otherHands

// withHands are the letters with those of the page, if its words may have them.
func withHands(letters []letter, v *view) []letter {
	for _, name := range v.fields[0].more {
		like := "L"
		if name == 'Q' {
			like = "R"
		}
		if i := slices.IndexFunc(letters, func(l letter) bool { return l.Name == like }); i >= 0 {
			another := letters[i]
			another.Name = string(name)
			letters = append(letters, another)
		}
	}
	return letters
}

// preset are hands by their model and those of its parameters that are not as the letter takes them.
type preset struct {
	says, model string
	of          map[string]string
}

var presets = []preset{
	{"routine.ideal", "riffle", nil},
	{"routine.neat", "clumpy", nil},
	{"routine.clumsy", "clumpy", map[string]string{"switch": "2/5"}},
	{"routine.counted", "clumpy", map[string]string{"switch": "1617/2500", "cut": "normal", "off": "27/20", "sd": "393/250"}},
	{"routine.sloppy", "riffle", map[string]string{"cut": "uniform"}},
}

// hands are those of a letter; they say nothing if they are nobody's of the presets.
func (q values) hands(l letter) preset {
	p := preset{model: l.Model, of: map[string]string{}}
	for _, f := range l.Fields {
		if value := q.Text(f.name); value != f.byDefault {
			p.of[strings.TrimPrefix(f.name, l.Name+".")] = value
		}
	}
	for _, known := range presets {
		if p.model == known.model && maps.Equal(p.of, known.of) {
			return known
		}
	}
	return p
}

func (p preset) same(other preset) bool { return p.model == other.model && maps.Equal(p.of, other.of) }

// by is the page on which some letters of the word, which are alike, are riffled by some hands: by a letter that has them,
// or by one that no other place has; "" if there is none left.
func (q values) by(from, to int, p preset) string {
	word := q.Text("word")
	elsewhere := word[:from] + word[to:]
	with := func(name string, changes ...string) string {
		return q.address("", append([]string{"packets", "", "word", word[:from] + strings.Repeat(name, to-from) + word[to:]}, changes...)...)
	}
	for _, l := range q.letters {
		if strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) && q.hands(l).same(p) {
			return with(l.Name)
		}
	}
	for _, name := range riffles {
		i := slices.IndexFunc(q.letters, func(l letter) bool { return l.Name == string(name) && l.Model == p.model })
		if i < 0 || strings.ContainsRune(elsewhere, name) {
			continue
		}
		var changes []string
		for _, f := range q.letters[i].Fields {
			changes = append(changes, f.name, f.byDefault)
		}
		for parameter, value := range p.of {
			changes = append(changes, string(name)+"."+parameter, value)
		}
		return with(string(name), changes...)
	}
	return ""
}

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

// hand is one of the hands to choose from.
type hand struct {
	Says, URL string
	Chosen    bool
}

// offered are the shuffles that most people know, in the order of the page.
const offered = "ROHD"

// drawChoice is what can be chosen: a shuffle, how often, whose hands, and others that follow.
func drawChoice(_ context.Context, _ *Server, q values, _ []Answer) (any, error) {
	word := q.Text("word")
	most := q.v.fields[0].letters
	groups := q.groups()
	alike := len(groups) == 1
	own := q.riffler()
	times := 7
	if alike {
		times = len(word)
	}
	var kinds, then, others []kind
	for _, c := range offered {
		name := string(c)
		if c == 'R' {
			name = own
		}
		k := kind{Letter: string(c), Says: q.says.Of("kind." + string(c)), URL: q.address("", "packets", "", "word", strings.Repeat(name, times)),
			Chosen: alike && word[:1] == name}
		kinds = append(kinds, k)
		if len(word) < most {
			k.URL = q.address("", "packets", "", "word", word+name)
			then = append(then, k)
		}
	}
	for _, l := range q.letters {
		if len(word) < most && !strings.Contains(offered+riffles, l.Name) {
			others = append(others, kind{Letter: l.Name, Says: q.called(l.Name), URL: q.address("", "packets", "", "word", word+l.Name)})
		}
	}
	full := 0 // how many shuffles a routine has that takes no more
	if len(word) >= most {
		full = most
	}
	return map[string]any{"Full": full, "Kinds": kinds, "Then": then, "Others": others, "Groups": groups, "Alike": alike, "Hands": q.byAll(word),
		"Riffles": strings.ContainsAny(word, riffles), "Spoken": q.spoken(word), "Hand": q.handOf(own)}, nil
}

// called is what a letter is called in a routine: its shuffle, or the shuffle of its model where that has no shorter name, or
// where the letter, which is none that most people know, has other parameters than usual.
func (q values) called(name string) string {
	if strings.Contains(riffles, name) {
		name = "R"
	}
	i := slices.IndexFunc(q.letters, func(l letter) bool { return l.Name == name })
	usual := i < 0 || strings.Contains(offered+"CW", name) || len(q.hands(q.letters[i]).of) == 0
	if says := q.says.Of("kind." + name); usual && says != "kind."+name {
		return says
	}
	if i >= 0 {
		return q.says.Of(q.letters[i].key())
	}
	return name
}

// handOf is what the hands of a letter are called.
func (q values) handOf(name string) string {
	for _, l := range q.letters {
		if l.Name == name {
			return q.says.Of(cmp.Or(q.hands(l).says, "routine.own"))
		}
	}
	return ""
}

// spoken is a routine as one says it: riffle × 4, deal, riffle × 2; with whose hands riffle if the routine of the page has no
// such riffles.
func (q values) spoken(word string) string {
	var all []string
	for from := 0; from < len(word); {
		to := alike(word, from)
		says := q.called(word[from : from+1])
		if to-from > 1 {
			says += fmt.Sprintf(" × %d", to-from)
		}
		if c := word[from : from+1]; strings.Contains(riffles, c) && !strings.Contains(q.Text("word"), c) {
			says = fmt.Sprintf(q.says.Of("routine.by"), says, q.handOf(c))
		}
		all, from = append(all, says), to
	}
	return strings.Join(all, map[language]string{english: ", ", japanese: "、"}[q.says])
}

// alike is where the letters end that are as the one at a place.
func alike(word string, from int) int {
	to := from
	for to < len(word) && word[to] == word[from] {
		to++
	}
	return to
}

// groups are the shuffles of the routine.
func (q values) groups() (all []group) {
	word := q.Text("word")
	for from := 0; from < len(word); {
		to := alike(word, from)
		name := word[from : from+1]
		g := group{kind: kind{Letter: name, Says: q.called(name)}, Times: to - from}
		if len(word) > 1 {
			g.Fewer = q.address("", "packets", "", "word", word[:from]+word[from+1:])
		}
		if len(word) < q.v.fields[0].letters {
			g.More = q.address("", "packets", "", "word", word[:from]+name+word[from:])
		}
		i := slices.IndexFunc(q.letters, func(l letter) bool { return l.Name == name })
		if i >= 0 && strings.Contains(riffles, name) {
			is := q.hands(q.letters[i])
			g.Says = q.says.Of(cmp.Or(is.says, "routine.own"))
			known := slices.Clone(presets)
			for _, l := range q.letters { // and hands of nobody that other letters have
				if p := q.hands(l); p.says == "" && strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) {
					known = append(known, p)
				}
			}
			for _, p := range known {
				if address := q.by(from, to, p); address != "" {
					g.Hands = append(g.Hands, hand{q.says.Of(cmp.Or(p.says, "routine.own")), address, p.same(is)})
				}
			}
		}
		all, from = append(all, g), to
	}
	return all
}

// byAll are the hands that can riffle all of a routine.
func (q values) byAll(word string) (all []hand) {
	here := q.address("", "packets", "")
	for _, p := range presets {
		letter := 'R'
		if p.model == "clumpy" {
			letter = 'L'
		}
		changes := []string{"word", strings.Map(func(c rune) rune {
			if strings.ContainsRune(riffles, c) {
				return letter
			}
			return c
		}, word)}
		for parameter, value := range p.of {
			changes = append(changes, string(letter)+"."+parameter, value)
		}
		address := q.plain(changes...)
		all = append(all, hand{q.says.Of(p.says), address, address == here})
	}
	return all
}
