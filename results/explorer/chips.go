package explorer

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// The letters of a routine, one beside the other: each can be taken out, others can join, and each riffle can be by
// other hands. Letters with the same hands are the same; so that one routine can have several, the page has letters
// of its own: Q is another riffle, and X, Y and Z are other riffles by hand.

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

// by is the page on which the k-th letter is riffled by some hands: by a letter that has them, or by one that no
// other place has; "" if there is none left.
func (q values) by(k int, p preset) string {
	word := q.Text("word")
	elsewhere := word[:k] + word[k+1:]
	to := func(name string, changes ...string) string {
		return q.address("", append([]string{"packets", "", "word", word[:k] + name + word[k+1:]}, changes...)...)
	}
	for _, l := range q.letters {
		if strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) && q.hands(l).same(p) {
			return to(l.Name)
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
		return to(string(name), changes...)
	}
	return ""
}

// chip is a letter of the routine, or one that may join it.
type chip struct {
	Letter, Says, URL string
	Hands             []hand // that may riffle it
}

// hand is one of the hands to choose from.
type hand struct {
	Says, URL string
	Chosen    bool
}

// usualLetters are offered first.
const usualLetters = "RLDHOC"

// drawLetters are the letters of the routine, those that may join it, and the hands.
func drawLetters(_ context.Context, _ *Server, q values, _ []Answer) (any, error) {
	word := q.Text("word")
	var usual, others []chip
	for _, l := range q.letters {
		c := chip{Letter: l.Name, Says: q.says.Of(l.key()), URL: q.address("", "word", word+l.Name)}
		switch {
		case len(word) == q.v.fields[0].letters || strings.Contains(otherHands, l.Name):
		case strings.Contains(usualLetters, l.Name):
			if l.Name == "L" {
				c.Says = q.says.Of("routine.own")
			}
			usual = append(usual, c)
		default:
			others = append(others, c)
		}
	}
	slices.SortFunc(usual, func(a, b chip) int {
		return cmp.Compare(strings.Index(usualLetters, a.Letter), strings.Index(usualLetters, b.Letter))
	})
	var chips []chip
	for k := range word {
		chips = append(chips, q.chip(k))
	}
	return map[string]any{"Chips": chips, "Usual": usual, "Others": others, "Hands": q.byAll(word),
		"Riffles": strings.ContainsAny(word, riffles)}, nil
}

// chip is the k-th letter of the routine.
func (q values) chip(k int) chip {
	word := q.Text("word")
	c := chip{Letter: word[k : k+1]}
	if without := word[:k] + word[k+1:]; without != "" {
		c.URL = q.address("", "word", without)
	}
	i := slices.IndexFunc(q.letters, func(l letter) bool { return l.Name == c.Letter })
	if i < 0 {
		return c
	}
	if c.Says = q.says.Of(q.letters[i].key()); !strings.Contains(riffles, c.Letter) {
		return c
	}
	is := q.hands(q.letters[i])
	c.Says = q.says.Of(cmp.Or(is.says, "routine.own"))
	all := slices.Clone(presets)
	for _, l := range q.letters { // and hands of nobody that other letters have
		if p := q.hands(l); p.says == "" && strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) {
			all = append(all, p)
		}
	}
	for _, p := range all {
		if address := q.by(k, p); address != "" {
			c.Hands = append(c.Hands, hand{q.says.Of(cmp.Or(p.says, "routine.own")), address, p.same(is)})
		}
	}
	return c
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
