package shuffle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Letter is a model with the name that words call it by.
type Letter struct {
	Name  byte
	Model Model
}

// String is the letter's definition, NAME=model, as ParseLetter reads it.
func (l Letter) String() string { return string(l.Name) + "=" + l.Model.String() }

// MarshalText writes the definition.
func (l Letter) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a definition.
func (l *Letter) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLetter(string(text))
	return err
}

// Definitions are letters as ParseLetter reads them.
func Definitions(letters []Letter) (all []string) {
	for _, l := range letters {
		all = append(all, l.String())
	}
	return all
}

// NamesOf are the names of letters.
func NamesOf(letters []Letter) (names []byte) {
	for _, l := range letters {
		names = append(names, l.Name)
	}
	return names
}

// Find is the model of the letter of that name, or nil.
func Find(letters []Letter, name byte) Model {
	for _, l := range letters {
		if l.Name == name {
			return l.Model
		}
	}
	return nil
}

// longestDefinition is enough to name a thousand piles.
const longestDefinition = 10000

// ParseLetter reads a definition such as R=riffle(cut=binomial).
func ParseLetter(definition string) (Letter, error) {
	if len(definition) > longestDefinition {
		return Letter{}, fmt.Errorf("a model of %d characters is too long; at most %d", len(definition),
			longestDefinition)
	}
	name, spec, ok := strings.Cut(definition, "=")
	name = strings.TrimSpace(name)
	if !ok || len(name) != 1 || !isLetter(name[0]) {
		return Letter{}, fmt.Errorf("malformed model %q; want LETTER=model(...), as in 'R=riffle(cut=binomial)'",
			definition)
	}
	m, err := Parse(spec)
	if err != nil {
		return Letter{}, fmt.Errorf("model %q: %w", definition, err)
	}
	return Letter{name[0], m}, nil
}

// isLetter reports whether b can name a model.
func isLetter(b byte) bool { return 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' }

// standard is the model of each letter that has one without being defined.
var standard = map[byte]string{
	'A': "ashuffle(a=3)",
	'B': "human",
	'C': "cut",
	'D': "deal",
	'F': "faro(kind=out)",
	'H': "hindu",
	'I': "faro(kind=in)",
	'K': "cut(law=binomial)",
	'L': "clumpy",
	'M': "riffle(cut=normal,sd=3)",
	'N': "pile",
	'O': "overhand",
	'P': "inverse(of=hindu(size=uniform,min=5,max=9))",
	'R': "riffle",
	'S': "shelf",
	'T': "top",
	'V': "inverse(of=riffle)",
	'W': "wash",
}

// presets are the readings of the paper that can be chosen by name, as what they
// change: literal takes its words literally; narrow-cut rounds the riffle's cut
// from N(n/2, (5/3)^2), which comes closer to the figures that the paper prints.
var presets = map[string]map[byte]string{
	"literal":    {},
	"narrow-cut": {'R': "riffle(cut=normal,sd=5/3)"},
}

// Names are the letters that need no definition, in order.
func Names() []byte { return slices.Sorted(maps.Keys(standard)) }

// tenPiles is the number of piles that the deal makes; of fewer cards, one each.
const tenPiles = 10

// lettersOf is every letter of Names with its model under the preset, for decks of n
// cards.
func lettersOf(n int, preset string) ([]Letter, error) {
	changes, ok := presets[preset]
	if !ok {
		return nil, fmt.Errorf("unknown preset %q; known are %s",
			preset, strings.Join(slices.Sorted(maps.Keys(presets)), ", "))
	}
	var letters []Letter
	for _, name := range Names() {
		spec, ok := changes[name]
		switch {
		case name == 'D' && n < tenPiles:
			spec = fmt.Sprintf("deal(piles=%d)", max(1, n))
		case !ok:
			spec = standard[name]
		}
		m, err := Parse(spec)
		if err != nil {
			return nil, err
		}
		letters = append(letters, Letter{name, m})
	}
	return letters, nil
}

// Alphabet is the letters named, for decks of n cards, each with its model: the
// definition given for it, as ParseLetter reads it, or else the preset's.
func Alphabet(n int, names []byte, preset string, definitions []string) ([]Letter, error) {
	s := Spelling{N: n, Names: names, Preset: preset}
	for _, definition := range definitions {
		l, err := ParseLetter(definition)
		if err != nil {
			return nil, err
		}
		s.Definitions = append(s.Definitions, l)
	}
	return s.Letters()
}

// Letters are all of the letters named. Every definition must be of one of them, and
// every model must accept the deck.
func (s Spelling) Letters() ([]Letter, error) {
	known, err := lettersOf(s.N, s.Preset)
	if err != nil {
		return nil, err
	}
	models := map[byte]Model{}
	for _, l := range known {
		models[l.Name] = l.Model
	}
	s.Names = s.Alphabet()
	defined := map[byte]bool{}
	for _, l := range s.Definitions {
		switch {
		case defined[l.Name]:
			return nil, fmt.Errorf("letter %c is defined twice", l.Name)
		case !slices.Contains(s.Names, l.Name):
			return nil, fmt.Errorf(
				"letter %c is defined but is not one of the letters used, %s: add it to them, "+
					"or leave out its definition",
				l.Name, ListNames(s.Names))
		}
		defined[l.Name] = true
		models[l.Name] = l.Model
	}
	var letters []Letter
	for _, name := range s.Names {
		m, ok := models[name]
		switch {
		case !ok:
			return nil, fmt.Errorf("unknown letter %q; known are %s; define it by --model '%c=...'",
				string(name), ListNames(slices.Sorted(maps.Keys(models))), name)
		case m == nil:
			return nil, fmt.Errorf("letter %q has no model", string(name))
		case Find(letters, name) != nil:
			return nil, fmt.Errorf("letter %q is listed twice", string(name))
		}
		if err := m.Check(s.N); err != nil {
			return nil, fmt.Errorf("%c=%s: %w", name, m, err)
		}
		letters = append(letters, Letter{name, m})
	}
	return letters, nil
}

// ListNames writes names as ParseNames reads them.
func ListNames(names []byte) string {
	var list []string
	for _, name := range names {
		list = append(list, string(name))
	}
	return strings.Join(list, ",")
}

// ParseNames reads an alphabet such as H,R,D, as Spell reads a word.
func ParseNames(list string) ([]byte, error) {
	names := []byte(Together(list))
	for i, c := range Together(list) {
		if c >= utf8.RuneSelf || !isLetter(byte(c)) {
			_, size := utf8.DecodeRune(names[i:])
			return nil, fmt.Errorf("alphabet %q: %q is not a letter; want letters as in H,R,D", list, names[i:i+size])
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("alphabet %q is empty; want letters as in H,R,D", list)
	}
	return names, nil
}
