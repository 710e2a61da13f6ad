package routine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// riffles are all letters that hands riffle, those of the program first.
const riffles = "RL" + view.OtherHands

// mixing are these, and the mash of sleeved cards: halves that fall into each other.
const mixing = riffles + "M"

// preset are hands by their model and those of its parameters that differ from the letter's.
type preset struct {
	says, model string
	of          map[string]string
}

// presets are hands that have a name.
var presets = []preset{
	{"routine.ideal", "riffle", nil},
	{"routine.neat", "clumpy", nil},
	{"routine.clumsy", "clumpy", map[string]string{"switch": "2/5"}},
	{"routine.counted", "clumpy", map[string]string{"switch": "1617/2500", "cut": "normal", "off": "27/20", "sd": "393/250"}},
	{"routine.sloppy", "riffle", map[string]string{"cut": "uniform"}},
}

// hands are the hands of a letter. They say nothing if they are no preset.
func hands(q view.Values, l view.Letter) preset {
	p := preset{model: l.Model, of: map[string]string{}}
	for _, f := range l.Fields {
		if value := q.Text(f.Name); value != f.Default {
			p.of[strings.TrimPrefix(f.Name, l.Name+".")] = value
		}
	}
	for _, known := range presets {
		if p.model == known.model && maps.Equal(p.of, known.of) {
			return known
		}
	}
	return p
}

// settings are parameters of a letter as changes of the query.
func settings(letter string, of map[string]string) (changes []string) {
	for parameter, value := range of {
		changes = append(changes, letter+"."+parameter, value)
	}
	return changes
}

// same reports whether two are the same hands.
func (p preset) same(other preset) bool { return p.model == other.model && maps.Equal(p.of, other.of) }

// riffled is the riffle that all letters of a word stand for, or "".
func riffled(q view.Values, word string) string {
	names := view.Distinct(word)
	l, _ := q.Letter(names)
	if l.Model != "riffle" && l.Model != "clumpy" {
		return ""
	}
	if !slices.ContainsFunc(l.Fields, func(f view.Field) bool { return q.Text(f.Name) != f.Default }) {
		return l.Definition
	}
	_, model, _ := strings.Cut(q.Models(names)[0], "=")
	return model
}

// ideal is the riffle of textbooks.
const ideal = "riffle(cut=binomial)"

// riffler is the letter that riffles in a routine, or would.
func riffler(q view.Values) string {
	word := q.Text("word")
	if i := strings.IndexAny(word, riffles); i >= 0 {
		return word[i : i+1]
	}
	return "R"
}

// mixer is the letter of the riffles that a routine can go on with: mashes where it has no others.
func mixer(q view.Values) string {
	if word := q.Text("word"); strings.Contains(word, "M") && !strings.ContainsAny(word, riffles) {
		return "M"
	}
	return riffler(q)
}

// sameHands reports whether the hands of a word can riffle another, or ideal ones where it has none.
func sameHands(word, other string) bool {
	if !strings.ContainsAny(word, mixing) {
		word = "R"
	}
	return !strings.ContainsFunc(other, func(c rune) bool {
		return strings.ContainsRune(mixing, c) && !strings.ContainsRune(word, c)
	})
}

// by is the page on which some equal letters of the word are riffled by some hands: by a letter
// that has them, or by one that no other place has; "" if there is none left.
func by(q view.Values, from, to int, p preset) string {
	word := q.Text("word")
	elsewhere := word[:from] + word[to:]
	riffled := func(name string) string { return word[:from] + strings.Repeat(name, to-from) + word[to:] }
	for _, l := range q.Letters {
		if strings.Contains(riffles, l.Name) && strings.Contains(word, l.Name) && hands(q, l).same(p) {
			return with(q, riffled(l.Name))
		}
	}
	for _, name := range riffles {
		i := slices.IndexFunc(q.Letters, func(l view.Letter) bool { return l.Name == string(name) && l.Model == p.model })
		if i < 0 || strings.ContainsRune(elsewhere, name) {
			continue
		}
		var changes []string
		for _, f := range q.Letters[i].Fields {
			changes = append(changes, f.Name, f.Default)
		}
		return with(q, riffled(string(name)), append(changes, settings(string(name), p.of)...)...)
	}
	return ""
}

// hand is one of the hands to choose from.
type hand struct {
	Says, URL string
	Chosen    bool
}

// handOf is the name of a letter's hands.
func handOf(q view.Values, name string) string {
	if l, ok := q.Letter(name); ok {
		return q.Says.Of(cmp.Or(hands(q, l).says, "routine.own"))
	}
	return ""
}

// byAll are the hands that can riffle all of a routine.
func byAll(q view.Values, word string) (all []hand) {
	here := with(q, word)
	for _, p := range presets {
		letter := "R"
		if p.model == "clumpy" {
			letter = "L"
		}
		routine := word
		for _, c := range riffles {
			routine = strings.ReplaceAll(routine, string(c), letter)
		}
		address := q.Plain(append(settings(letter, p.of), "word", routine, "packets", "")...)
		all = append(all, hand{q.Says.Of(p.says), address, address == here})
	}
	return all
}

// mostHands is the longest routine of riffles alone for which the page shows the riffles before and after it.
const mostHands = 16

// counted reports whether riffles by hand are counted for a routine.
func counted(q view.Values) bool {
	return len(q.Text("word")) <= mostHands && q.Number("n") <= mostProved
}

// handsCommand asks about riffles by the same hands, with an effort for as many as the routine has:
// 0 for what is counted.
func handsCommand(q view.Values, riffle string, effort int) (view.Command, error) {
	m := len(q.Text("word"))
	stages := make([]int, min(max(12, m+3), mostHands))
	stages[m-1] = effort
	return q.Answers.Command(results.HandsSchema, view.Given{"cards": q.Number("n"), "riffle": riffle, "riffles": view.UpTo(int64(len(stages))), "width": 0.05,
		"stages": stages}, view.How{})
}

// Somebody's own hands are found from the packets in a deck after a riffle: the riffle with the
// largest likelihood, and the routine with it.

// example is a riffle of 52 cards by neat hands.
const example = "1 1 2 1 1 2 1 2 2 1 1 3 1 1 1 1 2 2 1 1 1 1 1 2 1 1 3 1 1 1 1 1 2 1 1 2 1 1 1"

// measured finds the hands with the largest likelihood for the packets.
func measured(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	typed := q.Text("packets")
	if typed == "" {
		return map[string]any{"Example": q.Plain("packets", example) + "#measure"}, nil
	}
	// Invalid text stays in its field, with the error below it.
	wrong := func(err error) (any, error) { return map[string]any{"Wrong": q.Says.Describe(err)}, nil }
	counts, file, err := q.Answers.Seen(typed)
	if err != nil {
		return wrong(language.Wrong("wrong.packets", err))
	}
	c, err := q.Answers.Recorded(results.FitSchema, view.With(counts, view.Given{"models": q.Models("R")}))
	if err != nil {
		return nil, err
	}
	all, err := q.Answers.Answer(ctx, c)
	if err != nil {
		return nil, err
	}
	fit := all[0].Records[0].(results.Fit)
	fitted, partial := fit.Fitted, ""
	if fitted == nil {
		return wrong(language.Wrong("routine.unclear"))
	}
	if n := q.Number("n"); int64(fit.N) != n {
		partial = fmt.Sprintf(q.Says.Of("routine.partial"), fit.N, n)
	}
	_, found := view.ModelOf(fitted.Model)
	changes := append(settings("L", found), "word", strings.ReplaceAll(q.Text("word"), "R", "L"), "packets", "")
	return map[string]any{"Fitted": fitted, "Partial": partial, "File": file, "URL": q.Plain(changes...)}, nil
}
